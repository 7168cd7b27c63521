import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { PROCESSES, type ProcessName, type ServiceName } from '@tavola/contracts/topology.ts';
import { freePorts, isPortTaken } from '@tavola/local-servers/ports.ts';
import { dataHome, startPostgres } from '@tavola/local-servers/postgres.ts';
import type { Program } from '@tavola/local-servers/program.ts';
import { startRedis } from '@tavola/local-servers/redis.ts';
import pg from 'pg';
import { migrateAll } from '../../deploy/migrate/migrate-all.ts';
import { seedDemo } from '../seed/seed.ts';
import { build } from './build.ts';
import { deleteData } from './delete-data.ts';
import { startNginx } from './nginx.ts';
import { environmentOf, type Surroundings, startProcess, untilReady } from './processes.ts';
import { endLeftovers, forgetRunning, noteDatabase, noteRunning } from './running.ts';
import { localSecrets } from './secrets.ts';
import { type Supervised, supervise } from './supervise.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const webRoot = join(root, 'web', 'dist');

export interface StackOptions {
  /** The folder for data, secrets and logs. */
  home: string;
  /** The site's port. */
  port: number;
  /** Whether to delete what earlier starts created in `home`. */
  fresh?: boolean;
  /** For tests: no crash safety, for speed. */
  isThrowaway?: boolean;
  logLevel?: string;
  /** Factor on all limits of docs/limits.md. */
  rateLimitFactor?: number;
  say?: (line: string) => void;
  /** Existing servers to use; by default those in DATABASE_ADMIN_URL, REDIS_CACHE_URL and REDIS_QUEUE_URL. */
  servers?: Partial<Record<'adminUrl' | 'redisCacheUrl' | 'redisQueueUrl', string | undefined>>;
  /** For tests: replaces a process's environment at each of its starts, which waits for it. */
  adapt?: (name: ProcessName, env: Record<string, string>) => Record<string, string> | Promise<Record<string, string>>;
}

export interface Stack {
  /** The site's origin. */
  origin: string;
  logDir: string;
  /** The folder for mails that are not sent, one file each. */
  outboxDir: string;
  /** nginx's private listener, which serves and replaces cached menus. */
  edgeUrl: string;
  /** The URL of each of the project's processes. */
  urls: Record<ServiceName, string>;
  /** The URL of each process's health and metrics listener. */
  metricsUrls: Record<string, string>;
  /** The superuser's URL of the database. */
  adminUrl: string;
  /** Ids of the running processes, by name. */
  pids(): Record<string, number>;
  /** Stops everything that was started, in order. */
  stop(): Promise<void>;
}

/** Time limit for a process to become ready. A first start on a busy machine is slow. */
const READY_TIMEOUT_MS = 40_000;

/**
 * The whole product on this machine: PostgreSQL, two Redis servers, every service, the gateway and nginx. It starts every
 * server that is not given. Mail goes to MAIL_URL, or into its own folder.
 * When the start fails, everything started so far is stopped.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const {
    home,
    port,
    fresh = false,
    isThrowaway = false,
    logLevel = 'info',
    rateLimitFactor = 1,
    say = () => {},
    servers = {
      adminUrl: process.env.DATABASE_ADMIN_URL,
      redisCacheUrl: process.env.REDIS_CACHE_URL,
      redisQueueUrl: process.env.REDIS_QUEUE_URL,
    },
    adapt = (_name, env) => env,
  } = options;
  const logDir = join(home, 'logs');
  const logOf = (name: ProcessName) => join(logDir, `${name}.log`);
  const outboxDir = join(home, 'outbox');
  const picturesDir = join(home, 'pictures');
  await endLeftovers(home);
  // Browsers try both for localhost.
  const isTaken = await Promise.all(['127.0.0.1', '::1'].map((host) => isPortTaken(port, host)));
  if (isTaken.includes(true)) {
    throw new Error(`Port ${port} is in use. Take another one: npm start -- --port ${port + 10}`);
  }
  if (fresh) deleteData(home);
  mkdirSync(logDir, { recursive: true });
  const postgresDir = dataHome(join(home, 'postgres'));
  const secrets = localSecrets(join(home, 'secrets.json'));

  const running: Supervised[] = [];
  const stop = async () => {
    // Stops in reverse order, so that no process loses its dependencies. Peers stop in parallel.
    const [servers, ours] = [running.filter((one) => isServer(one.name)), running.filter((one) => !isServer(one.name))];
    await Promise.all(ours.filter((one) => one.name === 'nginx' || one.name === 'gateway').map((one) => one.stop()));
    await Promise.all(ours.map((one) => one.stop()));
    await Promise.all(servers.map((one) => one.stop()));
    forgetRunning(home);
  };
  const keep = (first: Program, start: () => Program | Promise<Program>) => {
    const note = () => noteRunning(home, Object.fromEntries(running.map((one) => [one.name, one.pid()])));
    running.push(supervise(first, start, { say, onRestart: note }));
    note();
  };

  try {
    const numbers = await freePorts(2 * PROCESSES.length + 4);
    const [postgresPort, cachePort, queuePort, edgePort, ...others] = numbers as [
      number,
      number,
      number,
      number,
      ...number[],
    ];
    const portsFrom = (first: number) =>
      Object.fromEntries(PROCESSES.map((name, index) => [name, others[first + index]])) as Record<ProcessName, number>;
    const ports = portsFrom(0);
    const metricsPorts = portsFrom(PROCESSES.length);

    const database = async () => {
      let { adminUrl } = servers;
      if (!adminUrl) {
        const start = () =>
          startPostgres({
            port: postgresPort,
            dataDir: postgresDir,
            logDir,
            password: secrets.postgresPassword,
            isThrowaway,
          });
        const server = await start();
        keep(server.program, async () => (await start()).program);
        adminUrl = server.adminUrl;
      }
      noteDatabase(home, adminUrl);
      const applied = await migrateAll(adminUrl, secrets.ownerPasswords);
      if (applied.length > 0) say(`database migrated: ${applied.join(', ')}`);
      await seed(adminUrl, picturesDir, say);
      return adminUrl;
    };
    const redis = async (role: 'cache' | 'queue', redisPort: number) => {
      const given = role === 'cache' ? servers.redisCacheUrl : servers.redisQueueUrl;
      if (given) return given;
      const start = () => startRedis({ role, port: redisPort, dataDir: home, logDir, say });
      const server = await start();
      keep(server.program, async () => (await start()).program);
      return server.url;
    };
    const [adminUrl, redisCacheUrl, redisQueueUrl] = await allOrThrow([
      database(),
      // In sequence: both may have to install the same package.
      redis('cache', cachePort),
      build(logDir, say),
    ] as const).then(async ([adminUrl, cacheUrl]) => [adminUrl, cacheUrl, await redis('queue', queuePort)] as const);

    const origin = `http://localhost:${port}`;
    const around: Surroundings = {
      adminUrl,
      redisCacheUrl,
      redisQueueUrl,
      publicOrigin: origin,
      shellFile: join(webRoot, 'menu.html'),
      renderFile: join(root, 'web', 'dist-ssr', 'render-menu.js'),
      edgeUrl: `http://127.0.0.1:${edgePort}`,
      ports,
      metricsPorts,
      // A test never sends mail to a server.
      picturesDir,
      mailUrl: (!isThrowaway && process.env.MAIL_URL) || pathToFileURL(outboxDir).href,
      secrets,
      logLevel,
      rateLimitFactor,
    };
    say('starting the services');
    for (const name of PROCESSES) {
      const start = async () =>
        startProcess(name, await adapt(name, environmentOf(name, around)), { logFile: logOf(name) });
      keep(await start(), start);
    }
    const metricsUrlOf = (name: ProcessName) => `http://127.0.0.1:${metricsPorts[name]}`;
    const started = PROCESSES.map((name) => ({ name, metricsUrl: metricsUrlOf(name), logFile: logOf(name) }));
    await untilReady(started, READY_TIMEOUT_MS);

    const nginx = () =>
      startNginx({
        port,
        edgePort,
        webRoot,
        picturesDir,
        publicOrigin: around.publicOrigin,
        gateway: `127.0.0.1:${ports.gateway}`,
        publicMenu: `127.0.0.1:${ports['public-menu']}`,
        dir: join(home, 'nginx'),
        logDir,
        rateLimitFactor,
        say,
      });
    keep(await nginx(), nginx);
    return {
      origin,
      edgeUrl: around.edgeUrl,
      urls: Object.fromEntries(PROCESSES.map((name) => [name, `http://127.0.0.1:${ports[name]}`])) as Stack['urls'],
      metricsUrls: Object.fromEntries(PROCESSES.map((name) => [name, metricsUrlOf(name)])),
      logDir,
      outboxDir,
      adminUrl,
      pids: () => Object.fromEntries(running.map((one) => [one.name, one.pid()])),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const isServer = (name: string) => name === 'postgres' || name.startsWith('redis-');

/** Like Promise.all, but waits for all to settle: everything started must be known before it can be stopped. */
async function allOrThrow<const Work extends readonly Promise<unknown>[]>(work: Work) {
  const settled = await Promise.allSettled(work);
  for (const one of settled) if (one.status === 'rejected') throw one.reason;
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as {
    -readonly [K in keyof Work]: Awaited<Work[K]>;
  };
}

async function seed(adminUrl: string, storage: string, say: (line: string) => void): Promise<void> {
  const pool = new pg.Pool({ connectionString: adminUrl });
  // Without a listener, a broken idle connection would end the process. The next query reports it anyway.
  pool.on('error', () => {});
  try {
    const { rows } = await pool.query("SELECT FROM auth.tenant WHERE slug = 'demo'");
    if (rows.length > 0) return;
    const totals = await seedDemo(pool, { storage });
    say(`seeded ${totals.restaurants} restaurants with ${totals.items} items`);
  } finally {
    await pool.end();
  }
}
