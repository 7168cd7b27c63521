import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as rest } from 'node:timers/promises';
import { PROCESSES, type ProcessName } from '@tavola/contracts/topology.ts';
import { measureLag } from '@tavola/test-kit/lag.ts';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { type FaultProxy, type NetworkFault, NONE } from '../harness/fault-proxy.ts';
import { fakeTimeLibrary } from './fake-time.ts';
import { fillDisk } from './fill-disk.ts';
import { PASSWORD, startLoad } from './load.ts';
import { report } from './report.ts';
import { startFaultySite } from './site.ts';
import { surviving } from './survive.ts';

// @module-tag full
// One site for all faults, in sequence: damage done by one fault shows in the next. infra/tests/integration/operated.test.ts
// proves that processes start in any order, however long before their dependencies.
const site = await startFaultySite();
afterAll(() => site.stop());
const lag = measureLag();
afterAll(() => lag.stop());
const load = await startLoad(site);
afterAll(() => load.stop());
const { survive, survived, patience } = surviving(site, load, lag);
afterAll(() => report(survived));

const disturbing = (proxy: FaultProxy, fault: NetworkFault) => ({
  inject: () => proxy.set(fault),
  lift: () => proxy.set(NONE),
});

const pidOf = (name: ProcessName) => site.pids()[name] as number;
const isReady = async (name: ProcessName): Promise<boolean> =>
  (await fetch(`${site.metricsUrls[name]}/health/ready`).catch(() => null))?.ok ?? false;
const untilReady = async (...names: ProcessName[]) => {
  for (const name of names) while (!(await isReady(name))) await rest(50);
};
const kill = (...names: ProcessName[]) => {
  for (const name of names) process.kill(pidOf(name), 'SIGKILL');
};

/** Deletes everything in the Redis at `port`. */
async function flushAll(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1', () => socket.write('FLUSHALL\r\n'));
  await once(socket, 'data');
  socket.destroy();
}

/** Whether guests can't learn a new price without this process. */
const isOnPricesWay = (name: ProcessName) => ['menu', 'public-menu', 'gateway'].includes(name);

describe('menus’ Redis', () => {
  const { cache } = site;
  it('killed', () =>
    survive({ name: 'menus’ Redis killed', lastsMs: 4_000, inject: () => cache.end('SIGKILL'), lift: cache.start }));
  it('in a black hole', () =>
    survive({ name: 'menus’ Redis in a black hole', lastsMs: 4_000, ...disturbing(cache.proxy, { kind: 'silent' }) }));
  it('slow', () =>
    survive({
      name: 'menus’ Redis 600 ms slower',
      lastsMs: 4_000,
      ...disturbing(cache.proxy, { kind: 'slow', ms: 300 }),
    }));
  it('flushed under load', () =>
    survive({
      name: 'menus’ Redis flushed under load',
      lastsMs: 3_000,
      inject: () => flushAll(cache.proxy.targetPort),
      lift: () => {},
    }));
});

describe('the queue’s Redis', () => {
  const { queue } = site;
  let names = 0;
  const drawNew = async () => {
    const { body } = await load.call('POST', '/api/qr-codes', { name: `Table ${names++}` });
    return load.call('GET', `/api/qr-codes/${(body as { id: string }).id}/image`);
  };
  it('away for 17 s, with an idle worker', async () => {
    await survive({
      name: 'queue’s Redis killed',
      // BullMQ by itself tries again every 15 s, so it would recover 13 s after the outage.
      lastsMs: 17_000,
      isWell: async () => (await drawNew()).status === 200,
      inject: () => queue.end('SIGKILL'),
      async meanwhile() {
        const at = performance.now();
        const refused = await drawNew();
        expect(refused).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
        expect(performance.now() - at).toBeLessThan(patience(at, 6_000));
      },
      lift: queue.start,
    });
  });
});

describe('PostgreSQL', () => {
  const { postgres } = site;
  it('stopped, with idle connections in all pools', () =>
    survive({
      name: 'PostgreSQL stopped',
      lastsMs: 5_000,
      mayHidePrices: true,
      inject: () => postgres.end(),
      lift: postgres.start,
    }));
  it('crashed in mid-transaction', () =>
    survive({
      name: 'PostgreSQL crashed',
      lastsMs: 500,
      mayHidePrices: true,
      inject: () => postgres.end('SIGQUIT'),
      lift: postgres.start,
    }));
  it('in a black hole', () =>
    survive({
      name: 'PostgreSQL in a black hole',
      lastsMs: 6_000,
      mayHidePrices: true,
      ...disturbing(postgres.proxy, { kind: 'silent' }),
    }));
  it('with every connection waiting for somebody’s long transaction', async () => {
    const holder = new pg.Client({ connectionString: site.adminUrl });
    await survive({
      name: 'PostgreSQL’s connections exhausted',
      lastsMs: 8_000,
      mayHidePrices: true,
      async inject() {
        await holder.connect();
        await holder.query('BEGIN; LOCK TABLE menu.item, menu.category, auth.tenant IN ACCESS EXCLUSIVE MODE');
      },
      lift: () => holder.end(),
    });
  });
  it.skipIf(!site.smallDisk.folder)(`with a full disk ${site.smallDisk.why}`, async () => {
    let free = () => {};
    const description = 'long '.repeat(190);
    const create = (n: number) =>
      load.ask('owner write', 'POST', '/api/menu-items', {
        name: `Long ${n}`,
        description,
        price: 1,
        categoryId: load.owner.categoryId,
      });
    const statuses: number[] = [];
    await survive({
      name: 'disk full',
      lastsMs: 3_000,
      mayHidePrices: true,
      inject: () => {
        free = fillDisk(site.smallDisk.folder as string);
      },
      async meanwhile() {
        for (let n = 0; n < 40; n += 1) statuses.push((await create(n)).status);
      },
      async lift() {
        free();
        if (!postgres.isRunning()) await postgres.start();
      },
    });
    // The disk was really full.
    expect(statuses).toContain(503);
  });
});

describe('a process', () => {
  it.each(PROCESSES)('%s killed in mid-request', (name) =>
    survive({
      name: `${name} killed`,
      lastsMs: 500,
      mayHidePrices: isOnPricesWay(name),
      inject: () => kill(name),
      lift: () => untilReady(name),
      ends: [name],
    }),
  );
  it.each([
    ['menu', 12_000],
    ['auth', 6_000],
    ['public-menu', 6_000],
  ] as const)('%s frozen for %i ms', (name, lastsMs) =>
    survive({
      name: `${name} frozen`,
      lastsMs,
      mayHidePrices: isOnPricesWay(name),
      inject: () => process.kill(pidOf(name), 'SIGSTOP'),
      lift: () => process.kill(pidOf(name), 'SIGCONT'),
    }),
  );
  it.each(['gateway→menu', 'public-menu→menu', 'public-menu→auth'] as const)('cut off in mid-answer: %s', (between) =>
    survive({
      name: `${between} cut in mid-answer`,
      lastsMs: 3_000,
      ...disturbing(site.proxies[between], { kind: 'cut', afterBytes: 200 }),
      mayHidePrices: between === 'public-menu→menu',
      mayBeCut: true,
    }),
  );
});

const fakeTime = await fakeTimeLibrary();

it.skipIf(!fakeTime)('clocks that are 90 s ahead and behind', async () => {
  const skewed = (by: string) => ({ LD_PRELOAD: fakeTime as string, FAKETIME: by, FAKETIME_DONT_FAKE_MONOTONIC: '1' });
  await survive({
    name: 'auth 90 s ahead, menu 90 s behind',
    lastsMs: 1_000,
    mayHidePrices: true,
    async inject() {
      Object.assign(site.more, { auth: skewed('+90s'), menu: skewed('-90s') });
      kill('auth', 'menu');
      await rest(500);
      await untilReady('auth', 'menu');
    },
    async meanwhile() {
      const slug = `skewed-${Date.now().toString(36)}`;
      const account = { email: `${slug}@example.com`, password: PASSWORD };
      await load.call('POST', '/api/auth/signup', { ...account, name: 'Eve', restaurantName: 'Skewed', slug });
      const signedIn = await load.call('POST', '/api/auth/login', account);
      expect(signedIn.status).toBe(200);
      const { token } = signedIn.body as { token: string };
      expect((await load.call('POST', '/api/categories', { name: 'Late' }, token)).status).toBe(201);
      // auth's clock is ahead of the others: tokens it signs must be valid immediately.
      expect((await load.call('GET', '/api/auth/me', undefined, token)).status).toBe(200);
      expect((await load.call('POST', '/api/auth/logout', undefined, token)).status).toBe(204);
      const refused = async () => (await load.call('GET', '/api/auth/me', undefined, token)).status;
      await expect.poll(refused, { timeout: 10_000 }).toBe(401);
    },
    async lift() {
      site.more = {};
      kill('auth', 'menu');
      await rest(500);
      await untilReady('auth', 'menu');
    },
    ends: ['auth', 'menu'],
  });
});

it('two hundred owners’ requests at once are answered or refused in time, and health is told meanwhile', async () => {
  const RUSH = 200;
  await survive({
    name: `${RUSH} owners’ requests at once`,
    lastsMs: 0,
    inject: () => {},
    async meanwhile() {
      const rush = Array.from({ length: RUSH }, (_, n) =>
        n % 2 ? load.ask('owner read', 'GET', '/api/menu-items') : load.ask('owner read', 'GET', '/api/tenant'),
      );
      const at = performance.now();
      const health = await Promise.all(
        (['gateway', 'auth', 'menu', 'public-menu'] as const).map((name) =>
          fetch(`${site.metricsUrls[name]}/health/live`),
        ),
      );
      expect(health.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(performance.now() - at).toBeLessThan(patience(at, 3_000));
      await Promise.all(rush);
    },
    lift: () => {},
  });
});
