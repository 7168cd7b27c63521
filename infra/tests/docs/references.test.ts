import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { missingReferences } from './missing-references.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PAGES = globSync(['README.md', 'docs/**/*.md', '{gateway,web}/README.md', 'services/*/README.md'], { cwd: ROOT });

it.each(PAGES)('%s refers only to files and sections that exist', (page) => {
  expect(missingReferences(readFileSync(join(ROOT, page), 'utf8'), page, ROOT)).toEqual([]);
});

it('the decisions are numbered without holes', () => {
  const numbers = globSync('docs/decisions/*.md', { cwd: ROOT }).map((path) => Number(path.match(/\d{4}/)?.[0]));
  expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers.map((_, index) => index + 1));
});

describe('a reference', () => {
  it.each([
    ['`infra/tests/docs` and `infra/tests/docs/nowhere.ts`', ['no file infra/tests/docs/nowhere.ts']],
    ['[there](security.md#who-may-do-what), [here](../README.md)', []],
    ['[nowhere](security.md#nowhere)', ['no section #nowhere']],
    ['[nowhere](nowhere.md)', ['no file nowhere.md']],
  ])('is followed: %s', (markdown, missing) => {
    expect(missingReferences(markdown, 'docs/asvs.md', ROOT)).toEqual(missing);
  });

  it("in a service's README is followed from the service's folder", () => {
    const missing = missingReferences('`src/app.ts` and `src/nowhere.ts`', 'services/menu/README.md', ROOT);
    expect(missing).toEqual(['no file services/menu/src/nowhere.ts']);
  });
});
