import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Program, startProgram } from '@tavola/local-servers/program.ts';
import { rateLimitFactor, readEnv } from '@tavola/service-kit/runtime/env.ts';
import { saysReady } from '@tavola/service-kit/runtime/health.ts';
import { type Owner, ownerUrl } from '../../deploy/migrate/owners.ts';
import type { Secrets } from './secrets.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The project's own processes. */
export const PROCESSES = [
  'auth',
  'menu',
  'public-menu',
  'qr',
  'qr-worker',
  'media',
  'media-worker',
  'analytics',
  'admin',
  'gateway',
] as const;

/** One of the project's own processes. */
export type ProcessName = (typeof PROCESSES)[number];

/** A process that serves no requests. */
export type WorkerName = Extract<ProcessName, `${string}-worker`>;

/** Whether a process serves no requests. */
export const isWorker = (name: ProcessName): name is WorkerName => name.endsWith('-worker');

/** The path of a process's program, from the repository root. */
export function programOf(name: ProcessName): string {
  if (name === 'gateway') return 'gateway/src/main.ts';
  if (isWorker(name)) return `services/${name.replace('-worker', '')}/src/worker.ts`;
  return `services/${name}/src/main.ts`;
}

/** Node's arguments for each process, the same as in the images. Decision 0009 explains the young generation's cap. */
export const NODE_ARGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=16'] as const;

/** Starts one of the project's processes from the repository in `cwd`. Its environment is `env` only; nothing is inherited. */
export function startProcess(
  name: ProcessName,
  env: Record<string, string>,
  { logFile, nodeArgs = [], cwd = root }: { logFile: string; nodeArgs?: readonly string[]; cwd?: string },
): Program {
  return startProgram({
    name,
    command: process.execPath,
    args: [...NODE_ARGS, ...nodeArgs, programOf(name)],
    cwd,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile'), ...env },
    logFile,
  });
}

/**
 * Waits until all of them are ready.
 * @throws Error that names the first process not ready within `timeoutMs`, with its log.
 */
export async function untilReady(
  processes: readonly { name: string; metricsUrl: string; logFile: string }[],
  timeoutMs: number,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (const { name, metricsUrl, logFile } of processes) {
    while (!(await saysReady(metricsUrl))) {
      if (Date.now() > deadline) throw new Error(`${name} did not become ready. Its log: ${logFile}`);
      await sleep(50);
    }
  }
}

/**
 * RATE_LIMIT_FACTOR for `npm start`: as in `source`, otherwise 20, because all clients share one address here.
 * @throws EnvError if it is not a whole number from 1 to 1,000,000.
 */
export const localRateLimitFactor = (source: Readonly<Record<string, string | undefined>> = process.env): number =>
  readEnv({ RATE_LIMIT_FACTOR: rateLimitFactor.unwrap().default(20) }, source).RATE_LIMIT_FACTOR;

/** A RATE_LIMIT_FACTOR too high to reach: tests and benchmarks send everything from one address. */
export const UNLIMITED = 100_000;

export interface Surroundings {
  adminUrl: string;
  redisCacheUrl: string;
  redisQueueUrl: string;
  publicOrigin: string;
  /** The built page for diners, and the module that renders a menu's HTML into it. */
  shellFile: string;
  renderFile: string;
  /** Where restaurants' pictures are kept. */
  picturesDir: string;
  /** Where mail is sent; see auth's `makeMailer`. */
  mailUrl: string;
  /** nginx's private listener. */
  edgeUrl: string;
  ports: Readonly<Record<Exclude<ProcessName, WorkerName>, number>>;
  /** The port of each process's health and metrics listener. */
  metricsPorts: Readonly<Record<ProcessName, number>>;
  secrets: Secrets;
  logLevel: string;
  /** Factor on all limits of docs/limits.md. */
  rateLimitFactor: number;
}

/** The environment of each process: only what it needs. */
export function environmentOf(name: ProcessName, around: Surroundings): Record<string, string> {
  const { secrets, ports } = around;
  const url = (service: keyof typeof ports) => `http://127.0.0.1:${ports[service]}`;
  const database = (owner: Owner) => ({
    DATABASE_URL: ownerUrl(around.adminUrl, owner, secrets.ownerPasswords[owner]),
  });
  const base: Record<string, string> = {
    LOG_LEVEL: around.logLevel,
    HOST: '127.0.0.1',
    METRICS_PORT: String(around.metricsPorts[name]),
    ...(!isWorker(name) && { PORT: String(ports[name]) }),
  };
  const limits = { RATE_LIMIT_FACTOR: String(around.rateLimitFactor) };
  const cache = { REDIS_CACHE_URL: around.redisCacheUrl };
  const queue = { REDIS_QUEUE_URL: around.redisQueueUrl };
  const serviceToken = { SERVICE_TOKEN: secrets.serviceToken };
  const tokenKeys = { ...serviceToken, JWT_PUBLIC_KEY: secrets.jwtPublicKey };
  const publicOrigin = { PUBLIC_ORIGIN: around.publicOrigin };
  const authAndMenu = { AUTH_URL: url('auth'), MENU_URL: url('menu') };
  const adminTwoFactor = { ADMIN_TWO_FACTOR: process.env.ADMIN_TWO_FACTOR || 'optional' };
  const ai = Object.fromEntries(
    ['AI_URL', 'AI_MODEL', 'AI_API_KEY_FILE', 'AI_DAILY_TOKENS', 'AI_TOTAL_DAILY_TOKENS', 'AI_ANSWER_TOKENS'].map(
      (name) => [name, process.env[name] ?? ''],
    ),
  );
  const qrUrl = { QR_URL: url('qr') };
  const storage = { STORAGE_URL: pathToFileURL(around.picturesDir).href };
  const othersUrls = {
    ...authAndMenu,
    ...qrUrl,
    MEDIA_URL: url('media'),
    PUBLIC_MENU_URL: url('public-menu'),
    ANALYTICS_URL: url('analytics'),
  };
  const own: Record<ProcessName, Record<string, string>> = {
    auth: {
      ...database('auth'),
      ...cache,
      ...limits,
      ...tokenKeys,
      ...publicOrigin,
      JWT_PRIVATE_KEY: secrets.jwtPrivateKey,
      TWO_FACTOR_KEY: secrets.twoFactorKey,
      MAIL_URL: around.mailUrl,
      MAIL_FROM: process.env.MAIL_FROM || 'Tavola <no-reply@tavola.test>',
    },
    menu: { ...database('menu'), ...cache, ...tokenKeys, AUTH_URL: url('auth'), ...ai },
    'public-menu': {
      ...cache,
      ...serviceToken,
      ...authAndMenu,
      ...publicOrigin,
      SHELL_FILE: around.shellFile,
      RENDER_FILE: around.renderFile,
      EDGE_URLS: around.edgeUrl,
    },
    qr: { ...database('qr'), ...queue, ...tokenKeys, ...authAndMenu, ...publicOrigin },
    'qr-worker': { ...database('qr'), ...queue },
    media: { ...database('media'), ...queue, ...storage, ...tokenKeys, ...authAndMenu },
    'media-worker': { ...database('media'), ...queue, ...storage },
    analytics: { ...database('analytics'), ...queue, ...tokenKeys, ...authAndMenu, ...qrUrl },
    admin: { ...database('admin'), ...tokenKeys, ...othersUrls, ...adminTwoFactor },
    gateway: {
      ...cache,
      ...limits,
      ...tokenKeys,
      ...othersUrls,
      ...adminTwoFactor,
      ADMIN_URL: url('admin'),
      ...(process.env.ANSWER_WITHIN_MS && { ANSWER_WITHIN_MS: process.env.ANSWER_WITHIN_MS }),
    },
  };
  return { ...base, ...own[name] };
}
