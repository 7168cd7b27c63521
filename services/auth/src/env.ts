import { PASSWORD_MIN_LENGTH } from '@tavola/contracts/product.ts';
import { postgresUrl, processEnv, publicKeyPem, readEnv, redisUrl, secret } from '@tavola/service-kit/env.ts';
import { z } from 'zod';

const shape = {
  ...processEnv,
  DATABASE_URL: postgresUrl,
  REDIS_CACHE_URL: redisUrl,
  /** PEM (PKCS #8) of the EC P-256 key that signs access tokens. */
  JWT_PRIVATE_KEY: z.string().includes('PRIVATE KEY', { error: 'must be a PEM private key' }),
  JWT_PUBLIC_KEY: publicKeyPem,
  SERVICE_TOKEN: secret,
  PASSWORD_MIN_LENGTH: z.coerce.number().int().min(PASSWORD_MIN_LENGTH).max(64).default(PASSWORD_MIN_LENGTH),
};

/** auth's settings from the environment. */
export const readAuthEnv = (source = process.env) => readEnv(shape, source);
export type AuthEnv = ReturnType<typeof readAuthEnv>;
