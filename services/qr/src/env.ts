import {
  baseUrl,
  calledEnv,
  postgresUrl,
  readEnv,
  redisUrl,
  serviceEnv,
  workerEnv,
} from '@tavola/service-kit/runtime/env.ts';

const workerShape = {
  ...workerEnv,
  DATABASE_URL: postgresUrl,
  REDIS_QUEUE_URL: redisUrl,
};

const shape = {
  ...serviceEnv,
  ...workerShape,
  ...calledEnv('qr'),
  /** The site's public address, to which printed codes lead. */
  PUBLIC_ORIGIN: baseUrl,
};

/** qr's settings from the environment. */
export const readServiceEnv = (source = process.env) => readEnv(shape, source);
export type QrEnv = ReturnType<typeof readServiceEnv>;

/** The settings of qr's worker from the environment. */
export const readWorkerEnv = (source = process.env) => readEnv(workerShape, source);
export type WorkerEnv = ReturnType<typeof readWorkerEnv>;
