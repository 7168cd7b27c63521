import { randomUUID } from 'node:crypto';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { expect, it } from 'vitest';
import { reactions, startFakeModel } from '../../../services/menu/test/fake-model.ts';
import { startSite } from '../harness/in-process.ts';

// Whom the AI answers, through the gateway, with the real auth.

const model = await startFakeModel();
const site = await startSite({ names: ['auth', 'gateway'] });
await site.start('menu', { AI_URL: `${model.url}/v1`, AI_MODEL: 'menu-model' });
const { call } = site.processOf('gateway');

it('a new owner asks the AI once the address is confirmed, without signing in again', async () => {
  const slug = `s-${randomUUID()}`;
  const account = {
    email: `${slug}@example.com`,
    password: 'open sesame',
    name: 'Ada',
    restaurantName: 'Da Ada',
    slug,
  };
  const { token, user } = (await call('POST', '/api/auth/signup', { body: account })).body;
  model.otherwise(reactions.answers({ description: 'With sage.', oftenContains: [] }));
  const ask = () => call('POST', '/api/assistant/dish', { token, body: { name: 'Gnocchi', language: 'en' } });
  const refused = await ask();
  expectProblem(refused, 409);
  expect(refused.body).toMatchObject({
    type: 'urn:tavola:problem:email-unconfirmed',
    detail: 'Confirm your email address to use the AI. Open the link we emailed you.',
  });
  expect(model.asked).toEqual([]);
  await site.database.rows('UPDATE auth."user" SET email_confirmed_at = now() WHERE id = $1', [user.id]);
  expect((await ask()).status).toBe(200);
});
