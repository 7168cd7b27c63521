import { loginInput } from '@tavola/contracts/auth.ts';
import { KNOWN_ACCOUNTS_MAX } from '@tavola/contracts/product.ts';
import { expect, it } from 'vitest';
import { knownDevices } from './known-device.ts';

const { mark, idOf, hasSignedIn } = knownDevices('secret');
const ada = { userId: '5a0e3b0c-98c1-4a4c-8d7e-2f3f0f6f6a10', email: 'Ada@example.com', passwordHash: 'hash' };
const eve = { ...ada, userId: '8f5d1f1e-6a43-4a0a-9c35-0d6f1e1c9b77', email: 'eve@example.com' };

it('checks at most as many marks as a browser keeps, so that the time does not show whether an account exists', () => {
  const others = Array.from({ length: KNOWN_ACCOUNTS_MAX }, () => mark(eve));
  const own = mark(ada, 'phone');
  expect(idOf(ada, [...others.slice(1), own].join(' '))).toBe('phone');
  expect(idOf(ada, [...others, own].join(' '))).toBeNull();
});

it('knows an address that a device has signed in to, also with an earlier password, and no other', () => {
  const marks = Array.from({ length: KNOWN_ACCOUNTS_MAX - 1 }, () => mark(eve)).concat(mark(ada));
  const sent = loginInput.parse({ email: 'a@example.com', password: 'x', knownDevice: marks.join(' ') });
  expect(hasSignedIn(' ada@EXAMPLE.com', sent.knownDevice)).toBe(true);
  expect(idOf({ ...ada, passwordHash: 'new' }, sent.knownDevice)).toBeNull();
  expect(hasSignedIn('bea@example.com', sent.knownDevice)).toBe(false);
  // A mark of the release before, and one put together from two.
  const [id, seal] = mark(ada).split('.');
  expect(hasSignedIn(ada.email, `${id}.${seal}`)).toBe(false);
  expect(hasSignedIn(ada.email, `${id}.${seal}.${mark(ada).split('.')[2]}`)).toBe(false);
  expect(hasSignedIn(ada.email, undefined)).toBe(false);
});
