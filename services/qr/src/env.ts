import {
  baseUrl,
  postgresUrl,
  processEnv,
  publicKeyPem,
  readEnv,
  redisUrl,
  secret,
  workerEnv,
} from '@tavola/service-kit/runtime/env.ts';

const workerShape = {
  ...workerEnv,
  DATABASE_URL: postgresUrl,
  REDIS_QUEUE_URL: redisUrl,
};

const shape = {
  ...processEnv,
  ...workerShape,
  AUTH_URL: baseUrl,
  JWT_PUBLIC_KEY: publicKeyPem,
  SERVICE_TOKEN: secret,
  /** Where diners find the site; what printed codes lead to. */
  PUBLIC_ORIGIN: baseUrl,
};

/** qr's settings from the environment. */
export const readQrEnv = (source = process.env) => readEnv(shape, source);
export type QrEnv = ReturnType<typeof readQrEnv>;

/** The settings of qr's worker. */
export const readWorkerEnv = (source = process.env) => readEnv(workerShape, source);
export type WorkerEnv = ReturnType<typeof readWorkerEnv>;
