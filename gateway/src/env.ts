import {
  adminTwoFactor,
  calledEnv,
  processEnv,
  publicKeyPem,
  rateLimitFactor,
  readEnv,
  redisUrl,
  secret,
} from '@tavola/service-kit/runtime/env.ts';
import { z } from 'zod';
import { DEFAULT_TRUSTED_PROXIES, proxyList } from './client-address.ts';

const trustedProxies = z
  .string()
  .default(DEFAULT_TRUSTED_PROXIES)
  .transform((text, context) => {
    try {
      return proxyList(text);
    } catch (error) {
      context.addIssue((error as Error).message);
      return z.NEVER;
    }
  });

const shape = (isProduction: boolean) => ({
  ...processEnv,
  ...calledEnv('gateway'),
  REDIS_CACHE_URL: redisUrl,
  JWT_PUBLIC_KEY: publicKeyPem,
  SERVICE_TOKEN: secret,
  ADMIN_TWO_FACTOR: adminTwoFactor(isProduction),
  /** How long a signed-in user waits for a response before a 503, in milliseconds. Routes with `isSlow` have no such limit. */
  ANSWER_WITHIN_MS: z.coerce.number().int().min(100).default(1_700),
  /** Proxies whose X-Forwarded-For is trusted: addresses and networks, separated by commas. */
  TRUSTED_PROXIES: trustedProxies,
  RATE_LIMIT_FACTOR: rateLimitFactor,
});

/** The gateway's settings from the environment. */
export const readGatewayEnv = (source = process.env) => readEnv(shape(source.NODE_ENV === 'production'), source);
