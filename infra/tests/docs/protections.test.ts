import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { MUTATED_FILES, MUTATIONS } from '../security/protections.ts';
import { placeOf, resultOf } from '../security/stryker.ts';

// The run that switches them off is too slow for every change; this only checks that each can still be tried.

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

it.each(MUTATIONS)('$protection has its tests: $tests', ({ tests, only }) => {
  expect(readFileSync(at(tests), 'utf8')).toContain(only);
});

it('no two protections have the same name', () => {
  const names = MUTATIONS.map(({ protection }) => protection);
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
});

it.each(MUTATED_FILES)('$protection can be changed by Stryker: $file', ({ file, functions = [], tests }) => {
  for (const test of tests) expect(existsSync(at(test))).toBe(true);
  const text = readFileSync(at(file), 'utf8');
  for (const name of functions) expect(() => placeOf(text, file, name)).not.toThrow();
});

it('a change that no test failed at was not noticed', () => {
  const mutant = (status: string, statusReason?: string) => ({
    mutatorName: 'Regex',
    status,
    statusReason,
    location: { start: { line: 7 } },
  });
  const statuses = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'RuntimeError', 'Ignored'];
  const mutants = [...statuses.map((status) => mutant(status)), mutant('RuntimeError', '[vitest-pool]: it crashed')];
  expect(resultOf({ files: { 'a.ts': { mutants } } })).toEqual({
    changes: 6,
    unnoticed: ['Regex at line 7', 'Regex at line 7', 'Regex at line 7'],
  });
});
