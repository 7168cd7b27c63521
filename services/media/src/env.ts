import { calledEnv, postgresUrl, readEnv, redisUrl, serviceEnv, workerEnv } from '@tavola/service-kit/runtime/env.ts';
import { storageUrl } from './storage/storage-at.ts';

const workerShape = {
  ...workerEnv,
  DATABASE_URL: postgresUrl,
  REDIS_QUEUE_URL: redisUrl,
  /** Where files are kept, the same for all processes. */
  STORAGE_URL: storageUrl,
};

const shape = {
  ...serviceEnv,
  ...workerShape,
  ...calledEnv('media'),
};

/** media's settings from the environment. */
export const readServiceEnv = (source = process.env) => readEnv(shape, source);
export type MediaEnv = ReturnType<typeof readServiceEnv>;

/** The settings of media's worker from the environment. */
export const readWorkerEnv = (source = process.env) => readEnv(workerShape, source);
export type WorkerEnv = ReturnType<typeof readWorkerEnv>;
