import { type Logger, makeLog } from '@tavola/service-kit/log.ts';
import { makeNeighbour } from '@tavola/service-kit/neighbour.ts';
import { closeRedis, makeRedis } from '@tavola/service-kit/redis.ts';
import type { PublicMenuEnv } from './env.ts';
import { type MenuCache, menuCache } from './menu/menu-cache.ts';
import { type MenuOrigin, menuOrigin } from './menu/menu-origin.ts';

/** All that public-menu's routes need. */
export interface Deps {
  cache: MenuCache;
  origin: MenuOrigin;
  log: Logger;
  ready(): boolean;
  close(): Promise<void>;
}

/** Makes what public-menu runs on. */
export function makeDeps(env: PublicMenuEnv): Deps {
  const log = makeLog('public-menu', env.LOG_LEVEL);
  const redis = makeRedis(env.REDIS_CACHE_URL, 'public-menu', log);
  const neighbour = (name: string, url: string) => makeNeighbour({ name, url, serviceToken: env.SERVICE_TOKEN });
  return {
    cache: menuCache(redis),
    origin: menuOrigin(neighbour('auth', env.AUTH_URL), neighbour('menu', env.MENU_URL)),
    log,
    // It answers from the origin without Redis, and from Redis without the origin.
    ready: () => true,
    async close() {
      closeRedis(redis);
    },
  };
}
