import { pricingText } from '@tavola/contracts/pricing.ts';
import { adminTwoFactor, calledEnv, readEnv, redisUrl, serviceEnv } from '@tavola/service-kit/runtime/env.ts';

const shape = (isProduction: boolean) => ({
  ...serviceEnv,
  REDIS_QUEUE_URL: redisUrl,
  ...calledEnv('admin'),
  ADMIN_TWO_FACTOR: adminTwoFactor(isProduction),
  /** What the front page says of prices, as JSON; nothing by default. */
  PRICING: pricingText.default({ plans: [] }),
});

/** admin's settings from the environment. */
export const readServiceEnv = (source = process.env) => readEnv(shape(source.NODE_ENV === 'production'), source);
export type AdminEnv = ReturnType<typeof readServiceEnv>;
