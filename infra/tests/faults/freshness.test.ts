import { setTimeout as sleep } from 'node:timers/promises';
import { measureLag } from '@tavola/test-kit/lag.ts';
import { afterAll, expect, it } from 'vitest';
import { PASSWORD } from './load.ts';
import { startFaultySite } from './site.ts';

// What a guest reads through nginx after a price was acknowledged, measured by the price itself.

const site = await startFaultySite();
afterAll(() => site.stop());
const lag = measureLag();
afterAll(() => lag.stop());

/** How long after its acknowledgement a price may stay hidden, in milliseconds (README, the promise). */
const PROMISE_MS = 250;

/** How long reads are checked after an acknowledgement, in milliseconds: longer than nginx ever keeps a menu. */
const WATCHED_MS = 2_500;

/** Changes of the price in each test. Before each was mended, nearly every change was seen late. */
const ALIGNED_ROUNDS = 8;
const FROZEN_ROUNDS = 3;

/** Processes on a read's way. The machine may delay each of them by as much as the echo. */
const STATIONS = 5;

const send = async (method: string, path: string, body?: unknown, token?: string) => {
  const response = await fetch(site.origin + path, {
    method,
    headers: {
      'accept-encoding': 'gzip',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, level: response.headers.get('x-cache'), body: text ? JSON.parse(text) : null };
};

/** A restaurant with one dish. */
async function signedUp() {
  const slug = `fresh-${Date.now().toString(36)}`;
  const account = { name: 'Ada', email: `${slug}@example.com`, password: PASSWORD, restaurantName: 'Da Ada', slug };
  const { token } = (await send('POST', '/api/auth/signup', account)).body;
  const { id: categoryId } = (await send('POST', '/api/categories', { name: 'Pasta' }, token)).body;
  const { id } = (await send('POST', '/api/menu-items', { name: 'Carbonara', price: 1, categoryId }, token)).body;
  return {
    async read() {
      const { body, level } = await send('GET', `/api/public/menu/${slug}`);
      return { price: body.items[0].price as number, level };
    },
    async setPrice(price: number) {
      expect((await send('PUT', `/api/menu-items/${id}`, { price }, token)).status).toBe(200);
    },
  };
}
type Menu = Awaited<ReturnType<typeof signedUp>>;

/** The reads after an acknowledgement that still showed an older price. */
interface Hidden {
  reads: number;
  old: number;
  /** When the last of them began, in milliseconds after the acknowledgement. */
  latestMs: number;
  /** The delay that the busy machine may have added. */
  lagMs: number;
  levels: Record<string, number>;
}

/** Changes the price and reads the menu for `ms` from its acknowledgement. */
async function changeAndWatch(menu: Menu, price: number, ms = WATCHED_MS): Promise<Hidden> {
  await menu.setPrice(price);
  const acknowledgedAt = performance.now();
  const hidden: Hidden = { reads: 0, old: 0, latestMs: 0, lagMs: 0, levels: {} };
  for (let at = acknowledgedAt; at < acknowledgedAt + ms; at = performance.now()) {
    const { price: seen, level } = await menu.read();
    hidden.reads += 1;
    if (seen < price) {
      hidden.old += 1;
      hidden.latestMs = at - acknowledgedAt;
      hidden.levels[String(level)] = (hidden.levels[String(level)] ?? 0) + 1;
    }
    await sleep(5);
  }
  hidden.lagMs = STATIONS * lag.most(acknowledgedAt - 500, performance.now());
  return hidden;
}

const tooLate = (rounds: readonly Hidden[]) => rounds.filter(({ latestMs, lagMs }) => latestMs - lagMs > PROMISE_MS);

const sumOf = (rounds: readonly Hidden[]) =>
  `${rounds.length} rounds, ${rounds.reduce((sum, { reads }) => sum + reads, 0)} reads, ` +
  `${rounds.reduce((sum, { old }) => sum + old, 0)} old, the latest ${Math.max(...rounds.map(({ latestMs }) => latestMs)).toFixed(0)} ms after`;

/** Resolves at `ms` after a full second of the clock. */
const untilPartOfSecond = (ms: number) => sleep((2_000 + ms - (Date.now() % 1_000)) % 1_000 || 1_000);

/** nginx counts whole seconds: an entry made as one begins could live for almost two. */
it('a price that changes 1.54 to 1.9 s after a menu was read, just as a second began, is seen at once', async () => {
  const menu = await signedUp();
  const rounds: Hidden[] = [];
  for (let round = 0; round < ALIGNED_ROUNDS; round += 1) {
    await untilPartOfSecond(5);
    // nginx caches what is read twice within two seconds.
    for (let n = 0; n < 3; n += 1) await menu.read();
    const { level } = await menu.read();
    expect(level).toBe('edge');
    await untilPartOfSecond(950);
    await sleep(590 + (360 * round) / ALIGNED_ROUNDS);
    rounds.push(await changeAndWatch(menu, 2 + round, 600));
    await sleep(1_500);
  }
  console.log(`  aligned to the second: ${sumOf(rounds)}`);
  expect(tooLate(rounds)).toEqual([]);
});

it.each([false, true])('with auth frozen, a changed price is seen at once, with an idle edge: %s', async (isIdle) => {
  const menu = await signedUp();
  await menu.read();
  await sleep(1_000);
  const auth = site.pids().auth as number;
  const rounds: Hidden[] = [];
  process.kill(auth, 'SIGSTOP');
  try {
    for (let round = 0; round < FROZEN_ROUNDS; round += 1) {
      if (isIdle) await sleep(2_500);
      rounds.push(await changeAndWatch(menu, 2 + round));
    }
  } finally {
    process.kill(auth, 'SIGCONT');
  }
  console.log(`  auth frozen: ${sumOf(rounds)} ${JSON.stringify(rounds.map(({ levels }) => levels))}`);
  expect(tooLate(rounds)).toEqual([]);
});
