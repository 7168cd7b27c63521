import { adminTwoFactor, baseUrl, readEnv, serviceEnv } from '@tavola/service-kit/runtime/env.ts';

const shape = (isProduction: boolean) => ({
  ...serviceEnv,
  AUTH_URL: baseUrl,
  MENU_URL: baseUrl,
  PUBLIC_MENU_URL: baseUrl,
  QR_URL: baseUrl,
  MEDIA_URL: baseUrl,
  ANALYTICS_URL: baseUrl,
  ADMIN_TWO_FACTOR: adminTwoFactor(isProduction),
});

/** admin's settings from the environment. */
export const readAdminEnv = (source = process.env) => readEnv(shape(source.NODE_ENV === 'production'), source);
export type AdminEnv = ReturnType<typeof readAdminEnv>;
