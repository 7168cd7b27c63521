import type { Visit } from '@tavola/contracts/events.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';

/** How long visits are collected before they are sent to the stream, in milliseconds. */
const GATHER_MS = 10;

/** How often to retry a stream that failed, in milliseconds. */
const RETRY_MS = 250;

/** Maximum number of waiting visits; more are dropped, so that an outage does not fill the memory. */
const HELD_MAX = 5_000;

/** How long the oldest visit may wait, in milliseconds: less than the maximum delay of a view (forget-visitors.ts). */
const HELD_MS = 30_000;

/** How long no visit was lost before that is logged, in milliseconds: a full stream has room for some. */
const QUIET_MS = 10_000;

/** Sends visits to the stream in batches. */
interface VisitOutbox {
  /** Resolves when the visit has been sent, or dropped because the stream is unreachable. Never rejects. */
  tell(visit: Visit): Promise<void>;
  /** Sends the waiting visits, or drops them. */
  flush(): Promise<void>;
}

interface StreamOfVisits {
  /** Resolves to how many visits it had no room for. */
  tell(visits: Visit[]): Promise<number>;
  /** Rejects while the stream is unreachable. */
  reach(): Promise<unknown>;
}

interface Batch {
  visits: Visit[];
  since: number;
  over: PromiseWithResolvers<void>;
}

const emptyBatch = (): Batch => ({ visits: [], since: performance.now(), over: Promise.withResolvers() });

/**
 * One batch is sent at a time. A failed batch is dropped, not retried: Redis may have stored it, and nothing may be
 * counted twice. Later visits wait until the stream is reachable.
 */
export function makeVisitOutbox(stream: StreamOfVisits, log: Logger): VisitOutbox {
  let held = emptyBatch();
  let isSending = false;
  let isInDoubt = false;
  let timer: NodeJS.Timeout | undefined;
  let lost = 0;
  let lostAt = 0;

  const lose = (count: number, reason: string) => {
    if (count === 0) return;
    if (lost === 0) log.warn({ reason }, 'visit stream unavailable or full, dropping visits');
    lost += count;
    lostAt = performance.now();
  };

  const take = (): Batch => {
    const batch = held;
    held = emptyBatch();
    return batch;
  };

  const sayAvailable = () => {
    if (lost === 0 || performance.now() - lostAt < QUIET_MS) return;
    log.warn({ lost }, 'visit stream available again');
    lost = 0;
  };

  const send = async (): Promise<void> => {
    let batch: Batch | undefined;
    try {
      if (isInDoubt) await stream.reach();
      isInDoubt = false;
      batch = take();
      lose(await stream.tell(batch.visits), 'it is full');
      sayAvailable();
    } catch (error) {
      isInDoubt = true;
      if (!batch && performance.now() - held.since > HELD_MS) batch = take();
      lose(batch?.visits.length ?? 0, (error as Error).message);
    }
    batch?.over.resolve();
  };

  const wake = (ms: number) => {
    timer ??= setTimeout(async () => {
      timer = undefined;
      isSending = true;
      await send();
      isSending = false;
      if (held.visits.length > 0) wake(isInDoubt ? RETRY_MS : GATHER_MS);
    }, ms);
  };

  return {
    async tell(visit) {
      if (held.visits.length >= HELD_MAX) {
        lose(1, 'too many are held');
        return;
      }
      if (held.visits.length === 0) held.since = performance.now();
      held.visits.push(visit);
      if (!isSending) wake(isInDoubt ? RETRY_MS : GATHER_MS);
      await held.over.promise;
    },
    async flush() {
      clearTimeout(timer);
      timer = undefined;
      if (held.visits.length > 0) await send();
    },
  };
}
