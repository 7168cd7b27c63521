import { keys, SERVICE_TOKEN } from '@tavola/test-kit/tokens.ts';
import { expect, it } from 'vitest';
import { readServiceEnv } from '../src/env.ts';

const COMPLETE = {
  PORT: '0',
  DATABASE_URL: 'postgres://menu@localhost/tavola',
  REDIS_CACHE_URL: 'redis://localhost',
  AUTH_URL: 'http://localhost:1',
  JWT_PUBLIC_KEY: keys.publicKey,
  SERVICE_TOKEN,
};
const AI = { AI_URL: 'https://ai.example/v1/', AI_MODEL: 'small' };

it('works without an AI, and with one that needs no key', () => {
  expect(readServiceEnv({ ...COMPLETE, AI_URL: '', AI_MODEL: '' })).not.toHaveProperty('AI_URL');
  for (const ignored of [{ AI_API_KEY: 'sk-1' }, { AI_API_KEY_FILE: '/none/ai_api_key' }]) {
    expect(readServiceEnv({ ...COMPLETE, ...ignored })).not.toHaveProperty('AI_API_KEY');
  }
  expect(readServiceEnv({ ...COMPLETE, ...AI })).toMatchObject({
    AI_URL: 'https://ai.example/v1',
    AI_MODEL: 'small',
    AI_DAILY_TOKENS: 200_000,
    AI_TOTAL_DAILY_TOKENS: 5_000_000,
    AI_ANSWER_TOKENS: 16_000,
  });
  expect(readServiceEnv({ ...COMPLETE, AI_DAILY_TOKENS: '1000' })).toMatchObject({ AI_TOTAL_DAILY_TOKENS: 25_000 });
});

it.each([
  { given: { AI_URL: AI.AI_URL }, says: 'AI_MODEL is not set: AI_URL needs it.' },
  { given: { AI_MODEL: 'small' }, says: 'AI_URL is not set: AI_MODEL needs it.' },
  { given: { ...AI, AI_API_KEY_FILE: '/none/ai_api_key' }, says: 'AI_API_KEY_FILE: cannot read /none/ai_api_key' },
  { given: { ...AI, AI_URL: 'ai.example' }, says: 'AI_URL: must be an http(s) URL' },
])('with half of an AI says what is missing: $says', ({ given, says }) => {
  expect(() => readServiceEnv({ ...COMPLETE, ...given })).toThrow(says);
});
