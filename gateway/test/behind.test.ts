import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { startServer } from '@tavola/service-kit/runtime/lifecycle.ts';
import { listen } from '@tavola/test-kit/http.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { person } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { undiciForwarder } from '../src/undici-forwarder.ts';
import { startGateway } from './setup.ts';

// @module-tag full

const { token } = person();
/** The number of late requests from which a replica counts as overloaded. */
const MANY = 32;
/** Requests are late after half of it. Long enough that immediate rejections come well before the others time out. */
const WITHIN_MS = 8_000;
const untilLate = (ms = 0) => new Promise((resolve) => setTimeout(resolve, WITHIN_MS / 2 + ms));

describe('an overloaded service', () => {
  it('gets no more requests until it has caught up; clients get a 503 at once, and other services continue', async () => {
    const silence = Promise.withResolvers<void>();
    const asked: string[] = [];
    const { call } = await startGateway({
      instead: {
        menu: async (req, res) => {
          asked.push(req.originalUrl);
          if (req.originalUrl === '/api/menu-items') await silence.promise;
          res.json({ ok: true });
        },
      },
      answerWithinMs: WITHIN_MS,
    });
    const ask = (path: string) => call('GET', path, { token });
    const other = async () => (await ask('/api/categories')).status;
    const fewer = Array.from({ length: MANY - 1 }, () => ask('/api/menu-items'));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const oneMore = ask('/api/menu-items');
    await untilLate(-1_300);
    expect(await other()).toBe(200);
    await expect.poll(other, { timeout: WITHIN_MS, interval: 100 }).toBe(503);

    const before = asked.length;
    const refused = await call('POST', '/api/categories', { token, body: { name: 'Pasta' } });
    expectProblem(refused, 503);
    expect(refused.headers.get('retry-after')).toBe('2');
    // Nothing was sent, so no change can have been made.
    expect(refused.body.detail).toBe('The service is busy right now. Please try again in a moment.');
    expect(asked.length).toBe(before);
    expect((await ask('/api/tenant')).status).toBe(200);
    // Slow routes are exempt from this time limit.
    expect((await call('POST', '/api/auth/login', { body: {} })).status).toBe(200);

    silence.resolve();
    await Promise.all([...fewer, oneMore]);
    expect(await other()).toBe(200);
  }, 30_000);

  it('is asked at its other replica if only one is overloaded', async () => {
    const silence = Promise.withResolvers<void>();
    const asked = { behind: 0, other: 0 };
    const other = await listen((_req, res) => {
      asked.other += 1;
      res.end('{}');
    });
    const { port } = new URL(other.url);
    const behind = await startServer(
      async (req, res) => {
        asked.behind += 1;
        if (req.url === '/slow') await silence.promise;
        res.end('{}');
      },
      { host: '127.0.0.2', port: Number(port) },
    );
    onTestFinished(behind.close);
    const pass = undiciForwarder(
      { service: 'menu', url: `http://menu:${port}`, log: makeLog('test', 'silent'), timeoutMs: 15_000 },
      { find: async () => ['127.0.0.1', '127.0.0.2'] },
    );
    const gateway = await listen((req, res) => pass(req, res, 'test', WITHIN_MS));
    const statusOf = async (path: string) => (await gateway.call('GET', path)).status;
    expect(await statusOf('/')).toBe(200);
    const before = asked.behind;
    const slow = Array.from({ length: 2 * MANY }, () => statusOf('/slow'));
    await untilLate();
    expect(asked.behind).toBe(before + MANY);
    const askTwice = async () => {
      const earlier = asked.behind;
      expect([await statusOf('/'), await statusOf('/')]).toEqual([200, 200]);
      return asked.behind - earlier;
    };
    await expect.poll(askTwice, { timeout: WITHIN_MS / 4, interval: 100 }).toBe(0);
    const late = asked.behind;
    for (let count = 0; count < 6; count += 1) expect(await statusOf('/')).toBe(200);
    expect(asked.behind).toBe(late);

    silence.resolve();
    expect(await Promise.all(slow)).toEqual(Array(2 * MANY).fill(200));
    for (let count = 0; count < 6; count += 1) expect(await statusOf('/')).toBe(200);
    expect(asked.behind).toBe(late + 3);
  }, 30_000);
});
