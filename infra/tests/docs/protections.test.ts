import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { MUTATIONS, mutated } from '../security/protections.ts';

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

// The run that switches them off takes too long for every change; that it still could is seen here.
it.each(MUTATIONS)('$protection can be switched off: $off', ({ change, tests }) => {
  expect(existsSync(at(tests))).toBe(true);
  if ('sql' in change) return;
  expect(() => mutated(readFileSync(at(change.file), 'utf8'), change)).not.toThrow();
});
