import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  databaseOf,
  isWorker,
  type ProcessName,
  type ServiceName,
  type Setting,
  settingsOf,
  TOPOLOGY,
  urlSetting,
} from '@tavola/contracts/topology.ts';
import { type Program, startProgram } from '@tavola/local-servers/program.ts';
import { rateLimitFactor, readEnv } from '@tavola/service-kit/runtime/env.ts';
import { saysReady } from '@tavola/service-kit/runtime/health.ts';
import { ownerUrl } from '../../deploy/migrate/owners.ts';
import type { Secrets } from './secrets.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

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
  ports: Readonly<Record<ServiceName, number>>;
  /** The port of each process's health and metrics listener. */
  metricsPorts: Readonly<Record<ProcessName, number>>;
  secrets: Secrets;
  logLevel: string;
  /** Factor on all limits of docs/limits.md. */
  rateLimitFactor: number;
}

/** The value of every setting; undefined where a process has its own default. */
function valuesOf(around: Surroundings, name: ProcessName): Record<Setting, string | undefined> {
  const { secrets } = around;
  const database = databaseOf(name);
  return {
    DATABASE_URL: database && ownerUrl(around.adminUrl, database, secrets.ownerPasswords[database]),
    REDIS_CACHE_URL: around.redisCacheUrl,
    REDIS_QUEUE_URL: around.redisQueueUrl,
    JWT_PRIVATE_KEY: secrets.jwtPrivateKey,
    JWT_PUBLIC_KEY: secrets.jwtPublicKey,
    SERVICE_TOKEN: secrets.serviceToken,
    TWO_FACTOR_KEY: secrets.twoFactorKey,
    PUBLIC_ORIGIN: around.publicOrigin,
    RATE_LIMIT_FACTOR: String(around.rateLimitFactor),
    ADMIN_TWO_FACTOR: process.env.ADMIN_TWO_FACTOR || 'optional',
    ANSWER_WITHIN_MS: process.env.ANSWER_WITHIN_MS,
    PASSWORD_MIN_LENGTH: undefined,
    MAIL_URL: around.mailUrl,
    MAIL_FROM: process.env.MAIL_FROM || 'Tavola <no-reply@tavola.test>',
    SUPPORT_EMAIL: process.env.SUPPORT_EMAIL,
    TERMS_URL: process.env.TERMS_URL,
    PRIVACY_URL: process.env.PRIVACY_URL,
    AI_URL: process.env.AI_URL,
    AI_MODEL: process.env.AI_MODEL,
    // Only as a file: AI_API_KEY_FILE, below.
    AI_API_KEY: undefined,
    AI_DAILY_TOKENS: process.env.AI_DAILY_TOKENS,
    AI_TOTAL_DAILY_TOKENS: process.env.AI_TOTAL_DAILY_TOKENS,
    AI_ANSWER_TOKENS: process.env.AI_ANSWER_TOKENS,
    // Only as a file: PRICING_FILE, below.
    PRICING: undefined,
    SHELL_FILE: around.shellFile,
    RENDER_FILE: around.renderFile,
    EDGE_URLS: around.edgeUrl,
    MENU_MEMORY_MB: undefined,
    OPEN_MENUS_MAX: undefined,
    OPEN_MENUS_PER_RESTAURANT: undefined,
    STORAGE_URL: pathToFileURL(around.picturesDir).href,
  };
}

/** The environment of each process: only what it needs. */
export function environmentOf(name: ProcessName, around: Surroundings): Record<string, string> {
  const values = valuesOf(around, name);
  const settings = settingsOf(name);
  const given: Record<string, string | undefined> = {
    LOG_LEVEL: around.logLevel,
    HOST: '127.0.0.1',
    METRICS_PORT: String(around.metricsPorts[name]),
    ...(!isWorker(name) && { PORT: String(around.ports[name]) }),
    ...Object.fromEntries(settings.map((setting) => [setting, values[setting]])),
    ...(settings.includes('AI_API_KEY') && { AI_API_KEY_FILE: process.env.AI_API_KEY_FILE }),
    ...(settings.includes('PRICING') && { PRICING_FILE: process.env.PRICING_FILE }),
  };
  for (const called of TOPOLOGY[name].calls) given[urlSetting(called)] = `http://127.0.0.1:${around.ports[called]}`;
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
