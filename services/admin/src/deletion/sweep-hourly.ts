import type { Logger } from '@tavola/service-kit/observability/log.ts';

/** The first sweep starts this long after the process, in milliseconds: the services started with it are up by then. */
const FIRST_MS = 5 * 60_000;

const EVERY_MS = 60 * 60_000;

/** Runs `sweep` every hour; returns a function that stops it and waits for a running sweep. */
export function sweepHourly(sweep: (isOver: () => boolean) => Promise<void>, log: Logger): () => Promise<void> {
  let isOver = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const sweepIn = (ms: number) => {
    timer = setTimeout(() => {
      running = sweep(() => isOver)
        .catch((error: Error) => log.warn({ reason: error.message }, 'due deletions not checked'))
        .finally(() => {
          if (!isOver) sweepIn(EVERY_MS);
        });
    }, ms).unref();
  };
  sweepIn(FIRST_MS);
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await running;
  };
}
