import { ASSISTANT_TIMEOUT_MS } from '@tavola/contracts/assistant.ts';
import { menuChanged } from '@tavola/contracts/events.ts';
import { MENU_CACHE_PREFIX, MENU_SOURCES } from '@tavola/contracts/public-menu.ts';
import { watchChangePublisher, watchPool } from '@tavola/service-kit/data/pool-metrics.ts';
import {
  asTenant,
  databaseAnswers,
  makePool,
  NIL_UUID,
  type Pool,
  prismaAdapter,
} from '@tavola/service-kit/data/postgres.ts';
import { closeRedis, makeFailFastRedis } from '@tavola/service-kit/data/redis.ts';
import { versionedCache } from '@tavola/service-kit/data/versioned-cache.ts';
import { type TokenCheck, tokenCheck } from '@tavola/service-kit/http/access.ts';
import { startSweepingKeys } from '@tavola/service-kit/http/idempotency.ts';
import { makeRequests, type Requests } from '@tavola/service-kit/http/request-log.ts';
import { type ChangePublisher, makeChangePublisher } from '@tavola/service-kit/messaging/change-publisher.ts';
import { type Logger, makeLog } from '@tavola/service-kit/observability/log.ts';
import { type Metrics, makeMetrics } from '@tavola/service-kit/observability/metrics.ts';
import { startSweeping } from '@tavola/service-kit/runtime/sweeping.ts';
import { type Assistant, makeAssistant, QUESTION_WAIT_MS } from './assistant/assistant.ts';
import { makeBudget } from './assistant/budget.ts';
import { makeModel } from './assistant/model.ts';
import type { MenuEnv } from './env.ts';
import { PrismaClient } from './generated/client.ts';
import { sweepLogs } from './history/prune-log.ts';

/** The dependencies of menu's routes. */
export interface Deps {
  db: PrismaClient;
  /** The connections that `db` uses, for hand-written SQL. */
  pool: Pool;
  changePublisher: ChangePublisher;
  /** The AI, where one is set up. */
  assistant: Assistant | undefined;
  checkToken: TokenCheck;
  serviceToken: string;
  log: Logger;
  metrics: Metrics;
  requests: Requests;
  ready(): Promise<boolean>;
  warmUp(): Promise<unknown>;
  close(): Promise<void>;
}

export interface DepsOptions {
  /** How long the AI may take for an answer, and how long a question may wait before, in milliseconds. */
  assistantMs?: number;
  assistantWaitMs?: number;
  log?: Logger;
}

/** Creates menu's dependencies. */
export function makeDeps(
  env: MenuEnv,
  {
    assistantMs = ASSISTANT_TIMEOUT_MS,
    assistantWaitMs = QUESTION_WAIT_MS,
    log = makeLog('menu', env.LOG_LEVEL),
  }: DepsOptions = {},
): Deps {
  const metrics = makeMetrics();
  const requests = makeRequests('menu', log, metrics);
  const pool = makePool(env.DATABASE_URL, 'menu', log);
  watchPool(metrics, pool);
  const db = new PrismaClient({ adapter: prismaAdapter(pool, 'menu') });
  const redis = makeFailFastRedis(env.REDIS_CACHE_URL, 'menu', log);
  const menuCache = versionedCache(redis, MENU_CACHE_PREFIX, MENU_SOURCES);
  const publisher = makeChangePublisher(redis, menuCache, 'menu', menuChanged, log, {
    pool,
    selectAfter: (time) => `SELECT tenant_id AS "tenantId", version FROM menu_version WHERE changed_at > ${time}`,
  });
  const changePublisher = watchChangePublisher(metrics, menuChanged, publisher);
  const assistant =
    env.AI_URL && env.AI_MODEL
      ? makeAssistant({
          model: makeModel({
            url: env.AI_URL,
            model: env.AI_MODEL,
            apiKey: env.AI_API_KEY,
            answerTokens: env.AI_ANSWER_TOKENS,
          }),
          budget: makeBudget(db, env.AI_DAILY_TOKENS),
          log,
          metrics,
          withinMs: assistantMs,
          waitMs: assistantWaitMs,
        })
      : undefined;
  const stopSweepingKeys = startSweepingKeys(db, log);
  const stopSweepingLogs = startSweeping(() => sweepLogs(db), 'old changes were not swept away', log);
  return {
    db,
    pool,
    changePublisher,
    assistant,
    checkToken: tokenCheck(env.JWT_PUBLIC_KEY),
    serviceToken: env.SERVICE_TOKEN,
    log,
    metrics,
    requests,
    ready: () => databaseAnswers(pool),
    warmUp: () => asTenant(db, NIL_UUID, (tx) => tx.category.findFirst()),
    async close() {
      stopSweepingKeys();
      stopSweepingLogs();
      await changePublisher.close();
      closeRedis(redis);
      await db.$disconnect();
      await pool.end();
    },
  };
}
