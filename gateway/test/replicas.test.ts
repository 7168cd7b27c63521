import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { listen } from '@tavola/test-kit/http.ts';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { connectWithin, isLost, type Replicas, replicasAt } from '../src/replicas.ts';
import { undiciForwarder } from '../src/undici-forwarder.ts';

let addresses: string[];
let asked: number;
let time: number;
let open: string[];
let replicas: Replicas<string>;
const behind = new Set<string>();

beforeEach(() => {
  behind.clear();
  [addresses, asked, time, open] = [['10.0.0.1', '10.0.0.2'], 0, 0, []];
  replicas = replicasAt('http://menu:8080', {
    open(origin) {
      open.push(origin);
      return origin;
    },
    close: (origin) => open.splice(open.indexOf(origin), 1),
    isBehind: (origin) => behind.has(origin),
    async find() {
      asked += 1;
      if (addresses.length === 0) throw new Error('no such host');
      return addresses;
    },
    now: () => time,
  });
});

/** Where the next `count` requests go, after a DNS lookup has completed. */
async function next(count: number): Promise<string[]> {
  replicas.next();
  await new Promise((resolve) => setImmediate(resolve));
  return Array.from({ length: count }, () => replicas.next().way).sort();
}

const [A, B, C] = ['http://10.0.0.1:8080', 'http://10.0.0.2:8080', 'http://10.0.0.3:8080'];

describe('the replicas of a service', () => {
  it('are the name itself until it was resolved, then all its addresses in turn', async () => {
    expect(replicas.next().way).toBe('http://menu:8080');
    expect(await next(4)).toEqual([A, A, B, B]);
    expect(open).toEqual([A, B]);
  });

  it('are added and removed within a second, and keep existing ones', async () => {
    await next(1);
    addresses = ['10.0.0.3', '10.0.0.2'];
    expect(await next(4)).toEqual([A, A, B, B]);
    time += 1_000;
    expect(await next(4)).toEqual([B, B, C, C]);
    expect(open).toEqual([B, C]);
  });

  it('are resolved once a second at most, and kept if the name server does not answer', async () => {
    await next(10);
    expect(asked).toBe(1);
    addresses = [];
    time += 1_000;
    expect(await next(4)).toEqual([A, A, B, B]);
    expect(asked).toBe(2);
  });

  it('are skipped for a second after a failed connection, unless there is no other', async () => {
    await next(1);
    const lost = replicas.next();
    const other = lost.way === A ? B : A;
    replicas.rest(lost);
    expect(await next(3)).toEqual([other, other, other]);
    replicas.rest(replicas.next());
    expect(await next(2)).toEqual([A, B]);
    time += 1_000;
    expect(await next(4)).toEqual([A, A, B, B]);
  });

  it('are skipped while overloaded; one that is in cool-down is preferred to an overloaded one', async () => {
    await next(1);
    behind.add(A as string);
    expect(await next(2)).toEqual([B, B]);
    replicas.rest(replicas.next());
    expect(await next(2)).toEqual([B, B]);
    behind.add(B as string);
    expect(await next(4)).toEqual([A, A, B, B]);
  });

  it('of an IP address are that address, without a lookup', async () => {
    const one = replicasAt('http://127.0.0.1:8080', {
      open: (origin) => origin,
      close: () => {},
      find: () => Promise.reject(new Error('never asked')),
    });
    expect(one.next().way).toBe('http://127.0.0.1:8080');
  });
});

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

/** An address that answers nothing, not even with a refusal: its backlog is full, and further connections are dropped. */
async function silentAt(port: string): Promise<void> {
  const script = `require('node:net').createServer().listen({ port: ${port}, host: '127.0.0.2', backlog: 1 }, () => {
    require('node:fs').writeSync(1, 'up');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  })`;
  const process = spawn('node', ['-e', script]);
  onTestFinished(() => void process.kill('SIGKILL'));
  await once(process.stdout, 'data');
  const waiting = Array.from({ length: 8 }, () => connect(Number(port), '127.0.0.2').on('error', () => {}));
  onTestFinished(() => {
    for (const socket of waiting) socket.destroy();
  });
}

describe('a service with two addresses, one of which is silent', () => {
  it('is given up exactly at the timeout', async () => {
    const { url } = await listen((_req, res) => res.end());
    const { port } = new URL(url);
    await silentAt(port);
    const options = { protocol: 'http:', hostname: '127.0.0.2', host: `127.0.0.2:${port}`, port };
    // Timers fire in order, however busy the machine is.
    const order: string[] = [];
    await Promise.all([
      new Promise<void>((resolve) => setTimeout(() => resolve(void order.push('400 ms later')), 400)),
      new Promise<void>((resolve) =>
        connectWithin(50)(options, (...[error]) =>
          resolve(void order.push(error && isLost(error) ? 'given up' : 'wrong')),
        ),
      ),
    ]);
    expect(order).toEqual(['given up', '400 ms later']);
  });

  it('is not given up if the connection was made while the process was paused', async () => {
    const { url } = await listen((_req, res) => res.end());
    const { host, hostname, port, protocol } = new URL(url);
    const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    const made = new Promise<Error | null>((resolve) => {
      // Timers run next. Once connecting has begun, its timer and its connection are both due when the pause is over.
      setImmediate(() => {
        connectWithin(50)({ host, hostname, port, protocol }, (error, socket) => {
          socket?.destroy();
          resolve(error);
        });
        process.nextTick(() => process.nextTick(pause));
      });
    });
    expect(await made).toBe(null);
  });

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
