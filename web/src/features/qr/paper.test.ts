import { expect, it } from 'vitest';
import { paperFor } from './paper.ts';

it.each([
  ['en-US', 'Letter'],
  ['en', 'Letter'],
  ['es-MX', 'Letter'],
  ['fr-CA', 'Letter'],
  ['en-GB', 'A4'],
  ['de', 'A4'],
  ['pt-BR', 'A4'],
  ['ja', 'A4'],
  ['', 'A4'],
  ['not a language', 'A4'],
])('a browser in %o prints on %s', (language, paper) => {
  expect(paperFor(language)).toBe(paper);
});
