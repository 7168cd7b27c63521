import { expect, it } from 'vitest';
import { entityTag } from './entity-tag.ts';

const item = { id: 7, name: 'Ragù', price: 13.5, image: null };

it('is the same for the same fields, in any order, and after JSON', () => {
  expect(entityTag({ image: null, price: 13.5, name: 'Ragù', id: 7 })).toBe(entityTag(item));
  expect(entityTag(JSON.parse(JSON.stringify(item)))).toBe(entityTag(item));
  expect(entityTag(item)).toMatch(/^[a-z0-9]+$/);
});

it('differs after any change', () => {
  const others = Array.from({ length: 20_000 }, (_, cents) => ({ ...item, price: cents / 100 }));
  const changes = [...others, { ...item, name: 'Ragú' }, { ...item, image: '' }, { ...item, id: 8 }];
  expect(new Set(changes.map(entityTag)).size).toBe(changes.length);
});
