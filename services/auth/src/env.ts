import { PASSWORD_MIN_LENGTH, PRODUCT_NAME } from '@tavola/contracts/product.ts';
import {
  baseUrl,
  pageUrl,
  rateLimitFactor,
  readEnv,
  redisUrl,
  secret,
  serviceEnv,
} from '@tavola/service-kit/runtime/env.ts';
import { z } from 'zod';

/** Where mail goes; see `makeMailer`. */
const mailUrl = z.url({
  protocol: /^(smtps?|file|console)$/,
  error: 'must be an smtp://, smtps://, file:/// or console: URL',
});

/** Production requires the mail settings; elsewhere they have defaults. */
const shape = (isProduction: boolean) => ({
  ...serviceEnv,
  REDIS_CACHE_URL: redisUrl,
  /** PEM (PKCS #8) of the EC P-256 key that signs access tokens. */
  JWT_PRIVATE_KEY: z.string().includes('PRIVATE KEY', { error: 'must be a PEM private key' }),
  PASSWORD_MIN_LENGTH: z.coerce.number().int().min(PASSWORD_MIN_LENGTH).max(64).default(PASSWORD_MIN_LENGTH),
  RATE_LIMIT_FACTOR: rateLimitFactor,
  /** Encrypts the secrets of authenticator apps. After a change of this key, no code is accepted any more. */
  TWO_FACTOR_KEY: secret,
  /** The site's origin, for links in mail. */
  PUBLIC_ORIGIN: baseUrl,
  MAIL_URL: isProduction ? mailUrl : mailUrl.default('console:'),
  /** The sender of mail, as in `Tavola <no-reply@tavola.example>`. */
  MAIL_FROM: isProduction ? z.string() : z.string().default(`${PRODUCT_NAME} <no-reply@localhost>`),
  /** Who helps owners. Without it, nothing says that somebody does. */
  SUPPORT_EMAIL: z
    .email({ error: 'must be an e-mail address' })
    .max(254, { error: 'is longer than 254 characters' })
    .optional(),
  TERMS_URL: pageUrl.optional(),
  PRIVACY_URL: pageUrl.optional(),
});

/** auth's settings from the environment. */
export const readServiceEnv = (source = process.env) => readEnv(shape(source.NODE_ENV === 'production'), source);
export type AuthEnv = ReturnType<typeof readServiceEnv>;
