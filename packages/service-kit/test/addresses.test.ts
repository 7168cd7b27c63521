import dns from 'node:dns';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { makePool } from '@tavola/service-kit/data/postgres.ts';
import { closeRedis, makeFailFastRedis, makeRedis } from '@tavola/service-kit/data/redis.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { testDatabase } from '@tavola/test-kit/database.ts';
import { ownRedis } from '@tavola/test-kit/own-redis.ts';
import { expect, it, onTestFinished, vi } from 'vitest';

// A database that fails over may do so by another address of its name.

const database = await testDatabase();
const redis = await ownRedis();
const log = makeLog('test', 'silent');

/** `url` with a name that leads to `at.address`; `end()` ends the server at an address, and `open()` says how many connections one has. */
async function named(url: string) {
  const { host, hostname, port: realPort } = new URL(url);
  const open = new Map<string, Set<Socket>>();
  const listen = async (address: string, port: number) => {
    const sockets = new Set<Socket>();
    const server = createServer((near) => {
      sockets.add(near.on('close', () => sockets.delete(near)));
      pipeline(near, connect(Number(realPort), hostname), near, () => {});
    });
    await new Promise<void>((resolve) => server.listen(port, address, resolve));
    const end = () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    };
    onTestFinished(end);
    open.set(address, sockets);
    return { end, port: (server.address() as AddressInfo).port };
  };
  const first = await listen('127.0.0.1', 0);
  await listen('127.0.0.2', first.port);
  const at = { address: '127.0.0.1' };
  vi.spyOn(dns, 'lookup').mockImplementation(((
    _name: string,
    options: { all?: boolean },
    done: (...said: unknown[]) => void,
  ) =>
    options.all ? done(null, [{ address: at.address, family: 4 }]) : done(null, at.address, 4)) as typeof dns.lookup);
  onTestFinished(() => void vi.restoreAllMocks());
  return {
    url: url.replace(host, `store.example:${first.port}`),
    at,
    endFirst: first.end,
    open: (address: string) => open.get(address)?.size,
  };
}

it('a pool asks for the address of its database again', async () => {
  const { url, at, endFirst, open } = await named(database.urlOf('menu'));
  const pool = makePool(url, 'test', log, 2);
  onTestFinished(() => pool.end());
  await pool.query('SELECT 1');
  expect(open('127.0.0.1')).toBe(1);
  at.address = '127.0.0.2';
  endFirst();
  await expect
    .poll(() =>
      pool.query('SELECT 1').then(
        () => open('127.0.0.2'),
        () => 0,
      ),
    )
    .toBe(1);
});

it.each([makeRedis, makeFailFastRedis])('a client of Redis asks for its address again: %o', async (make) => {
  const { url, at, endFirst, open } = await named(redis.url);
  const client = make(url, 'test', log);
  onTestFinished(() => closeRedis(client));
  await expect.poll(() => client.set('key', 'value').catch(() => 'away')).toBe('OK');
  expect(open('127.0.0.1')).toBe(1);
  at.address = '127.0.0.2';
  endFirst();
  await expect.poll(() => client.get('key').catch(() => 'away'), { timeout: 5_000 }).toBe('value');
  expect(open('127.0.0.2')).toBe(1);
});
