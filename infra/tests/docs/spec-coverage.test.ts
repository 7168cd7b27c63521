import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { coverageOf, idsIn, promisesIn, type Report } from './spec-coverage.ts';
import { SPEC } from './spec-items.ts';

const ROOT = '/somewhere/';
const items = [{ title: '2. Screens', items: { 'S2.1': "'Sold out'", 'S2.2': 'price' } }];
const report = (...tests: [file: string, fullName: string, status?: string][]): Report => ({
  testResults: tests.map(([file, fullName, status = 'passed']) => ({
    name: `${ROOT}${file}`,
    assertionResults: [{ fullName, status }],
  })),
});
const problems = (...reports: Report[]) => coverageOf(items, reports, ROOT).problems;

describe('the spec coverage', () => {
  it('is complete where a test that passed carries each id, by itself or with what it is described in', () => {
    const run = report(
      ['a.test.ts', 'menu [S2.1] counts [S2.2]'],
      ['b.test.ts', 'menu counts [S2.1 S2.2]'],
      ['c.test.ts', 'no id', 'failed'],
    );
    const { files, problems } = coverageOf(items, [run], ROOT);
    expect(problems).toEqual([]);
    expect(files).toEqual(new Map(['S2.1', 'S2.2'].map((id) => [id, new Set(['a.test.ts', 'b.test.ts'])])));
  });

  it('names the item that no test carries', () => {
    expect(problems(report(['a.test.ts', 'm [S2.1]']))).toEqual(['not proven: S2.2: price']);
    expect(problems()).toHaveLength(2);
  });

  it.each(['S2.9', 'S2', 'S2.1,', 'S2.1.1'])('names the unknown id %s', (id) => {
    const run = report(['a.test.ts', 'm [S2.1 S2.2]'], ['a.test.ts', `n [${id}]`]);
    expect(problems(run)).toEqual([`no such item: ${id}: a.test.ts › n [${id}]`]);
  });

  it.each(['failed', 'skipped', 'pending', 'todo'])('names the test with an id that is %s', (status) => {
    const whole = ['a.test.ts', 'm [S2.1 S2.2]'] as const;
    expect(problems(report([...whole], ['b.test.ts', 'n [S2.1]', status]))).toEqual([
      `${status}: b.test.ts › n [S2.1]`,
    ]);
    const problem = `${status}: a.test.ts › m [S2.1 S2.2]`;
    expect(problems(report([...whole], [...whole, status]))[0]).toBe(problem);
    expect(problems(report([...whole, status], [...whole]))[0]).toBe(problem);
  });

  it('takes several reports as one run: what one skipped another may have passed, what one failed is failed', () => {
    const passed = report(['a.test.ts', 'm [S2.1]']);
    const skipped = report(['a.test.ts', 'm [S2.1]', 'skipped'], ['b.test.ts', 'n [S2.2]']);
    expect(problems(passed, skipped)).toEqual([]);
    const failed = report(['a.test.ts', 'm [S2.1]', 'failed'], ['b.test.ts', 'n [S2.2]']);
    expect(problems(passed, failed)).toEqual(['failed: a.test.ts › m [S2.1]', "not proven: S2.1: 'Sold out'"]);
  });
});

it('gives no id twice, and each item one of its section', () => {
  const ids = SPEC.flatMap(({ items }) => Object.keys(items));
  expect(new Set(ids).size).toBe(ids.length);
  for (const { title, items } of SPEC) {
    const section = title.split('.')[0];
    for (const id of Object.keys(items)) {
      expect(id).toMatch(new RegExp(`^S${section}\\.[1-9]\\d*$`));
      expect(idsIn(`a [${id}]`)).toEqual([id]);
    }
  }
});

it('reads the promises of docs/security.md, numbered from 1', () => {
  const { items } = promisesIn(readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8'));
  expect(Object.keys(items)).toEqual(Object.keys(items).map((_, index) => `P${index + 1}`));
  expect(items.P1).toMatch(/^guests: No account/);
  expect(idsIn('a [P1 S2.1] b')).toEqual(['P1', 'S2.1']);
});
