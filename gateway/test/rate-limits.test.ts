import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { get } from 'node:http';
import {
  IPV6_NETWORK_FACTOR,
  LARGE_BODY_BYTES,
  type LimitName,
  RATE_LIMITS,
} from '@tavola/contracts/operations/rate-limits.ts';
import { memoryCounter, sharedCounters } from '@tavola/service-kit/data/counters.ts';
import { closeRedis, makeFailFastRedis } from '@tavola/service-kit/data/redis.ts';
import { addressKey, ipv6Network, networkKey } from '@tavola/service-kit/http/address-key.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { makeMetrics } from '@tavola/service-kit/observability/metrics.ts';
import type { Answer, Sent } from '@tavola/test-kit/http.ts';
import { limitsTable } from '@tavola/test-kit/limits-table.ts';
import { ownRedis } from '@tavola/test-kit/own-redis.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { person } from '@tavola/test-kit/tokens.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { proxyList } from '../src/client-address.ts';
import { makeRateLimiter, type RateLimiter } from '../src/rate-limiter.ts';
import { type Gateway, startGateway } from './setup.ts';

const log = makeLog('gateway', 'silent');
const redisServer = await ownRedis();
const redis = makeFailFastRedis(redisServer.url, 'gateway', log);
afterAll(() => closeRedis(redis));
/** A long Redis timeout, since the machine may be busy. */
const shared = sharedCounters(redis, log, 10_000);
const isConnected = () => vi.waitFor(() => expect(redis.isReady).toBe(true), { timeout: 20_000 });

/** The real limits, except for `changed`. In Redis each limiter has its own namespace unless `world` names one. */
const limiter = (changed: Partial<Record<LimitName, number>>, seconds = 600, world: string = randomUUID()) =>
  makeRateLimiter((name, lasting) => shared(`${world}:${name}`, lasting), makeMetrics(), {
    limits: Object.fromEntries(
      Object.entries(RATE_LIMITS).map(([name, limit]) => {
        const count = changed[name as LimitName];
        return [name, count === undefined ? limit : { ...limit, count, seconds: limit.seconds && seconds }];
      }),
    ) as never,
  });

const start = (rateLimiter: RateLimiter) => startGateway({ rateLimiter, trustedProxies: proxyList('127.0.0.1') });

/** Sends a request as a browser at `address`. */
const from = (gateway: Gateway, address: string, method: string, path: string, sent: Sent = {}): Promise<Answer> =>
  gateway.call(method, path, { ...sent, headers: { ...sent.headers, 'x-forwarded-for': address } });

const owner = person();
const [HERE, THERE] = ['203.0.113.7', '203.0.113.8'];

it.each<[LimitName, string, string, Sent?]>([
  ['log-in', 'POST', '/api/auth/login', { body: {} }],
  ['sign-up', 'POST', '/api/auth/signup', { body: {} }],
  ['forgot-password', 'POST', '/api/auth/forgot-password', { body: {} }],
  ['reset-password', 'POST', '/api/auth/reset-password', { body: {} }],
  ['confirm-email', 'POST', '/api/auth/confirm-email', { body: {} }],
  ['beta-signup', 'POST', '/api/beta-signup', { body: {} }],
  ['menus', 'GET', '/api/public/menu/da-ada'],
  ['menus', 'GET', '/menu/da-ada'],
  ['menus', 'GET', '/robots.txt'],
  ['visits', 'POST', '/api/public/visits', { body: {} }],
  ['codes', 'GET', '/q/23456789'],
  ['signed-in', 'GET', '/api/menu-items', { token: owner.token }],
  ['signed-in', 'GET', '/api/menu-items', { token: 'not a token' }],
  ['other', 'GET', '/api/nothing'],
  ['other', 'GET', '/api/docs/'],
])(
  'the limit "%s" at %s %s allows its number, refuses the next, and does not affect another address',
  async (name, method, path, sent) => {
    await isConnected();
    const gateway = await start(limiter({ [name]: 3 }));
    for (let at = 0; at < 3; at++) {
      expect((await from(gateway, HERE, method, path, sent)).status).not.toBe(429);
    }
    const passed = gateway.seen.length;
    const refused = await from(gateway, HERE, method, path, sent);
    expectProblem(refused, 429);
    expect(refused.body.type).toBe('urn:tavola:problem:too-many-requests');
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(300);
    expect(wait).toBeLessThanOrEqual(600);
    expect(refused.body.detail).toMatch(/Please try again in (10|9|8|7|6) minutes\.$/);
    expect(refused.headers.get('ratelimit-policy')).toBe(`"${name}";q=3;w=600`);
    expect(refused.headers.get('ratelimit')).toBe(`"${name}";r=0;t=${wait}`);
    expect(gateway.seen.length).toBe(passed);
    expect((await from(gateway, THERE, method, path, sent)).status).not.toBe(429);
  },
);

it.each<[string, LimitName, string]>([
  ['redis', 'codes', '/q/23456789'],
  ['memory', 'menus', '/menu/da-ada'],
])(
  'a limit counted in %s allows requests again when its time is over',
  { tags: 'full' },
  async (_where, name, path) => {
    await isConnected();
    const gateway = await start(limiter({ [name]: 1 }, 1));
    const status = async () => (await from(gateway, HERE, 'GET', path)).status;
    await expect.poll(status, { timeout: 20_000, interval: 0 }).toBe(429);
    await expect.poll(status, { timeout: 20_000, interval: 100 }).not.toBe(429);
  },
);

describe.each<[LimitName, string, string]>([
  ['user', 'GET', '/api/menu-items'],
  ['password', 'POST', '/api/auth/password'],
  ['password', 'POST', '/api/auth/two-factor/disable'],
  // In however many restaurants: sheets, pictures and exports wait for workers, where each restaurant has a turn.
  ['sheets', 'POST', '/api/qr-codes/sheets'],
  ['pictures', 'POST', '/api/media'],
  ['export', 'POST', '/api/account/export'],
])('the limit "%s" at %s %s', (name, method, path) => {
  it('counts by user, from any address', async () => {
    await isConnected();
    const gateway = await start(limiter({ [name]: 2 }));
    const sent = { token: owner.token, ...(method === 'POST' && { body: {} }) };
    expect((await from(gateway, HERE, method, path, sent)).status).toBe(200);
    expect((await from(gateway, THERE, method, path, sent)).status).toBe(200);
    expectProblem(await from(gateway, HERE, method, path, sent), 429);
    expectProblem(await from(gateway, '203.0.113.9', method, path, sent), 429);
    expect((await from(gateway, HERE, method, path, { ...sent, token: person().token })).status).toBe(200);
  });
});

it('the limit "drafts" counts what is put back, and large saves of translations, but not small ones and reads', async () => {
  await isConnected();
  const gateway = await start(limiter({ drafts: 2 }));
  const { token } = person();
  const save = (size: number) =>
    from(gateway, HERE, 'PUT', '/api/translations/fr', { token, body: { text: 'a'.repeat(size) } });
  expect((await save(LARGE_BODY_BYTES)).status).toBe(200);
  expect((await from(gateway, HERE, 'POST', '/api/history/7/put-back', { token })).status).toBe(200);
  expectProblem(await save(LARGE_BODY_BYTES), 429);
  expectProblem(await from(gateway, HERE, 'POST', '/api/history/7/put-back', { token }), 429);
  expect((await save(LARGE_BODY_BYTES - 100)).status).toBe(200);
  expect((await from(gateway, HERE, 'GET', '/api/translations/fr', { token })).status).toBe(200);
  expect((await from(gateway, HERE, 'GET', '/api/history', { token })).status).toBe(200);
});

describe('unknown menus', () => {
  it('are limited per address; then it has to wait, while others do not', async () => {
    const gateway = await startGateway({
      rateLimiter: limiter({ 'missing-menus': 2 }),
      trustedProxies: proxyList('127.0.0.1'),
      instead: { 'public-menu': (req, res) => void res.status(req.path.endsWith('da-ada') ? 200 : 404).end() },
    });
    const read = async (address: string, path: string) => (await from(gateway, address, 'GET', path)).status;
    expect(await read(HERE, '/menu/nobody-1')).toBe(404);
    for (let at = 0; at < 3; at++) expect(await read(HERE, '/menu/da-ada')).toBe(200);
    expect(await read(HERE, '/api/public/menu/nobody-2')).toBe(404);
    const refused = await from(gateway, HERE, 'GET', '/menu/nobody-3');
    expectProblem(refused, 429);
    expect(refused.headers.get('ratelimit-policy')).toBe('"missing-menus";q=2;w=600');
    expect(await read(THERE, '/menu/nobody-3')).toBe(404);
  });
});

describe('open streams', () => {
  it('leave room for as many as before when all have ended', () => {
    const { open } = limiter({ streams: 2 });
    const opened = () => {
      const answer = Object.assign(new EventEmitter(), { setHeader: () => {} });
      open(HERE, answer as never);
      return answer;
    };
    for (const answer of [opened(), opened()]) answer.emit('close');
    opened();
    opened();
    expect(opened).toThrow();
  });

  it('are limited per address, and one that ends makes room for another', async () => {
    const gateway = await startGateway({
      rateLimiter: limiter({ streams: 2 }),
      trustedProxies: proxyList('127.0.0.1'),
      instead: { 'public-menu': (_req, res) => void res.type('text/event-stream').write(':\n\n') },
    });
    const open = (address: string) =>
      new Promise<{ status: number; policy: unknown; close(): void }>((resolve, reject) => {
        const request = get(`${gateway.url}/api/public/menu/da-ada/events`, {
          headers: { 'x-forwarded-for': address },
        });
        request.on('error', reject);
        request.on('response', (response) => {
          response.on('error', () => {}).resume();
          const { statusCode: status = 0, headers } = response;
          resolve({ status, policy: headers['ratelimit-policy'], close: () => response.destroy() });
        });
      });
    const [first, second] = [await open(HERE), await open(HERE)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await open(HERE)).toMatchObject({ status: 429, policy: '"streams";q=2' });
    const elsewhere = await open(THERE);
    expect(elsewhere.status).toBe(200);
    first.close();
    const opened = () =>
      vi.waitFor(
        async () => {
          const stream = await open(HERE);
          expect(stream.status).toBe(200);
          return stream;
        },
        { timeout: 20_000 },
      );
    const again = await opened();
    expect((await open(HERE)).status).toBe(429);
    for (const stream of [second, again]) stream.close();
    const last = [await opened(), await opened()];
    for (const stream of [elsewhere, ...last]) stream.close();
  });
});

describe('the key of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['2001::3:4:5:6:7', '2001:0:0:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::', 'fe80:0:0:0::/64'],
  ])('for %s is %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });

  it.each([
    ['203.0.113.7', null, '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48', '2001:db8:1::/48'],
    ['2001:db8::6', '2001:db8:0::/48', '2001:db8:0::/48'],
    ['2001::3:4:5:6:7', '2001:0:0::/48', '2001:0:0::/48'],
  ])('for the IPv6 network of %s is %s, and for its network %s', (address, ipv6, key) => {
    expect(ipv6Network(address)).toBe(ipv6);
    expect(networkKey(address)).toBe(key);
  });

  it.each<[LimitName, string, string]>([
    ['log-in', 'POST', '/api/auth/login'],
    ['beta-signup', 'POST', '/api/beta-signup'],
  ])('is its /48, too, for what is counted strictly: the limit "%s"', async (name, method, path) => {
    await isConnected();
    const gateway = await start(limiter({ [name]: 2 }));
    const send = (address: string) => from(gateway, address, method, path, { body: {} });
    const statusesOf = async (address: string, times: number) => {
      const statuses = [];
      for (let at = 0; at < times; at++) statuses.push((await send(address)).status);
      return statuses;
    };
    // What one /64 is refused does not use up the network's count.
    expect(await statusesOf('2001:db8:1:ffff::1', 2 * IPV6_NETWORK_FACTOR + 2)).toEqual([
      ...[200, 200],
      ...Array(2 * IPV6_NETWORK_FACTOR).fill(429),
    ]);
    for (let subnet = 1; subnet < IPV6_NETWORK_FACTOR; subnet++) {
      expect(await statusesOf(`2001:db8:1:${subnet.toString(16)}::1`, 2)).toEqual([200, 200]);
    }
    const refused = await send('2001:db8:1:aaaa::1');
    expectProblem(refused, 429);
    const most = 2 * IPV6_NETWORK_FACTOR;
    expect(refused.headers.get('ratelimit-policy')).toBe(`"${name}-network";q=${most};w=600`);
    expect(refused.headers.get('ratelimit')).toBe(`"${name}-network";r=0;t=${refused.headers.get('retry-after')}`);
    expect(await statusesOf('2001:db8:2:aaaa::1', 2)).toEqual([200, 200]);
    expect(await statusesOf(HERE, 2)).toEqual([200, 200]);
  });

  it('is its /64 at the gateway', async () => {
    const gateway = await start(limiter({ codes: 1 }));
    expect((await from(gateway, '2001:db8:1:2::1', 'GET', '/q/23456789')).status).toBe(200);
    expect((await from(gateway, '2001:db8:1:2:aaaa::1', 'GET', '/q/23456789')).status).toBe(429);
    expect((await from(gateway, '2001:db8:1:3::1', 'GET', '/q/23456789')).status).toBe(200);
  });

  it('is not taken from an untrusted header', async () => {
    const gateway = await startGateway({ rateLimiter: limiter({ codes: 1 }) });
    expect((await from(gateway, HERE, 'GET', '/q/23456789')).status).toBe(200);
    expect((await from(gateway, THERE, 'GET', '/q/23456789')).status).toBe(429);
  });
});

describe('without redis', () => {
  it('refused clients stay refused, and new ones are counted in memory; two gateways share counts before and after', {
    tags: 'full',
  }, async () => {
    await isConnected();
    const world = randomUUID();
    const [one, other] = [
      await start(limiter({ 'log-in': 3 }, 600, world)),
      await start(limiter({ 'log-in': 3 }, 600, world)),
    ];
    const logIn = async (gateway: Gateway, address: string) =>
      (await from(gateway, address, 'POST', '/api/auth/login', { body: {} })).status;
    let address = '';
    // A new address each time, until both use redis: a busy machine may have held it up.
    const untilTogether = () =>
      vi.waitFor(
        async () => {
          address = `198.51.100.${Math.floor(Math.random() * 250)}`;
          await redis.flushAll();
          for (const gateway of [one, other, one]) await logIn(gateway, address);
          expect([await logIn(other, address), await logIn(one, address)]).toEqual([429, 429]);
        },
        { timeout: 20_000, interval: 200 },
      );
    await untilTogether();
    await redisServer.stop();
    expect([await logIn(other, address), await logIn(one, address)]).toEqual([429, 429]);
    expect([await logIn(one, THERE), await logIn(one, THERE), await logIn(one, THERE)]).toEqual([200, 200, 200]);
    expect(await logIn(one, THERE)).toBe(429);
    await redisServer.start();
    await untilTogether();
  });
});

describe('the table of limits', () => {
  it('allows a dining room to read its menu', async () => {
    const gateway = await start(makeRateLimiter((_name, seconds) => memoryCounter(seconds), makeMetrics()));
    const guest = async () => {
      const statuses: number[] = [];
      for (let at = 0; at < 40; at++)
        statuses.push((await from(gateway, HERE, 'GET', '/api/public/menu/da-ada')).status);
      return statuses;
    };
    const statuses = (await Promise.all(Array.from({ length: 25 }, guest))).flat();
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });

  it('is multiplied for streams and unknown menus, too', async () => {
    const limits = {
      ...RATE_LIMITS,
      streams: { ...RATE_LIMITS.streams, count: 2 },
      'missing-menus': { ...RATE_LIMITS['missing-menus'], count: 2 },
    };
    const multiplied = makeRateLimiter((_name, seconds) => memoryCounter(seconds), makeMetrics(), {
      factor: 2,
      limits,
    });
    const answered = () => Object.assign(new EventEmitter(), { statusCode: 404, setHeader: () => {} });
    for (let at = 0; at < 4; at++) {
      multiplied.open(HERE, answered() as never);
      const answer = answered();
      await multiplied.countMissing('missing-menus', HERE, answer as never);
      answer.emit('finish');
    }
    expect(() => multiplied.open(HERE, answered() as never)).toThrow();
    await expect(multiplied.countMissing('missing-menus', HERE, answered() as never)).rejects.toThrow();
  });

  it('is multiplied by the factor, and refusals are counted', async () => {
    const metrics = makeMetrics();
    const gateway = await start(
      makeRateLimiter((_name, seconds) => memoryCounter(seconds), metrics, {
        factor: 2,
        limits: { ...RATE_LIMITS, codes: { ...RATE_LIMITS.codes, count: 1, seconds: 600 } },
      }),
    );
    const statuses = [];
    for (let at = 0; at < 4; at++) statuses.push((await from(gateway, HERE, 'GET', '/q/23456789')).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
    expect(await metrics.metrics()).toContain('tavola_rate_limited_requests_total{limit="codes"} 2');
  });
});

it('docs/limits.md shows this table', () => {
  const inWords = (seconds: number | null) => {
    if (seconds === null) return 'open at once';
    if (seconds === 3_600) return 'an hour';
    if (seconds === 60) return 'a minute';
    return seconds > 60 ? `${seconds / 60} minutes` : `${seconds} s`;
  };
  const rows = Object.entries(RATE_LIMITS).map(
    ([name, { what, per, count, seconds, counted }]) =>
      `| ${name} | ${what} | ${per} | ${count.toLocaleString('en')} | ${inWords(seconds)} | ${counted} |`,
  );
  expect(limitsTable('gateway')).toEqual(rows);
});
