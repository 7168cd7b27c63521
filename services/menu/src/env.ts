import {
  baseUrl,
  EnvError,
  postgresUrl,
  processEnv,
  publicKeyPem,
  readEnv,
  redisUrl,
  secret,
} from '@tavola/service-kit/runtime/env.ts';
import { z } from 'zod';

const shape = {
  ...processEnv,
  DATABASE_URL: postgresUrl,
  REDIS_CACHE_URL: redisUrl,
  JWT_PUBLIC_KEY: publicKeyPem,
  SERVICE_TOKEN: secret,
  /** An OpenAI-compatible API, with its version (`https://host/v1`). Without it there is no AI. */
  AI_URL: baseUrl.optional(),
  AI_MODEL: z.string().optional(),
  AI_API_KEY: z.string().optional(),
  /** How many tokens a restaurant may use a day. */
  AI_DAILY_TOKENS: z.coerce.number().int().min(1_000).max(1_000_000_000).default(200_000),
};

/**
 * menu's settings from the environment.
 * @throws EnvError also if the AI's settings are incomplete.
 */
export function readMenuEnv(source = process.env) {
  const env = readEnv(shape, source);
  if (env.AI_URL && !env.AI_MODEL) throw new EnvError('AI_MODEL is not set: AI_URL needs it.');
  if (!env.AI_URL && (env.AI_MODEL || env.AI_API_KEY)) {
    throw new EnvError(`AI_URL is not set: ${env.AI_MODEL ? 'AI_MODEL' : 'AI_API_KEY'} needs it.`);
  }
  return env;
}
export type MenuEnv = ReturnType<typeof readMenuEnv>;
