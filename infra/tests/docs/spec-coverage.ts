import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

// node infra/tests/docs/spec-coverage.ts REPORT: whether every test that docs/spec-coverage.md names is in vitest's JSON
// report of a whole run, and passed. Says which rows are not proven.

/** What of vitest's JSON report matters here. */
export interface Report {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}

export interface Row {
  /** The line of the document, from 1. */
  line: number;
  item: string;
  /** Each as `file › full test name`. */
  tests: string[];
}

const HEAD = /^\|\s*Spec\s*\|\s*Test\s*\|$/;
const RULE = /^\|\s*:?-+:?\s*\|\s*:?-+:?\s*\|$/;
const TEST = /^`([^`]+\.test\.tsx?) › ([^`]+)`$/;

/** The rows of the document's tables `| Spec | Test |`, and what is wrong with how they are written. */
export function readTable(markdown: string): { rows: Row[]; problems: string[] } {
  const rows: Row[] = [];
  const problems: string[] = [];
  for (const [index, text] of markdown.split('\n').entries()) {
    const trimmed = text.trim();
    if (!trimmed.startsWith('|') || HEAD.test(trimmed) || RULE.test(trimmed)) continue;
    const line = index + 1;
    // A bar inside a cell is written as \|.
    const cells = trimmed.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
    const [before, item, proof, after, ...more] = cells;
    if (before !== '' || after !== '' || more.length > 0 || !item || !proof) {
      problems.push(`line ${line}: not a row of two filled cells: ${trimmed}`);
      continue;
    }
    const names = proof.split('<br>').map((name) => name.trim());
    const malformed = names.filter((name) => !TEST.test(name));
    for (const name of malformed) problems.push(`line ${line}: not \`file › full test name\`: ${name || '(nothing)'}`);
    if (malformed.length === 0) rows.push({ line, item, tests: names.map((name) => name.slice(1, -1)) });
  }
  if (rows.length === 0 && problems.length === 0) problems.push('the table is empty');
  return { rows, problems };
}

/** What the table claims and the report of a run does not bear out; `root` is the repository's folder. */
export function unproven(markdown: string, report: Report, root: string): string[] {
  const outcomes = new Map<string, string[]>();
  for (const { name, assertionResults } of report.testResults) {
    const file = relative(root, name).replaceAll('\\', '/');
    for (const { fullName, status } of assertionResults) {
      const test = `${file} › ${fullName}`;
      outcomes.set(test, [...(outcomes.get(test) ?? []), status]);
    }
  }
  const { rows, problems } = readTable(markdown);
  for (const { line, item, tests } of rows) {
    for (const test of tests) {
      const outcome = outcomes.get(test);
      if (!outcome) problems.push(`line ${line}: ${item}: no such test in this run: ${test}`);
      else if (outcome.some((status) => status !== 'passed')) {
        problems.push(`line ${line}: ${item}: ${[...new Set(outcome)].join(' and ')}: ${test}`);
      }
    }
  }
  return problems;
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const [path] = process.argv.slice(2);
  if (!path) {
    console.error('Which report? node infra/tests/docs/spec-coverage.ts REPORT');
    process.exit(2);
  }
  const markdown = readFileSync(`${root}docs/spec-coverage.md`, 'utf8');
  const problems = unproven(markdown, JSON.parse(readFileSync(path, 'utf8')), root);
  for (const problem of problems) console.error(`  ${problem}`);
  if (problems.length === 0) console.log(`  ${readTable(markdown).rows.length} items of the specification are proven`);
  process.exit(problems.length > 0 ? 1 : 0);
}
