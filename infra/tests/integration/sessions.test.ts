import { randomUUID } from 'node:crypto';
import { ownRedis } from '@tavola/test-kit/own-redis.ts';
import { ownMsSince } from '@tavola/test-kit/timed.ts';
import { whileUncommitted } from '@tavola/test-kit/uncommitted.ts';
import { describe, expect, it } from 'vitest';
import { startSite } from '../harness/in-process.ts';

// Gateways reject tokens after a log-out: real services, real database.

const redis = await ownRedis();
const { database, processOf, start } = await startSite({ names: ['auth', 'menu', 'gateway'], redisUrl: redis.url });
const { call } = processOf('gateway');
const gateways = [call, (await start('gateway')).call];

/** How long after its acknowledgement a gateway may miss the end of a session, in milliseconds. */
const END_PROMISE_MS = 1_000;

/** Each gateway's status for this token, on a route of a service without session logic. */
const statuses = (token: string) =>
  Promise.all(gateways.map(async (ask) => (await ask('GET', '/api/categories', { token })).status));

/** Waits, within the promised time, until every gateway rejects the token; after that they must keep rejecting it. */
async function expectRefusedInTime(token: string) {
  const startedAt = performance.now();
  let last = await statuses(token);
  while (ownMsSince(startedAt) < END_PROMISE_MS && last.join() !== '401,401') last = await statuses(token);
  expect(last).toEqual([401, 401]);
  for (let again = 0; again < 3; again++) expect(await statuses(token)).toEqual([401, 401]);
}

/** Signs up an owner. */
async function person() {
  const slug = `s-${randomUUID()}`;
  const account = { email: `${slug}@example.com`, password: 'open sesame' };
  const body = { ...account, name: 'Ada', restaurantName: 'Da Ada', slug };
  const { token } = (await call('POST', '/api/auth/signup', { body })).body;
  const newToken = async (more: object = {}): Promise<string> =>
    (await call('POST', '/api/auth/login', { body: { ...account, ...more } })).body.token;
  return { token: token as string, newToken };
}

describe('within a second of its acknowledgement, on every gateway,', () => {
  it('a log-out everywhere is known, of remembered devices too [P7]', async () => {
    const { token, newToken } = await person();
    const tokens = [token, await newToken(), await newToken({ rememberMe: true })];
    expect((await call('POST', '/api/auth/logout-everywhere', { token })).status).toBe(204);
    await Promise.all(tokens.map((one) => expectRefusedInTime(one)));
  });

  it('many ends at once are all known', { tags: 'full' }, async () => {
    const { newToken } = await person();
    const tokens: string[] = [];
    for (let n = 0; n < 2; n++) tokens.push(...(await Promise.all(Array.from({ length: 10 }, () => newToken()))));
    expect(await statuses(tokens[0] as string)).toEqual([200, 200]);
    await Promise.all(tokens.map((token) => call('POST', '/api/auth/logout', { token })));
    for (const token of tokens) await expectRefusedInTime(token);
  });

  it('a removal from a team is known, also while the member saves something', async () => {
    const [owner, cook] = [await person(), await person()];
    const ask = async (token: string, method: string, path: string, body?: object) =>
      (await call(method, path, { token, ...(body && { body }) })).body;
    const { id: categoryId } = await ask(owner.token, 'POST', '/api/categories', { name: 'Primi' });
    const { id: item } = await ask(owner.token, 'POST', '/api/menu-items', { name: 'Ragù', price: 12, categoryId });
    const { link } = await ask(owner.token, 'POST', '/api/team/invitations', { role: 'staff' });
    const { id: tenantId } = await ask(cook.token, 'POST', '/api/auth/join', { token: link.split('#token=')[1] });
    const { token, user } = await ask(cook.token, 'POST', '/api/auth/switch', { tenantId });
    const saved = await whileUncommitted(
      database,
      'SELECT FROM menu.menu_version WHERE tenant_id = $1 FOR UPDATE',
      [tenantId],
      () => call('PUT', '/api/availability', { token, body: { changes: [{ item, isAvailable: false }] } }),
      async () => {
        expect((await call('DELETE', `/api/team/${user.id}`, { token: owner.token })).status).toBe(204);
        await expectRefusedInTime(token);
      },
    );
    // It was let in before; and the own restaurant stays open.
    expect([saved.status, await statuses(cook.token)]).toEqual([200, [200, 200]]);
  });
});

describe('an ended session stays ended', () => {
  it('with Redis emptied, gone and back: it has no part in this [P7]', async () => {
    const { token, newToken } = await person();
    const other = await newToken();
    await call('POST', '/api/auth/logout', { token });
    await expectRefusedInTime(token);
    await redis.stop();
    expect(await statuses(token)).toEqual([401, 401]);
    await call('POST', '/api/auth/logout', { token: other });
    await expectRefusedInTime(other);
    await redis.start();
    expect([await statuses(token), await statuses(other)].flat()).toEqual([401, 401, 401, 401]);
  });
});
