import { Temporal } from 'temporal-polyfill';
import { describe, expect, it, vi } from 'vitest';
import {
  DAY_MS,
  type Hours,
  hourTurns,
  type Interval,
  instantOf,
  localDay,
  openSpans,
  openState,
  SOON_MS,
  type Span,
} from './times.ts';

// The rules of opening hours. Temporal is the oracle: it knows the same time zones, by another implementation.

const at = (text: string, zone: string): number =>
  Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds;

const everyDay = (...intervals: Interval[]): Hours => ({ weekly: Array(7).fill(intervals), special: [] });
const week = (days: Partial<Record<'mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su', Interval[]>>): Hours => ({
  weekly: (['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const).map((day) => days[day] ?? []),
  special: [],
});
const hour = (...hours: [number, number]): Interval => [hours[0] * 60, hours[1] * 60];

/** The spans of `hours` by Temporal: the same words of the design in another way. */
function oracle(hours: Hours, zone: string, from: number, days: number): Span[] {
  const today = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone).toPlainDate();
  const spans: [number, number][] = [];
  for (let ahead = -3; ahead <= days + 2; ahead += 1) {
    const day = today.add({ days: ahead });
    const special = hours.special.findLast(({ from: first, to }) => first <= day.toString() && day.toString() <= to);
    for (const [start, end] of special?.intervals ?? hours.weekly[day.dayOfWeek - 1] ?? []) {
      const [opens, closes] = [start, end].map(
        (minutes) =>
          day.toPlainDateTime().add({ minutes }).toZonedDateTime(zone, { disambiguation: 'compatible' })
            .epochMilliseconds,
      ) as [number, number];
      if (opens < closes) spans.push([opens, closes]);
    }
  }
  spans.sort((one, other) => one[0] - other[0]);
  const merged: [number, number][] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last && span[0] <= last[1]) last[1] = Math.max(last[1], span[1]);
    else merged.push(span);
  }
  return merged.filter(([start, end]) => end > from && start < from + days * DAY_MS);
}

/** `spans` up to `to`: an end beyond may belong to days that one of the two did not look at. */
const upTo = (to: number, spans: Span[]): Span[] => spans.map(([start, end]) => [start, Math.min(end, to)]);

/** Numbers that look random, the same in each run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const ZONES = [
  'Europe/Rome',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Africa/Casablanca',
  'Asia/Dubai',
  'UTC',
];

describe('instants of local times', () => {
  it.each(ZONES)(
    'are those of Temporal in %s, in every quarter of an hour of the days around changes of the clock',
    (zone) => {
      const changes: number[] = [];
      let now = Temporal.ZonedDateTime.from(`2011-06-01T00:00[${zone}]`);
      while (changes.length < 12) {
        const next = now.getTimeZoneTransition('next');
        if (!next || next.epochMilliseconds > Date.UTC(2027, 0)) break;
        changes.push(next.epochMilliseconds);
        now = next;
      }
      for (const change of [...changes, Date.UTC(2026, 10, 23)]) {
        const day = Math.floor(change / DAY_MS) * DAY_MS;
        for (let local = day - DAY_MS; local < day + 2 * DAY_MS; local += 15 * 60_000) {
          const text = new Date(local).toISOString().slice(0, 19);
          expect([text, instantOf(local, zone)]).toEqual([text, at(text, zone)]);
        }
      }
    },
  );
});

describe('the clocks of a zone', () => {
  it('are read a few times a day, however many of its minutes are asked for, and by however many schedules', () => {
    const reads = vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, 'format', 'get');
    const random = randomNumbers(36);
    const minutes = (): Interval[] =>
      [0, 360, 720, 1_080].map((from) => [from + random(170), from + 180 + random(170)] as const);
    const from = at('2026-09-20T12:00', 'America/Denver');
    for (let schedule = 0; schedule < 200; schedule += 1) {
      openSpans({ weekly: Array.from({ length: 7 }, minutes), special: [] }, 'America/Denver', from, 60);
    }
    // Of 67 days, and the minute at which the clocks change.
    expect(reads.mock.calls.length).toBeLessThan(2 * 67 + 20);
    for (let days = 0; days < 20 * 365; days += 1) localDay(from + days * DAY_MS, 'America/Denver');
    reads.mockClear();
    openSpans(everyDay(...minutes()), 'America/Denver', from, 60);
    expect(reads.mock.calls.length).toBeLessThan(2 * 67 + 20);
    reads.mockRestore();
  });
});

describe('opening hours', () => {
  it('agree with Temporal for random schedules in all zones, at random instants', () => {
    const random = randomNumbers(18);
    for (let run = 0; run < 1_000; run += 1) {
      const day = (): Interval[] => {
        const marks = Array.from({ length: 2 * random(3) }, () => random(144) * 10).sort((a, b) => a - b);
        const intervals: Interval[] = [];
        for (let index = 0; index < marks.length; index += 2) {
          const [from, to] = [marks[index] as number, marks[index + 1] as number];
          if (from < to) intervals.push([from, to]);
        }
        if (random(3) === 0) intervals.push([1_080 + random(360), 1_440 + random(600)]);
        return intervals;
      };
      const from = Date.UTC(2011 + random(17), random(12), 1 + random(28), random(24), random(60));
      const special = new Date(from + random(8) * DAY_MS).toISOString().slice(0, 10);
      const hours: Hours = {
        weekly: Array.from({ length: 7 }, day),
        special: random(2) === 0 ? [{ from: special, to: special, intervals: day() }] : [],
      };
      const zone = ZONES[random(ZONES.length)] as string;
      const [found, expected] = [openSpans(hours, zone, from, 8), oracle(hours, zone, from, 8)].map((spans) =>
        upTo(from + 8 * DAY_MS, spans),
      );
      expect({ run, zone, spans: found }).toEqual({ run, zone, spans: expected });
    }
  });

  it('of which the clocks leave out the beginning are none, and end a day later where they leave out a day', () => {
    const rome = 'Europe/Rome';
    // 2:30 is 3:30 on that night.
    expect(openSpans(week({ su: [[150, 190]] }), rome, at('2026-03-28T12:00', rome), 2)).toEqual([]);
    const apia = 'Pacific/Apia';
    const bar = everyDay([1_080, 1_560]);
    const [last] = openSpans(bar, apia, at('2011-12-31T01:00', apia), 1);
    expect(last).toEqual([at('2011-12-29T18:00', apia), at('2011-12-31T02:00', apia)]);
  });

  it('of a special day replace what begins on it, and last night’s end still counts', () => {
    const zone = 'Europe/Rome';
    const hours: Hours = {
      ...everyDay([1_080, 1_560]),
      special: [{ from: '2026-11-23', to: '2026-11-23', intervals: [], reason: 'Holiday' }],
    };
    const state = (time: string) => openState(hours, zone, at(time, zone));
    expect(state('2026-11-23T01:00')).toEqual({ is: 'open', until: at('2026-11-23T02:00', zone), isSoon: false });
    expect(state('2026-11-23T20:00')).toEqual({ is: 'closed', opens: at('2026-11-24T18:00', zone) });
  });

  it('around the clock have no closing at midnight', () => {
    const hours = everyDay(hour(0, 24));
    const now = at('2026-11-23T23:59', 'Europe/Rome');
    expect(openState(hours, 'Europe/Rome', now)).toEqual({ is: 'always' });
    expect(openState(hours, 'Europe/Rome', now + 60_000)).toEqual({ is: 'always' });
  });

  it('are read anew where the zone is another one', () => {
    const hours = everyDay(hour(9, 17));
    const now = at('2026-11-23T23:59', 'Europe/Rome');
    expect(openState(hours, 'Europe/Rome', now).is).toBe('closed');
    expect(openState(hours, 'America/Los_Angeles', now)).toMatchObject({ is: 'open' });
  });

  it('say when it closes soon, when it opens after a long break, and nothing of an opening that is not near', () => {
    const noon = Date.UTC(2026, 10, 23, 12);
    const soon = everyDay([600, 720 + 30]);
    expect([openState(soon, 'UTC', noon - 1), openState(soon, 'UTC', noon)]).toMatchObject([
      { isSoon: false },
      { isSoon: true },
    ]);
    const holiday = { from: '2026-11-01', to: '2026-12-20', intervals: [] };
    expect(openState({ ...everyDay(hour(9, 17)), special: [holiday] }, 'UTC', noon)).toEqual({
      is: 'closed',
      opens: Date.UTC(2026, 11, 21, 9),
    });
    expect(openState(everyDay(), 'UTC', noon)).toEqual({ is: 'closed' });
  });
});

describe('turns', () => {
  it('are all instants at which the state changes, and local midnights', () => {
    const random = randomNumbers(7);
    for (let run = 0; run < 40; run += 1) {
      const zone = ZONES[random(ZONES.length)] as string;
      const hours = week({ mo: [[600 + random(100), 900]], we: [[1_100, 1_500 + random(200)]], su: [[0, 1_440]] });
      const from = Date.UTC(2026, random(12), 1 + random(28), random(24));
      const turns = hourTurns(hours, zone, from, 2, SOON_MS);
      const edges = [from, ...turns];
      const told = edges.map((edge) => {
        const state = openState(hours, zone, edge);
        return JSON.stringify({ ...state });
      });
      for (const [index, edge] of edges.entries()) {
        const next = edges[index + 1] ?? edge + 1;
        for (const now of [edge, Math.floor((edge + next) / 2), next - 1]) {
          expect(JSON.stringify(openState(hours, zone, now))).toBe(told[index]);
        }
      }
      expect(turns).toEqual([...turns].sort((a, b) => a - b));
    }
  });
});
