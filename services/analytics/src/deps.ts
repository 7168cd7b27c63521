import { randomUUID } from 'node:crypto';
import { type Visit, visitStream } from '@tavola/contracts/events.ts';
import { type TokenCheck, tokenCheck } from '@tavola/service-kit/access.ts';
import { type Logger, makeLog } from '@tavola/service-kit/log.ts';
import { makeNeighbour, type Neighbour } from '@tavola/service-kit/neighbour.ts';
import { databaseAnswers, makePool, prismaAdapter } from '@tavola/service-kit/postgres.ts';
import { closeRedis, makeBlockingRedis, makeRedis } from '@tavola/service-kit/redis.ts';
import { consumeStream, tellStream } from '@tavola/service-kit/stream.ts';
import type { AnalyticsEnv } from './env.ts';
import { PrismaClient } from './generated/client.ts';
import { countVisits } from './visit/count-visits.ts';
import { knownTenants } from './visit/known-tenants.ts';

/** All that analytics' routes need. */
export interface Deps {
  db: PrismaClient;
  menu: Neighbour;
  tellVisit(visit: Visit): Promise<void>;
  checkToken: TokenCheck;
  log: Logger;
  ready(): Promise<boolean>;
  close(): Promise<void>;
}

/** Makes what analytics runs on, and starts counting what waits in the stream of visits. */
export function makeDeps(env: AnalyticsEnv): Deps {
  const log = makeLog('analytics', env.LOG_LEVEL);
  const pool = makePool(env.DATABASE_URL, 'analytics', log);
  const db = new PrismaClient({ adapter: prismaAdapter(pool, 'analytics') });
  const redis = makeRedis(env.REDIS_QUEUE_URL, 'analytics', log);
  const consuming = makeBlockingRedis(env.REDIS_QUEUE_URL, 'analytics-consumer', log);
  const neighbour = (name: string, url: string) => makeNeighbour({ name, url, serviceToken: env.SERVICE_TOKEN });
  const isKnown = knownTenants(neighbour('auth', env.AUTH_URL));
  const consumer = consumeStream(
    consuming,
    visitStream,
    { group: 'analytics', consumer: randomUUID(), log },
    (visits) => countVisits(db, isKnown, visits),
  );
  return {
    db,
    menu: neighbour('menu', env.MENU_URL),
    tellVisit: (visit) => tellStream(redis, visitStream, visit),
    checkToken: tokenCheck(env.JWT_PUBLIC_KEY),
    log,
    ready: () => databaseAnswers(pool),
    async close() {
      await consumer.close();
      closeRedis(consuming);
      closeRedis(redis);
      await db.$disconnect();
      await pool.end();
    },
  };
}
