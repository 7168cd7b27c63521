import { randomUUID } from 'node:crypto';
import { tokenCheck } from '@tavola/service-kit/http/access.ts';
import type { Listening } from '@tavola/test-kit/http.ts';
import { ownRedis } from '@tavola/test-kit/own-redis.ts';
import { ownMsSince } from '@tavola/test-kit/timed.ts';
import { keys } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { NONE, openFaultProxy, REFUSED } from '../harness/fault-proxy.ts';
import { startServices } from './setup.ts';

// Gateways reject tokens after a log-out, a new password or a suspension: real services, real database.

const redis = await ownRedis();
const { urlOf, start, database } = await startServices(redis.url);

/** How long after its acknowledgement a gateway may miss a session's end, in milliseconds. */
const PROMISE_MS = 1_000;

const gateways = [await start('gateway'), await start('gateway')] as const;
const [{ call }] = gateways;

async function somebody() {
  const slug = `s-${randomUUID()}`;
  const account = { email: `${slug}@example.com`, password: 'open sesame' };
  const body = { ...account, name: 'Ada', restaurantName: 'Da Ada', slug };
  const { token } = (await call('POST', '/api/auth/signup', { body })).body;
  const newToken = async (more: object = {}): Promise<string> =>
    (await call('POST', '/api/auth/login', { body: { ...account, ...more } })).body.token;
  return { ...account, token: token as string, newToken };
}

/** Each gateway's status for this token, on a route of a service without session logic. */
const statuses = (token: string, among: readonly Pick<Listening, 'call'>[] = gateways) =>
  Promise.all(among.map(async (gateway) => (await gateway.call('GET', '/api/categories', { token })).status));

/** Waits, within the promised time, until every gateway rejects the token; after that they must keep rejecting it. */
async function expectRefusedInTime(token: string, among: readonly Pick<Listening, 'call'>[] = gateways) {
  const refused = among.map(() => 401);
  const startedAt = performance.now();
  let last = await statuses(token, among);
  while (ownMsSince(startedAt) < PROMISE_MS && last.some((status) => status !== 401))
    last = await statuses(token, among);
  expect(last).toEqual(refused);
  for (let again = 0; again < 3; again++) expect(await statuses(token, among)).toEqual(refused);
}

describe('within a second of its acknowledgement, on every gateway,', () => {
  it('a log-out is known', async () => {
    const { token, newToken } = await somebody();
    const other = await newToken();
    expect(await statuses(token)).toEqual([200, 200]);
    expect((await call('POST', '/api/auth/logout', { token })).status).toBe(204);
    await expectRefusedInTime(token);
    expect(await statuses(other)).toEqual([200, 200]);
  });

  it('a log-out everywhere is known, of remembered devices too [P7]', async () => {
    const { token, newToken } = await somebody();
    const tokens = [token, await newToken(), await newToken({ rememberMe: true })];
    expect((await call('POST', '/api/auth/logout-everywhere', { token })).status).toBe(204);
    await Promise.all(tokens.map((one) => expectRefusedInTime(one)));
  });

  it('a new password has ended the other sessions, and the one it was set in goes on', async () => {
    const { token, newToken } = await somebody();
    const other = await newToken();
    const body = { currentPassword: 'open sesame', newPassword: 'closed sesame' };
    expect((await call('POST', '/api/auth/password', { token, body })).status).toBe(200);
    await expectRefusedInTime(other);
    expect(await statuses(token)).toEqual([200, 200]);
  });

  it('many ends at once are all known', async () => {
    const { newToken } = await somebody();
    const tokens: string[] = [];
    for (let n = 0; n < 2; n++) tokens.push(...(await Promise.all(Array.from({ length: 10 }, () => newToken()))));
    await Promise.all(tokens.map((token) => call('POST', '/api/auth/logout', { token })));
    for (const token of tokens) await expectRefusedInTime(token);
  });
});

describe('an ended session stays ended', () => {
  it('with Redis emptied, gone and back: it has no part in this [P7]', async () => {
    const { token, newToken } = await somebody();
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

  it('for a gateway that starts afterwards', async () => {
    const { token, newToken } = await somebody();
    const other = await newToken();
    await call('POST', '/api/auth/logout', { token });
    const later = await start('gateway');
    expect(await statuses(token, [later])).toEqual([401]);
    expect(await statuses(other, [later])).toEqual([200]);
  });

  it('while auth is away, and after; nobody else is signed out by it', async () => {
    const way = await openFaultProxy(urlOf('auth'));
    onTestFinished(() => way.close());
    const gateway = await start('gateway', { AUTH_URL: way.url });
    const [gone, here] = [await somebody(), await somebody()];
    await call('POST', '/api/auth/logout', { token: gone.token });
    await expectRefusedInTime(gone.token, [gateway]);
    way.set(REFUSED);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect([await statuses(gone.token, [gateway]), await statuses(here.token, [gateway])]).toEqual([[401], [200]]);
    // Acknowledged by another replica of auth, which this gateway can't reach yet.
    await call('POST', '/api/auth/logout', { token: here.token });
    way.set(NONE);
    await expectRefusedInTime(here.token, [gateway]);
  });

  it('in the database, whoever asks', async () => {
    const { token } = await somebody();
    await call('POST', '/api/auth/logout', { token });
    const { sid } = tokenCheck(keys.publicKey)(token);
    const [row] = await database.rows('SELECT ended_at, end_seq FROM auth.session WHERE id = $1', [sid]);
    expect(row).toMatchObject({ ended_at: expect.any(Date), end_seq: expect.any(String) });
  });
});
