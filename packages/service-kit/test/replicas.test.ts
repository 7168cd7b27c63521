import { connectWithin, isLost, type Replicas, replicasAt } from '@tavola/service-kit/http/replicas.ts';
import { listen } from '@tavola/test-kit/http.ts';
import { silentAt } from '@tavola/test-kit/silent-address.ts';
import { beforeEach, describe, expect, it } from 'vitest';

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

  it('are the name itself after a pause: their addresses may be others’ by now', async () => {
    await next(1);
    addresses = ['10.0.0.3'];
    time += 10_000;
    expect(replicas.next().way).toBe('http://menu:8080');
    expect(open).toEqual(['http://menu:8080']);
    expect(await next(2)).toEqual([C, C]);
  });

  it('are the name itself with https', async () => {
    replicas = replicasAt('https://menu', { open: (origin) => origin, close: () => {}, find: async () => addresses });
    expect(await next(2)).toEqual(['https://menu', 'https://menu']);
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

describe('a connection to an address that is silent', () => {
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
});
