import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LimitName, RATE_LIMITS, type RateLimit } from '@tavola/contracts/operations/rate-limits.ts';
import { freePorts } from '@tavola/local-servers/ports.ts';
import { memoryCounter } from '@tavola/service-kit/data/counters.ts';
import { tokenCheck } from '@tavola/service-kit/http/access.ts';
import { makeRequests } from '@tavola/service-kit/http/request-log.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { makeMetrics } from '@tavola/service-kit/observability/metrics.ts';
import { startServer } from '@tavola/service-kit/runtime/lifecycle.ts';
import { keys } from '@tavola/test-kit/tokens.ts';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { makeApp } from '../../../../gateway/src/app.ts';
import { DEFAULT_TRUSTED_PROXIES, proxyList } from '../../../../gateway/src/client-address.ts';
import { makeRateLimiter } from '../../../../gateway/src/rate-limiter.ts';
import { startNginx } from '../../../dev/local/nginx.ts';

// Limits apply to a request's true source address. The site's own gateway has no limits here, so the test starts a second
// gateway with low limits, behind its own nginx.

const { urls } = inject('site');
const ENOUGH = 5;
const HOUR = 3_600;

const [port, edgePort] = (await freePorts(2)) as [number, number];
const folder = mkdtempSync(join(tmpdir(), 'tavola-true-address-'));
// For the page that asks again.
writeFileSync(join(folder, 'menu.html'), '');
const log = makeLog('gateway', 'silent');
const limits = Object.fromEntries(
  Object.entries(RATE_LIMITS).map(([name, limit]) => [name, { ...limit, count: ENOUGH, seconds: HOUR }]),
) as Record<LimitName, RateLimit>;
const { listener } = makeApp({
  services: urls,
  checkToken: tokenCheck(keys.publicKey),
  sessions: { mustBeOpen() {} },
  adminTwoFactor: 'optional',
  trustedProxies: proxyList(DEFAULT_TRUSTED_PROXIES),
  rateLimiter: makeRateLimiter((_name, seconds) => memoryCounter(seconds), makeMetrics(), { limits }),
  log,
  ready: () => true,
  requests: makeRequests('gateway', log, makeMetrics()),
});
const gateway = await startServer(listener, { host: '127.0.0.1', port: 0 });
const nginx = await startNginx({
  port,
  edgePort,
  webRoot: folder,
  picturesDir: folder,
  gateway: new URL(gateway.url).host,
  publicMenu: new URL(gateway.url).host,
  dir: join(folder, 'nginx'),
  logDir: folder,
  say: () => {},
});
afterAll(async () => {
  await nginx.stop();
  gateway.server.closeAllConnections();
  await gateway.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  status: number;
  cache: string | undefined;
  retryAfter: string | undefined;
}

/** Requests nginx from this machine's address `from`. */
const ask = (from: string, method: string, path: string, headers: Record<string, string | string[]> = {}) =>
  new Promise<Answer>((resolve, reject) => {
    request({ host: '127.0.0.1', port, localAddress: from, method, path, headers, agent: false }, (res) => {
      const cache = res.headers['x-cache'] as string | undefined;
      const answer = { status: res.statusCode as number, cache, retryAfter: res.headers['retry-after'] };
      res.resume().once('end', () => resolve(answer));
    })
      .once('error', reject)
      .end();
  });

let slugs = 0;
/** A menu URL that nginx has not cached yet, so that nginx forwards the request. */
const newMenu = () => {
  slugs += 1;
  return `/api/public/menu/nobody-${slugs}`;
};

/** The source addresses that clients claim, a different one each time. */
const FORGED: Readonly<Record<string, (nth: number) => Record<string, string | string[]>>> = {
  'X-Forwarded-For': (nth) => ({ 'x-forwarded-for': `198.18.0.${nth}` }),
  'a list of them': (nth) => ({ 'x-forwarded-for': `198.18.0.${nth}, 10.0.0.${nth}, 127.0.0.1` }),
  'two of them': (nth) => ({ 'x-forwarded-for': [`198.18.0.${nth}`, `198.18.1.${nth}`] }),
  'an IPv6 address': (nth) => ({ 'x-forwarded-for': `2001:db8:${nth}::1` }),
  'one of our own proxies': (nth) => ({ 'x-forwarded-for': `10.0.0.${nth}` }),
  Forwarded: (nth) => ({ forwarded: `for=198.18.0.${nth}` }),
  'what other proxies say': (nth) => ({
    'x-real-ip': `198.18.0.${nth}`,
    'x-client-ip': `198.18.0.${nth}`,
    'true-client-ip': `198.18.0.${nth}`,
    'cf-connecting-ip': `198.18.0.${nth}`,
  }),
  'that nginx asks for itself': (nth) => ({ 'x-edge-refresh': '1', 'x-forwarded-for': `198.18.0.${nth}` }),
};

describe('a client that is counted by its address', () => {
  it.each(Object.entries(FORGED).map(([what, headers], at) => ({ what, headers, from: `127.0.1.${at + 1}` })))(
    'is counted by the true one, whatever it says: $what',
    async ({ headers, from }) => {
      for (const [method, path] of [
        ['POST', () => '/api/auth/login'],
        ['GET', newMenu],
      ] as const) {
        const answers: Answer[] = [];
        for (let nth = 1; nth <= ENOUGH + 3; nth += 1) answers.push(await ask(from, method, path(), headers(nth)));
        const refused = answers.map(({ status }) => status === 429);
        expect(refused).toEqual(answers.map((_, at) => at >= ENOUGH));
        for (const { retryAfter } of answers.slice(ENOUGH)) expect(Number(retryAfter)).toBeGreaterThan(0);
      }
    },
  );

  it('uses up nobody else’s, whoever it says it is', async () => {
    const [victim, liar] = ['127.0.2.1', '127.0.2.2'];
    for (let nth = 0; nth < 3 * ENOUGH; nth += 1) {
      await ask(liar, 'POST', '/api/auth/login', { 'x-forwarded-for': victim });
    }
    expect((await ask(liar, 'POST', '/api/auth/login')).status).toBe(429);
    expect((await ask(victim, 'POST', '/api/auth/login')).status).not.toBe(429);
  });
});

describe('a client that asked for too many menus', () => {
  const from = '127.0.3.1';
  let others = 0;
  /** Requests from an address that was not counted yet; nginx then caches the menu for a second. */
  const askAsAnother = (path: string) => {
    others += 1;
    return ask(`127.0.4.${others}`, 'GET', path);
  };

  it.each(['/api/public/menu/demo', '/menu/demo'])(
    'still gets what nginx just had, but is told to wait rather than shown an old one: %s',
    { tags: 'full' },
    async (path) => {
      for (let nth = 0; nth < ENOUGH; nth += 1) await ask(from, 'GET', newMenu());
      await expect
        .poll(
          async () => {
            expect((await askAsAnother(path)).status).toBe(200);
            return ask(from, 'GET', path);
          },
          { timeout: 30_000 },
        )
        .toMatchObject({ status: 200, cache: 'edge' });
      await expect
        .poll(() => ask(from, 'GET', path), { timeout: 30_000 })
        .toMatchObject({ status: 429, retryAfter: expect.stringMatching(/^\d+$/) });
    },
  );
});
