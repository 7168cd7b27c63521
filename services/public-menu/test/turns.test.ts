import { setTimeout as sleep } from 'node:timers/promises';
import { type PublicMenu, publicMenu } from '@tavola/contracts/public-menu.ts';
import { DAY_MS, type Hours, MINUTE_MS } from '@tavola/contracts/rules/times.ts';
import { agreedFetch } from '@tavola/test-kit/agreed-answers.ts';
import { aCategory, anItem } from '@tavola/test-kit/entities.ts';
import { describe, expect, it } from 'vitest';
import { fakeOwners, levelOf, makeRestaurant, type Restaurant, startPublicMenu, untilCached } from './setup.ts';

// What time alone changes on a menu: nothing is written, told or asked for at a turn.

const owners = await fakeOwners();
const service = await startPublicMenu(owners);
const other = await startPublicMenu(owners);
const { call } = service;

/** The next whole second that is at least `ms` away. */
const second = (ms: number) => Math.ceil((Date.now() + ms) / 1000) * 1000;

function restaurant(soldOutUntil: number | undefined, fields: Partial<Restaurant['tenant']> = {}): Restaurant {
  const category = aCategory();
  const until = soldOutUntil === undefined ? {} : { soldOutUntil: new Date(soldOutUntil).toISOString() };
  const items = [
    anItem({ name: 'Oysters', categoryId: category.id, isAvailable: soldOutUntil === undefined, ...until }),
    anItem({ name: 'Bread', categoryId: category.id }),
  ];
  const made = makeRestaurant(fields, { categories: [category], items });
  owners.restaurants.push(made);
  return made;
}

const menuIn = (html: string): PublicMenu =>
  publicMenu.parse(JSON.parse(/id="menu-data">(.*?)<\/script>/.exec(html)?.[1] ?? '').menu);
const isOut = (menu: PublicMenu) => menu.items[0]?.isAvailable === false;
const path = ({ tenant }: Restaurant) => `/api/public/menu/${tenant.slug}`;

describe('at the end of what is sold out for a time', () => {
  it('the menu in memory and the one in Redis are right to the millisecond, in every form and coding', async () => {
    const turn = second(2_500);
    const made = restaurant(turn);
    await untilCached(service, made.tenant.slug);
    await other.read(made.tenant.slug);
    const codings = ['gzip', 'br', 'identity'];
    const read = async ({ url }: { url: string }, form: 'data' | 'page', coding: string) => {
      const address = form === 'data' ? path(made) : `/menu/${made.tenant.slug}`;
      const before = Date.now();
      const answer = await agreedFetch(url + address, { headers: { 'accept-encoding': coding } });
      const text = await answer.text();
      const after = Date.now();
      const menu = form === 'data' ? publicMenu.parse(JSON.parse(text)) : menuIn(text);
      return { before, after, out: isOut(menu), tag: answer.headers.get('etag'), level: levelOf(answer as never) };
    };
    const seen: Awaited<ReturnType<typeof read>>[] = [];
    while (Date.now() < turn + 300) {
      for (const from of [service, other]) {
        for (const form of ['data', 'page'] as const) {
          for (const coding of codings) seen.push(await read(from, form, coding));
        }
      }
    }
    const wrong = seen.filter(({ before, after, out }) => (before >= turn && out) || (after < turn && !out));
    expect(wrong).toEqual([]);
    expect([seen.some(({ out }) => out), seen.some(({ out }) => !out)]).toEqual([true, true]);
    // A process that lost its lease under load asks the owners, in any phase.
    expect(seen.some(({ out, level }) => !out && level === 'memory')).toBe(true);
    const [old, young] = [true, false].map(
      (out) => new Set(seen.filter((one) => one.out === out).map(({ tag }) => tag)),
    );
    expect([...(old ?? [])].filter((tag) => young?.has(tag))).toEqual([]);
  });

  it('a phone that has the menu gets the new one, and 304 within a phase', async () => {
    const turn = second(1_000);
    const made = restaurant(turn);
    await untilCached(service, made.tenant.slug);
    const tag = (await call('GET', path(made))).headers.get('etag') ?? '';
    const again = async () => (await call('GET', path(made), { headers: { 'if-none-match': tag } })).status;
    expect(await again()).toBe(304);
    await sleep(turn - Date.now());
    expect(await again()).toBe(200);
  });

  it('no edge may answer with the menu of before: it keeps it for a second that ends earlier', async () => {
    const turn = second(4_000);
    const made = restaurant(turn);
    await untilCached(service, made.tenant.slug);
    const lifetimeAt = async (time: number) => {
      const headers = { 'x-edge-time': `${time / 1000}`, 'x-edge-refresh': '1' };
      return (await call('GET', path(made), { headers })).headers.get('x-accel-expires');
    };
    const last = turn / 1000 - 1;
    expect(await lifetimeAt(turn - 3_000)).toBe(`@${last - 2}`);
    expect(await lifetimeAt(turn - 1)).toBe(`@${last}`);
    // An edge whose clock is ahead.
    expect(await lifetimeAt(turn + 500)).toBe(`@${last}`);
    await sleep(turn - Date.now());
    expect(await lifetimeAt(turn + 500)).toBe(`@${last + 1}`);
  });

  it('says for which time it is true; the menu of a restaurant without such times is as ever', async () => {
    const turn = second(60_000);
    const [timed, plain] = [restaurant(turn), restaurant(undefined)];
    const { body } = await call('GET', path(timed));
    expect(body.phase).toEqual({ at: expect.any(Number), until: turn });
    expect(Math.abs(body.phase.at - Date.now())).toBeLessThan(5_000);
    expect((await call('GET', path(plain))).body).not.toHaveProperty('phase');
  });

  it('is right in each language', async () => {
    const turn = second(1_200);
    const made = restaurant(turn, { languages: { base: 'en', others: ['fr'], always: ['fr'] } });
    await untilCached(service, made.tenant.slug);
    const inFrench = async () => (await call('GET', `${path(made)}/fr`)).body as PublicMenu;
    expect([isOut(await inFrench()), (await inFrench()).language?.tag]).toEqual([true, 'fr']);
    await sleep(turn - Date.now());
    expect([isOut(await inFrench()), (await inFrench()).phase?.until]).toEqual([false, undefined]);
  });

  it('is right in a menu read anew, whose versions are the same', async () => {
    const turn = second(1_000);
    const made = restaurant(turn);
    await untilCached(service, made.tenant.slug);
    await sleep(turn - Date.now());
    Object.assign(made.menu.items[0] as object, { isAvailable: true });
    Reflect.deleteProperty(made.menu.items[0] as object, 'soldOutUntil');
    const answer = await (await startPublicMenu(owners)).read(made.tenant.slug);
    expect(isOut(answer.body)).toBe(false);
    await untilCached(service, made.tenant.slug);
    expect(isOut((await service.read(made.tenant.slug)).body)).toBe(false);
  });
});

describe('opening hours', () => {
  it('are in the menu, and their turns end its phases: closings, openings, half an hour before closing, and midnights', async () => {
    const minutes = Math.floor((Date.now() % DAY_MS) / MINUTE_MS);
    const hours: Hours = { weekly: Array(7).fill([[0, 1_440]]), special: [] };
    const made = restaurant(undefined, { hours: hours as never, timeZone: 'UTC' });
    const { body } = await call('GET', path(made));
    expect(body.tenant.hours).toEqual(hours);
    expect(body.phase.until).toBe((Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS);
    const soon: Hours = { weekly: Array(7).fill([[Math.max(0, minutes - 60), minutes + 35]]), special: [] };
    await service.changeTenant(made, { hours: soon as never });
    const changed = (await call('GET', path(made))).body as PublicMenu;
    const closing = Math.floor(Date.now() / DAY_MS) * DAY_MS + (minutes + 35) * MINUTE_MS;
    const midnight = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS;
    expect(changed.phase?.until).toBe(Math.min(midnight, closing - 30 * MINUTE_MS));
  });
});
