import { baseUrl, processEnv, readEnv, redisUrl, secret } from '@tavola/service-kit/env.ts';

const shape = {
  ...processEnv,
  REDIS_CACHE_URL: redisUrl,
  AUTH_URL: baseUrl,
  MENU_URL: baseUrl,
  SERVICE_TOKEN: secret,
};

/** public-menu's settings from the environment. */
export const readPublicMenuEnv = (source = process.env) => readEnv(shape, source);
export type PublicMenuEnv = ReturnType<typeof readPublicMenuEnv>;
