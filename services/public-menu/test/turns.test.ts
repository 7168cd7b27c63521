import { setTimeout as sleep } from 'node:timers/promises';
import { type PublicMenu, publicMenu } from '@tavola/contracts/public-menu.ts';
import { DAY_MS, type Hours, MINUTE_MS } from '@tavola/contracts/rules/times.ts';
import { hashOfText } from '@tavola/service-kit/data/texts.ts';
import { agreedFetch } from '@tavola/test-kit/agreed-answers.ts';
import { aCategory, anItem } from '@tavola/test-kit/entities.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeOwners, levelOf, makeRestaurant, type Restaurant, startPublicMenu, untilCached } from './setup.ts';

// What time alone changes on a menu: nothing is written, told or asked for at a turn.

const owners = await fakeOwners();
const service = await startPublicMenu(owners);
const other = await startPublicMenu(owners);
const { call } = service;

/** The next whole second that is at least `ms` away. */
const second = (ms: number) => Math.ceil((Date.now() + ms) / 1000) * 1000;

/** Ends when the clock has reached `turn`: a timer may end up to a millisecond early. */
async function begunBy(turn: number): Promise<void> {
  while (Date.now() < turn) await sleep(turn - Date.now());
}

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

interface Turning<Seen> {
  made: Restaurant;
  turn: number;
  before: Seen;
}

/**
 * A restaurant with an item that is sold out until `turn`, and what `look` saw before that. On a machine that is too slow for
 * `look` it is repeated with more time.
 */
async function lookBeforeTurn<Seen>(
  look: (made: Restaurant, turn: number) => Promise<Seen>,
  fields: Partial<Restaurant['tenant']> = {},
): Promise<Turning<Seen>> {
  for (let ms = 2_000; ; ms *= 2) {
    const turn = second(ms);
    const made = restaurant(turn, fields);
    const before = await look(made, turn);
    if (Date.now() < turn) return { made, turn, before };
  }
}

/** The end of the current day in UTC. */
const midnight = () => (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS;

/** Waits until midnight is more than five seconds away, so that it does not come during a test. */
async function untilFarFromMidnight() {
  if (midnight() - Date.now() < 5_000) await begunBy(midnight());
}

const menuIn = (html: string): PublicMenu =>
  publicMenu.parse(JSON.parse(/id="menu-data">(.*?)<\/script>/.exec(html)?.[1] ?? '').menu);
const isOut = (menu: PublicMenu) => menu.items[0]?.isAvailable === false;
const path = ({ tenant }: Restaurant) => `/api/public/menu/${tenant.slug}`;

// Side by side: they wait for their turns.
describe.concurrent('at the end of what is sold out for a time', () => {
  it('the menu in memory and the one in Redis are right to the millisecond, in every form and coding', async () => {
    const codings = ['gzip', 'br', 'identity'];
    const read = async (made: Restaurant, { url }: { url: string }, form: 'data' | 'page', coding: string) => {
      const address = form === 'data' ? path(made) : `/menu/${made.tenant.slug}`;
      const before = Date.now();
      const answer = await agreedFetch(url + address, { headers: { 'accept-encoding': coding } });
      const text = await answer.text();
      const after = Date.now();
      const menu = form === 'data' ? publicMenu.parse(JSON.parse(text)) : menuIn(text);
      return { before, after, out: isOut(menu), tag: answer.headers.get('etag'), level: levelOf(answer as never) };
    };
    const { made, turn, before } = await lookBeforeTurn(async (restaurant) => {
      await untilCached(service, restaurant.tenant.slug);
      await other.read(restaurant.tenant.slug);
      return read(restaurant, service, 'data', 'gzip');
    });
    const seen = [before];
    // A process that lost its lease under load asks the owners, in any phase.
    const isNewFromMemory = () => seen.some(({ out, level }) => !out && level === 'memory');
    while (Date.now() < turn + 300 || (!isNewFromMemory() && Date.now() < turn + 15_000)) {
      for (const from of [service, other]) {
        for (const form of ['data', 'page'] as const) {
          for (const coding of codings) seen.push(await read(made, from, form, coding));
        }
      }
    }
    const wrong = seen.filter(({ before, after, out }) => (before >= turn && out) || (after < turn && !out));
    expect(wrong).toEqual([]);
    expect([seen.some(({ out }) => out), seen.some(({ out }) => !out)]).toEqual([true, true]);
    expect(isNewFromMemory()).toBe(true);
    const [old, young] = [true, false].map(
      (out) => new Set(seen.filter((one) => one.out === out).map(({ tag }) => tag)),
    );
    expect([...(old ?? [])].filter((tag) => young?.has(tag))).toEqual([]);
  });

  it('what was read just before it and is made a menu just after it is right', async () => {
    const made = restaurant(Date.now() - 1);
    const { body } = await service.read(made.tenant.slug);
    expect(isOut(body)).toBe(false);
    expect(body.items[0]).not.toHaveProperty('soldOutUntil');
  });

  it('a phone that has the menu gets the new one, and 304 within a phase', { tags: 'full' }, async () => {
    const again = async (made: Restaurant, tag: string) =>
      (await call('GET', path(made), { headers: { 'if-none-match': tag } })).status;
    const { made, turn, before } = await lookBeforeTurn(async (restaurant) => {
      await untilCached(service, restaurant.tenant.slug);
      const tag = (await call('GET', path(restaurant))).headers.get('etag') ?? '';
      return { tag, status: await again(restaurant, tag) };
    });
    expect(before.status).toBe(304);
    await begunBy(turn);
    expect(await again(made, before.tag)).toBe(200);
  });

  it('no edge may answer with the menu of before: it keeps it for a second that ends earlier', {
    tags: 'full',
  }, async () => {
    const lifetimeAt = async (made: Restaurant, time: number) => {
      const headers = { 'x-edge-time': `${time / 1000}`, 'x-edge-refresh': '1' };
      return (await call('GET', path(made), { headers })).headers.get('x-accel-expires');
    };
    const { made, turn, before } = await lookBeforeTurn(async (restaurant, turn) => {
      await untilCached(service, restaurant.tenant.slug);
      const times = [turn - 3_000, turn - 1, turn + 500];
      return Promise.all(times.map((time) => lifetimeAt(restaurant, time)));
    });
    const last = turn / 1000 - 1;
    // The third is of an edge whose clock is ahead.
    expect(before).toEqual([`@${last - 2}`, `@${last}`, `@${last}`]);
    await begunBy(turn);
    expect(await lifetimeAt(made, turn + 500)).toBe(`@${last + 1}`);
  });

  it('says for which time it is true; the menu of a restaurant without such times is as ever', async () => {
    const turn = second(60_000);
    const [timed, plain] = [restaurant(turn), restaurant(undefined)];
    const { body } = await call('GET', path(timed));
    expect(body.phase).toEqual({ at: expect.any(Number), until: turn });
    expect(Math.abs(body.phase.at - Date.now())).toBeLessThan(5_000);
    expect((await call('GET', path(plain))).body).not.toHaveProperty('phase');
  });

  it('is right in each language', { tags: 'full' }, async () => {
    const inFrench = async (made: Restaurant) => (await call('GET', `${path(made)}/fr`)).body as PublicMenu;
    const { made, turn, before } = await lookBeforeTurn(
      async (restaurant) => {
        await untilCached(service, restaurant.tenant.slug);
        return inFrench(restaurant);
      },
      { languages: { base: 'en', others: ['fr'], always: ['fr'] } },
    );
    expect([isOut(before), before.language?.tag]).toEqual([true, 'fr']);
    await begunBy(turn);
    const after = await inFrench(made);
    expect([isOut(after), after.phase?.until]).toEqual([false, undefined]);
  });

  it('is right in a menu read anew, whose versions are the same', { tags: 'full' }, async () => {
    const { made, turn } = await lookBeforeTurn(({ tenant }) => untilCached(service, tenant.slug));
    await begunBy(turn);
    Object.assign(made.menu.items[0] as object, { isAvailable: true });
    Reflect.deleteProperty(made.menu.items[0] as object, 'soldOutUntil');
    const answer = await (await startPublicMenu(owners)).read(made.tenant.slug);
    expect(isOut(answer.body)).toBe(false);
    await untilCached(service, made.tenant.slug);
    expect(isOut((await service.read(made.tenant.slug)).body)).toBe(false);
  });
});

describe('opening hours', () => {
  beforeEach(untilFarFromMidnight);

  it('are in the menu, and their turns end its phases: closings, openings, half an hour before closing, and midnights', async () => {
    const minutes = Math.floor((Date.now() % DAY_MS) / MINUTE_MS);
    const hours: Hours = { weekly: Array(7).fill([[0, 1_440]]), special: [] };
    const made = restaurant(undefined, { hours: hours as never, timeZone: 'UTC' });
    const { body } = await call('GET', path(made));
    expect(body.tenant.hours).toEqual(hours);
    expect(body.phase.until).toBe(midnight());
    const soon: Hours = { weekly: Array(7).fill([[Math.max(0, minutes - 60), minutes + 35]]), special: [] };
    await service.changeTenant(made, { hours: soon as never });
    const changed = (await call('GET', path(made))).body as PublicMenu;
    const closing = midnight() - DAY_MS + (minutes + 35) * MINUTE_MS;
    expect(changed.phase?.until).toBe(Math.min(midnight(), closing - 30 * MINUTE_MS));
  });
});

describe('dayparts and offers', () => {
  beforeEach(untilFarFromMidnight);

  const whole = Array(7).fill([[0, 1_440]]);
  const daypart = (id: number, isOn: boolean, fields: object = {}) => ({
    id,
    name: `Daypart ${id}`,
    weekly: whole,
    // Of another year.
    special: isOn ? [] : [{ from: '2000-01-01', to: '2099-01-01', intervals: [] }],
    isActive: true,
    ...fields,
  });
  const [on, never, off] = [daypart(1, true), daypart(2, false), daypart(3, true, { isActive: false })];
  const offer = (id: number, price: number) => ({ daypart: id, price });

  function serving(fields: Partial<Restaurant['tenant']> = {}) {
    const category = aCategory({ name: 'Bar', dayparts: [1] });
    const [any, lunch] = [aCategory({ name: 'Any' }), aCategory({ name: 'Off', dayparts: [3] })];
    const categoryId = category.id;
    const items = [
      anItem({ name: 'Both', categoryId, price: 10, offers: [offer(1, 7), offer(2, 1), offer(3, 2), offer(9, 3)] }),
      anItem({ name: 'Own', categoryId, price: 10, dayparts: [2, 3, 9], offers: [offer(3, 2)] }),
      anItem({ name: 'Always', categoryId, price: 10, dayparts: [], offers: [offer(1, 12)] }),
      anItem({ name: 'Unknown', categoryId: any.id, price: 10, dayparts: [9] }),
      anItem({ name: 'Not now', categoryId: any.id, dayparts: [3] }),
      anItem({ name: 'Nor this', categoryId: lunch.id }),
    ];
    const dayparts = [never, on, off];
    const made = makeRestaurant(fields, { categories: [category, any, lunch], items, dayparts });
    owners.restaurants.push(made);
    return made;
  }

  it('say in which dayparts an item is served, and what it costs now; those that are not active are not told', async () => {
    const { body } = await call('GET', path(serving()));
    expect(publicMenu.strict().parse(body)).toEqual(body);
    const { isActive: _on, ...shownOn } = on;
    const { isActive: _never, ...shownNever } = never;
    expect(body.dayparts).toEqual([
      { ...shownNever, isOn: false },
      { ...shownOn, isOn: true },
    ]);
    const shown = (body as PublicMenu).items.map(({ name, price, regularPrice, dayparts, offers }) => [
      name,
      { price, regularPrice, dayparts, offers },
    ]);
    expect(Object.fromEntries(shown)).toEqual({
      Both: { price: 7, regularPrice: 10, dayparts: [1], offers: [offer(1, 7), offer(2, 1)] },
      Own: { price: 10, dayparts: [2] },
      Always: { price: 10, offers: [offer(1, 12)] },
      Unknown: { price: 10 },
    });
    expect(body.categories.map(({ name }: { name: string }) => name)).toEqual(['Bar', 'Any', 'Off']);
    expect(JSON.stringify(body.categories)).not.toContain('dayparts');
    expect(body.phase.until).toBe(midnight());
  });

  it('and notes with times make a menu change by itself', async () => {
    const { weekly, special } = on;
    const times = { weekly, special } as never;
    const untilOf = async (rest: object) => {
      const made = restaurant(undefined, { announcements: { first: { text: 'Oysters', place: 'top', ...rest } } });
      const { body } = await call('GET', path(made));
      expect(body.tenant.announcements.first).toEqual({ text: 'Oysters', place: 'top', ...rest });
      return body.phase?.until;
    };
    expect([await untilOf({ times }), await untilOf({})]).toEqual([midnight(), undefined]);
  });

  it('have their names in each language, and are missing on a menu that names none', async () => {
    const made = serving({ languages: { base: 'en', others: ['fr'], always: ['fr'] } });
    const texts = { fr: { name: { t: 'Midi', of: hashOfText(on.name), by: 'h' } } };
    Object.assign(made.menu.dayparts[1] as object, { texts });
    const { body } = await call('GET', `${path(made)}/fr`);
    expect(
      body.dayparts.map(({ name, untranslated }: { name: string; untranslated?: string[] }) => [name, untranslated]),
    ).toEqual([
      [never.name, ['name']],
      ['Midi', undefined],
    ]);
    const plain = restaurant(undefined);
    plain.menu.dayparts = [on];
    const answer = await call('GET', path(plain));
    expect(answer.body).not.toHaveProperty('dayparts');
    expect(answer.body).not.toHaveProperty('phase');
  });

  it('tell search engines the price of now with its end, and when an item is served next', async () => {
    const made = serving({ timeZone: 'UTC' });
    const minutes = Math.floor((Date.now() % DAY_MS) / MINUTE_MS);
    // It may end after midnight.
    const [start, end] = [Math.max(0, minutes - 60), minutes + 60];
    made.menu.dayparts = [daypart(1, true, { weekly: Array(7).fill([[start, end]]) }), never];
    const html = (await call('GET', `/menu/${made.tenant.slug}`)).text;
    const schema = JSON.parse(/type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '');
    const [bar] = schema.hasMenu.hasMenuSection;
    expect(bar.hasMenuItem[0].offers).toMatchObject({
      price: '7.00',
      validThrough: new Date(midnight() - DAY_MS + end * MINUTE_MS).toISOString(),
    });
    expect(bar.hasMenuItem[1].offers).not.toHaveProperty('availabilityStarts');
    expect(bar.hasMenuItem[1].offers.availability).toBe('https://schema.org/OutOfStock');
    expect(bar.hasMenuItem[2].offers).toMatchObject({ price: '10.00', availability: 'https://schema.org/InStock' });
    expect(bar.hasMenuItem[2].offers).not.toHaveProperty('validThrough');
  });
});
