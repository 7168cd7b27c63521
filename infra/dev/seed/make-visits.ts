import { type Random, seededRandom } from './random.ts';

/** Number of days with generated visits; the last is today. */
export const VISIT_DAYS = 90;

/** Views on an average day. */
const VIEWS = 90;

/** Monday to Sunday. */
const WEEKDAYS = [0.6, 0.65, 0.75, 0.9, 1.25, 1.4, 1.1];

/** From 11:00 to 22:00: lunch and dinner. */
const FIRST_HOUR = 11;
const HOURS = [0.4, 1, 0.9, 0.4, 0.15, 0.15, 0.5, 1.1, 1.5, 1.3, 0.8, 0.3];
const QUARTERS = HOURS.reduce((sum, share) => sum + share, 0) * 4;

/** Traffic on the first and on the last day, relative to the average. */
const GROWTH = { from: 0.7, to: 1.15 };

const SHARE_BY_CODE = 0.65;
const SHARE_OF_SCANS_WITHOUT_VIEW = 0.1;
const SHARE_OF_NEW_VISITORS = 0.82;

export interface MadeItem {
  readonly id: number;
  readonly isPopular: boolean;
}

interface VisitsOptions {
  /** Today's date in the restaurant's time zone, as 2026-11-20, and the minutes since its midnight. */
  readonly today: string;
  readonly minutes: number;
  readonly items: readonly MadeItem[];
  /** Code ids, most used first. */
  readonly codes: readonly string[];
}

/** Rows of analytics' counters. `local` is the start of a quarter hour in the restaurant's time zone. */
interface MadeVisits {
  readonly quarters: { local: string; views: number; seconds: number; scans: number; visitors: number }[];
  readonly codes: { day: string; code: string; views: number; scans: number }[];
  readonly items: { day: string; item: number; seen: number; opened: number }[];
}

const DAY_MS = 86_400_000;

/** Weights of the items: popular items and those early in the menu get more views. */
const weights = (items: readonly MadeItem[]): number[] =>
  items.map(({ isPopular }, index) => (isPopular ? 3 : 1) * (1 - (0.6 * index) / Math.max(1, items.length)));

/** Picks an index with a probability proportional to its weight. */
function pickBy(random: Random, sums: readonly number[]): number {
  const wanted = random.next() * (sums.at(-1) ?? 0);
  return sums.findIndex((sum) => wanted < sum);
}

function runningSums(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
}

/** 90 days of plausible visits up to now. The same day gives the same visits on every machine. */
export function makeVisits({ today, minutes, items, codes }: VisitsOptions): MadeVisits {
  const made: MadeVisits = { quarters: [], codes: [], items: [] };
  const itemSums = runningSums(weights(items));
  const codeSums = runningSums(codes.map((_, index) => 1 / (index + 1)));
  for (let ago = VISIT_DAYS - 1; ago >= 0; ago -= 1) {
    const time = Date.parse(today) - ago * DAY_MS;
    const day = new Date(time).toISOString().slice(0, 10);
    const random = seededRandom(time / DAY_MS);
    const growth = GROWTH.to - ((GROWTH.to - GROWTH.from) * ago) / VISIT_DAYS;
    const weekday = WEEKDAYS[(new Date(time).getUTCDay() + 6) % 7] ?? 1;
    const trade = VIEWS * weekday * growth * (0.85 + 0.3 * random.next());
    const byCode = new Map<string, { views: number; scans: number }>();
    const byItem = new Map<number, { seen: number; opened: number }>();
    const code = (): { views: number; scans: number } | undefined => {
      const id = codes[pickBy(random, codeSums)];
      if (id === undefined) return undefined;
      const sums = byCode.get(id) ?? { views: 0, scans: 0 };
      byCode.set(id, sums);
      return sums;
    };
    const look = (most: number): Set<number> =>
      new Set(Array.from({ length: random.integer(0, most) }, () => items[pickBy(random, itemSums)]?.id ?? 0));

    for (let quarter = 0; quarter < HOURS.length * 4; quarter += 1) {
      const minute = FIRST_HOUR * 60 + quarter * 15;
      if (ago === 0 && minute >= minutes) break;
      const expected = (trade * (HOURS[Math.floor(quarter / 4)] ?? 0)) / QUARTERS;
      const views = Math.floor(expected * 2 * random.next() + 0.5);
      const sums = { seconds: 0, scans: 0, visitors: 0 };
      for (let view = 0; view < views; view += 1) {
        // Most visits last a minute or two, some much longer.
        sums.seconds += Math.round(20 + 60 * growth + 240 * random.next() ** 3);
        if (random.next() < SHARE_OF_NEW_VISITORS) sums.visitors += 1;
        const source = random.next() < SHARE_BY_CODE ? code() : undefined;
        if (source) {
          source.views += 1;
          source.scans += 1;
          sums.scans += 1;
        }
        if (items.length === 0) continue;
        const opened = look(4);
        for (const id of new Set([...look(24), ...opened])) {
          const item = byItem.get(id) ?? { seen: 0, opened: 0 };
          item.seen += 1;
          if (opened.has(id)) item.opened += 1;
          byItem.set(id, item);
        }
      }
      if (random.next() < views * SHARE_OF_SCANS_WITHOUT_VIEW) {
        const source = code();
        if (source) {
          source.scans += 1;
          sums.scans += 1;
        }
      }
      if (views === 0 && sums.scans === 0) continue;
      const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
      made.quarters.push({ local: `${day}T${clock}`, views, ...sums });
    }
    for (const [id, sums] of byCode) made.codes.push({ day, code: id, ...sums });
    for (const [id, sums] of byItem) made.items.push({ day, item: id, ...sums });
  }
  return made;
}
