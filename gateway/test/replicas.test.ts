import { createServer } from 'node:http';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { listen } from '@tavola/test-kit/http.ts';
import { silentAt } from '@tavola/test-kit/silent-address.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { undiciForwarder } from '../src/undici-forwarder.ts';

describe('a service with two addresses, one of which is down', () => {
  it.each([
    { method: 'GET', raw: undefined },
    { method: 'POST', raw: '{}' },
  ])('answers every $method', async ({ method, raw }) => {
    const seen: (string | undefined)[] = [];
    const service = await listen((req, res) => {
      seen.push(req.method);
      res.end('{}');
    });
    const pass = undiciForwarder(
      {
        service: 'menu',
        url: service.url.replace('127.0.0.1', 'menu'),
        log: makeLog('test', 'silent'),
        timeoutMs: 1_000,
      },
      { find: async () => ['127.0.0.1', '127.0.0.2'] },
    );
    const gateway = await listen((req, res) => pass(req, res, 'test'));
    for (let count = 0; count < 6; count += 1) {
      expect((await gateway.call(method, '/', { ...(raw && { raw }) })).status).toBe(200);
    }
    expect(seen).toEqual(Array(6).fill(method));
  });
});

describe('a service with two addresses, one of which is silent', () => {
  it.each([
    { method: 'GET', raw: undefined },
    { method: 'POST', raw: '{}' },
  ])('answers every $method well before the timeout', async ({ method, raw }) => {
    const service = await listen((_req, res) => res.end('{}'));
    const { port } = new URL(service.url);
    await silentAt(port);
    const find = async () => ['127.0.0.1', '127.0.0.2'];
    const log = makeLog('test', 'silent');
    const pass = undiciForwarder({ service: 'menu', url: `http://menu:${port}`, log, timeoutMs: 5_000 }, { find });
    const gateway = await listen((req, res) => pass(req, res, 'test', 1_700));
    for (let count = 0; count < 6; count += 1) {
      expect((await gateway.call(method, '/', { ...(raw && { raw }) })).status).toBe(200);
    }
  });
});

describe('a service with two replicas, one of which is shutting down', () => {
  it('is asked at the other replica', async () => {
    const asked = { leaving: 0, staying: 0 };
    const staying = await listen((_req, res) => {
      asked.staying += 1;
      res.end('{}');
    });
    const { port } = new URL(staying.url);
    const leaving = createServer((_req, res) => {
      asked.leaving += 1;
      res.setHeader('connection', 'close').end('{}');
    });
    await new Promise<void>((resolve) => leaving.listen(Number(port), '127.0.0.2', resolve));
    onTestFinished(() => void leaving.close());
    const log = makeLog('test', 'silent');
    const find = async () => ['127.0.0.1', '127.0.0.2'];
    const pass = undiciForwarder({ service: 'menu', url: `http://menu:${port}`, log, timeoutMs: 1_000 }, { find });
    const gateway = await listen((req, res) => pass(req, res, 'test'));
    for (let count = 0; count < 20; count += 1) expect((await gateway.call('GET', '/')).status).toBe(200);
    expect(asked.leaving).toBeGreaterThan(0);
    expect(asked.leaving).toBeLessThan(asked.staying / 2);
  });
});

describe('a service with two replicas, one of which is killed', () => {
  const forwarder = (port: string) =>
    undiciForwarder(
      { service: 'menu', url: `http://menu:${port}`, log: makeLog('test', 'silent'), timeoutMs: 5_000 },
      { find: async () => ['127.0.0.1', '127.0.0.2'] },
    );

  it.each([
    { method: 'GET', raw: undefined, cut: 200 },
    // It may have been carried out.
    { method: 'POST', raw: '{}', cut: 503 },
  ])('answers each $method that it had begun with $cut', async ({ method, raw, cut }) => {
    const staying = await listen((_req, res) => res.end('{}'));
    const { port } = new URL(staying.url);
    let asked = 0;
    let isSilent = false;
    const killed = createServer((_req, res) => {
      asked += 1;
      if (!isSilent) res.end('{}');
    });
    await new Promise<void>((resolve) => killed.listen(Number(port), '127.0.0.2', resolve));
    onTestFinished(() => void killed.close());
    const pass = forwarder(port);
    const gateway = await listen((req, res) => pass(req, res, 'test'));
    const send = async () => (await gateway.call(method, '/', { ...(raw && { raw }) })).status;
    // Until the name is resolved, its own address is asked.
    while (asked < 2) expect(await send()).toBe(200);
    isSilent = true;
    const sent = Array.from({ length: 20 }, send);
    await expect.poll(() => asked).toBe(12);
    killed.close();
    killed.closeAllConnections();
    expect(new Set(await Promise.all(sent))).toEqual(new Set([200, cut]));
    expect(await send()).toBe(200);
  });
});
