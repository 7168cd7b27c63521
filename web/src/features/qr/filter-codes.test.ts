import type { Code } from '@tavola/contracts/qr.ts';
import { expect, it } from 'vitest';
import { byUse, findCodes } from './filter-codes.ts';

const code = (name: string, retiredAt: string | null = null): Code => ({
  id: name,
  name,
  isMain: false,
  createdAt: '2026-11-01T10:00:00.000Z',
  retiredAt,
});
const names = (codes: Code[]) => codes.map(({ name }) => name);

it('retired codes stand apart, the latest first', () => {
  const { inUse, retired } = byUse([
    code('Window'),
    code('Old', '2026-11-02T10:00:00.000Z'),
    code('Table 1'),
    code('Older', '2026-11-03T10:00:00.000Z'),
  ]);
  expect(names(inUse)).toEqual(['Window', 'Table 1']);
  expect(names(retired)).toEqual(['Older', 'Old']);
});

it('finds codes by the words of their names', () => {
  const codes = ['Table 1', 'Table 12', 'Terrace table', 'Fenêtre'].map((name) => code(name));
  expect(names(findCodes(codes, ''))).toHaveLength(4);
  expect(names(findCodes(codes, 'TABLE'))).toEqual(['Table 1', 'Table 12', 'Terrace table']);
  expect(names(findCodes(codes, '12 table'))).toEqual(['Table 12']);
  expect(names(findCodes(codes, 'fenetre'))).toEqual(['Fenêtre']);
  expect(names(findCodes(codes, 'roof'))).toEqual([]);
});
