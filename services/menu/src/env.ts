import { postgresUrl, processEnv, readEnv, redisUrl, secret } from '@tavola/service-kit/env.ts';
import { z } from 'zod';

const shape = {
  ...processEnv,
  DATABASE_URL: postgresUrl,
  REDIS_CACHE_URL: redisUrl,
  JWT_PUBLIC_KEY: z.string().includes('PUBLIC KEY', { error: 'must be a PEM public key' }),
  SERVICE_TOKEN: secret,
};

/** menu's settings from the environment. */
export const readMenuEnv = (source = process.env) => readEnv(shape, source);
export type MenuEnv = ReturnType<typeof readMenuEnv>;
