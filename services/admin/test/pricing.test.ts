import { keys, SERVICE_TOKEN } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { readServiceEnv } from '../src/env.ts';
import { PRICES, startAdmin } from './setup.ts';

const none = () => undefined;
const { call } = await startAdmin(none, none);

const given = {
  PORT: '0',
  DATABASE_URL: 'postgres://admin@localhost/tavola',
  REDIS_QUEUE_URL: 'redis://localhost',
  JWT_PUBLIC_KEY: keys.publicKey,
  SERVICE_TOKEN,
  ...Object.fromEntries(
    ['AUTH', 'MENU', 'PUBLIC_MENU', 'QR', 'MEDIA', 'ANALYTICS'].map((name) => [`${name}_URL`, 'http://localhost:1']),
  ),
};
const read = (PRICING: string) => readServiceEnv({ ...given, PRICING }).PRICING;
const plan = (more: object) => JSON.stringify({ plans: [{ name: 'Osteria', price: '$29', ...more }] });

it('GET /api/pricing tells anyone what the operator charges', async () => {
  const { status, body } = await call('GET', '/api/pricing');
  expect([status, body]).toEqual([200, PRICES]);
});

describe('PRICING', () => {
  it('is optional, and so are what is in a plan and its link', () => {
    expect(read('')).toEqual({ plans: [] });
    expect(read(plan({}))).toEqual({ plans: [{ name: 'Osteria', price: '$29', includes: [] }] });
    expect(read(JSON.stringify(PRICES))).toEqual(PRICES);
  });

  it.each([
    ['{', 'it is not JSON'],
    ['[]', 'it must be an object with plans'],
    ['{}', 'plans is missing'],
    ['{"plans":[]}', 'plans is empty'],
    ['{"plans":[7]}', 'plans[0] must be an object'],
    ['{"plan":[]}', 'it has unknown fields: plan'],
    ['{"plans":[{"name":"Osteria"}]}', 'plans[0].price is missing'],
    [plan({ price: 29 }), 'plans[0].price must be text'],
    [plan({ name: ' ' }), 'plans[0].name is empty'],
    [plan({ name: 'x'.repeat(41) }), 'plans[0].name is longer than 40 characters'],
    [plan({ includes: ['Menus', ''] }), 'plans[0].includes[1] is empty'],
    [plan({ includes: Array(13).fill('Menus') }), 'plans[0].includes has more than 12 entries'],
    [plan({ links: '/signup' }), 'plans[0] has unknown fields: links'],
    [plan({ link: 'javascript:alert(1)' }), 'plans[0].link must begin with https://, mailto: or /'],
    [plan({ link: '//evil.example' }), 'plans[0].link must begin with'],
    [JSON.stringify({ plans: Array(5).fill({ name: 'Osteria', price: '$29' }) }), 'plans has more than 4 entries'],
    [' '.repeat(50_001), 'is longer than 50,000 characters'],
  ])('is refused with the name of the wrong field: %s', (text, reason) => {
    expect(() => read(text)).toThrow(`PRICING: ${reason}`);
  });
});
