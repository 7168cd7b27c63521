import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { PROCESSES } from '@tavola/contracts/topology.ts';
import { testDatabase } from '@tavola/test-kit/database.ts';
import { callsTo } from '@tavola/test-kit/http.ts';
import { provided } from '@tavola/test-kit/provided.ts';
import { person, SERVICE_TOKEN } from '@tavola/test-kit/tokens.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { alerts, dashboardExpressions, metricsIn } from '../../deploy/observability/used-metrics.ts';
import { processesBetween, type Running, untilAllReady } from '../harness/child-processes.ts';
import { NONE, openFaultProxy, REFUSED } from '../harness/fault-proxy.ts';

// @module-tag full

const { redisUrl, ownerPassword } = provided();
const database = await openFaultProxy((await testDatabase()).adminUrl, REFUSED);
const redis = await openFaultProxy(redisUrl, REFUSED);
afterAll(() => Promise.all([database.close(), redis.close()]));
const { start } = await processesBetween({
  adminUrl: database.url,
  redisCacheUrl: redis.url,
  redisQueueUrl: redis.url,
});
/** How long menu keeps serving after a stop signal: long enough for several requests, even on a busy machine. */
const DRAIN = { DRAIN_DELAY_MS: '5000' };
/** With an AI, which nobody asks here: its metrics are exposed only where one is set up. */
const AI = { AI_URL: 'http://127.0.0.1:1/v1', AI_MODEL: 'none' };
const SOON = { timeout: 20_000 };
// The gateway starts first; its dependencies start last.
const all = [...PROCESSES].reverse().map((name) => start(name, { env: name === 'menu' ? { ...DRAIN, ...AI } : {} }));
const named = (name: Running['name']) => all.find((one) => one.name === name) as Running;
const call = callsTo(named('gateway').url);
const statusOf = (url: string) => fetch(url, { signal: AbortSignal.timeout(10_000) }).then(({ status }) => status);
const metricsOf = async ({ metricsUrl }: Running) =>
  (await fetch(`${metricsUrl}/metrics`, { signal: AbortSignal.timeout(10_000) })).text();

const ended: string[] = [];
for (const { name, program } of all) void program.ended.then((reason) => ended.push(`${name}: ${reason}`));

describe('processes that are started before anything they lean on', () => {
  it('live, are not ready, and become ready by themselves when it comes', async () => {
    for (const { name, metricsUrl } of all) {
      await expect.poll(() => statusOf(`${metricsUrl}/health/live`).catch(() => 0), { timeout: 60_000 }).toBe(200);
      expect(`${name}: ${await statusOf(`${metricsUrl}/health/ready`)}`).toBe(`${name}: 503`);
    }
    expect((await call('GET', '/health/ready')).status).toBe(503);
    for (const one of all) expect(await metricsOf(one)).toContain('nodejs_eventloop_lag_p99_seconds ');
    for (const server of [database, redis]) server.set(NONE);
    await untilAllReady(all);
    await expect.poll(() => metricsOf(named('public-menu')), SOON).toContain('\ntavola_menu_lease 1\n');
    expect(ended).toEqual([]);
  }, 180_000);
});

describe('the log', () => {
  const SECRET = 'open-sesame-4711';

  it('has no secret in it, whatever a request carries and however it fails [P19]', async () => {
    const auth = callsTo(named('auth').url);
    const headers = { authorization: `Bearer ${SECRET}`, cookie: `session=${SECRET}` };
    const slug = `ada-${process.pid}`;
    const login = { email: `${slug}@example.com`, password: SECRET };
    const signup = { ...login, name: 'Ada', restaurantName: 'Da Ada', slug };
    for (const to of [call, auth]) {
      await to('POST', `/api/auth/login?token=${SECRET}`, { body: login, headers });
      await to('POST', '/api/auth/login', {
        raw: `{"email":"${SECRET}","password":"${SECRET}"`,
        headers: { 'content-type': 'application/json' },
      });
      await to('POST', '/api/auth/login', { body: { ...login, password: [SECRET] } });
      await to('GET', `/api/auth/me?token=${SECRET}`, { headers });
    }
    const signedUp = await call('POST', '/api/auth/signup', { body: signup });
    expect(signedUp.status).toBe(201);
    const issued = [signedUp.body.token, ...signedUp.headers.getSetCookie().map((cookie) => cookie.split(/[=;]/)[1])];
    for (const to of [call, auth]) await to('GET', '/api/auth/me', { token: signedUp.body.token });
    database.set(REFUSED);
    expect((await call('POST', '/api/auth/login', { body: login })).status).toBe(503);
    expect((await auth('GET', '/api/auth/me', { headers })).status).toBe(401);
    database.set(NONE);
    await untilAllReady(all);
    await expect.poll(() => named('auth').log(), SOON).toContain('"msg":"unavailable"');
    const lines = all.flatMap((one) => one.log().split('\n'));
    for (const secret of [SECRET, ...issued, ownerPassword, SERVICE_TOKEN, 'PRIVATE KEY']) {
      expect(secret).toMatch(/.{8}/);
      expect(lines.filter((line) => line.includes(secret as string))).toEqual([]);
    }
  }, 120_000);

  it('has one line a request, with its id, its restaurant and its route, before Express and in it', async () => {
    const slug = `ada-${process.pid}`;
    const id = 'a-request-of-this-test';
    await expect.poll(async () => (await call('GET', `/menu/${slug}`)).headers.get('x-cache'), SOON).toBe('memory');
    const { status } = await call('GET', `/menu/${slug}`, { headers: { 'x-request-id': id } });
    expect(status).toBe(200);
    const sent = { token: person().token, body: { price: 1 }, headers: { 'x-request-id': id } };
    expect((await call('PUT', '/api/menu-items/999999', sent)).status).toBe(404);
    const lines = (name: Running['name']) =>
      named(name)
        .log()
        .split('\n')
        .filter((line) => line.includes(id))
        .map((line) => JSON.parse(line));
    const traceId = expect.stringMatching(/^[0-9a-f]{32}$/);
    await expect.poll(() => lines('public-menu'), SOON).toMatchObject([{ route: '/menu/:slug', status: 200, traceId }]);
    expect(lines('public-menu')[0].tenantId).toMatch(/^[0-9a-f-]{36}$/);
    await expect
      .poll(() => lines('gateway'), SOON)
      .toMatchObject([
        { route: '/menu/*', path: `/menu/${slug}`, status: 200 },
        { route: '/api/menu-items/*', path: '/api/menu-items/999999' },
      ]);
    // After an error, the log still has the route's mount path.
    await expect.poll(() => lines('menu'), SOON).toMatchObject([{ route: '/api/menu-items/:id', status: 404 }]);
    expect(lines('menu')[0].traceId).toBe(lines('gateway')[1].traceId);
    expect(lines('menu')[0].tenantId).toBe(lines('gateway')[1].tenantId);
  }, 60_000);
});

describe('metrics', () => {
  it('are what alerts and dashboards ask for, in every process', async () => {
    const texts = await Promise.all(all.map(metricsOf));
    const exposed = new Set(
      texts.flatMap((metrics) =>
        [...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
          type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
        ),
      ),
    );
    const wanted = [...alerts, ...dashboardExpressions].flatMap(({ expr }) => metricsIn(expr));
    expect(wanted.length).toBeGreaterThan(30);
    expect([...new Set(wanted)].filter((name) => !exposed.has(name))).toEqual([]);
  });

  it('count what was done', async () => {
    const publicMenu = await metricsOf(named('public-menu'));
    expect(publicMenu).toMatch(/^tavola_menu_answers_total\{level="memory"\} [1-9]/m);
    expect(publicMenu).toMatch(/^tavola_menu_answers_total\{level="origin"\} [1-9]/m);
    expect(publicMenu).toMatch(/^tavola_news_lag_seconds_count [1-9]/m);
    const route = 'method="GET",route="/menu/:slug",status="2xx"';
    expect(publicMenu).toContain(`tavola_http_request_duration_seconds_count{${route}}`);
    expect(await metricsOf(named('auth'))).toMatch(
      /tavola_announce_duration_seconds_count\{event="tenant.changed"\} [1-9]/,
    );
    const queues = { qr: ['qr-render', 'qr-sheet'], media: ['media-uploads'] };
    for (const [service, own] of Object.entries(queues) as ['qr' | 'media', string[]][]) {
      const jobs = [...(await metricsOf(named(service))).matchAll(/^tavola_queue_jobs\{(.*)\} 0$/gm)].map(
        ([, labels]) => labels,
      );
      expect(jobs.sort()).toEqual(
        own
          .flatMap((queue) =>
            ['active', 'delayed', 'failed', 'waiting'].map((state) => `queue="${queue}",state="${state}"`),
          )
          .sort(),
      );
      const ofWorker = await metricsOf(named(`${service}-worker`));
      for (const queue of own) expect(ofWorker).toContain(`\ntavola_queue_failures_total{queue="${queue}"} 0\n`);
    }
    expect(await metricsOf(named('analytics'))).toMatch(/^tavola_stream_lag_seconds\{stream="visits"\} \d/m);
  });

  it('name no restaurant and no address', async () => {
    for (const one of all) expect(await metricsOf(one)).not.toMatch(/ada-|[0-9a-f]{8}-[0-9a-f]{4}-/);
  });
});

describe('a process that is told to stop', () => {
  it('says so at once, serves on, loses nothing that was begun, and ends in order', async () => {
    const menu = named('menu');
    const { token } = person();
    const agent = new Agent({ keepAlive: true });
    afterAll(() => agent.destroy());
    const get = (): Promise<IncomingMessage> =>
      answerTo(request(`${menu.url}/api/categories`, { agent, headers: { authorization: `Bearer ${token}` } }), '');
    expect((await get()).headers.connection).toBe('keep-alive');

    // Half of the body is sent when the signal comes, the rest only after new connections are refused.
    const body = JSON.stringify({ name: 'Pasta' });
    const slow = request(`${menu.url}/api/categories`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': body.length,
        expect: '100-continue',
      },
    });
    const answered = answerOf(slow);
    slow.flushHeaders();
    // The server sends this once it has the request.
    await once(slow, 'continue');
    slow.write(body.slice(0, 5));

    process.kill(menu.program.pid, 'SIGTERM');
    await expect.poll(() => statusOf(`${menu.metricsUrl}/health/ready`), { ...SOON, interval: 10 }).toBe(503);
    expect(await statusOf(`${menu.metricsUrl}/health/live`)).toBe(200);
    expect(await statusOf(`${menu.url}/health/ready`)).toBe(503);
    const served = new Set<string>();
    const tried = () =>
      get().then(
        ({ statusCode, headers }) => served.add(`${statusCode} ${headers.connection}`) && 'taken',
        () => 'refused',
      );
    await expect.poll(tried, SOON).toBe('refused');
    expect([...served]).toEqual(['200 close']);
    slow.end(body.slice(5));
    expect((await answered).statusCode).toBe(201);
    expect(await menu.program.ended).toBe('exit code 0');
    expect(menu.log()).toContain('"msg":"stopping"');
  }, 60_000);

  it('ends in order, whichever it is, although what it leans on is away', async () => {
    const others = all.filter(({ name }) => name !== 'menu');
    for (const server of [database, redis]) server.set(REFUSED);
    for (const { program } of others) process.kill(program.pid, 'SIGTERM');
    // It gives up after 25 s, with another exit code.
    const ends = others.map(async ({ name, program }) => `${name}: ${await program.ended}`);
    expect(await Promise.all(ends)).toEqual(others.map(({ name }) => `${name}: exit code 0`));
  }, 60_000);
});

function answerTo(asked: ClientRequest, body: string): Promise<IncomingMessage> {
  const answer = answerOf(asked);
  asked.end(body);
  return answer;
}

/** The complete response to a request. */
const answerOf = (asked: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    asked.on('error', reject);
    asked.on('response', (answer) => {
      text(answer).then(() => resolve(answer), reject);
    });
  });
