import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { PROCESSES, type ProcessName } from '@tavola/contracts/topology.ts';
import { temporaryFolder } from '@tavola/local-servers/leftovers.ts';
import { freePorts, isPortTaken } from '@tavola/local-servers/ports.ts';
import { dataHome, startPostgres } from '@tavola/local-servers/postgres.ts';
import type { Program } from '@tavola/local-servers/program.ts';
import { startRedis } from '@tavola/local-servers/redis.ts';
import { saysReady } from '@tavola/service-kit/runtime/health.ts';
import pg from 'pg';
import { UNLIMITED } from '../../dev/local/processes.ts';
import { localSecrets } from '../../dev/local/secrets.ts';
import { type Stack, startStack } from '../../dev/local/stack.ts';
import { type FaultProxy, openFaultProxy } from '../harness/fault-proxy.ts';

/** A server of the site that a test can stop and restart. */
export interface Server {
  /** The proxy through which the site's processes reach it. */
  readonly proxy: FaultProxy;
  /** Ends it with this signal or, by default, gracefully; resolves when it has ended. */
  end(signal?: NodeJS.Signals): Promise<void>;
  isRunning(): boolean;
  /** Restarts it with its data on disk; resolves when it responds. */
  start(): Promise<void>;
}

export interface FaultySite {
  /** nginx's origin. */
  origin: string;
  metricsUrls: Record<string, string>;
  /** The URL of each process that serves requests. */
  urls: Stack['urls'];
  /** What one service shows another. */
  serviceToken: string;
  postgres: Server;
  cache: Server;
  queue: Server;
  /** The proxy from one process to another: `gateway→menu`. */
  proxies: Readonly<Record<Between, FaultProxy>>;
  /** The superuser's URL of the database, without the proxy. */
  adminUrl: string;
  /** A connection pool for it. */
  db: pg.Pool;
  /** PostgreSQL's data folder if it has its own small file system, else null and the reason. */
  smallDisk: { folder: string | null; why: string };
  pids(): Record<string, number>;
  /** Kills a process, or nginx, which starts again once the returned function is called; that resolves when it is ready. */
  hold(name: ProcessName | 'nginx'): Promise<() => Promise<void>>;
  /** Variables to add to a process's environment at its next start. */
  more: Partial<Record<ProcessName, Record<string, string>>>;
  /** Every log line about a process that ended unexpectedly. */
  endings: string[];
  stop(): Promise<void>;
}

const BETWEEN = [
  ['gateway', 'menu', 'MENU_URL'],
  ['gateway', 'auth', 'AUTH_URL'],
  ['gateway', 'public-menu', 'PUBLIC_MENU_URL'],
  ['public-menu', 'menu', 'MENU_URL'],
  ['public-menu', 'auth', 'AUTH_URL'],
] as const;
export type Between = (typeof BETWEEN)[number] extends infer One
  ? One extends readonly [infer From extends string, infer To extends string, string]
    ? `${From}→${To}`
    : never
  : never;

const PASSWORD = 'postgres-of-a-test';
const DISK_SIZE = '600m';
/** nginx's files are in memory, as in its container: a test of the product must not wait for this machine's disk. */
const NGINX_SIZE = '256m';

/**
 * Starts the whole product as in production (a durable PostgreSQL, two Redis servers, all processes and nginx), with proxies
 * between them that can disturb the traffic.
 */
export async function startFaultySite(): Promise<FaultySite> {
  const { path: home, remove } = temporaryFolder('faults');
  const logDir = join(home, 'logs');
  const ends: (() => unknown)[] = [remove];
  const stop = async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  };
  try {
    const [port, postgresPort, cachePort, queuePort] = (await freePorts(4)) as [number, number, number, number];
    const dataDir = dataHome(join(home, 'postgres'));
    const disk = (folder: string, size: string): FaultySite['smallDisk'] => {
      const mounted = mountDisk(folder, size);
      if (mounted.folder) ends.push(() => execFileSync('umount', [folder]));
      return mounted;
    };
    const smallDisk = disk(dirname(dataDir), DISK_SIZE);
    mkdirSync(logDir, { recursive: true });
    mkdirSync(join(home, 'nginx'));
    disk(join(home, 'nginx'), NGINX_SIZE);

    const server = async (url: string, start: () => Promise<{ program: Program }>): Promise<Server> => {
      const proxy = await openFaultProxy(url);
      let { program } = await start();
      let isRunning = true;
      const watch = () => void program.ended.then(() => (isRunning = false));
      watch();
      ends.push(
        () => proxy.close(),
        () => program.stop(),
      );
      return {
        proxy,
        async end(signal) {
          if (signal) process.kill(program.pid, signal);
          else await program.stop();
          await program.ended;
        },
        isRunning: () => isRunning,
        async start() {
          ({ program } = await start());
          isRunning = true;
          watch();
        },
      };
    };
    const adminUrl = `postgresql://postgres:${PASSWORD}@127.0.0.1:${postgresPort}/postgres`;
    const postgres = await server(adminUrl, () =>
      startPostgres({ port: postgresPort, dataDir, logDir, password: PASSWORD }),
    );
    const redis = (role: 'cache' | 'queue', at: number) =>
      server(`redis://127.0.0.1:${at}`, () => startRedis({ role, port: at, dataDir: home, logDir }));
    const cache = await redis('cache', cachePort);
    const queue = await redis('queue', queuePort);
    const proxies = Object.fromEntries(
      await Promise.all(
        // The target port is known once the process starts.
        BETWEEN.map(async ([from, to]) => [`${from}→${to}`, await openFaultProxy('http://127.0.0.1')] as const),
      ),
    ) as Record<Between, FaultProxy>;
    ends.push(() => Promise.all(Object.values(proxies).map((proxy) => proxy.close())));

    const more: FaultySite['more'] = {};
    const endings: string[] = [];
    /** By process, what its next start waits for. */
    const held = new Map<ProcessName, Promise<void>>();
    const stack = await startStack({
      home,
      port,
      isThrowaway: true,
      rateLimitFactor: UNLIMITED,
      servers: { adminUrl: postgres.proxy.url, redisCacheUrl: cache.proxy.url, redisQueueUrl: queue.proxy.url },
      say: (line) => void (/ended|could not/.test(line) && endings.push(line)),
      async adapt(name, env) {
        await held.get(name);
        const changed = { ...env, ...more[name] };
        for (const [from, to, variable] of BETWEEN) {
          if (from !== name) continue;
          const proxy = proxies[`${from}→${to}` as Between];
          proxy.targetPort = Number(new URL(env[variable] as string).port);
          changed[variable] = `http://127.0.0.1:${proxy.port}`;
        }
        return changed;
      },
    });
    ends.push(() => stack.stop());
    const db = new pg.Pool({ connectionString: adminUrl, max: 3 });
    db.on('error', () => {});
    ends.push(() => db.end());
    return {
      origin: stack.origin,
      metricsUrls: stack.metricsUrls,
      urls: stack.urls,
      serviceToken: localSecrets(join(home, 'secrets.json')).serviceToken,
      postgres,
      cache,
      queue,
      proxies,
      adminUrl,
      db,
      smallDisk,
      pids: () => Object.fromEntries(Object.entries(stack.pids()).filter(([name]) => isOurs(name))),
      async hold(name) {
        const before = stack.pids()[name] as number;
        const release = Promise.withResolvers<void>();
        if (name !== 'nginx') held.set(name, release.promise);
        process.kill(before, 'SIGKILL');
        // Refused from now on.
        while (isAlive(before)) await rest(5);
        return async () => {
          if (name !== 'nginx') held.delete(name);
          release.resolve();
          while (stack.pids()[name] === before) await rest(20);
          while (name !== 'nginx' && !(await saysReady(stack.metricsUrls[name] as string))) await rest(20);
          while (name === 'nginx' && !(await isPortTaken(port))) await rest(20);
        };
      },
      more,
      endings,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const isOurs = (name: string) => (PROCESSES as readonly string[]).includes(name);

/** Mounts a file system of `size` in memory at `folder`, if this account is allowed to. */
function mountDisk(folder: string, size: string): FaultySite['smallDisk'] {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return { folder: null, why: 'only root may mount one' };
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tavola-faults', folder], {
      stdio: 'pipe',
    });
    return { folder, why: '' };
  } catch (error) {
    return { folder: null, why: String((error as { stderr?: Buffer }).stderr ?? error).trim() };
  }
}
