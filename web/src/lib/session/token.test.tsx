import { expect, it, vi } from 'vitest';
import { aUser, tokenOf } from '../../test/samples.ts';
import { keptForRestaurant } from './kept-for-restaurant.ts';
import { getToken } from './stored-token.ts';
import { followStoredToken, setToken, subscribeToToken, tokenElsewhere } from './token.ts';
import { storedToken } from './token-in-storage.ts';

const ROSA = aUser();
const HERE = tokenOf(ROSA);
const THERE = tokenOf({ ...ROSA, tenantId: '0b54d0f5-5a43-4f0e-8f67-0f5d3c2a9b12' });
const NINO = tokenOf({ ...ROSA, id: '5f0f6f9e-3f0e-4d55-9c39-0d6a5b6f1c02' });

/** Another tab stores a token; this one may not have heard of it yet. */
const storeElsewhere = (token: string) => localStorage.setItem('token', token);

it('stays that of the restaurant in which this tab is, from the moment in which another tab switches', () => {
  setToken(HERE);
  const heard = vi.fn();
  const stop = subscribeToToken(heard);
  storeElsewhere(THERE);
  expect([getToken(), tokenElsewhere(), storedToken()]).toEqual([HERE, THERE, THERE]);
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(heard).not.toHaveBeenCalled();
  followStoredToken();
  expect([getToken(), tokenElsewhere(), heard.mock.calls.length]).toEqual([THERE, null, 1]);
  stop();
});

it('is the stored one where somebody else has signed in, or nobody is', () => {
  setToken(HERE);
  storeElsewhere(NINO);
  expect([getToken(), tokenElsewhere()]).toEqual([NINO, null]);
  localStorage.removeItem('token');
  expect(getToken()).toBeNull();
  storeElsewhere(THERE);
  expect([getToken(), tokenElsewhere()]).toEqual([THERE, null]);
});

it('has what is kept for a screen gone in another restaurant', () => {
  setToken(HERE);
  const kept = keptForRestaurant('');
  kept.set('dishes of here');
  expect(kept.get()).toBe('dishes of here');
  setToken(THERE);
  expect(kept.get()).toBe('');
});
