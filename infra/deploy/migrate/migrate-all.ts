import { createHash } from 'node:crypto';
import { OWNERS, type Owner } from '@tavola/contracts/topology.ts';
import { connectPatiently } from '@tavola/service-kit/data/admin-client.ts';
import type pg from 'pg';
import { applyMigrations, migrationList } from './engine.ts';
import { makeOwners } from './owners.ts';

/** An arbitrary number that every migrator uses. */
const LOCK = 7_461_930;

/**
 * Migrates the database at `adminUrl`: every owner's roles and schema, then its migrations, run as the owner's role.
 * Idempotent, and safe to run from several places in parallel. Waits up to two minutes for a database that is away.
 * @returns the applied migrations as `owner/name`.
 */
export async function migrateAll(adminUrl: string, passwords: Readonly<Record<Owner, string>>): Promise<string[]> {
  const admin = await connectPatiently(adminUrl);
  try {
    await admin.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await makeOwners(admin, passwords);
    const applied: string[] = [];
    for (const owner of OWNERS) {
      if (await isUpToDate(admin, owner)) continue;
      for (const name of await applyMigrations(adminUrl, owner)) applied.push(`${owner}/${name}`);
    }
    return applied;
  } finally {
    await admin.end();
  }
}

/** A cheap check, so that a start without pending migrations need not load the engine. The engine reports any anomaly. */
async function isUpToDate(admin: pg.Client, owner: Owner): Promise<boolean> {
  const { rows: tables } = await admin.query('SELECT to_regclass($1) AS found', [`${owner}._prisma_migrations`]);
  if (!tables[0]?.found) return false;
  const { rows } = await admin.query<{ migration_name: string; checksum: string }>(
    `SELECT migration_name, checksum FROM ${owner}._prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  const wanted = migrationList(owner).migrationDirectories.map(({ path, migrationFile: { content } }) => ({
    migration_name: path,
    checksum: content.tag === 'ok' ? createHash('sha256').update(content.value).digest('hex') : '',
  }));
  return JSON.stringify(rows) === JSON.stringify(wanted);
}
