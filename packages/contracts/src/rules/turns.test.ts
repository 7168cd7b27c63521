import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from './times.ts';
import { announcementsAt, type Daypart, daypartStates, daypartsOn, itemsAt, type Timed, turnsOf } from './turns.ts';

// What time alone changes on a menu: dayparts and their offers.

const ZONE = 'Europe/Rome';
/** A Monday in Rome's winter, at midnight there. */
const MONDAY = Date.UTC(2026, 0, 4, 23);
const at = (hours: number, day = 0) => MONDAY + day * DAY_MS + hours * 60 * MINUTE_MS;

const daily = (id: number, from: number, to: number): Daypart => ({
  id,
  name: `Daypart ${id}`,
  weekly: Array(7).fill([[from * 60, to * 60]]),
  special: [],
});
const LUNCH = daily(1, 12, 15);
const HAPPY = daily(2, 14, 19);
const LATE = daily(3, 22, 26);

const menu = (items: Timed['items'], dayparts = [LUNCH, HAPPY, LATE]): Timed => ({
  tenant: { timeZone: ZONE },
  items,
  dayparts,
});
const item = (price: number, offers?: [daypart: number, price: number][], regularPrice?: number) => ({
  isAvailable: true,
  price,
  ...(regularPrice !== undefined && { regularPrice }),
  ...(offers && { offers: offers.map(([daypart, offer]) => ({ daypart, price: offer })) }),
});
const on = (one: Timed, now: number) => daypartsOn(daypartStates(one, now));
const atTime = (one: Timed, now: number) => itemsAt(one, now, on(one, now));
const pricesAt = (one: Timed, now: number) =>
  atTime(one, now).map(({ price, regularPrice }) => [price, ...(regularPrice === undefined ? [] : [regularPrice])]);

describe('dayparts', () => {
  it('are on from their first millisecond to their last, also after midnight', () => {
    const ids = (now: number) => [...on(menu([]), now)];
    expect([ids(at(12) - 1), ids(at(12)), ids(at(14)), ids(at(15) - 1), ids(at(15))]).toEqual([
      [],
      [1],
      [1, 2],
      [1, 2],
      [2],
    ]);
    expect([ids(at(22)), ids(at(2, 1) - 1), ids(at(2, 1))]).toEqual([[3], [3], []]);
  });

  it('follow special days and the zone’s clocks', () => {
    const closed = { ...LUNCH, special: [{ from: '2026-01-05', to: '2026-01-05', intervals: [] }] };
    expect([...on(menu([], [closed]), at(13))]).toEqual([]);
    expect([...on(menu([], [closed]), at(13, 1))]).toEqual([1]);
    const inNewYork = { ...menu([]), tenant: { timeZone: 'America/New_York' } };
    expect([...on(inNewYork, at(18))]).toEqual([1]);
  });

  it('turn the menu at their edges and at local midnights, and at nothing else', () => {
    const turns = turnsOf(menu([], [LUNCH, LATE]), at(13), 1);
    expect(turns).toEqual([at(15), at(22), at(0, 1), at(2, 1), at(12, 1)]);
  });
});

describe('offers', () => {
  it('lower the price while their daypart is on, and say what it is otherwise', () => {
    const one = menu([item(10, [[2, 6]]), item(10)]);
    expect(pricesAt(one, at(13))).toEqual([[10], [10]]);
    expect(pricesAt(one, at(14))).toEqual([[6, 10], [10]]);
    expect(pricesAt(one, at(19))).toEqual([[10], [10]]);
  });

  it('of two that are on, the lower price counts, in whichever order they are given', () => {
    for (const offers of [
      [
        [1, 7],
        [2, 6],
      ],
      [
        [2, 6],
        [1, 7],
      ],
    ] as [number, number][][]) {
      const one = menu([item(10, offers)]);
      expect([12, 14, 15].map((hour) => pricesAt(one, at(hour))[0])).toEqual([
        [7, 10],
        [6, 10],
        [6, 10],
      ]);
    }
  });

  it('never raise a price, and count for nothing in a daypart that there is not', () => {
    expect(
      pricesAt(
        menu([
          item(5, [
            [1, 7],
            [9, 1],
          ]),
          item(7, [[1, 7]]),
        ]),
        at(13),
      ),
    ).toEqual([[5], [7]]);
  });

  it('of a menu that was sent in another phase give the same prices', () => {
    const offers: [number, number][] = [
      [1, 7],
      [2, 6],
    ];
    const sent = [item(10, offers), item(7, offers, 10), item(6, offers, 10)];
    for (const [hour, expected] of [
      [11, [10]],
      [13, [7, 10]],
      [16, [6, 10]],
    ] as const) {
      for (const one of sent) expect(pricesAt(menu([one]), at(hour))).toEqual([expected]);
    }
  });

  it('are those of notes, too, which show in their times alone', () => {
    const weekly = Array(7).fill([[720, 900]]);
    const announcements = { first: { times: { weekly, special: [] } }, second: {} };
    const tenant = { timeZone: ZONE, announcements };
    expect(turnsOf({ tenant, items: [] }, at(11), 1).slice(0, 2)).toEqual([at(12), at(15)]);
    const namesAt = (now: number | undefined) => announcementsAt(tenant, now).map(([name]) => name);
    expect([at(11), at(12), at(15), undefined].map(namesAt)).toEqual([
      ['second'],
      ['first', 'second'],
      ['second'],
      ['second'],
    ]);
    expect(announcementsAt({ timeZone: ZONE }, at(12))).toEqual([]);
  });

  it('leave an item as it is, the same object, where nothing changes', () => {
    const items = [item(10, [[1, 7]]), item(7, [[1, 7]], 10)];
    expect(atTime(menu(items), at(11))[0]).toBe(items[0]);
    expect(atTime(menu(items), at(13))[1]).toBe(items[1]);
  });
});
