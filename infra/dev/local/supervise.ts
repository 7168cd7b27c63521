import { setTimeout as sleep } from 'node:timers/promises';
import type { Program } from '@tavola/local-servers/program.ts';

/** A process that is started again when it ends without having been asked to. */
export interface Supervised {
  readonly name: string;
  /** The id of the process that runs now. */
  pid(): number;
  stop(): Promise<void>;
}

/** Rest before a process is started again, in milliseconds; doubled each time it does not live for ten seconds. */
const FIRST_REST_MS = 250;
const LONGEST_REST_MS = 10_000;
const SETTLED_MS = 10_000;

/** Keeps the program that `start` gives running, and says so when it had to start it again. */
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
        // It may have been stopped meanwhile.
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
