import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '@tavola/local-servers/leftovers.ts';
import { freePorts } from '@tavola/local-servers/ports.ts';
import { startPostgres } from '@tavola/local-servers/postgres.ts';
import { startRedis } from '@tavola/local-servers/redis.ts';
import { closeRedis, makeBlockingRedis } from '@tavola/service-kit/data/redis.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import pg from 'pg';
import { afterAll, expect, vi } from 'vitest';
import { openFaultProxy, REFUSED } from '../harness/fault-proxy.ts';
import type { FaultySite } from './site.ts';

/** A server that follows another one, until it is promoted. */
interface Standby {
  port: number;
  /** Makes it a primary; resolves when it takes writes. */
  promote(): Promise<void>;
}

const PATIENT = { timeout: 30_000, interval: 50 };

/** Starts two standbys of the site's PostgreSQL, each of which confirms the commits of the server that it follows: the second follows the first. */
export async function startStandbys({ adminUrl }: FaultySite): Promise<[Standby, Standby]> {
  const primary = new pg.Client({ connectionString: adminUrl });
  await primary.connect();
  const [{ data_directory: dataDir }] = (await primary.query('SHOW data_directory')).rows;
  const logDir = temporaryFolder('standbys');
  afterAll(() => logDir.remove());
  const [first, second] = (await freePorts(2)) as [number, number];
  const { password, port } = new URL(adminUrl);
  await primary.query("SELECT pg_backup_start('standbys', true)");
  // Files that PostgreSQL removes meanwhile make cp complain.
  for (const own of [first, second]) spawnSync('cp', ['-a', dataDir, `${dataDir}-${own}`]);
  const [{ labelfile }] = (await primary.query('SELECT labelfile FROM pg_backup_stop(false)')).rows;

  const standby = async (own: number, of: string, names: string): Promise<Standby> => {
    const home = join(dirname(dataDir), `postgres-${own}`);
    spawnSync('rm', ['-f', join(home, 'postmaster.pid')]);
    writeFileSync(join(home, 'backup_label'), labelfile);
    writeFileSync(join(home, 'standby.signal'), '');
    spawnSync('chown', ['-R', `--reference=${dataDir}`, home]);
    const settings = {
      primary_conninfo: `host=127.0.0.1 port=${of} user=postgres password=${password}`,
      synchronous_standby_names: names,
    };
    const { program } = await startPostgres({ port: own, dataDir: home, logDir: logDir.path, password, settings });
    afterAll(() => program.stop());
    return {
      port: own,
      async promote() {
        const client = new pg.Client({ connectionString: adminUrl.replace(`:${port}/`, `:${own}/`) });
        await client.connect();
        await client.query('SELECT pg_promote()');
        await client.end();
      },
    };
  };
  const standbys = [await standby(first, port, '*'), await standby(second, String(first), '')] as [Standby, Standby];
  await primary.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
  await primary.query('SELECT pg_reload_conf()');
  const inSync = async () =>
    (await primary.query("SELECT FROM pg_stat_replication WHERE sync_state = 'sync'")).rowCount;
  await vi.waitFor(async () => expect(await inSync()).toBe(1), PATIENT);
  await primary.end();
  return standbys;
}

/** Sends a command to the Redis at `port`; returns its reply. */
export async function sendTo(port: number, ...command: string[]): Promise<unknown> {
  const client = makeBlockingRedis(`redis://127.0.0.1:${port}`, 'test', makeLog('test', 'silent'));
  try {
    return await client.sendCommand(command);
  } finally {
    closeRedis(client);
  }
}

/** A Redis that follows another one. */
interface Replica extends Standby {
  /** From now on it misses what the other one does. */
  fallBehind(): void;
}

/** Starts a replica of the Redis at `primaryPort`; it has all data when this resolves. */
export async function startReplica(role: 'cache' | 'queue', primaryPort: number): Promise<Replica> {
  const folder = temporaryFolder('replica');
  const [port] = (await freePorts(1)) as [number];
  const { program } = await startRedis({ role, port, dataDir: folder.path, logDir: folder.path });
  const link = await openFaultProxy(`redis://127.0.0.1:${primaryPort}`);
  afterAll(async () => {
    await link.close();
    await program.stop();
    folder.remove();
  });
  // By default a replica waits five seconds for others.
  await sendTo(primaryPort, 'CONFIG', 'SET', 'repl-diskless-sync-delay', '0');
  await sendTo(port, 'REPLICAOF', '127.0.0.1', String(link.port));
  const isUp = async () => String(await sendTo(port, 'INFO', 'replication')).includes('master_link_status:up');
  await vi.waitFor(async () => expect(await isUp()).toBe(true), PATIENT);
  return {
    port,
    fallBehind: () => link.set(REFUSED),
    async promote() {
      await sendTo(port, 'REPLICAOF', 'NO', 'ONE');
    },
  };
}
