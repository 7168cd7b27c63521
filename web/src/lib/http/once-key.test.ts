import { expect, it } from 'vitest';
import { onceKeys } from './once-key.ts';

it('what is sent again has the same key until it was answered; something else has another one', () => {
  const keys = onceKeys();
  const first = keys.keyFor({ name: 'Ragù' });
  expect(first).toMatch(/^[\da-z-]{7,31}$/);
  expect(keys.keyFor({ name: 'Ragù' })).toBe(first);
  const other = keys.keyFor({ name: 'Pesto' });
  expect(other).not.toBe(first);
  keys.renew({ name: 'Pesto' });
  expect(keys.keyFor({ name: 'Pesto' })).not.toBe(other);
  expect(keys.keyFor({ name: 'Ragù' })).toBe(first);
  expect(onceKeys().keyFor({ name: 'Pesto' })).not.toBe(other);
});
