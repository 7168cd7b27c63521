import { postgresUrl, processEnv, publicKeyPem, readEnv, redisUrl, secret } from '@tavola/service-kit/runtime/env.ts';

const shape = {
  ...processEnv,
  DATABASE_URL: postgresUrl,
  REDIS_CACHE_URL: redisUrl,
  JWT_PUBLIC_KEY: publicKeyPem,
  SERVICE_TOKEN: secret,
};

/** menu's settings from the environment. */
export const readMenuEnv = (source = process.env) => readEnv(shape, source);
export type MenuEnv = ReturnType<typeof readMenuEnv>;
