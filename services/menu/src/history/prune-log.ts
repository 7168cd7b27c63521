import { asPlatform, asTenant } from '@tavola/service-kit/data/postgres.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import { afterRequest } from '@tavola/service-kit/observability/request-context.ts';
import { Prisma, type PrismaClient } from '../generated/client.ts';

/** How many changes of a restaurant the log keeps, how many bytes of JSON they may be, and for how many days. */
export const LOG_ROWS_MAX = 20_000;
export const LOG_BYTES_MAX = 20_000_000;
const LOG_DAYS = 400;

/**
 * A log is pruned once it has grown by so many bytes, counting at least 1,000 for each change: so at the latest after every 1,000
 * changes. The index that finds such logs has the same number.
 */
const DUE_GROWTH = 1_000_000;

/** Whether a log is due, as a column of `menu_version` in SQL. */
export const IS_LOG_DUE = Prisma.raw(`log_growth >= ${DUE_GROWTH}`);

/** How many logs one sweep finds at most. */
const SWEPT_LOGS = 200;

/** How many logs may wait to be pruned in a process; the sweep finds the others again. */
const WAITING_LOGS = 1_000;

/** How many changes are read at a time, and deleted in one transaction, with the rest of their write. */
const CHANGES_AT_ONCE = 1_000;

/** The size of a change in bytes, in SQL. */
export const CHANGE_BYTES = Prisma.raw(
  'coalesce(bytes, coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0))',
);

/** Prunes logs one after the other, in the background. */
export interface LogPruner {
  /** Puts the log of `tenantId` in the queue, unless it is full. Never fails its caller. */
  push(tenantId: string): void;
  /** Puts the logs in the queue that have grown or have old changes, also those of restaurants that write nothing any more. */
  sweep(): Promise<void>;
  /** Waits until the running transaction ends, and drops the rest. */
  close(): Promise<void>;
}

/** Makes the pruner of this process. A log that could not be pruned is logged, and stays due: the sweep finds it again. */
export function makeLogPruner(db: PrismaClient, log: Logger): LogPruner {
  const waiting = new Set<string>();
  const closing = new AbortController();
  let running: Promise<void> | undefined;

  async function pruneAll(): Promise<void> {
    for (const tenantId of waiting) {
      waiting.delete(tenantId);
      if (closing.signal.aborted) return;
      await pruneLog(db, tenantId, closing.signal).catch((error: Error) =>
        log.warn({ reason: error.message, tenantId }, 'the log of changes was not pruned'),
      );
    }
    running = undefined;
  }

  function push(tenantId: string): void {
    if (waiting.size >= WAITING_LOGS || closing.signal.aborted) return;
    waiting.add(tenantId);
    // Not part of the request, whose writes are undone if its client has disconnected.
    running ??= afterRequest(pruneAll);
  }

  return {
    push,
    async sweep() {
      for (const tenantId of await findDueLogs(db)) push(tenantId);
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}

/** The restaurants whose log has grown or has old changes, in any order: one that can't be pruned is not always the first. */
async function findDueLogs(db: PrismaClient): Promise<string[]> {
  const found = await asPlatform(
    db,
    (tx) => tx.$queryRaw<{ tenantId: string }[]>`
      SELECT tenant_id AS "tenantId" FROM (
        SELECT tenant_id FROM menu_version WHERE ${IS_LOG_DUE}
        UNION SELECT tenant_id FROM menu_change WHERE at < now() - make_interval(days => ${LOG_DAYS})
      ) AS due
      ORDER BY random() LIMIT ${SWEPT_LOGS}`,
  );
  return found.map(({ tenantId }) => tenantId);
}

/**
 * Deletes the versions with which the log is longer, larger or older than it may be, each as a whole, and notes up to which one
 * they are missing. Reads no more of the log than it may keep; in several transactions, none of which holds up a write for long.
 */
async function pruneLog(db: PrismaClient, tenantId: string, signal: AbortSignal): Promise<void> {
  const growth = await readGrowth(db, tenantId);
  const lastGone = await findLastGone(db, tenantId, signal);
  while (lastGone !== null && !signal.aborted && (await deleteOldest(db, tenantId, lastGone)) > 0);
  if (signal.aborted) return;
  await asTenant(
    db,
    tenantId,
    (tx) => tx.$executeRaw`
      UPDATE menu_version SET log_growth = greatest(log_growth - ${growth}, 0) WHERE tenant_id = ${tenantId}::uuid`,
  );
}

const readGrowth = (db: PrismaClient, tenantId: string): Promise<bigint> =>
  asTenant(db, tenantId, async (tx) => {
    const version = await tx.menuVersion.findUnique({ where: { tenantId }, select: { logGrowth: true } });
    return version?.logGrowth ?? 0n;
  });

/** The newest version that the log may not keep, going back from the newest change; null if it may keep all of them. */
async function findLastGone(db: PrismaClient, tenantId: string, signal: AbortSignal): Promise<number | null> {
  let [rows, bytes] = [0, 0];
  let last = { version: 2 ** 31 - 1, id: 0 };
  while (!signal.aborted) {
    const { version, id } = last;
    const page = await asTenant(
      db,
      tenantId,
      (tx) => tx.$queryRaw<{ version: number; id: number; size: number; isOld: boolean }[]>`
        SELECT version, id::float8 AS id, ${CHANGE_BYTES} AS size, at < now() - make_interval(days => ${LOG_DAYS}) AS "isOld"
        FROM menu_change WHERE tenant_id = ${tenantId}::uuid AND (version, id) < (${version}::int, ${id}::bigint)
        ORDER BY version DESC, id DESC LIMIT ${CHANGES_AT_ONCE}`,
    );
    for (const change of page) {
      rows += 1;
      bytes += change.size;
      if (rows > LOG_ROWS_MAX || bytes > LOG_BYTES_MAX || change.isOld) return change.version;
    }
    if (page.length < CHANGES_AT_ONCE) return null;
    last = page.at(-1) as typeof last;
  }
  return null;
}

/** Deletes the oldest versions up to `lastGone`, of about CHANGES_AT_ONCE changes; returns how many changes that was. */
const deleteOldest = (db: PrismaClient, tenantId: string, lastGone: number): Promise<number> =>
  asTenant(db, tenantId, async (tx) => {
    // Locks the version first, as every write does: so nothing is put back of which a part is deleted.
    const [oldest] = await tx.$queryRaw<{ loggedFrom: number }[]>`
      UPDATE menu_version SET logged_from = greatest(logged_from, last)
      FROM (
        SELECT max(version) AS last FROM (
          SELECT version FROM menu_change WHERE tenant_id = ${tenantId}::uuid AND version <= ${lastGone}
          ORDER BY version LIMIT ${CHANGES_AT_ONCE}
        ) AS oldest
      ) AS gone
      WHERE tenant_id = ${tenantId}::uuid AND last IS NOT NULL
      RETURNING last AS "loggedFrom"`;
    if (!oldest) return 0;
    return tx.$executeRaw`
      DELETE FROM menu_change WHERE tenant_id = ${tenantId}::uuid AND version <= ${oldest.loggedFrom}`;
  });
