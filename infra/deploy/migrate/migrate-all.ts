import { createHash } from 'node:crypto';
import pg from 'pg';
import { applyMigrations, migrationList } from './engine.ts';
import { makeOwners, OWNERS, type Owner } from './owners.ts';

/** Any number will do, as long as every migrator takes the same. */
const LOCK = 7_461_930;

/**
 * Brings the database that `adminUrl` names up to date: every owner's roles and schema, then its migrations, run as the
 * owner's role. Idempotent, and safe to run from several places at once.
 * @returns the applied migrations as `owner/name`.
 */
export async function migrateAll(adminUrl: string, passwords: Readonly<Record<Owner, string>>): Promise<string[]> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
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

/** A cheap look, so that a start with nothing to do need not load the engine. Anything odd is left to the engine to say. */
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
