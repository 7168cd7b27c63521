import { setTimeout as sleep } from 'node:timers/promises';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { type Answer, type Call, callsTo } from '@tavola/test-kit/http.ts';
import { measureLag } from '@tavola/test-kit/lag.ts';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { PASSWORD } from './load.ts';
import { startFaultySite } from './site.ts';

// @module-tag full
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
const ALIGNED_ROUNDS = 4;
const FROZEN_ROUNDS = 2;

/** Processes on a read's way. The machine may delay each of them by as much as the echo. */
const STATIONS = 5;

/** The languages of each menu. The base language has no part in the address. */
const LANGUAGES = ['', 'fr', 'ar'];

const call = callsTo(site.origin);
const send: Call = (method, path, sent = {}) =>
  call(method, path, { ...sent, headers: { 'accept-encoding': 'gzip', ...sent.headers } });
const levelOf = ({ headers }: Answer) => headers.get('x-cache');

/** A restaurant with one dish, in three languages. */
async function signedUp() {
  const slug = `fresh-${Date.now().toString(36)}`;
  const account = { name: 'Ada', email: `${slug}@example.com`, password: PASSWORD, restaurantName: 'Da Ada', slug };
  const { token } = (await send('POST', '/api/auth/signup', { body: account })).body;
  const { id: categoryId } = (await send('POST', '/api/categories', { token, body: { name: 'Pasta' } })).body;
  const dish = { name: 'Carbonara', price: 1, categoryId };
  const { id } = (await send('POST', '/api/menu-items', { token, body: dish })).body;
  const put = async (path: string, body: unknown) =>
    expect((await send('PUT', path, { token, body })).status).toBe(200);
  const menu = {
    token,
    read: (lang: string) => send('GET', `/api/public/menu/${slug}${lang && `/${lang}`}`),
    /** Offers guests `others` besides the base language, however little is translated. */
    setLanguages: (others: string[]) =>
      put('/api/tenant', { name: 'Da Ada', languages: { base: 'en', others, always: others } }),
    setPrice: (price: number) => put(`/api/menu-items/${id}`, { price }),
    setName: (name: string) => put(`/api/menu-items/${id}`, { name }),
    translate: (lang: string, base: string, text: string) =>
      put(`/api/translations/${lang}`, { changes: [{ kind: 'item', id, field: 'name', text, base }] }),
  };
  await menu.setLanguages(LANGUAGES.filter((lang) => lang !== ''));
  return menu;
}
type Menu = Awaited<ReturnType<typeof signedUp>>;

/** The reads after an acknowledgement that still showed what was before it. */
interface Hidden {
  reads: number;
  old: number;
  /** When the last of them began, in milliseconds after the acknowledgement. */
  latestMs: number;
  /** The delay that the busy machine may have added. */
  lagMs: number;
  /** How many came from where, by cache level and language. */
  levels: Record<string, number>;
}

/** Makes a change and reads the menu in each language for `ms` from its acknowledgement. */
async function changeAndWatch(
  menu: Menu,
  change: () => Promise<void>,
  isOld: (read: Answer, lang: string) => boolean,
  ms = WATCHED_MS,
): Promise<Hidden> {
  await change();
  const acknowledgedAt = performance.now();
  const hidden: Hidden = { reads: 0, old: 0, latestMs: 0, lagMs: 0, levels: {} };
  for (let at = acknowledgedAt; at < acknowledgedAt + ms; at = performance.now()) {
    const lang = LANGUAGES[hidden.reads % LANGUAGES.length] as string;
    const read = await menu.read(lang);
    hidden.reads += 1;
    if (isOld(read, lang)) {
      const from = `${levelOf(read)} ${lang || 'base'}`;
      hidden.old += 1;
      hidden.latestMs = at - acknowledgedAt;
      hidden.levels[from] = (hidden.levels[from] ?? 0) + 1;
    }
    await sleep(5);
  }
  hidden.lagMs = STATIONS * lag.most(acknowledgedAt - 500, performance.now());
  return hidden;
}

const changePriceAndWatch = (menu: Menu, price: number, ms?: number) =>
  changeAndWatch(
    menu,
    () => menu.setPrice(price),
    ({ body }) => body.items[0].price < price,
    ms,
  );

const tooLate = (rounds: readonly Hidden[]) => rounds.filter(({ latestMs, lagMs }) => latestMs - lagMs > PROMISE_MS);

const sumOf = (rounds: readonly Hidden[]) =>
  `${rounds.length} rounds, ${rounds.reduce((sum, { reads }) => sum + reads, 0)} reads, ` +
  `${rounds.reduce((sum, { old }) => sum + old, 0)} old, the latest ${Math.max(...rounds.map(({ latestMs }) => latestMs)).toFixed(0)} ms after`;

/** Resolves at `ms` after a full second of the clock. */
const untilPartOfSecond = (ms: number) => sleep((2_000 + ms - (Date.now() % 1_000)) % 1_000 || 1_000);

/** As a second begins, reads the menu until nginx has it in each language: it caches what is read twice within two seconds. */
async function untilAtEdge(menu: Menu): Promise<void> {
  await untilPartOfSecond(5);
  for (const lang of LANGUAGES) {
    for (let n = 0; n < 3; n += 1) await menu.read(lang);
  }
  for (const lang of LANGUAGES) expect(levelOf(await menu.read(lang)), lang).toBe('edge');
}

/** nginx counts whole seconds: an entry made as one begins could live for almost two. */
it('a price that changes 1.54 to 1.9 s after a menu was read, just as a second began, is seen at once', async () => {
  const menu = await signedUp();
  const rounds: Hidden[] = [];
  for (let round = 0; round < ALIGNED_ROUNDS; round += 1) {
    await untilAtEdge(menu);
    await untilPartOfSecond(950);
    await sleep(590 + (360 * round) / ALIGNED_ROUNDS);
    rounds.push(await changePriceAndWatch(menu, 2 + round, 600));
    await sleep(1_500);
  }
  console.log(`  aligned to the second: ${sumOf(rounds)}`);
  expect(tooLate(rounds)).toEqual([]);
});

it('a text is seen at once in each language: translated, then in the base language since that was changed', async () => {
  const menu = await signedUp();
  const nameIn = ({ body }: Answer) => body.items[0].name as string;
  await untilAtEdge(menu);
  const translated = await changeAndWatch(
    menu,
    () => menu.translate('fr', 'Carbonara', 'À la carbonara'),
    (read, lang) => nameIn(read) !== (lang === 'fr' ? 'À la carbonara' : 'Carbonara'),
  );
  const outdated = await changeAndWatch(
    menu,
    () => menu.setName('Carbonara with peanuts'),
    (read) => nameIn(read) !== 'Carbonara with peanuts',
  );
  console.log(`  texts: ${sumOf([translated, outdated])}`);
  expect(tooLate([translated, outdated])).toEqual([]);
});

it('a removed language leads to the base language at once, and the others stay', async () => {
  const menu = await signedUp();
  await untilAtEdge(menu);
  const removed = await changeAndWatch(
    menu,
    () => menu.setLanguages(['ar']),
    ({ status }, lang) => status !== (lang === 'fr' ? 302 : 200),
  );
  console.log(`  removed: ${sumOf([removed])}`);
  expect(tooLate([removed])).toEqual([]);
});

it.each([false, true])('with auth frozen, a changed price is seen at once, with an idle edge: %s', async (isIdle) => {
  const menu = await signedUp();
  await menu.read('');
  await sleep(1_000);
  const auth = site.pids().auth as number;
  const rounds: Hidden[] = [];
  process.kill(auth, 'SIGSTOP');
  try {
    for (let round = 0; round < FROZEN_ROUNDS; round += 1) {
      if (isIdle) await sleep(2_500);
      rounds.push(await changePriceAndWatch(menu, 2 + round));
    }
  } finally {
    process.kill(auth, 'SIGCONT');
  }
  console.log(`  auth frozen: ${sumOf(rounds)} ${JSON.stringify(rounds.map(({ levels }) => levels))}`);
  expect(tooLate(rounds)).toEqual([]);
});

/** How many dishes a draft has in these tests, and how many drafts guests read through. */
const DISHES = 300;
const DRAFTS = 6;
const READERS = 4;

/** Adds dishes to a menu; returns a draft that gives all of them the price `price`. */
async function withManyDishes({ token }: Menu): Promise<(price: number) => Promise<object>> {
  const names = Array.from({ length: DISHES }, (_, at) => ({ name: `Dish ${at}`, price: 1 }));
  const sections = [{ category: { name: 'Many' }, items: names }];
  expect((await send('POST', '/api/menu-drafts', { token, body: { sections } })).status).toBe(200);
  return async (price) => {
    const items: MenuItem[] = (await send('GET', '/api/menu-items', { token })).body;
    return { changes: items.map((item) => ({ item: item.id, etag: entityTag(item), fields: { price } })) };
  };
}

const pricesIn = ({ body }: Answer): string =>
  [...new Set((body.items as { price: number }[]).map(({ price }) => price))].join(' and ');

it('guests see a draft as a whole, never some of its prices', async () => {
  const menu = await signedUp();
  const draftOf = await withManyDishes(menu);
  const seen = new Set<string>();
  let isOver = false;
  const reading = Array.from({ length: READERS }, async (_, reader) => {
    while (!isOver) seen.add(pricesIn(await menu.read(LANGUAGES[reader % LANGUAGES.length] as string)));
  });
  for (let price = 2; price < 2 + DRAFTS; price += 1) {
    expect((await send('POST', '/api/menu-drafts', { token: menu.token, body: await draftOf(price) })).status).toBe(
      200,
    );
    await sleep(300);
  }
  isOver = true;
  await Promise.all(reading);
  expect([...seen].toSorted()).toEqual(['1', '2', '3', '4', '5', '6', '7']);
});

it('a menu process that is killed amid a draft leaves nothing of it; sent again, it is done once', async () => {
  const menu = await signedUp();
  const draft = await (await withManyDishes(menu))(9);
  const { token } = menu;
  const headers = { 'idempotency-key': `killed-${Date.now()}` };
  const sendDraft = () => send('POST', '/api/menu-drafts', { token, body: draft, headers });
  // The log waits for this row, when the prices are written already.
  const holder = new pg.Client({ connectionString: site.adminUrl });
  await holder.connect();
  await holder.query('BEGIN');
  // Without triggers: the one that counts the log's growth would lock the version, for which the draft would wait first.
  await holder.query('SET LOCAL session_replication_role = replica');
  await holder.query(
    `INSERT INTO menu.menu_change (tenant_id, version, kind, target_id, act)
     SELECT tenant_id, version + 1, 'item', $1, 'changed' FROM menu.menu_version ORDER BY changed_at DESC LIMIT 1`,
    [(draft as { changes: { item: number }[] }).changes.at(-1)?.item],
  );
  const cut = sendDraft().catch(() => ({ status: 502 }));
  const isWaiting = async () => {
    const { rows } = await site.db.query(
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%UPDATE%item%'",
    );
    return rows.length;
  };
  await expect.poll(isWaiting, { timeout: 15_000 }).toBe(1);
  const killed = site.pids().menu as number;
  process.kill(killed, 'SIGKILL');
  expect((await cut).status).toBeGreaterThanOrEqual(500);
  await holder.query('ROLLBACK');
  await holder.end();

  const items = () => send('GET', '/api/menu-items', { token });
  await expect.poll(async () => (await items()).status, { timeout: 30_000 }).toBe(200);
  const pricesNow = async () => new Set(((await items()).body as MenuItem[]).map(({ price }) => price));
  expect(await pricesNow()).toEqual(new Set([1]));
  const again = await sendDraft();
  expect([again.status, await pricesNow()]).toEqual([200, new Set([9])]);
  expect((await sendDraft()).body).toEqual(again.body);
});
