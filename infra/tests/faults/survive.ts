import { setTimeout as rest } from 'node:timers/promises';
import type { ProcessName } from '@tavola/contracts/topology.ts';
import type { Lag } from '@tavola/test-kit/lag.ts';
import { expect } from 'vitest';
import { brokenInvariants } from './invariants.ts';
import type { Load, Tried } from './load.ts';
import { lineOf } from './report.ts';
import type { FaultySite } from './site.ts';
import type { Survived } from './survived.ts';

/** A fault, with its start and end. */
export interface Fault {
  name: string;
  inject(): Promise<unknown> | unknown;
  /** Its duration in milliseconds. */
  lastsMs: number;
  /** Runs during the fault. */
  meanwhile?(): Promise<unknown>;
  lift(): Promise<unknown> | unknown;
  /** The processes that the fault ends; no other process may end. */
  ends?: readonly ProcessName[];
  /**
   * Whether it may hide acknowledged prices while it lasts: without menu, its database, public-menu or the gateway,
   * guests get a last good copy.
   */
  mayHidePrices?: boolean;
  /** Whether owners' responses may be cut off: one that has begun can't become a 503. */
  mayBeCut?: boolean;
  /** Within how many milliseconds after its end everything must be well. */
  recoversWithinMs?: number;
  /** A recovery check in addition to reading and writing. */
  isWell?(): Promise<boolean>;
}

/** 429: too many requests of this restaurant wait for a slow database. */
const REFUSALS = [503, 429];
const REFUSED_WITHIN_MS = 2_000;
const ANSWERED_WITHIN_MS = 6_000;
const RECOVERED_WITHIN_MS = 10_000;

/** How long an acknowledged price may stay hidden: in 99 of 100 cases, and through any one fault (README, the promise). */
const SHOWN_MS = 250;
const SHOWN_AT_WORST_MS = 1_000;

/** Before a fault, everything must be fast for this long; and the time limit for that. In milliseconds. */
const CALM_MS = 1_000;
const CALM_WITHIN_MS = 15_000;

/**
 * A machine with this much lag of its own, in milliseconds, gives no valid timings: then only the responses count, not their
 * times, except for hanging requests.
 */
const TOO_BUSY_MS = 1_000;

/** Processes and servers on a request's path. The machine may delay each of them by as much as the echo. */
const STATIONS = 5;

/** Runs faults in sequence and compares the observations with the promises. */
export function surviving(site: FaultySite, load: Load, lag: Lag) {
  const survived: Survived[] = [];

  const isWell = async () => {
    const answers = await Promise.all([
      load.ask('owner read', 'GET', '/api/menu-items'),
      load.ask('owner read', 'GET', '/api/tenant'),
      load.ask('owner write', 'PUT', `/api/categories/${load.owner.categoryId}`, { name: 'Pasta' }),
      load.ask('public read', 'GET', `/menu/${load.owner.slug}`),
    ]);
    return answers.every(({ status, hiddenMs = 0 }) => status === 200 && hiddenMs <= SHOWN_MS);
  };
  const untilWell = async (more: () => Promise<boolean> = async () => true) => {
    const startedAt = performance.now();
    while (!((await isWell()) && (await more()))) {
      if (performance.now() - startedAt > 200_000) throw new Error('It does not recover.');
      await rest(50);
    }
    return performance.now() - startedAt;
  };
  /** The extra time that the busy machine may have added to `one`. */
  const lagOf = (one: Tried) => STATIONS * lag.most(one.at - 100, one.at + one.ms + 100);

  /** `ms` from `at`, plus the delay that the machine may have added by now. */
  const patience = (at: number, ms: number) => ms + STATIONS * lag.most(at, performance.now());

  /** Waits until everything has been fast for a while: slow responses of a cold site say nothing about the fault. */
  const untilCalm = async () => {
    const startedAt = performance.now();
    while (performance.now() - startedAt < CALM_WITHIN_MS) {
      const now = performance.now();
      const lately = load.tried.filter(({ at, ms }) => at + ms > now - CALM_MS);
      const isCalm =
        lately.length > 10 && lately.every(({ status, ms }) => status >= 200 && status < 300 && ms < 1_000);
      if (isCalm && now - startedAt > CALM_MS) return;
      await rest(100);
    }
  };

  const survive = async (fault: Fault): Promise<void> => {
    await untilWell(fault.isWell);
    await untilCalm();
    const pids = site.pids();
    const endings = site.endings.length;
    const acknowledgedBefore = load.acknowledged.length;
    const from = performance.now();
    try {
      await fault.inject();
      await Promise.all([rest(fault.lastsMs), fault.meanwhile?.()]);
    } finally {
      await fault.lift();
    }
    const liftedAt = performance.now();
    const recoveredMs = await untilWell(fault.isWell);
    const to = performance.now();
    const seen = load.tried.filter(({ at, ms }) => at + ms >= from && at <= to);
    const reads = seen.filter(({ kind }) => kind === 'public read');
    const owners = seen.filter(({ kind }) => kind !== 'public read');
    const [refused, others] = [
      owners.filter(({ status }) => REFUSALS.includes(status)),
      owners.filter(({ status }) => !REFUSALS.includes(status)),
    ];
    const slowest = (of: readonly Tried[]) => Math.max(0, ...of.map(({ ms }) => ms));
    const result: Survived = {
      name: fault.name,
      lastedMs: liftedAt - from,
      publicReads: reads.length,
      old: reads.filter((one) => one.hiddenMs > SHOWN_MS).length,
      hiddenMs: Math.max(0, ...reads.map((one) => one.hiddenMs)),
      slowestPublicMs: slowest(reads),
      ownerAnswers: owners.length,
      refused: refused.length,
      slowestRefusalMs: slowest(refused),
      slowestSuccessMs: slowest(others),
      acknowledged: load.acknowledged.length - acknowledgedBefore,
      recoveredMs,
      lagMs: lag.most(from, to),
      isJudged: lag.most(from, to) < TOO_BUSY_MS,
    };
    survived.push(result);
    console.log(`  ${lineOf(result)}`);

    const tell = ({ what, status, ms, from: why }: Tried) => `${what}: ${status} after ${ms.toFixed(0)} ms ${why}`;
    const longerThan = (of: readonly Tried[], most: number) =>
      result.isJudged ? of.filter((one) => one.ms - lagOf(one) > most).map(tell) : [];
    const wrong = {
      'public reads without a menu': reads.filter(({ status }) => status !== 200).map(tell),
      'owners answered neither with success nor with 503 or 429': others
        .filter(
          ({ status, from: why }) => !(fault.mayBeCut && /SocketError/.test(why)) && (status < 200 || status >= 300),
        )
        .map(tell),
      'refusals without Retry-After': refused.filter(({ retryAfter }) => !/^\d+$/.test(retryAfter ?? '')).map(tell),
      'acknowledged prices hidden': fault.mayHidePrices
        ? []
        : reads
            .filter((one) => result.isJudged && one.hiddenMs - lagOf(one) > SHOWN_AT_WORST_MS)
            .map((one) => `${tell(one)}: for ${one.hiddenMs.toFixed(0)} ms`),
      'public reads that hung': longerThan(reads, ANSWERED_WITHIN_MS),
      'late refusals': longerThan(refused, REFUSED_WITHIN_MS),
      'owners kept waiting': longerThan(others, ANSWERED_WITHIN_MS),
      'lost writes': await lostWrites(),
      'broken invariants': await brokenInvariants(site.db),
      'processes that ended': Object.entries(site.pids())
        .filter(([name, pid]) => pids[name] !== pid && !fault.ends?.includes(name as ProcessName))
        .map(([name]) => `${name}: ${site.endings.slice(endings).join('; ')}`),
    };
    const found = Object.fromEntries(
      Object.entries(wrong)
        .filter(([, those]) => those.length > 0)
        .map(([what, those]) => [what, [`${those.length}`, ...those.slice(0, 5)]]),
    );
    expect(found).toEqual({});
    if (result.isJudged) {
      expect(recoveredMs - STATIONS * lag.most(liftedAt, to), 'recovery').toBeLessThan(
        fault.recoversWithinMs ?? RECOVERED_WITHIN_MS,
      );
    }
  };

  /** Acknowledged writes that are missing. */
  const lostWrites = async (): Promise<string[]> => {
    const [names, price] = [[...load.acknowledged], load.lastPrice()];
    const { rows } = await site.db.query<{ name: string }>('SELECT name FROM menu.item WHERE tenant_id = $1', [
      load.owner.tenantId,
    ]);
    const there = new Set(rows.map(({ name }) => name));
    const found = await site.db.query<{ price: number }>('SELECT price::float FROM menu.item WHERE id = $1', [
      load.owner.itemId,
    ]);
    const kept = found.rows[0]?.price ?? 0;
    return [
      ...names.filter((name) => !there.has(name)),
      ...(kept < price ? [`price ${price} was acknowledged, ${kept} is kept`] : []),
    ];
  };

  return { survive, survived, patience };
}
