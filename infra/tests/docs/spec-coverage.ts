import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SPEC, type SpecSection } from './spec-items.ts';

// node infra/tests/docs/spec-coverage.ts REPORT…: checks that the tests of a full run, in one or more of vitest's JSON
// reports, prove every item of the specification and every promise of docs/security.md. A title names what its test proves:
// [S2.14] or [S2.14 P5]. With WRITE_REPORT=1 (npm test -- --write), it writes the results into docs/spec-coverage.md.

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

/** docs/spec-coverage.md: each file with the items that it proves. */
export function toMarkdown(files: Coverage['files']): string {
  const proven = [...files].flatMap(([id, those]) => [...those].map((file) => ({ file, id })));
  const lines = [...Map.groupBy(proven, ({ file }) => file)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, items]) => `- \`${file}\`: ${inOrder(items.map(({ id }) => id)).join(' ')}`);
  return `# Spec coverage

Which tests prove the specification and the promises of [security.md](security.md#what-is-promised) (P…). Every route, text, toast, call, rule and
constant of the specification is an item of \`infra/tests/docs/spec-items.ts\`; S2.14 is of its section 2. The title of a test has the ids that it
proves: \`[S2.14]\`. A whole run fails unless each id is carried by a test that passed, and by none that failed or was skipped. With \`--write\` it writes
this page.

${lines.join('\n')}
`;
}

/** Ids in the order of their numbers: S2.9 comes before S2.10. */
const inOrder = (ids: readonly string[]) => ids.toSorted(new Intl.Collator('en', { numeric: true }).compare);

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
  const page = `${root}docs/spec-coverage.md`;
  const written = toMarkdown(files);
  if (process.env.WRITE_REPORT === '1') writeFileSync(page, written);
  else if (readFileSync(page, 'utf8') !== written)
    console.log('  docs/spec-coverage.md has changed: --write writes it');
}
