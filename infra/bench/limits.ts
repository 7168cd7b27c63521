import { parseArgs } from 'node:util';
import { aroundReport, table, whenAndWhere, writeReport } from './lib/report.ts';
import { ACTS } from './limits/acts.ts';
import { MOST, type Peak, startFullSite } from './limits/measure.ts';

// npm run bench:limits: the memory of each process at every limit beside that of its container. With `-- --write` it writes
// docs/limits.md; `-- WORD…` measures only what has these words in its name. Ends with 1 when a process takes more than 70 %.

const FILE = 'docs/limits.md';
/** How many processes the table has: those nearest to their limit. */
const SHOWN = 6;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});
const acts = ACTS.filter(({ what }) => positionals.every((word) => what.includes(word)));
if (values.write) aroundReport('bench:limits', FILE);

const MB = 2 ** 20;
const megabytes = (bytes: number) => (bytes / MB).toFixed(0);
const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
const isOver = ({ share }: Peak) => share > MOST;

const { site, measure } = await startFullSite();
const highest = new Map<string, Peak>();
const failed: string[] = [];
try {
  for (const act of [{ what: 'nothing', run: async () => {} }, ...acts]) {
    const startedAt = performance.now();
    const { peaks, failure } = await measure(act);
    if (failure) failed.push(`${act.what}: ${failure.message}`);
    const shown = peaks.map(({ process, peak, share }) => `${process} ${megabytes(peak)} (${percent(share)})`);
    console.log(`\n${act.what}, in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s\n  ${shown.join(', ')}`);
    for (const peak of peaks) {
      if (peak.peak > (highest.get(peak.process)?.peak ?? 0)) highest.set(peak.process, peak);
    }
  }
} finally {
  await site.stop();
}

const rows = [...highest.values()].toSorted((one, other) => other.share - one.share);
const cells = ({ process, peak, share, during }: Peak) => [process, megabytes(peak), percent(share), during];
const head = ['Process', 'Peak, MiB', 'of its container', 'During'];
const report = [
  `Made by \`npm run bench:limits -- --write\` ${whenAndWhere()}.`,
  table(head, rows.slice(0, SHOWN).map(cells)),
];
console.log(`\n${report.join('\n\n')}`);
for (const why of failed) console.log(`Failed: ${why}`);
for (const peak of rows.filter(isOver)) console.log(`Over ${percent(MOST)}: ${peak.process}, during ${peak.during}`);
if (values.write) writeReport('bench:limits', report, FILE);
process.exit(failed.length > 0 || rows.some(isOver) ? 1 : 0);
