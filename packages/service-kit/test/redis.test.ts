import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { closeRedis, isUp, makeBlockingRedis, makeFailFastRedis, makeRedis } from '@tavola/service-kit/data/redis.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { noRedis, ownRedis } from '@tavola/test-kit/own-redis.ts';
import { timed } from '@tavola/test-kit/timed.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';

// @module-tag full

const log = makeLog('test', 'silent');
// Keeps its data over a restart.
const server = await ownRedis('queue');
const WAIT = { timeout: 15_000, interval: 10 };

function client(url: string, make = makeRedis) {
  const made = make(url, 'test', log);
  afterAll(() => closeRedis(made));
  return made;
}

/** How long `act` took, less what this machine may have added. */
const msOf = async (act: () => Promise<unknown>) => (await timed(act)).ownMs;

describe('a Redis client', () => {
  it('fails fast if nothing listens, and keeps reconnecting without ending the process', async () => {
    const redis = client(await noRedis());
    expect(isUp(redis)).toBe(false);
    for (let n = 0; n < 3; n += 1) {
      expect(await msOf(() => expect(redis.get('x')).rejects.toThrow())).toBeLessThan(100);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect(redis.isOpen).toBe(true);
  });

  it('fails fast during an outage, and reconnects by itself', async () => {
    const redis = client(server.url);
    await vi.waitFor(() => redis.set('key', 'value'), WAIT);
    await server.stop();
    await vi.waitFor(() => expect(isUp(redis)).toBe(false), WAIT);
    expect(await msOf(() => expect(redis.get('key')).rejects.toThrow())).toBeLessThan(100);
    await server.start();
    await vi.waitFor(async () => expect(await redis.get('key')).toBe('value'), WAIT);
    expect(isUp(redis)).toBe(true);
  });

  it('times a command out after half a second if the server hangs, and works when it answers again', async () => {
    const redis = client(server.url);
    await vi.waitFor(() => redis.set('key', 'value'), WAIT);
    server.freeze();
    const { ms, ownMs } = await timed(() =>
      Promise.all([
        expect(redis.get('key')).rejects.toThrow('not answered in time'),
        expect(redis.eval('return 1')).rejects.toThrow('not answered in time'),
        expect(redis.publish('channel', 'x')).rejects.toThrow('not answered in time'),
        expect(redis.xAdd('stream', '*', { a: 'b' })).rejects.toThrow('not answered in time'),
        expect(redis.withTypeMapping({}).get('key')).rejects.toThrow('not answered in time'),
      ]),
    );
    server.thaw();
    expect(ms).toBeGreaterThan(400);
    expect(ownMs).toBeLessThan(1_500);
    await vi.waitFor(async () => expect(await redis.get('key')).toBe('value'), WAIT);
  });

  it('passes on errors of Redis itself', async () => {
    const redis = client(server.url);
    await vi.waitFor(() => redis.set('text', 'x'), WAIT);
    await expect(redis.lPush('text', 'y')).rejects.toThrow('WRONGTYPE');
    expect(await redis.get('missing')).toBeNull();
  });

  it('can be closed in any state', async () => {
    const away = makeRedis(await noRedis(), 'test', log);
    closeRedis(away);
    closeRedis(away);
    expect(away.isOpen).toBe(false);
  });

  it('for workers sends commands issued during an outage when Redis is back', async () => {
    await server.stop();
    const redis = client(server.url, makeBlockingRedis);
    const reply = redis.set('late', 'but sent').catch((error: Error) => error.message);
    await server.start();
    // It is sent as soon as Redis listens, which may be while that still reads its data.
    const said = await reply;
    expect(['OK', expect.stringMatching(/^LOADING /)]).toContainEqual(said);
    await vi.waitFor(async () => expect(await redis.get('late')).toBe(said === 'OK' ? 'but sent' : null), WAIT);
  });
});

it.each([makeRedis, makeFailFastRedis, makeBlockingRedis])(
  '%o leaves a server that has become a replica',
  async (make) => {
    const redis = client(server.url, make);
    const id = () => redis.sendCommand<number>(['CLIENT', 'ID']);
    const before = await vi.waitFor(id, WAIT);
    await redis.sendCommand(['REPLICAOF', '127.0.0.1', '1']);
    await expect(redis.set('key', 'value')).rejects.toThrow('READONLY');
    await vi.waitFor(async () => expect(await id()).not.toBe(before), WAIT);
    await vi.waitFor(() => redis.sendCommand(['REPLICAOF', 'NO', 'ONE']), WAIT);
    await vi.waitFor(() => redis.set('key', 'value'), WAIT);
  },
);

it('a Redis client goes on if something answers that is no Redis', async () => {
  let roles = 0;
  const nothing = createServer((socket) => {
    socket.on('data', (chunk) => {
      const asked = String(chunk);
      roles += asked.match(/ROLE/g)?.length ?? 0;
      socket.write('$-1\r\n'.repeat(asked.match(/^\*/gm)?.length ?? 0));
    });
  }).listen(0, '127.0.0.1');
  afterAll(() => void nothing.close());
  await once(nothing, 'listening');
  const redis = client(`redis://127.0.0.1:${(nothing.address() as AddressInfo).port}`, makeFailFastRedis);
  await vi.waitFor(() => expect(roles).toBeGreaterThan(1), WAIT);
  expect(isUp(redis)).toBe(true);
});

describe('a fail-fast Redis client', () => {
  const sockets = async () =>
    (await other.sendCommand<string>(['CLIENT', 'LIST'])).split('\n').filter((line) => line.includes('name=prompt'));
  const other = client(server.url);
  const prompt = () => client(server.url, (url, _name, ofTest) => makeFailFastRedis(url, 'prompt', ofTest));

  it('reconnects within half a second after an outage of any length', async () => {
    const redis = prompt();
    await vi.waitFor(() => redis.set('key', 'value'), WAIT);
    await server.stop();
    await sleep(2_500);
    await server.start();
    expect(await msOf(() => vi.waitFor(() => redis.get('key'), { timeout: 15_000, interval: 5 }))).toBeLessThan(500);
    closeRedis(redis);
  });

  it('drops a connection after 600 ms without an answer, and fails fast until it has another', async () => {
    const redis = prompt();
    await vi.waitFor(() => redis.set('key', 'value'), WAIT);
    server.freeze();
    // Other commands are written meanwhile, and don't keep the connection open.
    const writing = setInterval(() => redis.get('key').catch(() => {}), 50);
    const { ms, ownMs } = await timed(() => expect(redis.get('key')).rejects.toThrow('not answered in time'));
    clearInterval(writing);
    expect(ms).toBeGreaterThanOrEqual(599);
    expect(ownMs).toBeLessThan(1_200);
    expect(isUp(redis)).toBe(false);
    expect(await msOf(() => expect(redis.get('key')).rejects.toThrow())).toBeLessThan(100);
    await sleep(1_500);
    server.thaw();
    expect(await msOf(() => vi.waitFor(() => redis.get('key'), { timeout: 15_000, interval: 5 }))).toBeLessThan(500);
    // The connection that it dropped is closed on the server side too.
    await vi.waitFor(async () => expect((await sockets()).length).toBe(1), WAIT);
    closeRedis(redis);
  });

  it('detects a hung server by itself, and keeps an idle connection', async () => {
    const redis = prompt();
    await vi.waitFor(() => redis.set('key', 'value'), WAIT);
    const [before] = await vi.waitFor(async () => {
      const all = await sockets();
      expect(all.length).toBe(1);
      return all;
    }, WAIT);
    await sleep(1_500);
    expect((await sockets()).map((line) => line.split(' ')[0])).toEqual([before?.split(' ')[0]]);
    server.freeze();
    expect(await msOf(() => vi.waitFor(() => expect(isUp(redis)).toBe(false), WAIT))).toBeLessThan(1_500);
    server.thaw();
    await vi.waitFor(() => redis.get('key'), WAIT);
    closeRedis(redis);
  });

  it('reports no error after it was closed, even if its ping was never answered', async () => {
    const redis = prompt();
    await vi.waitFor(() => redis.set('key', 'value'), WAIT);
    const reported = vi.fn();
    redis.on('error', reported);
    server.freeze();
    await sleep(300);
    closeRedis(redis);
    await sleep(50);
    server.thaw();
    expect(reported).not.toHaveBeenCalled();
  });
});

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
