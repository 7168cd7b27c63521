import { run, stopOnSignal } from '@tavola/service-kit/lifecycle.ts';
import { makeLog } from '@tavola/service-kit/log.ts';
import { makePool, prismaAdapter } from '@tavola/service-kit/postgres.ts';
import { readWorkerEnv } from './env.ts';
import { PrismaClient } from './generated/client.ts';
import { startWorkers } from './workers.ts';

run('qr-worker', async () => {
  const env = readWorkerEnv();
  const log = makeLog('qr-worker', env.LOG_LEVEL);
  const pool = makePool(env.DATABASE_URL, 'qr-worker', log, 4);
  const db = new PrismaClient({ adapter: prismaAdapter(pool, 'qr') });
  const workers = startWorkers(db, env.REDIS_QUEUE_URL, log);
  log.info('qr-worker is up');
  stopOnSignal(log, async () => {
    await workers.close();
    await db.$disconnect();
    await pool.end();
  });
});
