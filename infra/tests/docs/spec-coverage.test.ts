import { describe, expect, it } from 'vitest';
import { readTable, unproven } from './spec-coverage.ts';

const ROOT = '/somewhere/';
const HEAD = '# Spec coverage\n\n## 2\n\n| Spec | Test |\n|---|---|\n';
const report = (...tests: [name: string, status: string][]) => ({
  testResults: [
    {
      name: '/somewhere/infra/tests/e2e/a.test.ts',
      assertionResults: tests.map(([fullName, status]) => ({ fullName, status })),
    },
  ],
});
const wrongWith = (rows: string, ...tests: [string, string][]) => unproven(HEAD + rows, report(...tests), ROOT);

describe('the spec coverage', () => {
  it('is proven where every named test is in the report and passed', () => {
    const rows =
      "| 'Sold \\| out' | `infra/tests/e2e/a.test.ts › menu shows it` |\n" +
      '| price | `infra/tests/e2e/a.test.ts › menu shows it`<br>`infra/tests/e2e/a.test.ts › menu counts` |\n';
    expect(wrongWith(rows, ['menu shows it', 'passed'], ['menu counts', 'passed'])).toEqual([]);
    expect(readTable(HEAD + rows).rows).toEqual([
      { line: 7, item: "'Sold | out'", tests: ['infra/tests/e2e/a.test.ts › menu shows it'] },
      {
        line: 8,
        item: 'price',
        tests: ['infra/tests/e2e/a.test.ts › menu shows it', 'infra/tests/e2e/a.test.ts › menu counts'],
      },
    ]);
  });

  it('names the row whose test does not exist, in this file or at all', () => {
    const rows =
      '| price | `infra/tests/e2e/a.test.ts › menu` |\n| name | `infra/tests/e2e/b.test.ts › menu shows it` |\n';
    expect(wrongWith(rows, ['menu shows it', 'passed'])).toEqual([
      'line 7: price: no such test in this run: infra/tests/e2e/a.test.ts › menu',
      'line 8: name: no such test in this run: infra/tests/e2e/b.test.ts › menu shows it',
    ]);
  });

  it.each(['failed', 'skipped', 'pending', 'todo'])('names the row whose test is %s', (status) => {
    expect(wrongWith('| price | `infra/tests/e2e/a.test.ts › m` |', ['m', 'passed'], ['m', status])).toEqual([
      `line 7: price: passed and ${status}: infra/tests/e2e/a.test.ts › m`,
    ]);
  });

  it.each([
    '| price |',
    '| price | |',
    '| | `infra/tests/e2e/a.test.ts › m` |',
    '| price | infra/tests/e2e/a.test.ts › m |',
    '| price | `m` |',
    '| price | `infra/tests/e2e/a.test.ts › m`<br> |',
    '| price | `infra/tests/e2e/a.test.ts › m` | more |',
    '| price | `infra/tests/e2e/a.test.ts › m`',
  ])('names the malformed row %s', (row) => {
    const problems = wrongWith(row, ['m', 'passed']);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^line 7: not /);
  });

  it('is not proven by an empty table', () => {
    expect(wrongWith('')).toEqual(['the table is empty']);
    expect(unproven('', report(), ROOT)).toEqual(['the table is empty']);
  });
});
