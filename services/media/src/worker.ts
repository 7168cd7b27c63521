import { watchPool } from '@tavola/service-kit/data/pool-metrics.ts';
import { databaseAnswers, makePool, prismaAdapter } from '@tavola/service-kit/data/postgres.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { makeMetrics } from '@tavola/service-kit/observability/metrics.ts';
import { run } from '@tavola/service-kit/runtime/lifecycle.ts';
import { readWorkerEnv } from './env.ts';
import { PrismaClient } from './generated/client.ts';
import { startWorker } from './start-worker.ts';

run('media-worker', () => {
  const env = readWorkerEnv();
  const log = makeLog('media-worker', env.LOG_LEVEL);
  const pool = makePool(env.DATABASE_URL, 'media-worker', log, 2);
  const db = new PrismaClient({ adapter: prismaAdapter(pool, 'media') });
  const metrics = makeMetrics();
  watchPool(metrics, pool);
  const worker = startWorker(db, env, log, metrics);
  return {
    env,
    log,
    metrics,
    ready: async () => worker.isUp() && (await databaseAnswers(pool)),
    async stop() {
      await worker.close();
      await db.$disconnect();
      await pool.end();
    },
  };
});
