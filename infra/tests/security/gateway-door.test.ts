import { randomUUID } from 'node:crypto';
import { BlockList } from 'node:net';
import { setTimeout as rest } from 'node:timers/promises';
import { INTERNAL_OPERATIONS } from '@tavola/contracts/operations/internal/internal-operations.ts';
import { OPERATIONS } from '@tavola/contracts/operations/operations.ts';
import { TOPOLOGY } from '@tavola/contracts/topology.ts';
import { tokenCheck } from '@tavola/service-kit/http/access.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { makeRequests } from '@tavola/service-kit/http/request-log.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { makeMetrics } from '@tavola/service-kit/observability/metrics.ts';
import { listen } from '@tavola/test-kit/http.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE, badTokens, keys, person } from '@tavola/test-kit/tokens.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeApp } from '../../../gateway/src/app.ts';
import type { Service } from '../../../gateway/src/routes.ts';
import { sendRaw } from '../../../gateway/test/setup.ts';
import { unlimited } from '../harness/unlimited.ts';
import { EXPECTED, statusesOf } from './expectations.ts';

// The gateway alone, in front of services that accept everything: requests it rejects never reach a service.

let reached = 0;
const credulous = await listen((req, res) => {
  reached += 1;
  req.resume();
  res.writeHead(204).end();
});
const ended = person();
const log = makeLog('gateway', 'silent');
const urls = TOPOLOGY.gateway.calls.map((name) => [name, credulous.url] as const);
const services = Object.fromEntries(urls) as Record<Service, string>;
const { listener } = makeApp({
  services,
  checkToken: tokenCheck(keys.publicKey),
  sessions: {
    mustBeOpen({ sid }) {
      if (sid === ended.sid) throw new Problem('unauthenticated', 'Your session has ended. Please sign in again.');
    },
  },
  adminTwoFactor: 'required',
  trustedProxies: new BlockList(),
  rateLimiter: unlimited(),
  log,
  ready: () => true,
  requests: makeRequests('gateway', log, makeMetrics()),
});
const { call, url } = await listen(listener);

/** The status of a request line that fetch would spell otherwise. */
const statusOfRaw = (requestLine: string, token: string) =>
  sendRaw(url, requestLine, { authorization: `Bearer ${token}`, 'content-length': '0' }).then((answer) =>
    Number(answer.split(' ')[1]),
  );

beforeEach(() => {
  reached = 0;
});

const guarded = OPERATIONS.map(({ id, method, path }) => ({
  id,
  method,
  path: path.replace(/\{\w+\}/g, '7'),
  door: EXPECTED[id]?.door,
  is: statusesOf(EXPECTED[id]?.is ?? ''),
})).filter(({ door }) => door !== 'anyone');

const MEMBERS = {
  manager: person({ role: 'manager' }),
  staff: person({ role: 'staff' }),
  'declaring staff': person({ role: 'staff', mayDeclare: true }),
} as const;

/** What auth refuses by itself, since it needs no restaurant. */
const REFUSED_BY_AUTH = 'addRestaurant';

describe.each(guarded)('$method $path', ({ id, method, path, door, is }) => {
  it('lets nobody through without a good token of an open session [S7.7]', async () => {
    expectProblem(await call(method, path), 401);
    for (const token of [...Object.values(badTokens()), ended.token]) {
      expectProblem(await call(method, path, { token }), 401);
    }
    expect(reached).toBe(0);
  });

  it('lets through whom it is for [S6.5 P16]', async () => {
    const admin = person({ role: 'admin', tenantId: null, mfa: true });
    expect((await call(method, path, { token: admin.token })).status).toBe(204);
    expect(reached).toBe(1);
    if (door !== 'admin') return;
    expectProblem(await call(method, path, { token: person().token }), 403);
    expectProblem(await call(method, path, { token: person({ role: 'admin', tenantId: null }).token }), 403);
    expect(reached).toBe(1);
  });

  it.each(Object.entries(MEMBERS))('lets %s through only where the role may', async (who, { token }) => {
    const isRefused = is[who as keyof typeof MEMBERS] === 403 && id !== REFUSED_BY_AUTH;
    for (const spelled of [path, `${path}/`, `${path}?x=/api/availability`]) {
      reached = 0;
      const { status } = await call(method, spelled, { token });
      // With a slash at its end, only a path under a parameter is one.
      if (spelled === `${path}/` && status === 404) expect(reached).toBe(0);
      else expect([status, reached]).toEqual(isRefused ? [403, 0] : [204, 1]);
    }
  });
});

describe('a role', () => {
  const { staff, manager, 'declaring staff': declaring } = MEMBERS;

  it('is told why it was refused', async () => {
    const answer = await call('PUT', '/api/menu-items/7', { token: staff.token, body: { price: 1 } });
    expectProblem(answer, 403);
    expect(answer.body).toMatchObject({
      type: 'urn:tavola:problem:forbidden',
      detail: "Your role in this restaurant doesn't allow this.",
    });
  });

  it.each([
    ['HEAD', '/api/qr-codes'],
    ['PUT', '/api/menu-items/7/'],
    ['PUT', '/api/menu-items/7;/'],
    ['PUT', '/api/menu-items/%37'],
    ['PUT', '/api/menu-items/7%2Fallergens'],
    ['PUT', '/api/menu-items/7%23/'],
    ['PUT', '/api/menu-items/order'],
    ['PUT', '/api/menu-items/ORDER/'],
    ['GET', '/api/qr-codes/style?'],
    ['POST', '/api/history/7/put-back/'],
  ])('does not get past by spelling: %s %s', async (method, path) => {
    expect((await call(method, path, { token: declaring.token })).status).toBe(403);
    expect(reached).toBe(0);
  });

  // Express reads "#" as the end of a path and then "\" as a slash, so a service would do something else than the gateway read.
  it.each([
    '/api/menu-items/7#/allergens',
    '/api/menu-items/7\\#/allergens',
    '/api/menu-items/7/allergens\\#',
    '/api/menu-items/7/allergens#',
    '/api/availability#',
    '/api/menu-items/7\\allergens',
  ])('does not get past by what is in no path: PUT %s', async (path) => {
    for (const { token } of [staff, declaring, manager, person()]) {
      expect(await statusOfRaw(`PUT ${path}`, token)).toBe(404);
    }
    expect(reached).toBe(0);
  });

  it('is refused before its body is read', async () => {
    const pull = (stream: ReadableStreamDefaultController) => rest(5).then(() => stream.enqueue(new Uint8Array(1_000)));
    const endless = new ReadableStream({ pull });
    const stop = new AbortController();
    const { status } = await fetch(`${url}/api/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${staff.token}`, 'content-type': 'image/jpeg' },
      body: endless,
      duplex: 'half',
      signal: stop.signal,
    } as RequestInit);
    stop.abort();
    expect([status, reached]).toEqual([403, 0]);
  });

  it.each(['PATCH', 'OPTIONS', 'DELETE'])(
    'goes on to the service by a verb that is no operation: %s',
    async (method) => {
      expect((await call(method, '/api/availability', { token: staff.token })).status).toBe(204);
      expect(reached).toBe(1);
    },
  );
});

it.each(INTERNAL_OPERATIONS)(
  '$method $path of $service is no route to anybody, not even with the service token',
  async ({ method, path }) => {
    const address = path.replace(/\{\w+\}/g, () => randomUUID());
    const { token } = person({ role: 'admin', tenantId: null, mfa: true });
    for (const sent of [{}, { token }, AS_SERVICE]) expect((await call(method, address, sent)).status).toBe(404);
    expect(reached).toBe(0);
  },
);

it.each([
  `/internal/tenants/${randomUUID()}`,
  '/internal/stats',
  '//internal/stats',
  '/api/../internal/stats',
  '/api/categories/../../internal/stats',
  '/API/categories',
  '/api/%63ategories',
])('%s is no route to anybody', async (path) => {
  expect((await call('GET', path, { token: person().token })).status).toBe(404);
  expect(reached).toBe(0);
});
