import { setTimeout as sleep } from 'node:timers/promises';
import { callsTo } from '@tavola/test-kit/http.ts';
import { measureLag } from '@tavola/test-kit/lag.ts';
import { afterAll, expect, it } from 'vitest';
import { PASSWORD } from './load.ts';
import { type FaultySite, type Server, startFaultySite } from './site.ts';

// @module-tag full
// A menu that is suspended, whose deletion was requested, or that has a new address, is gone from its old address: in every form
// that nginx may have, whatever single process is away.

const site = await startFaultySite();
afterAll(() => site.stop());
const lag = measureLag();
afterAll(() => lag.stop());

/** How long after an act, or the beginning of an outage, a menu may still be shown, in milliseconds. */
const PROMISE_MS = 1_000;

/** How long it is looked for, in milliseconds. */
const WATCHED_MS = 2_500;

/** Processes on a read's way. The machine may delay each of them by as much as the echo. */
const STATIONS = 5;

const DISH = 'Carbonara of the house';
const LANGUAGES = ['', 'fr', 'ar'];
const FORMS = ['/menu/', '/api/public/menu/'].flatMap((form) =>
  ['br', 'gzip', 'identity'].flatMap((coding) => LANGUAGES.map((lang) => ({ form, coding, lang }))),
);

const send = callsTo(site.origin);
const toAuth = callsTo(site.urls.auth);
const ok = async (answer: ReturnType<typeof send>) => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
};

interface Restaurant {
  slug: string;
  name: string;
  tenantId: string;
  token: string;
}

let made = 0;
async function signedUp(): Promise<Restaurant> {
  made += 1;
  const slug = `gone-${made}`;
  const name = `Da ${made}`;
  const account = { name: 'Ada', email: `${slug}@example.com`, password: PASSWORD, restaurantName: name, slug };
  const { token, user } = await ok(send('POST', '/api/auth/signup', { body: account }));
  const { id: categoryId } = await ok(send('POST', '/api/categories', { token, body: { name: 'Pasta' } }));
  await ok(send('POST', '/api/menu-items', { token, body: { name: DISH, price: 1, categoryId } }));
  const others = LANGUAGES.filter(Boolean);
  const languages = { base: 'en', others, always: others };
  await ok(send('PUT', '/api/tenant', { token, body: { name, languages } }));
  return { slug, name, token, tenantId: user.tenantId };
}

async function setActive({ tenantId }: Restaurant, isActive: boolean) {
  const { rows } = await site.db.query(`SELECT id FROM auth."user" WHERE role = 'admin' LIMIT 1`);
  const headers = { 'x-service-token': site.serviceToken };
  const body = { isActive, actorId: rows[0].id };
  await ok(toAuth('PUT', `/internal/tenants/${tenantId}/status`, { headers, body }));
}

/** The acts, each at auth itself: the gateway may be away. */
const ACTS: Readonly<Record<string, (restaurant: Restaurant) => Promise<unknown>>> = {
  suspended: (restaurant) => setActive(restaurant, false),
  'deletion requested': ({ name, token }) =>
    ok(toAuth('POST', '/api/account/deletion', { token, body: { name, password: PASSWORD } })),
  'new address': ({ name, slug, token }) =>
    ok(toAuth('PUT', '/api/tenant', { token, body: { name, slug: `${slug}-now` } })),
};

const read = async ({ slug }: Restaurant, { form, coding, lang }: (typeof FORMS)[number]) => {
  const path = `${form}${slug}${lang && `/${lang}`}`;
  const answer = await send('GET', path, { headers: { 'accept-encoding': coding } }).catch(() => null);
  return { isShown: answer?.status === 200 && answer.text.includes(DISH), from: answer?.headers.get('x-cache') };
};

/** Reads all forms of the menu, as nginx then has them. */
async function readAll(restaurant: Restaurant) {
  return Promise.all(FORMS.map(async (form) => ({ ...form, ...(await read(restaurant, form)) })));
}

/** Reads all forms for a while, and returns those that showed the menu later than promised. */
async function shownLate(restaurant: Restaurant, since: number): Promise<string[]> {
  const late = new Map<string, number>();
  while (performance.now() - since < WATCHED_MS) {
    const at = performance.now();
    const found = await readAll(restaurant);
    for (const { form, coding, lang, isShown, from } of found)
      if (isShown) late.set(`${form} ${coding} ${lang} from ${from}`, at - since);
    await sleep(20);
  }
  const lagMs = STATIONS * lag.most(since, performance.now());
  return [...late].flatMap(([form, ms]) => (ms - lagMs > PROMISE_MS ? [`${form} after ${ms.toFixed(0)} ms`] : []));
}

const serverAway = (one: Server) => async () => {
  await one.end('SIGKILL');
  return () => one.start();
};
const processAway = (name: Parameters<FaultySite['hold']>[0]) => () => site.hold(name);

/** What can be away, and whether the acts are possible then. */
const AWAY = [
  ['nginx', processAway('nginx'), true],
  ['gateway', processAway('gateway'), true],
  ['public-menu', processAway('public-menu'), true],
  ['menu', processAway('menu'), true],
  ['media', processAway('media'), true],
  ['auth', processAway('auth'), false],
  ['menus’ Redis', serverAway(site.cache), true],
  ['queue’s Redis', serverAway(site.queue), true],
  ['PostgreSQL', serverAway(site.postgres), false],
] as const;

const CASES = AWAY.flatMap(([what, away, mayAct]) => [
  ...(mayAct ? [{ what, when: 'during the act', away }] : []),
  { what, when: 'right after it', away },
]);

/** How many addresses nginx has yet to replace. */
async function addressesDue(): Promise<number> {
  const text = await (await fetch(`${site.metricsUrls['public-menu']}/metrics`)).text();
  return Number(/^tavola_edge_addresses_due (\d+)$/m.exec(text)?.[1]);
}

/** All restaurants whose menu is gone. */
const gone: Restaurant[] = [];

it.each(CASES)('no form shows a menu that is gone, with $what away $when', async ({ when, away }) => {
  const acts = Object.entries(ACTS);
  const restaurants = await Promise.all(acts.map(() => signedUp()));
  for (const restaurant of restaurants) {
    const shown = await readAll(restaurant);
    expect(shown.filter(({ isShown }) => !isShown)).toEqual([]);
  }
  const act = async () => {
    await Promise.all(acts.map(([, run], at) => run(restaurants[at] as Restaurant)));
  };
  const isDuring = when === 'during the act';
  gone.push(...restaurants);
  if (!isDuring) await act();
  const back = await away();
  try {
    if (isDuring) await act();
    const since = performance.now();
    const late = await Promise.all(restaurants.map((restaurant) => shownLate(restaurant, since)));
    expect(Object.fromEntries(acts.map(([name], at) => [name, late[at]]))).toEqual(
      Object.fromEntries(acts.map(([name]) => [name, []])),
    );
  } finally {
    await back();
    await expect.poll(async () => (await send('GET', '/menu/demo')).status, { timeout: 30_000 }).toBe(200);
  }
});

it('with the gateway away later, nginx has no form of any of them, and every form of one that was restored', async () => {
  const restored = await signedUp();
  await readAll(restored);
  await setActive(restored, false);
  await setActive(restored, true);
  await sleep(300);
  await expect.poll(addressesDue).toBe(0);
  const back = await site.hold('gateway');
  try {
    expect((await readAll(restored)).filter(({ isShown }) => !isShown)).toEqual([]);
    const shown: string[] = [];
    for (const restaurant of gone)
      for (const { form, coding, lang, isShown } of await readAll(restaurant))
        if (isShown) shown.push(`${form}${restaurant.slug} ${coding} ${lang}`);
    expect(shown).toEqual([]);
  } finally {
    await back();
  }
});
