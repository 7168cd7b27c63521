import { inTransaction } from '@tavola/service-kit/data/postgres.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';
import { auditStore, type Changed, type Intent } from './audit-store.ts';

/** What an act gives: its result, and what it changed. */
export interface Done<Result> {
  result: Result;
  changed: Changed;
}

/**
 * An act that a neighbour carries out, noted in the log before it is asked for and again once it has answered. What comes
 * in between (a neighbour that does not answer, this process's end) leaves the entry without an outcome: `unknown`.
 */
export async function auditedElsewhere<Result>(
  { db, log }: { db: PrismaClient; log: Logger },
  intent: Intent,
  act: () => Promise<Done<Result>>,
): Promise<Result> {
  const audit = auditStore(db);
  const entryId = await audit.begin(intent);
  // The neighbour has decided by then; that its word could not be noted changes nothing about that.
  const noted = (writing: Promise<void>) =>
    writing.catch((error: Error) => log.error({ err: error, entryId }, 'outcome of an act not noted'));
  try {
    const { result, changed } = await act();
    await noted(audit.done(entryId, changed));
    return result;
  } catch (error) {
    if (isRefusal(error)) await noted(audit.refused(entryId, error.message));
    throw error;
  }
}

/** An act on what admin owns itself: act and entry are one transaction. A refused one leaves an entry, too. */
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

/** Whether `error` says that nothing was done, rather than that nobody knows. */
const isRefusal = (error: unknown): error is Problem => error instanceof Problem && error.status < 500;
