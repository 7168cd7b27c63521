import {
  baseUrl,
  postgresUrl,
  processEnv,
  publicKeyPem,
  readEnv,
  redisUrl,
  secret,
} from '@tavola/service-kit/runtime/env.ts';

const shape = {
  ...processEnv,
  DATABASE_URL: postgresUrl,
  REDIS_QUEUE_URL: redisUrl,
  AUTH_URL: baseUrl,
  MENU_URL: baseUrl,
  QR_URL: baseUrl,
  JWT_PUBLIC_KEY: publicKeyPem,
  SERVICE_TOKEN: secret,
};

/** analytics' settings from the environment. */
export const readAnalyticsEnv = (source = process.env) => readEnv(shape, source);
export type AnalyticsEnv = ReturnType<typeof readAnalyticsEnv>;
