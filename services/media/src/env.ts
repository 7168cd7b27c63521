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
import { storageUrl } from './storage/storage-at.ts';

const workerShape = {
  ...workerEnv,
  DATABASE_URL: postgresUrl,
  REDIS_QUEUE_URL: redisUrl,
  /** Where files are kept, the same for all processes. */
  STORAGE_URL: storageUrl,
};

const shape = {
  ...processEnv,
  ...workerShape,
  AUTH_URL: baseUrl,
  MENU_URL: baseUrl,
  JWT_PUBLIC_KEY: publicKeyPem,
  SERVICE_TOKEN: secret,
};

/** media's settings from the environment. */
export const readMediaEnv = (source = process.env) => readEnv(shape, source);
export type MediaEnv = ReturnType<typeof readMediaEnv>;

/** The settings of media's worker from the environment. */
export const readWorkerEnv = (source = process.env) => readEnv(workerShape, source);
