import { setTimeout as sleep } from 'node:timers/promises';
import type { Program } from '@tavola/local-servers/program.ts';

/** A process that is restarted when it ends unexpectedly. */
export interface Supervised {
  readonly name: string;
  /** The id of the current process. */
  pid(): number;
  stop(): Promise<void>;
}

/** Delay before a restart, in milliseconds; doubled each time the process lives for less than ten seconds. */
const FIRST_REST_MS = 250;
const LONGEST_REST_MS = 10_000;
const SETTLED_MS = 10_000;

/** Keeps the program that `start` starts running, and reports each restart. */
export function supervise(
  first: Program,
  start: () => Program | Promise<Program>,
  { say, onRestart }: { say: (line: string) => void; onRestart: () => void },
): Supervised {
  let current = first;
  let isStopping = false;
  const stopping = Promise.withResolvers<void>();
  let rest = FIRST_REST_MS;

  const watch = async () => {
    while (!isStopping) {
      const startedAt = Date.now();
      const reason = await current.ended;
      if (isStopping) return;
      if (Date.now() - startedAt > SETTLED_MS) rest = FIRST_REST_MS;
      say(`${current.name} ended (${reason}); starting it again`);
      await Promise.race([sleep(rest), stopping.promise]);
      rest = Math.min(rest * 2, LONGEST_REST_MS);
      if (isStopping) return;
      try {
        current = await start();
        // `stop` may have been called meanwhile.
        if (isStopping) await current.stop();
        else onRestart();
      } catch (error) {
        say(`${first.name} could not be started again: ${(error as Error).message}`);
      }
    }
  };
  const done = watch();

  return {
    name: first.name,
    pid: () => current.pid,
    async stop() {
      isStopping = true;
      stopping.resolve();
      await current.stop();
      await done;
    },
  };
}
