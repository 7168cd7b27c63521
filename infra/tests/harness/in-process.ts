// Types that qr declares for an untyped library.
/// <reference path="../../../services/qr/src/drawing/fontkit.d.ts" />
import type { RequestListener } from 'node:http';
import {
  isWorker,
  PROCESSES,
  type ProcessName,
  type ServiceName,
  type WorkerName,
} from '@tavola/contracts/topology.ts';
import { tokenCheck } from '@tavola/service-kit/http/access.ts';
import { makeRequests } from '@tavola/service-kit/http/request-log.ts';
import { makeServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { makeMetrics } from '@tavola/service-kit/observability/metrics.ts';
import { calledUrls } from '@tavola/service-kit/runtime/env.ts';
import { startServer } from '@tavola/service-kit/runtime/lifecycle.ts';
import { agreedFetch } from '@tavola/test-kit/agreed-answers.ts';
import { testDatabase } from '@tavola/test-kit/database.ts';
import { callsTo, type Listening } from '@tavola/test-kit/http.ts';
import { ownRedis } from '@tavola/test-kit/own-redis.ts';
import { afterAll } from 'vitest';
import { makeApp as makeGateway } from '../../../gateway/src/app.ts';
import { readGatewayEnv } from '../../../gateway/src/env.ts';
import { menuFallback } from '../../../gateway/src/menu-fallback.ts';
import { pollSessions } from '../../../gateway/src/sessions.ts';
import { readWorkerEnv as readMediaWorkerEnv } from '../../../services/media/src/env.ts';
import { startWorker as startMediaWorker } from '../../../services/media/src/start-worker.ts';
import { readWorkerEnv as readQrWorkerEnv } from '../../../services/qr/src/env.ts';
import { startWorker as startQrWorker } from '../../../services/qr/src/start-worker.ts';
import { environmentOf } from '../../dev/local/processes.ts';
import { loadService } from './service-modules.ts';
import { testSurroundings } from './surroundings.ts';
import { unlimited } from './unlimited.ts';

type Env = Record<string, string>;

/** A process's app, run in the test's own process. */
interface Part {
  /** Its request listener; a worker has none. */
  listener?: RequestListener;
  close(): Promise<unknown>;
}

/** Starts a service as its program does: reads its variables, then makes its dependencies and its app. */
async function startService(name: Exclude<ServiceName, 'gateway'>, source: Env): Promise<Part> {
  const { readServiceEnv, makeDeps, makeApp } = await loadService(name);
  const deps = makeDeps(readServiceEnv(source));
  return { listener: makeApp(deps), close: () => deps.close() };
}

const WORKERS: Readonly<Record<WorkerName, (source: Env) => Part>> = {
  'qr-worker': (source) => startQrWorker(readQrWorkerEnv(source)),
  'media-worker': (source) => startMediaWorker(readMediaWorkerEnv(source)),
};

function startPart(name: ProcessName, source: Env, options: SiteOptions): Part | Promise<Part> {
  if (name === 'gateway') return startGateway(source, options);
  return isWorker(name) ? WORKERS[name](source) : startService(name, source);
}

interface SiteOptions {
  /** The processes to run; default all. */
  names?: readonly ProcessName[];
  /** The Redis they use; by default the site starts its own. */
  redisUrl?: string;
  /** The gateway's upstream timeout in milliseconds; default as in production. */
  upstreamTimeoutMs?: number;
}

/**
 * Runs the product, or some of its processes, inside the test's process, with real environments and a migrated PostgreSQL.
 * Call it outside of a test; it ends after the calling file's tests.
 */
export async function startSite(options: SiteOptions = {}) {
  const { names = PROCESSES } = options;
  const database = await testDatabase();
  const redisUrl = options.redisUrl ?? (await ownRedis('queue')).url;
  const servers = { adminUrl: database.adminUrl, redisCacheUrl: redisUrl, redisQueueUrl: redisUrl };
  const { around } = await testSurroundings(servers, 'silent');
  const ends: (() => Promise<unknown>)[] = [];
  // Registered after the hooks above: vitest runs them from last to first.
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const started = new Map<ProcessName, Listening>();

  /** Starts one more process, with `env` added to its environment. Other processes call the first one of a name. */
  const start = async (name: ProcessName, env: Env = {}): Promise<Listening> => {
    const part = await startPart(name, { ...environmentOf(name, around), ...env }, options);
    ends.push(part.close);
    if (!part.listener) return { url: '', call: callsTo(''), close: async () => {} };
    const port = started.has(name) || isWorker(name) ? 0 : around.ports[name];
    const { server, url, close: closeServer } = await startServer(part.listener, { host: '127.0.0.1', port });
    const close = async () => {
      server.closeAllConnections();
      await closeServer();
    };
    ends.push(close);
    const listening = { url, close, call: name === 'gateway' ? callsTo(url) : callsTo(url, agreedFetch) };
    if (!started.has(name)) started.set(name, listening);
    return listening;
  };
  for (const name of names) await start(name);

  /** The first process with this name. */
  const processOf = (name: ProcessName): Listening => {
    const found = started.get(name);
    if (!found) throw new Error(`${name} was not started.`);
    return found;
  };
  return {
    database,
    start,
    processOf,
    urlOf: (name: ProcessName) => processOf(name).url,
    envOf: (name: ProcessName) => environmentOf(name, around),
    /** Where media keeps pictures. */
    picturesDir: around.picturesDir,
  };
}

export type Site = Awaited<ReturnType<typeof startSite>>;

/** A gateway, once it has loaded the ended sessions. */
async function startGateway(source: Env, { upstreamTimeoutMs }: SiteOptions): Promise<Part> {
  const env = readGatewayEnv(source);
  const log = makeLog('gateway', env.LOG_LEVEL);
  const auth = makeServiceClient({
    name: 'auth',
    url: env.AUTH_URL,
    serviceToken: env.SERVICE_TOKEN,
    timeoutMs: 1_000,
  });
  const sessions = pollSessions(auth, log);
  const { listener } = makeGateway({
    services: calledUrls('gateway', env),
    checkToken: tokenCheck(env.JWT_PUBLIC_KEY),
    sessions,
    adminTwoFactor: env.ADMIN_TWO_FACTOR,
    menuFallback: menuFallback(auth),
    trustedProxies: env.TRUSTED_PROXIES,
    rateLimiter: unlimited(),
    log,
    ready: () => true,
    requests: makeRequests('gateway', log, makeMetrics()),
    ...(upstreamTimeoutMs && { upstreamTimeoutMs }),
  });
  await sessions.known;
  return { listener, close: () => sessions.close() };
}
