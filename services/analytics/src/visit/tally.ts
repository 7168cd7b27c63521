import type { Visit } from '@tavola/contracts/events.ts';

/** What a batch of visits adds to one tenant's tallies; `quarter` is when a quarter of an hour began, as ISO text. */
export interface Tally {
  tenantId: string;
  quarters: { quarter: string; views: number; seconds: number; scans: number }[];
  codes: { quarter: string; code: string; views: number; scans: number }[];
  items: { quarter: string; item: number; seen: number; opened: number }[];
  /** Each once a quarter. */
  visitors: { quarter: string; hash: string }[];
}

const QUARTER_MS = 15 * 60_000;

/** The rows of one kind, each found again by its key. */
class Rows<Row> {
  readonly all = new Map<string, Row>();

  at(key: string, first: () => Row): Row {
    const row = this.all.get(key) ?? first();
    this.all.set(key, row);
    return row;
  }

  list(): Row[] {
    return [...this.all.values()];
  }
}

class TenantTally {
  readonly #quarters = new Rows<Tally['quarters'][number]>();
  readonly #codes = new Rows<Tally['codes'][number]>();
  readonly #items = new Rows<Tally['items'][number]>();
  readonly #visitors = new Rows<Tally['visitors'][number]>();

  add(visit: Visit): void {
    const quarter = new Date(visit.at - (visit.at % QUARTER_MS)).toISOString();
    const sums = this.#quarters.at(quarter, () => ({ quarter, views: 0, seconds: 0, scans: 0 }));
    const sumsOf = (code: string) =>
      this.#codes.at(`${quarter} ${code}`, () => ({ quarter, code, views: 0, scans: 0 }));
    if (visit.kind === 'scan') {
      sums.scans += 1;
      sumsOf(visit.codeId).scans += 1;
      return;
    }
    const { seconds, source, visitor, seen = [], opened = [] } = visit;
    sums.views += 1;
    sums.seconds += seconds;
    if (source) sumsOf(source).views += 1;
    if (visitor) this.#visitors.at(`${quarter} ${visitor}`, () => ({ quarter, hash: visitor }));
    const item = (id: number) => this.#items.at(`${quarter} ${id}`, () => ({ quarter, item: id, seen: 0, opened: 0 }));
    // Nobody opens what he has not seen.
    for (const id of new Set([...seen, ...opened])) item(id).seen += 1;
    for (const id of new Set(opened)) item(id).opened += 1;
  }

  of(tenantId: string): Tally {
    return {
      tenantId,
      quarters: this.#quarters.list(),
      codes: this.#codes.list(),
      items: this.#items.list(),
      visitors: this.#visitors.list(),
    };
  }
}

/** The visits of a batch, added up by tenant. */
export function tally(visits: readonly Visit[]): Tally[] {
  const tenants = new Map<string, TenantTally>();
  for (const visit of visits) {
    const sums = tenants.get(visit.tenantId) ?? new TenantTally();
    sums.add(visit);
    tenants.set(visit.tenantId, sums);
  }
  return [...tenants].map(([tenantId, sums]) => sums.of(tenantId));
}
