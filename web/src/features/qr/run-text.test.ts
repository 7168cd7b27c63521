import { expect, it } from 'vitest';
import { runText } from './run-text.ts';

it.each([
  [{ prefix: 'Table', from: 1, to: 40 }, '40 codes: Table 1 to Table 40'],
  [{ prefix: ' Room ', from: 7, to: 7 }, '1 code: Room 7'],
  [{ prefix: 'Table', from: 5, to: 4 }, undefined],
  [{ prefix: 'Table', from: 1, to: 201 }, undefined],
  [{ prefix: '', from: 1, to: 4 }, undefined],
  [{ prefix: 'Table', from: 1, to: Number.NaN }, undefined],
])('%j is said as %s', (run, text) => {
  expect(runText(run)).toBe(text);
});
