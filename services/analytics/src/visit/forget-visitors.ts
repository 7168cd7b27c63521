import { asPlatform } from '@tavola/service-kit/data/postgres.ts';
import type { PrismaClient } from '../generated/client.ts';

/** Maximum delay of a view on its way to the stream, in milliseconds: a view from before midnight can arrive after it. */
const UNDER_WAY_MS = 60_000;

/**
 * Deletes the visitors of days that ended, in the restaurant's time zone, before `countedUpTo` (Unix time in
 * milliseconds): all their visits have been counted. The salts of past days are always deleted.
 */
export async function forgetVisitors(db: PrismaClient, countedUpTo: number): Promise<void> {
  await db.$executeRaw`DELETE FROM visitor_salt WHERE ends_at <= now()`;
  const closed = new Date(countedUpTo - UNDER_WAY_MS);
  await asPlatform(db, (tx) => tx.$executeRaw`DELETE FROM visitor WHERE ends_at < ${closed}`);
}
