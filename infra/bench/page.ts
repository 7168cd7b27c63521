import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startThrowawaySite } from '../dev/local/throwaway-site.ts';
import { launchBrowser } from '../tests/e2e/browser.ts';
import { tokenOf } from '../tests/e2e/screens.ts';
import { type ColdStarts, coldStarts, type FirstLoad, firstLoad } from './first-load.ts';
import { table, whenAndWhere, writeReport } from './lib/report.ts';
import { signUpRichRestaurant } from './lib/rich-restaurant.ts';
import { median } from './lib/statistics.ts';

// npm run bench:page: a diner's first load and a waiter's cold start in Chromium, with a slow phone and network; writes
// docs/performance.md.
// `-- --origin URL` measures a running site and writes nothing; `--runs N` sets the number of runs.

/** A menu in each template, with pictures; one that says everything (infra/dev/seed/rich-menu.ts) is added to them. */
const MENUS = ['demo', 'bistrot-clementine/en', 'linden-and-rye', 'sushi-nami/en', 'bayt-al-mezze/en'].map(
  (menu) => `/menu/${menu}`,
);
const READY = 'Ready to Order?';
const TARGETS: Partial<Record<keyof FirstLoad, string>> = {
  lcp: '≤ 2,000 ms',
  cls: '≤ 0.02',
  tbt: '≤ 150 ms',
  js: '≤ 94 KB',
  css: '≤ 15 KB',
};

/** Where a waiter switches off what has run out, and the control to tap there. */
const LIST = { path: '/dashboard/items', control: 'main [role=switch]' };
const COLD_START_TARGET = '≤ 2,500 ms';

const { values } = parseArgs({ options: { origin: { type: 'string' }, runs: { type: 'string', default: '7' } } });
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs must be a whole number from 1, not ${values.runs}.`);

// Other load on the machine slows the page, so the report states the load average.
const busy = loadavg()[0] as number;
const site = values.origin ? { origin: values.origin, stop: async () => {} } : await startThrowawaySite('bench');
const browser = await launchBrowser();
try {
  const loads = new Map<string, FirstLoad[]>();
  const rich = values.origin ? [] : [`/menu/${await signUpRichRestaurant(site)}`];
  for (const path of [...MENUS, ...rich]) {
    // The first visit warms up the servers; the measured visit is a restaurant's second guest.
    await firstLoad(browser, site.origin + path, READY);
    const measured: FirstLoad[] = [];
    while (measured.length < runs) measured.push(await firstLoad(browser, site.origin + path, READY));
    loads.set(path, measured);
  }
  const token = (await tokenOf(site.origin, 'owner')) as string;
  const starts: ColdStarts[] = [];
  while (starts.length < runs) {
    starts.push(await coldStarts(browser, site.origin + LIST.path, token, LIST.control));
  }
  const tables = [loadsTable(loads), startsTable(starts)];
  console.log(`\n${tables.join('\n\n')}`);
  if (!values.origin) write(tables, browser.version());
} finally {
  await browser.close();
  await site.stop();
}
process.exit(0);

function ms(value: number): string {
  return `${Math.round(value).toLocaleString('en')} ms`;
}

/** The median of `values`, and the most in brackets if they differ. */
function spread(values: readonly number[], format: (value: number) => string): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => format(sorted[Math.floor((sorted.length - 1) * share)] as number);
  return at(0.5) === at(1) ? at(0.5) : `${at(0.5)} (${at(1)})`;
}

function startsTable(starts: readonly ColdStarts[]): string {
  const row = (name: string, key: keyof ColdStarts, target: string) => {
    const times = starts.map((start) => start[key]);
    return [name, spread(times, ms), target];
  };
  return [
    `\`${LIST.path}\`, cold starts of a signed-in waiter, until the list can be tapped:`,
    table(
      ['', '', 'target'],
      [row('First visit, empty cache', 'first', ''), row('Next visit', 'again', COLD_START_TARGET)],
    ),
  ].join('\n\n');
}

function loadsTable(loads: ReadonlyMap<string, readonly FirstLoad[]>): string {
  const kb = (value: number) => `${(value / 1000).toFixed(1)} KB`;
  const rows: [string, keyof FirstLoad & string, (value: number) => string][] = [
    ['First contentful paint', 'fcp', ms],
    ['Largest contentful paint', 'lcp', ms],
    ['Cumulative layout shift', 'cls', (value) => value.toFixed(4)],
    ['Total blocking time', 'tbt', ms],
    ['HTML, with the menu in it', 'html', kb],
    ['JavaScript', 'js', kb],
    ['CSS', 'css', kb],
    ['Fonts', 'fonts', kb],
    ['Everything', 'total', kb],
    ['Requests', 'requests', String],
  ];
  const lines = rows.map(([label, key, format]) => {
    const measured = [...loads.values()].map((those) => those.map((load) => load[key] as number));
    const most = measured.reduce((one, other) => (median(other) > median(one) ? other : one));
    return [label, spread(most, format), TARGETS[key] ?? ''];
  });
  return table(['', `the most of ${loads.size} menus`, 'target'], lines);
}

/** Writes the tables between the marks in docs/performance.md. */
function write(tables: readonly string[], chromium: string): void {
  const head = `Made by \`npm run bench:page\` ${whenAndWhere()}; Chromium ${chromium}, Node ${process.versions.node}; servers and browser on the same machine, whose load was ${busy.toFixed(1)} before. Medians of ${runs}, the worst in brackets; targets are for medians.`;
  writeReport('bench:page', [head, ...tables]);
}
