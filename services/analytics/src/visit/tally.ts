import type { Visit } from '@tavola/contracts/events.ts';

/** What a batch of visits adds to one tenant's day (UTC, as `2026-11-20`). */
export interface Tally {
  tenantId: string;
  day: string;
  views: number;
  viewSeconds: number;
  scans: number;
}

/** The visits of a batch, added up by tenant and day. */
export function tally(visits: readonly Visit[]): Tally[] {
  const tallies = new Map<string, Tally>();
  for (const visit of visits) {
    const day = new Date(visit.at).toISOString().slice(0, 10);
    const key = `${visit.tenantId} ${day}`;
    const sum = tallies.get(key) ?? { tenantId: visit.tenantId, day, views: 0, viewSeconds: 0, scans: 0 };
    if (visit.kind === 'scan') sum.scans += 1;
    else {
      sum.views += 1;
      sum.viewSeconds += visit.seconds;
    }
    tallies.set(key, sum);
  }
  return [...tallies.values()];
}
