import { baseUrl, readEnv, redisUrl, serviceEnv } from '@tavola/service-kit/runtime/env.ts';

const shape = {
  ...serviceEnv,
  REDIS_QUEUE_URL: redisUrl,
  AUTH_URL: baseUrl,
  MENU_URL: baseUrl,
  QR_URL: baseUrl,
};

/** analytics' settings from the environment. */
export const readAnalyticsEnv = (source = process.env) => readEnv(shape, source);
export type AnalyticsEnv = ReturnType<typeof readAnalyticsEnv>;
