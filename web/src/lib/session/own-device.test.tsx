import { ownRestaurantsIn } from '@tavola/contracts/rules/visits.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { aUser, tokenOf } from '../../test/samples.ts';
import { markOwnDevice } from './own-device.ts';
import { setToken } from './token.ts';

const OTHER_ID = '1c54d0f5-5a43-4f0e-8f67-0f5d3c2a9b12';

afterEach(() => {
  vi.restoreAllMocks();
  setToken(null);
});

it('is marked while a restaurant is signed in, in a cookie that only this host gets, over TLS', () => {
  const set = vi.spyOn(document, 'cookie', 'set').mockReturnValue();
  const owner = aUser();
  const marked = () => set.mock.lastCall?.[0] ?? '';
  const stop = markOwnDevice();
  expect(marked()).toBe('__Host-own=; Path=/; Secure; SameSite=Lax; Max-Age=0');
  setToken(tokenOf(owner));
  expect(marked()).toBe(`__Host-own=${owner.tenantId}; Path=/; Secure; SameSite=Lax; Max-Age=2592000`);
  expect(ownRestaurantsIn(`a=b; ${marked().split('; ')[0]}`)).toEqual([owner.tenantId]);
  // Another restaurant of the same person: the device stays the first one's, too.
  const elsewhere = { ...owner, tenantId: OTHER_ID };
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(`a=b; ${marked().split('; ')[0]}`);
  setToken(tokenOf(elsewhere));
  expect(ownRestaurantsIn(marked().split('; ')[0])).toEqual([OTHER_ID, owner.tenantId]);
  setToken(tokenOf({ ...owner, tenantId: null }));
  expect(marked()).toContain('Max-Age=0');
  expect(ownRestaurantsIn(undefined)).toEqual([]);
  stop();
});
