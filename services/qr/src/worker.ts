import { watchPool } from '@tavola/service-kit/data/pool-metrics.ts';
import { databaseAnswers, makePool, prismaAdapter } from '@tavola/service-kit/data/postgres.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { makeMetrics } from '@tavola/service-kit/observability/metrics.ts';
import { run } from '@tavola/service-kit/runtime/lifecycle.ts';
import { readWorkerEnv } from './env.ts';
import { PrismaClient } from './generated/client.ts';
import { startWorkers } from './workers.ts';

run('qr-worker', () => {
  const env = readWorkerEnv();
  const log = makeLog('qr-worker', env.LOG_LEVEL);
  const pool = makePool(env.DATABASE_URL, 'qr-worker', log, 4);
  const db = new PrismaClient({ adapter: prismaAdapter(pool, 'qr') });
  const metrics = makeMetrics();
  watchPool(metrics, pool);
  const workers = startWorkers(db, env.REDIS_QUEUE_URL, log, metrics);
  return {
    env,
    log,
    metrics,
    ready: async () => workers.isUp() && (await databaseAnswers(pool)),
    async stop() {
      await workers.close();
      await db.$disconnect();
      await pool.end();
    },
  };
});
