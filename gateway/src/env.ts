import { baseUrl, processEnv, publicKeyPem, readEnv } from '@tavola/service-kit/env.ts';

const shape = {
  ...processEnv,
  AUTH_URL: baseUrl,
  MENU_URL: baseUrl,
  PUBLIC_MENU_URL: baseUrl,
  QR_URL: baseUrl,
  ANALYTICS_URL: baseUrl,
  ADMIN_URL: baseUrl,
  JWT_PUBLIC_KEY: publicKeyPem,
};

/** The gateway's settings from the environment. */
export const readGatewayEnv = (source = process.env) => readEnv(shape, source);
export type GatewayEnv = ReturnType<typeof readGatewayEnv>;
