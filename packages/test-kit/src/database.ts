import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll } from 'vitest';
import { provided } from './provided.ts';

/** A database for one test file, with every owner's migrations. */
export interface TestDatabase {
  /** The URL that `owner`'s service connects with. */
  urlOf(owner: string): string;
  /** The superuser's URL; it bypasses every policy. */
  adminUrl: string;
  /** Runs a query as the superuser. */
  rows<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
}

/** Creates a database for the calling test file; it is dropped after its tests. */
export async function testDatabase(): Promise<TestDatabase> {
  const { adminUrl, templateDatabase, ownerPassword } = provided();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${templateDatabase}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: url.href, max: 2 });
  pool.on('error', () => {});
  afterAll(async () => {
    await pool.end();
    await asAdmin(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  });
  return {
    adminUrl: url.href,
    urlOf(owner) {
      const own = new URL(url);
      own.username = `${owner}_app`;
      own.password = ownerPassword;
      return own.href;
    },
    async rows<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) {
      return (await pool.query<Row>(sql, values)).rows;
    },
  };
}

async function asAdmin(adminUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
