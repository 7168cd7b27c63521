import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

const PERFORMANCE = 'docs/performance.md';
const pathOf = (file: string) => fileURLToPath(new URL(`../../../${file}`, import.meta.url));

/** Writes `parts` between the marks `<!-- NAME begins -->` and `<!-- NAME ends -->` of `file`. */
export function writeReport(name: string, parts: readonly string[], file = PERFORMANCE): void {
  const { before, after } = aroundReport(name, file);
  writeFileSync(pathOf(file), `${before}\n${parts.join('\n\n')}\n${after}`);
}

/**
 * The text up to and including the first mark, and from the last mark on.
 * @throws Error when the marks are missing: better before measuring than after it.
 */
export function aroundReport(name: string, file = PERFORMANCE): { before: string; after: string } {
  const [begin, end] = [`<!-- ${name} begins -->`, `<!-- ${name} ends -->`];
  const text = readFileSync(pathOf(file), 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} lacks the marks ${begin} and ${end}.`);
  return { before: text.slice(0, from + begin.length), after: text.slice(to) };
}

/** Date, commit and machine, as in "on 2026-11-20, at ff1f1eb: 2 × AMD EPYC, 24 GB". */
export function whenAndWhere(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const [cpu] = cpus();
  const machine = `${cpus().length} × ${cpu?.model.trim() || process.arch}, ${Math.round(totalmem() / 2 ** 30)} GB`;
  return `on ${new Date().toISOString().slice(0, 10)}, at ${commit}: ${machine}`;
}

/** A Markdown table; the first column is text, the others are numbers. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = `|${head.map((_, index) => (index === 0 ? '---' : '--:')).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** As in 12,345. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en');

/** Milliseconds, with as many decimals as are meaningful. */
export const ms = (value: number): string => `${value < 10 ? value.toFixed(2) : whole(value)} ms`;

/** Bytes in units of 1,000, as in 4.4 KB. */
export function size(bytes: number): string {
  if (Math.abs(bytes) < 1e6) return `${(bytes / 1e3).toFixed(1)} KB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(0)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
