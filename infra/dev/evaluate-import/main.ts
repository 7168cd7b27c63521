import { parseArgs } from 'node:util';
import { table, whenAndWhere, whole, writeReport } from '../../bench/lib/report.ts';
import { launchBrowser } from '../../tests/e2e/browser.ts';
import { type Measured, measure, measureFixtures } from './measure.ts';
import { silentErrorsOfCases, silentErrorsOfFixtures } from './silent-errors.ts';
import { browserSources, PLAIN_SOURCES, pictureSources } from './sources.ts';
import { trueMenus } from './truth.ts';

// npm run evaluate:import: prints the seed's menus in many ways, reads them back by the code of Import, and writes the figures into
// docs/import.md. With --site http://localhost:8080, a running Tavola with the seed, also its own printed menus. With --only Arabic, it
// prints the figures of the sources whose names have this, and writes nothing.

const { site, only = '' } = parseArgs({ options: { site: { type: 'string' }, only: { type: 'string' } } }).values;
const browser = await launchBrowser();
const pages: number[] = [];
const sources = [
  ...PLAIN_SOURCES,
  ...browserSources(browser, site),
  ...pictureSources((ms) => pages.push(Math.round(ms))),
].filter(({ name }) => name.includes(only));
const measured = await measure(await trueMenus(), sources).finally(() => browser.close());
const fixtures = measureFixtures();
const silentByHand = [...silentErrorsOfFixtures(), ...(await silentErrorsOfCases())];

const middle = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const inSeconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;
const percent = (part: number, all: number) => (all === 0 ? '–' : `${Math.floor((part / all) * 1_000) / 10} %`);
const row = ({ name, score, silent }: Measured) => [
  name,
  whole(score.all),
  percent(score.found, score.all),
  percent(score.priced, score.found),
  percent(score.placed, score.found),
  percent(score.described, score.found),
  whole(score.invented.length),
  whole(silent.length),
];
const figures = table(
  ['Source', 'Dishes', 'Found', 'Price right', 'Category right', 'Description right', 'Invented', 'Silent errors'],
  measured.map(row),
);
const speed = `A phone's photo of a page, of 12 megapixels, takes ${inSeconds(middle(pages))} at the median and ${inSeconds(Math.max(...pages))} at most (${whenAndWhere()}).`;
const byHand = `The ${fixtures.menus} menus written by hand (\`web/src/features/import/fixtures\`) have ${fixtures.dishes} dishes: ${fixtures.priced} are read with their price, ${fixtures.asked} are questions, and ${fixtures.skipped} lines are skipped. The file beside each says what is read of it. They and the files of other products (\`fixtures/cases\`) have ${whole(silentByHand.length)} silent errors.`;
if (only === '') writeReport('evaluation', [figures, speed, byHand], 'docs/import.md');
console.log(figures);
if (pages.length > 0) console.log(speed);
for (const error of silentByHand) console.log(`silent error: ${error}`);
for (const { name, score, silent } of measured) {
  for (const dish of score.lost) console.log(`${name}: not found: ${dish}`);
  for (const dish of score.invented) console.log(`${name}: not on the menu: ${dish}`);
  for (const error of silent) console.log(`${name}: silent error: ${error}`);
}
