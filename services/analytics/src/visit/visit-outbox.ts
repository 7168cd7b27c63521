import type { Visit } from '@tavola/contracts/events.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';

/** How long visits are gathered before the stream is told of them, in milliseconds. */
const GATHER_MS = 10;

/** How often to try whether a stream that could not be told can be again, in milliseconds. */
const RETRY_MS = 250;

/** Most visits that are held; more are lost, so that an outage fills no memory. */
const HELD_MAX = 5_000;

/** How long the oldest may be held, in milliseconds: less than what a visit may be under way (forget-visitors.ts). */
const HELD_MS = 30_000;

/** Tells the stream of visits, many at a time. */
export interface VisitOutbox {
  /** Resolves once the visit is told, or lost because the stream can't be reached. Never rejects. */
  tell(visit: Visit): Promise<void>;
  /** Tells what is held, or loses it. */
  flush(): Promise<void>;
}

export interface StreamOfVisits {
  tell(visits: Visit[]): Promise<void>;
  /** Rejects while the stream can't be told of anything. */
  reach(): Promise<unknown>;
}

interface Batch {
  visits: Visit[];
  since: number;
  over: PromiseWithResolvers<void>;
}

const emptyBatch = (): Batch => ({ visits: [], since: performance.now(), over: Promise.withResolvers() });

/**
 * One batch is under way at a time. One that fails is lost, not told again: Redis may have taken it, and nothing is to be
 * counted twice. What comes after it is held until the stream can be reached.
 */
export function makeVisitOutbox(stream: StreamOfVisits, log: Logger): VisitOutbox {
  let held = emptyBatch();
  let isSending = false;
  let isInDoubt = false;
  let timer: NodeJS.Timeout | undefined;
  let lost = 0;

  const lose = (count: number, reason: string) => {
    if (count > 0 && lost === 0) log.warn({ reason }, 'visits can not be told, and are lost');
    lost += count;
  };

  const take = (): Batch => {
    const batch = held;
    held = emptyBatch();
    return batch;
  };

  const reached = async (): Promise<void> => {
    await stream.reach();
    isInDoubt = false;
    if (lost > 0) log.warn({ lost }, 'the stream hears of visits again');
    lost = 0;
  };

  const send = async (): Promise<void> => {
    let batch: Batch | undefined;
    try {
      if (isInDoubt) await reached();
      batch = take();
      await stream.tell(batch.visits);
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
