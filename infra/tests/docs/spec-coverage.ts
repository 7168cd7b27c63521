import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SPEC, type SpecSection } from './spec-items.ts';

// node infra/tests/docs/spec-coverage.ts REPORT…: checks that the tests of a full run, in one or more of vitest's JSON
// reports, prove every item of the specification and every promise of docs/security.md. A title names what its test proves:
// [S2.14] or [S2.14 P5]. Which tests prove an item: git grep -E '\[[^]]*S2\.14[] ]' '*.test.ts*'.

/** The used part of vitest's JSON report. */
export interface Report {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}

/** The files that prove an item, by its id, and the problems of the run. */
interface Coverage {
  files: Map<string, Set<string>>;
  problems: string[];
}

/** The ids in a full test name, including those of its describe blocks. */
export function idsIn(fullName: string): string[] {
  return [...fullName.matchAll(/\[([PS]\d[^\]]*)\]/g)].flatMap(([, ids = '']) => ids.split(' '));
}

/** The promises of docs/security.md, from its table `| Id | To whom | What |`. */
export function promisesIn(markdown: string): SpecSection {
  const rows = [...markdown.matchAll(/^\| (P\d+) \| ([^|]+) \| ([^|]+) \|$/gm)];
  const items = Object.fromEntries(rows.map(([, id = '', toWhom = '', what = '']) => [id, `${toWhom}: ${what}`]));
  return { title: 'Promises of security', items };
}

/**
 * The items of `spec` that the reports of a full run prove; `root` is the repository's folder. A test that is missing or
 * skipped in one report may pass in another.
 */
export function coverageOf(spec: readonly SpecSection[], reports: readonly Report[], root: string): Coverage {
  const known = new Set(spec.flatMap(({ items }) => Object.keys(items)));
  const files = new Map<string, Set<string>>();
  const problems: string[] = [];
  for (const [test, { file, fullName, statuses }] of outcomes(reports, root)) {
    const ids = idsIn(fullName);
    for (const id of ids) if (!known.has(id)) problems.push(`no such item: ${id}: ${test}`);
    const missed = statuses.filter((status) => status !== 'passed');
    const isProof = statuses.includes('passed') && !missed.includes('failed');
    if (ids.length > 0 && !isProof) problems.push(`${[...new Set(missed)].join(' and ')}: ${test}`);
    if (isProof) for (const id of ids) files.set(id, (files.get(id) ?? new Set()).add(file));
  }
  for (const { items } of spec) {
    for (const [id, item] of Object.entries(items)) if (!files.has(id)) problems.push(`not proven: ${id}: ${item}`);
  }
  return { files, problems };
}

/** Each test with its status in each report; tests that share a name in one report get the worst status. */
function outcomes(reports: readonly Report[], root: string) {
  const tests = new Map<string, { file: string; fullName: string; statuses: string[] }>();
  for (const { testResults } of reports) {
    const inReport = new Map<string, string>();
    for (const { name, assertionResults } of testResults) {
      const file = relative(root, name).replaceAll('\\', '/');
      for (const { fullName, status } of assertionResults) {
        const test = `${file} › ${fullName}`;
        if (!tests.has(test)) tests.set(test, { file, fullName, statuses: [] });
        if (inReport.get(test) !== 'failed' && status !== 'passed') inReport.set(test, status);
        else if (!inReport.has(test)) inReport.set(test, status);
      }
    }
    for (const [test, status] of inReport) tests.get(test)?.statuses.push(status);
  }
  return tests;
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const paths = process.argv.slice(2);
  if (paths.length === 0) {
    console.error('Which reports? node infra/tests/docs/spec-coverage.ts REPORT…');
    process.exit(2);
  }
  const reports = paths.map((path): Report => JSON.parse(readFileSync(path, 'utf8')));
  const spec = [...SPEC, promisesIn(readFileSync(`${root}docs/security.md`, 'utf8'))];
  const { files, problems } = coverageOf(spec, reports, root);
  for (const problem of problems) console.error(`  ${problem}`);
  if (problems.length > 0) process.exit(1);
  console.log(`  ${files.size} items of the specification and promises are proven`);
}
