import { agreedFetch } from '@tavola/test-kit/agreed-answers.ts';
import { listen } from '@tavola/test-kit/http.ts';
import { noRedis, ownRedis } from '@tavola/test-kit/own-redis.ts';
import { describe, expect, it } from 'vitest';
import { fakeOwners, makeRestaurant, startPublicMenu, untilCached } from './setup.ts';

// Menus that are suspended, restored or have a new address, at edges and while auth and menu are away.

const LANGUAGES = { base: 'en', others: ['fr'], always: ['fr'] };
const FORMS = ['/menu/', '/api/public/menu/'].flatMap((form) =>
  ['br', 'gzip', 'identity'].map((coding) => [form, coding]),
);
/** What an edge is asked to replace at `slug` in these languages. */
const allOf = (slug: string, languages: readonly string[]) =>
  languages
    .flatMap((lang) => FORMS.map(([form, coding]) => `${form}${slug}${lang && `/${lang}`} ${coding}`))
    .toSorted();

const owners = await fakeOwners();
/** What the edge keeps: by address and coding, the status. It passes requests on, as nginx does, unless it is away. */
const kept = new Map<string, number>();
let isAway = false;
const edge = await listen(async (req, res) => {
  if (isAway) return void res.destroy();
  const headers = {
    'accept-encoding': String(req.headers['accept-encoding']),
    'x-edge-refresh': '1',
    'x-edge-time': '1700000000',
  };
  const answer = await agreedFetch(service.url + req.url, { headers, redirect: 'manual' }).catch(() => undefined);
  // At the end the service stops before its edge does.
  if (!answer) return void res.destroy();
  const { status } = answer;
  await answer.arrayBuffer();
  if (answer.headers.get('x-accel-expires') !== '0') kept.set(`${req.url} ${headers['accept-encoding']}`, status);
  const version = answer.headers.get('x-menu-version');
  res.writeHead(status, { ...(version && { 'x-menu-version': version }) }).end();
});
const missed = makeRestaurant({ isActive: false });
owners.restaurants.push(missed);
const { id: tenantId, slug } = missed.tenant;
owners.changed.push({ slug, tenantId, languages: ['fr'], isShown: false, at: Date.now() - 60_000 });
// The changes of other test files are none of this edge's business.
const REDIS_CACHE_URL = (await ownRedis()).url;
const service = await startPublicMenu(owners, { EDGE_URLS: [edge.url], REDIS_CACHE_URL });

/** The status that the edge keeps of everything at `slug`. */
const keptOf = (slug: string) =>
  Object.fromEntries([...kept].filter(([name]) => name.split(/[/ ]/).includes(slug)).toSorted());
const all = (slug: string, languages: readonly string[], status: number) =>
  Object.fromEntries(allOf(slug, languages).map((name) => [name, status]));

/** How many addresses the edge has yet to replace. */
const due = async () => Number(/^tavola_edge_addresses_due (\d+)$/m.exec(await service.deps.metrics.metrics())?.[1]);

async function restaurant() {
  const made = makeRestaurant({ languages: LANGUAGES });
  owners.restaurants.push(made);
  await untilCached(service, made.tenant.slug);
  return { made, slug: made.tenant.slug };
}

describe('an edge replaces all that it may have at an address', () => {
  it('that changed before this process began', async () => {
    await expect.poll(() => keptOf(slug)).toEqual(all(slug, ['', 'fr'], 404));
  });

  it('of a suspended menu, however long ago it got that, and again once it is restored', async () => {
    const { made, slug } = await restaurant();
    await service.changeTenant(made, { isActive: false });
    await expect.poll(() => keptOf(slug)).toEqual(all(slug, ['', 'en', 'fr'], 404));
    await service.changeTenant(made, { isActive: true });
    await expect.poll(() => keptOf(slug)).toEqual({ ...all(slug, ['', 'fr'], 200), ...all(slug, ['en'], 302) });
  });

  it('of a menu with a new address', async () => {
    const { made, slug } = await restaurant();
    made.formerSlug = slug;
    await service.changeTenant(made, { slug: `${slug}-now` });
    await expect.poll(() => keptOf(slug)).toEqual(all(slug, ['', 'en', 'fr'], 302));
  });

  it('in a language that was removed', async () => {
    const { made, slug } = await restaurant();
    await service.changeTenant(made, { languages: { base: 'en', others: ['de'] } });
    await expect.poll(() => keptOf(slug)).toMatchObject(all(slug, ['fr'], 302));
  });

  it('as soon as it is back, if it was away', async () => {
    const { made, slug } = await restaurant();
    isAway = true;
    await service.changeTenant(made, { isActive: false });
    await expect.poll(due).toBeGreaterThan(0);
    isAway = false;
    await expect.poll(() => keptOf(slug)).toEqual(all(slug, ['', 'en', 'fr'], 404));
    await expect.poll(due).toBe(0);
  });
});

it('an edge may keep what it asks for although Redis is away', async () => {
  const made = makeRestaurant();
  owners.restaurants.push(made);
  const { call } = await startPublicMenu(owners, { REDIS_CACHE_URL: await noRedis() });
  for (const [form, coding] of FORMS) {
    const headers = { 'accept-encoding': coding as string, 'x-edge-refresh': '1', 'x-edge-time': '1700000000' };
    const answer = await call('GET', `${form}${made.tenant.slug}`, { headers });
    expect([answer.status, answer.headers.get('x-accel-expires')], `${form} ${coding}`).toEqual([200, '@1700000000']);
  }
});

it('while auth and menu are away, nobody sees a copy of what is gone', async () => {
  const [closed, renamed] = [await restaurant(), await restaurant()];
  renamed.made.formerSlug = renamed.slug;
  for (const { slug } of [closed, renamed]) expect((await service.read(slug)).status).toBe(200);
  await Promise.all([owners.closeAuth(), owners.closeMenu()]);
  await service.changeTenant(closed.made, { isActive: false });
  await service.changeTenant(renamed.made, { slug: `${renamed.slug}-now` });
  for (let read = 0; read < 20; read += 1) {
    expect((await service.read(closed.slug)).status).toBe(404);
    // A process that can't trust its memory for a moment has no answer: nginx has.
    expect([302, 503]).toContain((await service.read(renamed.slug)).status);
  }
  // Nor in another process, which knows only what is in Redis.
  const other = await startPublicMenu(owners, { REDIS_CACHE_URL });
  for (const { slug } of [closed, renamed]) expect((await other.read(slug)).status).toBe(503);
});
