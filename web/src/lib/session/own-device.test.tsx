import { ownRestaurantIn } from '@tavola/contracts/rules/visits.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { aUser, tokenOf } from '../../test/samples.ts';
import { markOwnDevice } from './own-device.ts';
import { setToken } from './token.ts';

afterEach(() => setToken(null));

it('is marked while a restaurant is signed in, in a cookie that only this host gets, over TLS', () => {
  const set = vi.spyOn(document, 'cookie', 'set').mockReturnValue();
  const owner = aUser();
  const marked = () => set.mock.lastCall?.[0] ?? '';
  const stop = markOwnDevice();
  expect(marked()).toBe('__Host-own=; Path=/; Secure; SameSite=Lax; Max-Age=0');
  setToken(tokenOf(owner));
  expect(marked()).toBe(`__Host-own=${owner.tenantId}; Path=/; Secure; SameSite=Lax; Max-Age=2592000`);
  expect(ownRestaurantIn(`a=b; ${marked().split('; ')[0]}`)).toBe(owner.tenantId);
  setToken(tokenOf({ ...owner, tenantId: null }));
  expect(marked()).toContain('Max-Age=0');
  expect(ownRestaurantIn(undefined)).toBeUndefined();
  stop();
});
