import type { ServiceName } from '@tavola/contracts/topology.ts';
import { asTenant, NIL_UUID } from '@tavola/service-kit/data/postgres.ts';
import { makeServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { registerQueueMetrics } from '@tavola/service-kit/messaging/queue-metrics.ts';
import { type ServiceDeps, serviceDeps } from '@tavola/service-kit/runtime/service-deps.ts';
import { startSweeping } from '@tavola/service-kit/runtime/sweeping.ts';
import type { MediaEnv } from './env.ts';
import { PrismaClient } from './generated/client.ts';
import { type ClosedRestaurants, closedRestaurants } from './picture/closed-restaurants.ts';
import { sweep } from './picture/sweep.ts';
import { type UploadQueue, uploadQueue } from './picture/upload-queue.ts';
import type { Showing } from './picture/used-pictures.ts';
import type { Storage } from './storage/storage.ts';
import { storageAt } from './storage/storage-at.ts';

/** Everything that media's routes need. */
export interface Deps extends ServiceDeps<PrismaClient>, Showing {
  storage: Storage;
  queue: UploadQueue;
  closed: ClosedRestaurants;
  warmUp(): Promise<unknown>;
}

/** Creates media's dependencies. */
export function makeDeps(env: MediaEnv): Deps {
  const common = serviceDeps('media', env, { makeDb: (options) => new PrismaClient(options) });
  const { db, log, metrics } = common;
  const storage = storageAt(env.STORAGE_URL);
  const queue = uploadQueue(env.REDIS_QUEUE_URL, log);
  registerQueueMetrics(metrics, [queue.jobs]);
  const client = <Name extends ServiceName>(name: Name, url: string) =>
    makeServiceClient({ name, url, serviceToken: env.SERVICE_TOKEN });
  const auth = client('auth', env.AUTH_URL);
  const closed = closedRestaurants(auth, storage, log);
  const menu = client('menu', env.MENU_URL);
  const sweeping = { db, storage, queue, menu, auth };
  const stopSweeping = startSweeping(() => sweep(sweeping), 'unused pictures are still there', log);
  return {
    ...common,
    storage,
    queue,
    closed,
    menu,
    auth,
    warmUp: () => asTenant(db, NIL_UUID, (tx) => tx.picture.findFirst()),
    async close() {
      stopSweeping();
      await closed.close();
      await queue.close();
      await common.close();
    },
  };
}
