import { baseUrl, calledEnv, EnvError, readEnv, redisUrl, serviceEnv } from '@tavola/service-kit/runtime/env.ts';
import { z } from 'zod';

const shape = {
  ...serviceEnv,
  ...calledEnv('menu'),
  REDIS_CACHE_URL: redisUrl,
  /** An OpenAI-compatible API, with its version (`https://host/v1`). Without it there is no AI. */
  AI_URL: baseUrl.optional(),
  AI_MODEL: z.string().optional(),
  /** How many tokens an answer may have: not more than the model can write. */
  AI_ANSWER_TOKENS: z.coerce.number().int().min(500).max(200_000).default(16_000),
  /** How many tokens a restaurant may use a day. */
  AI_DAILY_TOKENS: z.coerce.number().int().min(1_000).max(1_000_000_000).default(200_000),
  /** How many tokens all restaurants together may use a day; by default as many as `RESTAURANTS_PAID_FOR` may. */
  AI_TOTAL_DAILY_TOKENS: z.coerce.number().int().min(1_000).max(1_000_000_000_000).optional(),
};

/** How many restaurants may use all of their daily tokens, unless AI_TOTAL_DAILY_TOKENS says otherwise. */
const RESTAURANTS_PAID_FOR = 25;

const aiKey = { AI_API_KEY: z.string().optional() };

/**
 * menu's settings from the environment.
 * @throws EnvError also if the AI's settings are incomplete.
 */
export function readServiceEnv(source = process.env): MenuEnv {
  const hasKey = Boolean(source.AI_API_KEY || source.AI_API_KEY_FILE);
  const env = readEnv(shape, source);
  if (env.AI_URL && !env.AI_MODEL) throw new EnvError('AI_MODEL is not set: AI_URL needs it.');
  if (!env.AI_URL && env.AI_MODEL) throw new EnvError('AI_URL is not set: AI_MODEL needs it.');
  // Without an AI nobody needs the key, and its file may be missing.
  return {
    ...env,
    AI_TOTAL_DAILY_TOKENS: env.AI_TOTAL_DAILY_TOKENS ?? RESTAURANTS_PAID_FOR * env.AI_DAILY_TOKENS,
    ...(hasKey && env.AI_URL ? readEnv(aiKey, source) : {}),
  };
}
export type MenuEnv = z.infer<z.ZodObject<typeof shape & typeof aiKey>> & { AI_TOTAL_DAILY_TOKENS: number };
