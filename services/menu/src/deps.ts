import { ASSISTANT_TIMEOUT_MS, ASSISTANT_WAIT_MS } from '@tavola/contracts/assistant.ts';
import { menuChanged } from '@tavola/contracts/events.ts';
import { MENU_CACHE_PREFIX, MENU_SOURCES } from '@tavola/contracts/public-menu.ts';
import { asTenant, NIL_UUID } from '@tavola/service-kit/data/postgres.ts';
import { closeRedis, makeFailFastRedis } from '@tavola/service-kit/data/redis.ts';
import { versionedCache } from '@tavola/service-kit/data/versioned-cache.ts';
import { startSweepingKeys } from '@tavola/service-kit/http/idempotency.ts';
import { makeServiceClient } from '@tavola/service-kit/http/service-client.ts';
import {
  type ChangePublisher,
  makeChangePublisher,
  measuredPublisher,
} from '@tavola/service-kit/messaging/change-publisher.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import { type ServiceDeps, serviceDeps } from '@tavola/service-kit/runtime/service-deps.ts';
import { startSweeping } from '@tavola/service-kit/runtime/sweeping.ts';
import { type Assistant, makeAssistant } from './assistant/assistant.ts';
import { makeBudget } from './assistant/budget.ts';
import { requireConfirmedEmail } from './assistant/confirmed-email.ts';
import { makeModel } from './assistant/model.ts';
import type { MenuEnv } from './env.ts';
import { PrismaClient } from './generated/client.ts';
import { type LogPruner, makeLogPruner } from './history/prune-log.ts';

/** The dependencies of menu's routes. */
export interface Deps extends ServiceDeps<PrismaClient> {
  changePublisher: ChangePublisher;
  logPruner: LogPruner;
  /** The AI, where one is set up. */
  assistant: Assistant | undefined;
  warmUp(): Promise<unknown>;
}

interface DepsOptions {
  /** How long the AI may take for an answer, and how long a question may wait before that, in milliseconds. */
  assistantMs?: number;
  assistantWaitMs?: number;
  log?: Logger;
}

/** Creates menu's dependencies. */
export function makeDeps(
  env: MenuEnv,
  { assistantMs = ASSISTANT_TIMEOUT_MS, assistantWaitMs = ASSISTANT_WAIT_MS, ...options }: DepsOptions = {},
): Deps {
  const common = serviceDeps('menu', env, { makeDb: (options) => new PrismaClient(options), ...options });
  const { db, pool, log, metrics } = common;
  const redis = makeFailFastRedis(env.REDIS_CACHE_URL, 'menu', log);
  const menuCache = versionedCache(redis, MENU_CACHE_PREFIX, MENU_SOURCES);
  const publisher = makeChangePublisher(redis, menuCache, 'menu', menuChanged, log, {
    pool,
    selectAfter: (time) => `SELECT tenant_id AS "tenantId", version FROM menu_version WHERE changed_at > ${time}`,
  });
  const changePublisher = measuredPublisher(metrics, menuChanged, publisher);
  const auth = makeServiceClient({ name: 'auth', url: env.AUTH_URL, serviceToken: env.SERVICE_TOKEN });
  const assistant =
    env.AI_URL && env.AI_MODEL
      ? makeAssistant({
          model: makeModel({
            url: env.AI_URL,
            model: env.AI_MODEL,
            apiKey: env.AI_API_KEY,
            answerTokens: env.AI_ANSWER_TOKENS,
          }),
          budget: makeBudget(db, { restaurant: env.AI_DAILY_TOKENS, total: env.AI_TOTAL_DAILY_TOKENS }),
          requireConfirmedEmail: (userId) => requireConfirmedEmail(auth, userId),
          log,
          metrics,
          withinMs: assistantMs,
          waitMs: assistantWaitMs,
        })
      : undefined;
  const logPruner = makeLogPruner(db, log);
  const stopSweepingKeys = startSweepingKeys(db, log);
  const stopSweepingLogs = startSweeping(logPruner.sweep, 'logs of changes that are due were not found', log);
  return {
    ...common,
    changePublisher,
    logPruner,
    assistant,
    warmUp: () => asTenant(db, NIL_UUID, (tx) => tx.category.findFirst()),
    async close() {
      stopSweepingKeys();
      stopSweepingLogs();
      await logPruner.close();
      await changePublisher.close();
      closeRedis(redis);
      await common.close();
    },
  };
}
