import { baseUrl, postgresUrl, processEnv, publicKeyPem, readEnv, secret } from '@tavola/service-kit/env.ts';

const shape = {
  ...processEnv,
  DATABASE_URL: postgresUrl,
  AUTH_URL: baseUrl,
  MENU_URL: baseUrl,
  JWT_PUBLIC_KEY: publicKeyPem,
  SERVICE_TOKEN: secret,
};

/** admin's settings from the environment. */
export const readAdminEnv = (source = process.env) => readEnv(shape, source);
export type AdminEnv = ReturnType<typeof readAdminEnv>;
