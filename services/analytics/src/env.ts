import { baseUrl, postgresUrl, processEnv, readEnv, redisUrl, secret } from '@tavola/service-kit/env.ts';
import { z } from 'zod';

const shape = {
  ...processEnv,
  DATABASE_URL: postgresUrl,
  REDIS_QUEUE_URL: redisUrl,
  AUTH_URL: baseUrl,
  MENU_URL: baseUrl,
  JWT_PUBLIC_KEY: z.string().includes('PUBLIC KEY', { error: 'must be a PEM public key' }),
  SERVICE_TOKEN: secret,
};

/** analytics' settings from the environment. */
export const readAnalyticsEnv = (source = process.env) => readEnv(shape, source);
export type AnalyticsEnv = ReturnType<typeof readAnalyticsEnv>;
