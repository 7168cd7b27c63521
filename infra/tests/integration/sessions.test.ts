import { randomUUID } from 'node:crypto';
import { BlockList } from 'node:net';
import { tokenCheck } from '@tavola/service-kit/http/access.ts';
import { makeRequests } from '@tavola/service-kit/http/request-log.ts';
import { makeNeighbour } from '@tavola/service-kit/http/service-client.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { makeMetrics } from '@tavola/service-kit/observability/metrics.ts';
import { listen } from '@tavola/test-kit/http.ts';
import { ownRedis } from '@tavola/test-kit/own-redis.ts';
import { keys, SERVICE_TOKEN } from '@tavola/test-kit/tokens.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { makeApp as makeGateway } from '../../../gateway/src/app.ts';
import { watchSessions } from '../../../gateway/src/sessions.ts';
import { unlimited } from '../harness/unlimited.ts';
import { startServices } from './setup.ts';

// Log-out, a new password and a suspension, as the gateways refuse their tokens: real services, real database.

const redis = await ownRedis();
const { auth, menu, database } = await startServices(redis.url);

/** How long after its acknowledgement an end may be unknown to a gateway, in milliseconds. */
const PROMISE_MS = 1_000;

/** A gateway before auth and menu, as one replica of it runs. */
async function startGateway(authUrl = auth.url) {
  const log = makeLog('gateway', 'silent');
  const neighbour = makeNeighbour({ name: 'auth', url: authUrl, serviceToken: SERVICE_TOKEN, timeoutMs: 1_000 });
  const sessions = watchSessions(neighbour, log);
  afterAll(() => sessions.close());
  const nowhere = 'http://127.0.0.1:1';
  const { listener } = makeGateway({
    services: {
      auth: authUrl,
      menu: menu.url,
      'public-menu': nowhere,
      qr: nowhere,
      analytics: nowhere,
      admin: nowhere,
    },
    checkToken: tokenCheck(keys.publicKey),
    sessions,
    adminTwoFactor: 'optional',
    trustedProxies: new BlockList(),
    rateLimiter: unlimited(),
    log,
    ready: () => true,
    requests: makeRequests('gateway', log, makeMetrics()),
  });
  const { call } = await listen(listener);
  return { call, sessions };
}

const gateways = [await startGateway(), await startGateway()] as const;
await Promise.all(gateways.map(({ sessions }) => sessions.known));
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

/** What each gateway says to this token, on a route of a service that knows nothing of sessions. */
const statuses = (token: string, among: readonly { call: typeof call }[] = gateways) =>
  Promise.all(among.map(async (gateway) => (await gateway.call('GET', '/api/categories', { token })).status));

/** Waits until every gateway refuses the token, for as long as the promise allows; then they go on refusing it. */
async function expectRefusedInTime(token: string, among: readonly { call: typeof call }[] = gateways) {
  const refused = among.map(() => 401);
  const until = performance.now() + PROMISE_MS;
  let last = await statuses(token, among);
  while (performance.now() < until && last.some((status) => status !== 401)) last = await statuses(token, among);
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
    expect((await call('POST', '/api/auth/password', { token, body })).status).toBe(204);
    await expectRefusedInTime(other);
    expect(await statuses(token)).toEqual([200, 200]);
  });

  it('many ends at once are all known', async () => {
    const { newToken } = await somebody();
    const tokens: string[] = [];
    for (let n = 0; n < 4; n++) tokens.push(...(await Promise.all(Array.from({ length: 10 }, () => newToken()))));
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
    const later = await startGateway();
    await later.sessions.known;
    expect(await statuses(token, [later])).toEqual([401]);
    expect(await statuses(other, [later])).toEqual([200]);
  });

  it('while auth is away, and after; nobody else is signed out by it', async () => {
    // The way to auth, which can be cut.
    const way = await listen((req, res) => {
      if (isCut) return void res.destroy();
      fetch(auth.url + req.url, { headers: req.headers as Record<string, string> }).then(
        async (answer) =>
          void res.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text()),
        () => res.destroy(),
      );
    });
    let isCut = false;
    const gateway = await startGateway(way.url);
    await gateway.sessions.known;
    const [gone, here] = [await somebody(), await somebody()];
    await call('POST', '/api/auth/logout', { token: gone.token });
    await expectRefusedInTime(gone.token, [gateway]);
    isCut = true;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect([await statuses(gone.token, [gateway]), await statuses(here.token, [gateway])]).toEqual([[401], [200]]);
    // Acknowledged by another replica of auth, which this gateway does not reach yet.
    await call('POST', '/api/auth/logout', { token: here.token });
    isCut = false;
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
