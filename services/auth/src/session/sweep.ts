import type { Logger } from '@tavola/service-kit/log.ts';
import type { PrismaClient } from '../generated/client.ts';
import { sweepResets } from '../reset/reset-store.ts';
import { sweepSessions } from './session-store.ts';

const SWEEP_MS = 10 * 60_000;

/** Sweeps away what expired, every ten minutes; gives the way to stop. Replicas may do so side by side. */
export function startSweeping(db: PrismaClient, log: Logger): () => void {
  const sweep = () =>
    Promise.all([sweepSessions(db), sweepResets(db)]).catch((error: Error) =>
      log.warn({ reason: error.message }, 'not everything was swept away'),
    );
  const timer = setInterval(sweep, SWEEP_MS).unref();
  return () => clearInterval(timer);
}
