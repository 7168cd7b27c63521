// What qr says of a library without types.
/// <reference path="../../../services/qr/src/drawing/fontkit.d.ts" />
import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { freePorts } from '@tavola/local-servers/ports.ts';
import { makePool, prismaAdapter } from '@tavola/service-kit/data/postgres.ts';
import { tokenCheck } from '@tavola/service-kit/http/access.ts';
import { makeRequests } from '@tavola/service-kit/http/request-log.ts';
import { makeNeighbour } from '@tavola/service-kit/http/service-client.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { makeMetrics } from '@tavola/service-kit/observability/metrics.ts';
import { serve } from '@tavola/service-kit/runtime/lifecycle.ts';
import { testDatabase } from '@tavola/test-kit/database.ts';
import { ownRedis } from '@tavola/test-kit/own-redis.ts';
import { keys, SERVICE_TOKEN } from '@tavola/test-kit/tokens.ts';
import { afterAll } from 'vitest';
import { makeApp as makeGateway } from '../../../gateway/src/app.ts';
import { readGatewayEnv } from '../../../gateway/src/env.ts';
import type { Service } from '../../../gateway/src/routes.ts';
import { watchSessions } from '../../../gateway/src/sessions.ts';
import { makeApp as makeAdminApp } from '../../../services/admin/src/app.ts';
import { makeDeps as makeAdminDeps } from '../../../services/admin/src/deps.ts';
import { readAdminEnv } from '../../../services/admin/src/env.ts';
import { makeApp as makeAnalyticsApp } from '../../../services/analytics/src/app.ts';
import { makeDeps as makeAnalyticsDeps } from '../../../services/analytics/src/deps.ts';
import { readAnalyticsEnv } from '../../../services/analytics/src/env.ts';
import { makeApp as makeAuthApp } from '../../../services/auth/src/app.ts';
import { makeDeps as makeAuthDeps } from '../../../services/auth/src/deps.ts';
import { readAuthEnv } from '../../../services/auth/src/env.ts';
import { makeApp as makeMenuApp } from '../../../services/menu/src/app.ts';
import { makeDeps as makeMenuDeps } from '../../../services/menu/src/deps.ts';
import { readMenuEnv } from '../../../services/menu/src/env.ts';
import { makeApp as makePublicMenuApp } from '../../../services/public-menu/src/app.ts';
import { makeDeps as makePublicMenuDeps } from '../../../services/public-menu/src/deps.ts';
import { readPublicMenuEnv } from '../../../services/public-menu/src/env.ts';
import { makeApp as makeQrApp } from '../../../services/qr/src/app.ts';
import { makeDeps as makeQrDeps } from '../../../services/qr/src/deps.ts';
import { readQrEnv, readWorkerEnv } from '../../../services/qr/src/env.ts';
import { PrismaClient as QrPrismaClient } from '../../../services/qr/src/generated/client.ts';
import { startWorkers } from '../../../services/qr/src/workers.ts';
import { scratchPasswords } from '../../deploy/migrate/scratch-database.ts';
import { environmentOf, PROCESSES, type ProcessName, type Surroundings, UNLIMITED } from '../../dev/local/processes.ts';
import { localSecrets } from '../../dev/local/secrets.ts';
import { unlimited } from '../harness/unlimited.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../../../services/public-menu/test/${name}`, import.meta.url));

/** What a service's `makeDeps` gives, as far as it matters here. */
interface Closing {
  close(): Promise<void>;
}

/**
 * The whole product in the calling test's process: the gateway, every service and the worker of codes as they run, each
 * with the environment that it has, on a migrated PostgreSQL and a Redis of its own. To be called outside of a test; it is
 * ended after the calling file's tests. The gateway waits for services as long as it does, or `upstreamTimeoutMs`.
 */
export async function startSite({ upstreamTimeoutMs }: { upstreamTimeoutMs?: number } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tavola-site-'));
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const database = await testDatabase();
  const redis = await ownRedis('queue');
  // After what the two above have registered: vitest goes from the last to the first.
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const numbers = await freePorts(PROCESSES.length);
  const ports = Object.fromEntries(PROCESSES.map((name, at) => [name, numbers[at]])) as Record<ProcessName, number>;
  const around: Surroundings = {
    adminUrl: database.adminUrl,
    redisCacheUrl: redis.url,
    redisQueueUrl: redis.url,
    publicOrigin: 'https://tavola.example',
    shellFile: fixture('shell.html'),
    renderFile: fixture('render.ts'),
    mailUrl: pathToFileURL(join(folder, 'mail')).href,
    edgeUrl: '',
    ports,
    metricsPorts: ports,
    secrets: {
      ...localSecrets(join(folder, 'secrets.json')),
      jwtPrivateKey: keys.privateKey,
      jwtPublicKey: keys.publicKey,
      serviceToken: SERVICE_TOKEN,
      ownerPasswords: scratchPasswords,
    },
    logLevel: 'silent',
    rateLimitFactor: UNLIMITED,
  };
  const urlOf = (name: Service | 'gateway') => `http://127.0.0.1:${ports[name]}`;
  const listen = async (name: Service | 'gateway', app: RequestListener) => {
    const { server, close } = await serve(app, { host: '127.0.0.1', port: ports[name] });
    ends.push(() => {
      server.closeAllConnections();
      return close();
    });
  };
  /** Starts one service: its variables are read, its dependencies made and its app served as its own program does. */
  const start = async <Env, Deps extends Closing>(
    name: Service,
    readEnv: (source: Record<string, string>) => Env,
    makeDeps: (env: Env) => Deps,
    makeApp: (deps: Deps) => RequestListener,
  ) => {
    const deps = makeDeps(readEnv(environmentOf(name, around)));
    ends.push(() => deps.close());
    await listen(name, makeApp(deps));
    return deps;
  };

  await start('auth', readAuthEnv, makeAuthDeps, makeAuthApp);
  await start('menu', readMenuEnv, makeMenuDeps, makeMenuApp);
  await start('public-menu', readPublicMenuEnv, makePublicMenuDeps, makePublicMenuApp);
  await start('qr', readQrEnv, makeQrDeps, makeQrApp);
  await start('analytics', readAnalyticsEnv, (env) => makeAnalyticsDeps(env), makeAnalyticsApp);
  await start('admin', readAdminEnv, makeAdminDeps, makeAdminApp);
  const stopWorker = startWorker(around);
  ends.push(stopWorker);

  const env = readGatewayEnv(environmentOf('gateway', around));
  const log = makeLog('gateway', 'silent');
  const sessions = watchSessions(makeNeighbour({ name: 'auth', url: env.AUTH_URL, serviceToken: SERVICE_TOKEN }), log);
  ends.push(() => sessions.close());
  const gateway = makeGateway({
    services: {
      auth: env.AUTH_URL,
      menu: env.MENU_URL,
      'public-menu': env.PUBLIC_MENU_URL,
      qr: env.QR_URL,
      analytics: env.ANALYTICS_URL,
      admin: env.ADMIN_URL,
    },
    checkToken: tokenCheck(env.JWT_PUBLIC_KEY),
    sessions,
    adminTwoFactor: env.ADMIN_TWO_FACTOR,
    trustedProxies: env.TRUSTED_PROXIES,
    rateLimiter: unlimited(),
    log,
    ready: () => true,
    requests: makeRequests('gateway', log, makeMetrics()),
    ...(upstreamTimeoutMs && { upstreamTimeoutMs }),
  });
  await listen('gateway', gateway.listener);
  await sessions.known;
  return { database, redis, urlOf, envOf: (name: ProcessName) => environmentOf(name, around) };
}

export type Site = Awaited<ReturnType<typeof startSite>>;

/** The worker of codes; gives what ends it. */
function startWorker(around: Surroundings): () => Promise<void> {
  const env = readWorkerEnv(environmentOf('qr-worker', around));
  const log = makeLog('qr-worker', 'silent');
  const pool = makePool(env.DATABASE_URL, 'qr-worker', log, 4);
  const db = new QrPrismaClient({ adapter: prismaAdapter(pool, 'qr') });
  const workers = startWorkers(db, env.REDIS_QUEUE_URL, log, makeMetrics());
  return async () => {
    await workers.close();
    await db.$disconnect();
    await pool.end();
  };
}
