import { asPlatform } from '@tavola/service-kit/data/postgres.ts';
import type { PrismaClient } from '../generated/client.ts';

/** How long a view may be under way to the stream, in milliseconds: one of before midnight can come after it. */
const UNDER_WAY_MS = 60_000;

/**
 * Deletes who was counted as a visitor of days that were over, where their restaurant is, before `countedUpTo` (Unix time
 * in milliseconds): nothing of them is still to be counted. The salts of days that are over go in any case.
 */
export async function forgetVisitors(db: PrismaClient, countedUpTo: number): Promise<void> {
  await db.$executeRaw`DELETE FROM visitor_salt WHERE ends_at <= now()`;
  const closed = new Date(countedUpTo - UNDER_WAY_MS);
  await asPlatform(db, (tx) => tx.$executeRaw`DELETE FROM visitor WHERE ends_at < ${closed}`);
}
