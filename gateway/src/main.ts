import { setTimeout as rest } from 'node:timers/promises';
import { sharedCounters } from '@tavola/service-kit/data/counters.ts';
import { closeRedis, makeFailFastRedis } from '@tavola/service-kit/data/redis.ts';
import { tokenCheck } from '@tavola/service-kit/http/access.ts';
import { makeRequests } from '@tavola/service-kit/http/request-log.ts';
import { makeServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { makeMetrics } from '@tavola/service-kit/observability/metrics.ts';
import { calledUrls } from '@tavola/service-kit/runtime/env.ts';
import { onceTrue, saysReady } from '@tavola/service-kit/runtime/health.ts';
import { run } from '@tavola/service-kit/runtime/lifecycle.ts';
import { makeApp } from './app.ts';
import { readGatewayEnv } from './env.ts';
import { menuFallback } from './menu-fallback.ts';
import { makeRateLimiter } from './rate-limiter.ts';
import { pollSessions } from './sessions.ts';

/** How long startup waits for auth's list of ended sessions, in milliseconds. */
const AUTH_MS = 5_000;

run('gateway', async () => {
  const env = readGatewayEnv();
  const log = makeLog('gateway', env.LOG_LEVEL);
  const metrics = makeMetrics();
  const requests = makeRequests('gateway', log, metrics);
  const services = calledUrls('gateway', env);
  // For an unreachable service the gateway answers 503. If it reaches none, another gateway may do better.
  const ready = onceTrue(async () => (await Promise.all(Object.values(services).map(saysReady))).includes(true));
  const auth = makeServiceClient({
    name: 'auth',
    url: env.AUTH_URL,
    serviceToken: env.SERVICE_TOKEN,
    timeoutMs: 1_000,
  });
  const sessions = pollSessions(auth, log);
  const redis = makeFailFastRedis(env.REDIS_CACHE_URL, 'gateway', log);
  const { listener, endStreams } = makeApp({
    services,
    checkToken: tokenCheck(env.JWT_PUBLIC_KEY),
    sessions,
    adminTwoFactor: env.ADMIN_TWO_FACTOR,
    menuFallback: menuFallback(auth),
    trustedProxies: env.TRUSTED_PROXIES,
    answerWithinMs: env.ANSWER_WITHIN_MS,
    rateLimiter: makeRateLimiter(sharedCounters(redis, log), metrics, { factor: env.RATE_LIMIT_FACTOR }),
    log,
    ready,
    requests,
  });
  // Until the list arrives, this gateway would reject signed-in users, whom another gateway can serve.
  await Promise.race([sessions.known, rest(AUTH_MS)]);
  return {
    env,
    log,
    metrics,
    requests,
    ready,
    listener,
    async stop(closeServer) {
      // In parallel: clients that reconnect reach another gateway, since this one accepts no new connections.
      await Promise.all([closeServer(), endStreams()]);
      closeRedis(redis);
      await sessions.close();
    },
  };
});
