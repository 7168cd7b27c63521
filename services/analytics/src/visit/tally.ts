import type { Visit } from '@tavola/contracts/events.ts';

/** The sums that a batch of visits adds to one tenant's tallies; `quarter` is the start of a quarter hour, as ISO text. */
export interface Tally {
  tenantId: string;
  quarters: { quarter: string; views: number; seconds: number; scans: number }[];
  codes: { quarter: string; code: string; views: number; scans: number }[];
  items: { quarter: string; item: number; seen: number; opened: number }[];
  /** Each visitor once a quarter. A visitor whose network is unknown has a network of its own. */
  visitors: { quarter: string; hash: string; network: string }[];
}

const QUARTER_MS = 15 * 60_000;

/** The value of `map` at `key`, created if missing. */
function at<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

/** The sums of one tenant for one quarter of an hour. */
class QuarterSums {
  readonly sums = { views: 0, seconds: 0, scans: 0 };
  readonly codes = new Map<string, { views: number; scans: number }>();
  readonly items = new Map<number, { seen: number; opened: number }>();
  /** The network of each visitor. */
  readonly visitors = new Map<string, string>();

  add(visit: Visit): void {
    if (visit.kind === 'scan') {
      this.sums.scans += 1;
      this.#code(visit.codeId).scans += 1;
      return;
    }
    const { seconds, source, visitor, network, seen = [], opened = [] } = visit;
    this.sums.views += 1;
    this.sums.seconds += seconds;
    if (source) this.#code(source).views += 1;
    if (visitor) this.visitors.set(visitor, network ?? visitor);
    // An item that was opened was also seen.
    for (const id of new Set([...seen, ...opened])) this.#item(id).seen += 1;
    for (const id of new Set(opened)) this.#item(id).opened += 1;
  }

  #code(id: string) {
    return at(this.codes, id, () => ({ views: 0, scans: 0 }));
  }

  #item(id: number) {
    return at(this.items, id, () => ({ seen: 0, opened: 0 }));
  }
}

/** Sums a batch of visits by tenant. */
export function tally(visits: readonly Visit[]): Tally[] {
  const tenants = new Map<string, Map<number, QuarterSums>>();
  for (const visit of visits) {
    const quarters = at(tenants, visit.tenantId, () => new Map<number, QuarterSums>());
    at(quarters, visit.at - (visit.at % QUARTER_MS), () => new QuarterSums()).add(visit);
  }
  return [...tenants].map(([tenantId, quarters]) => rowsOf(tenantId, quarters));
}

function rowsOf(tenantId: string, quarters: ReadonlyMap<number, QuarterSums>): Tally {
  const rows: Tally = { tenantId, quarters: [], codes: [], items: [], visitors: [] };
  for (const [time, { sums, codes, items, visitors }] of quarters) {
    const quarter = new Date(time).toISOString();
    rows.quarters.push({ quarter, ...sums });
    for (const [code, counts] of codes) rows.codes.push({ quarter, code, ...counts });
    for (const [item, counts] of items) rows.items.push({ quarter, item, ...counts });
    for (const [hash, network] of visitors) rows.visitors.push({ quarter, hash, network });
  }
  return rows;
}
