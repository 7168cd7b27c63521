import { setTimeout as rest } from 'node:timers/promises';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { person } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { startGateway } from './setup.ts';

const { token } = person();
const WITHIN_MS = 300;

/** Far longer than the time limit here, and far shorter than the gateway's upstream timeout. */
const SLOW_MS = 1_500;

let silence = Promise.withResolvers<void>();
const slow = {
  silent: async (_req: unknown, res: { json(body: unknown): unknown }) => {
    await silence.promise;
    res.json({ late: true });
  },
  slowly: async (_req: unknown, res: { json(body: unknown): unknown }) => {
    await rest(SLOW_MS);
    res.json({ slow: true });
  },
};
const gateway = await startGateway({
  instead: {
    menu: (req, res) =>
      req.originalUrl.startsWith('/api/menu-items') ? slow.silent(req, res) : res.json({ ok: true }),
    qr: slow.slowly,
    'public-menu': slow.silent,
  },
  answerWithinMs: WITHIN_MS,
});
const { call } = gateway;

describe('a service that does not answer a signed-in user', () => {
  it.each([{ method: 'GET' }, { method: 'POST', body: { name: 'Pasta' } }, { method: 'DELETE' }])(
    'is a 503 that says when to try again, long before it would be a 504: $method',
    async ({ method, body }) => {
      const before = gateway.seen.length;
      const answer = await call(method, '/api/menu-items/7', { token, ...(body && { body }) });
      expectProblem(answer, 503);
      expect(answer.headers.get('retry-after')).toBe('2');
      // The request is not retried, and a client that may have changed something is told to check.
      expect(gateway.seen.length).toBe(before + 1);
      if (method !== 'GET') expect(answer.body.detail).toContain('may have been saved');
    },
  );

  it('delays no other request, and its late response is dropped', async () => {
    const late = await Promise.all(Array.from({ length: 20 }, () => call('GET', '/api/menu-items', { token })));
    for (const answer of late) expectProblem(answer, 503);
    silence.resolve();
    expect((await call('GET', '/api/categories', { token })).body).toEqual({ ok: true });
    expect((await call('GET', '/api/menu-items', { token })).body).toEqual({ late: true });
    silence = Promise.withResolvers();
  });
});

it('is given up for a menu, too, so that nginx can show an older copy', { tags: 'full' }, async () => {
  expectProblem(await call('GET', '/menu/da-ada'), 503);
  expectProblem(await call('GET', '/api/public/menu/da-ada'), 503);
});

it('is waited for in slow operations', { tags: 'full' }, async () => {
  const { status, body } = await call('GET', '/api/qr-code', { token });
  expect({ status, body }).toEqual({ status: 200, body: { slow: true } });
});
