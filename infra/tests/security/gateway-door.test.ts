import { randomUUID } from 'node:crypto';
import { BlockList } from 'node:net';
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
import { unlimited } from '../harness/unlimited.ts';
import { EXPECTED } from './expectations.ts';

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
const { call } = await listen(listener);

beforeEach(() => {
  reached = 0;
});

const guarded = OPERATIONS.map(({ id, method, path }) => ({
  id,
  method,
  path: path.replace(/\{\w+\}/g, '7'),
  door: EXPECTED[id]?.door,
})).filter(({ door }) => door !== 'anyone');

describe.each(guarded)('$method $path', ({ method, path, door }) => {
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
