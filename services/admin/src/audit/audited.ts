import { inTransaction } from '@tavola/service-kit/data/postgres.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';
import { auditStore, type Changed, type Intent } from './audit-store.ts';

/** The outcome of an act: its result, and what it changed. */
export interface Done<Result> {
  result: Result;
  changed: Changed;
}

/**
 * Runs an act of another service. It is logged before the request and again after the response. If the service does
 * not answer, or this process dies in between, the entry's outcome stays `unknown`.
 */
export async function auditedElsewhere<Result>(
  { db, log }: { db: PrismaClient; log: Logger },
  intent: Intent,
  act: () => Promise<Done<Result>>,
): Promise<Result> {
  const audit = auditStore(db);
  const entryId = await audit.begin(intent);
  // The service has already decided; a failure to log its outcome changes nothing.
  const noted = (writing: Promise<void>) =>
    writing.catch((error: Error) => log.error({ err: error, entryId }, 'audit outcome not recorded'));
  try {
    const { result, changed } = await act();
    await noted(audit.done(entryId, changed));
    return result;
  } catch (error) {
    if (isRefusal(error)) await noted(audit.refused(entryId, error.message));
    throw error;
  }
}

/** Runs an act on admin's own data: act and entry are one transaction. A refused act is logged too. */
export async function auditedHere<Result>(
  db: PrismaClient,
  intent: Intent,
  act: (tx: Prisma.TransactionClient) => Promise<Done<Result>>,
): Promise<Result> {
  try {
    return await inTransaction(db, async (tx: Prisma.TransactionClient) => {
      const { result, changed } = await act(tx);
      const audit = auditStore(tx);
      await audit.done(await audit.begin(intent), changed);
      return result;
    });
  } catch (error) {
    if (isRefusal(error)) {
      const audit = auditStore(db);
      await audit.refused(await audit.begin(intent), error.message);
    }
    throw error;
  }
}

/** Whether `error` means that nothing was done, rather than that the outcome is unknown. */
const isRefusal = (error: unknown): error is Problem => error instanceof Problem && error.status < 500;
