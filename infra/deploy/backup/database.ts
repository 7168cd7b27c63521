import { spawn } from 'node:child_process';
import { type ClientProgram, postgresClient } from '@tavola/local-servers/postgres-client.ts';
import pg from 'pg';
import type { Program } from './program-end.ts';

/** A database to back up or restore: runs PostgreSQL's client programs so that they reach it. */
export interface Database {
  /** Starts `program` with the connection settings and `args`. */
  run(program: ClientProgram, args: string[]): Program;
}

/** The database at `adminUrl`, reached by this machine's client programs. */
export async function databaseAt(adminUrl: string, say: (line: string) => void): Promise<Database> {
  const client = await postgresClient(await serverMajor(adminUrl), say);
  const { hostname, port, username, password, pathname } = new URL(adminUrl);
  const env = {
    PATH: process.env.PATH,
    PGHOST: hostname,
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    // Not an argument: every user of the machine can read those.
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)) || 'postgres',
  };
  return {
    run(program, args) {
      const [command, ...before] = client(program) as [string, ...string[]];
      return spawn(command, [...before, ...args], { env, stdio: 'pipe' });
    },
  };
}

/** A Compose stack's database, reached by the client programs in its container. `compose` is the command before `exec`. */
export function databaseOfCompose(compose: string[]): Database {
  const [command, ...before] = compose as [string, ...string[]];
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell in the container fills it in.
  const asItsOwner = 'PGUSER="${POSTGRES_USER:-postgres}" PGDATABASE="${POSTGRES_DB:-postgres}" exec "$0" "$@"';
  return {
    run: (program, args) =>
      spawn(command, [...before, 'exec', '-T', 'postgres', 'sh', '-c', asItsOwner, program, ...args], {
        stdio: 'pipe',
      }),
  };
}

/**
 * The database of an installation in Kubernetes, reached by the client programs in the job "backups" of `namespace`, which is made
 * from the CronJob "open-backups".
 */
export function databaseOfKubernetes(namespace: string): Database {
  // pg_restore only writes SQL here, for psql.
  const script =
    'program=$0; [ "$program" = pg_restore ] || set -- --dbname="$(cat /run/secrets/database_admin_url)" "$@"; exec "$program" "$@"';
  return {
    run: (program, args) =>
      spawn('kubectl', ['exec', '-n', namespace, '-i', 'job/backups', '--', 'sh', '-c', script, program, ...args], {
        stdio: 'pipe',
      }),
  };
}

async function serverMajor(adminUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num');
    return Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  } finally {
    await client.end();
  }
}
