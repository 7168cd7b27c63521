import { calledEnv, readEnv, redisUrl, serviceEnv } from '@tavola/service-kit/runtime/env.ts';

const shape = {
  ...serviceEnv,
  REDIS_QUEUE_URL: redisUrl,
  ...calledEnv('analytics'),
};

/** analytics' settings from the environment. */
export const readServiceEnv = (source = process.env) => readEnv(shape, source);
export type AnalyticsEnv = ReturnType<typeof readServiceEnv>;
