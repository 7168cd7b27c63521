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
import { z } from 'zod';

const workerShape = {
  ...workerEnv,
  DATABASE_URL: postgresUrl,
  REDIS_QUEUE_URL: redisUrl,
  /** Where files are kept: `file:///a/folder`, the same for all processes. */
  STORAGE_URL: z.url({ protocol: /^file$/, error: 'must be a file:// URL' }),
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
