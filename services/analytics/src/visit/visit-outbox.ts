import type { Visit } from '@tavola/contracts/events.ts';
import type { Logger } from '@tavola/service-kit/log.ts';

/** How long visits are gathered before the stream is told of them, in milliseconds. */
const GATHER_MS = 10;

/** Most visits that wait while the batch before them is under way; more are lost, so that a hung Redis fills no memory. */
const WAITING_MAX = 5_000;

/** Tells the stream of visits, many at a time. */
export interface VisitOutbox {
  /** Resolves once the visit is told, or lost because the stream can't be reached. Never rejects. */
  tell(visit: Visit): Promise<void>;
  /** Tells what has been gathered. */
  flush(): Promise<void>;
}

interface Batch {
  visits: Visit[];
  over: PromiseWithResolvers<void>;
}

const emptyBatch = (): Batch => ({ visits: [], over: Promise.withResolvers() });

/**
 * One batch is under way at a time. One that fails is lost, not told again: Redis may have taken it, and nothing is to be
 * counted twice.
 */
export function makeVisitOutbox(tellAll: (visits: Visit[]) => Promise<void>, log: Logger): VisitOutbox {
  let gathering = emptyBatch();
  let sending: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** Since the stream could last be told of anything. */
  let lost = 0;

  const lose = (count: number, reason: string) => {
    if (lost === 0) log.warn({ reason }, 'visits can not be told, and are lost');
    lost += count;
  };

  const send = async (): Promise<void> => {
    const { visits, over } = gathering;
    gathering = emptyBatch();
    try {
      await tellAll(visits);
      if (lost > 0) log.warn({ lost }, 'the stream hears of visits again');
      lost = 0;
    } catch (error) {
      lose(visits.length, (error as Error).message);
    }
    over.resolve();
  };

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    await sending;
    if (gathering.visits.length === 0) return;
    sending = send();
    await sending;
    sending = undefined;
    if (gathering.visits.length > 0) timer ??= setTimeout(flush, GATHER_MS);
  };

  return {
    async tell(visit) {
      if (gathering.visits.length >= WAITING_MAX) {
        lose(1, 'too many wait');
        return;
      }
      gathering.visits.push(visit);
      if (!sending) timer ??= setTimeout(flush, GATHER_MS);
      await gathering.over.promise;
    },
    flush,
  };
}
