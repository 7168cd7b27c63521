import { KNOWN_ACCOUNTS_MAX } from '@tavola/contracts/product.ts';
import { expect, it } from 'vitest';
import { knownDevices } from './known-device.ts';

it('checks at most as many marks as a browser keeps, so that the time does not show whether an account exists', () => {
  const { mark, idOf } = knownDevices('secret');
  const ada = { userId: 'ada', passwordHash: 'hash' };
  const others = Array.from({ length: KNOWN_ACCOUNTS_MAX }, () => mark({ userId: 'eve', passwordHash: 'hash' }));
  const own = mark(ada, 'phone');
  expect(idOf(ada, [...others.slice(1), own].join(' '))).toBe('phone');
  expect(idOf(ada, [...others, own].join(' '))).toBeNull();
});
