import { baseUrl, postgresUrl, processEnv, readEnv, secret } from '@tavola/service-kit/env.ts';
import { z } from 'zod';

const shape = {
  ...processEnv,
  DATABASE_URL: postgresUrl,
  AUTH_URL: baseUrl,
  MENU_URL: baseUrl,
  JWT_PUBLIC_KEY: z.string().includes('PUBLIC KEY', { error: 'must be a PEM public key' }),
  SERVICE_TOKEN: secret,
};

/** admin's settings from the environment. */
export const readAdminEnv = (source = process.env) => readEnv(shape, source);
export type AdminEnv = ReturnType<typeof readAdminEnv>;
