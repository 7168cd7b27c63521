import { DAY_MS, type Hours, hourTurns } from '@tavola/contracts/rules/times.ts';
import { daypartStates } from '@tavola/contracts/rules/turns.ts';
import { describe, expect, it, vi } from 'vitest';
import { daypartsNow } from './dayparts-in-words.ts';
import { openInWords, timeOfDay } from './hours-in-words.ts';
import type { ShownMenu } from './shown-menu.ts';
import { type PageWords, pageWords } from './words/page-words.ts';
import { wordsFor } from './words/words-for.ts';

// Midnight as an end of opening hours and dayparts, which has a word of its own.

/** A Monday, noon and half past eleven in Rome. */
const [NOON, LATE] = [Date.UTC(2026, 10, 23, 11), Date.UTC(2026, 10, 23, 22, 30)];
const timeZone = 'Europe/Rome';
const until = (to: number): Hours => ({ weekly: Array(7).fill([[660, to]]), special: [] });
const inLanguage = (tag: string) => pageWords({ tag }, wordsFor(tag));
const dayparts = (menu: ShownMenu, now: number, words: PageWords) =>
  daypartsNow(menu, { now, states: daypartStates(menu, now) }, words);

describe.each([
  ['en', 'Open until midnight', 'Closing soon · midnight', 'until midnight'],
  ['de', 'Bis Mitternacht offen', 'Schließt bald · Mitternacht', 'bis Mitternacht'],
  ['fr', 'Ouvert jusqu’à minuit', 'Ferme bientôt · minuit', 'jusqu’à minuit'],
  ['it', 'Aperto fino a mezzanotte', 'Chiude tra poco · mezzanotte', 'fino a mezzanotte'],
  ['es', 'Abierto hasta la medianoche', 'Cierra pronto · medianoche', 'hasta la medianoche'],
  ['pt', 'Aberto até a meia-noite', 'Fecha em breve · meia-noite', 'até a meia-noite'],
  ['nl', 'Open tot middernacht', 'Sluit bijna · middernacht', 'tot middernacht'],
  ['pl', 'Czynne do północy', 'Wkrótce zamykamy · północ', 'do północy'],
  ['tr', 'Gece yarısına kadar açık', 'Birazdan kapanıyor · gece yarısı', 'gece yarısına kadar'],
  ['ar', 'مفتوح حتى منتصف الليل', 'يغلق قريبًا · منتصف الليل', 'حتى منتصف الليل'],
  ['he', 'פתוח עד חצות', 'נסגר בקרוב · חצות', 'עד חצות'],
  ['ja', '24:00まで営業', 'まもなく閉店・24:00', '24:00まで'],
  ['zh-Hans', '营业至午夜', '即将打烊 · 午夜', '至午夜'],
])('in %s', (tag, open, soon, end) => {
  const words = inLanguage(tag);

  it('midnight ends opening hours and dayparts in words', () => {
    const said = (now: number) => openInWords({ hours: until(1_440), timeZone }, now, now, words);
    expect([said(NOON), said(LATE)]).toEqual([open, soon]);
    const menu = {
      tenant: { timeZone },
      dayparts: [{ id: 1, name: 'Dinner', ...until(1_440) }],
    } as unknown as ShownMenu;
    expect(dayparts(menu, NOON, words).get(1)?.when).toBe(end);
  });

  it('a minute later is a time', () => {
    expect(openInWords({ hours: until(1_441), timeZone }, NOON, NOON, words)).toMatch(/0?0:01|12:01/);
  });
});

it('noon stays a time', () => {
  expect(openInWords({ hours: until(720), timeZone }, NOON - 3_000_000, NOON, inLanguage('en'))).toBe(
    'Open until 12 PM',
  );
});

it('a locale’s times are written by one formatter, which takes longer to make than a dish to render', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  const times = Array.from({ length: 1_440 }, (_, minutes) => timeOfDay(minutes, 'sv'));
  expect(new Set(times).size).toBe(1_440);
  expect(made.mock.calls.length).toBe(1);
  made.mockRestore();
});

describe('an end that is days away', () => {
  /** Open from Monday 6 AM until Saturday at midnight, in Rome. */
  const hours: Hours = { weekly: [[[360, 1_440]], ...Array(5).fill([[0, 1_440]]), []], special: [] };
  const words = inLanguage('en');
  const said = (now: number) => openInWords({ hours, timeZone }, now, now, words);

  it('is not told by its time of day alone, which would be taken for tonight’s', () => {
    const tuesday = Date.UTC(2026, 10, 24, 19);
    expect([said(tuesday), said(tuesday + 4 * DAY_MS)]).toEqual(['Open 24 hours', 'Open until midnight']);
    const menu = { tenant: { timeZone }, dayparts: [{ id: 1, name: 'Week', ...hours }] } as unknown as ShownMenu;
    const when = (now: number) => dayparts(menu, now, words).get(1)?.when;
    expect([when(tuesday), when(tuesday + 4 * DAY_MS)]).toEqual([undefined, 'until midnight']);
  });

  it('is told from the moment on that it is a day away, when the menu turns', () => {
    const closes = Date.UTC(2026, 10, 25, 9);
    const short: Hours = { weekly: [[[0, 1_440]], [[0, 1_440]], [[0, 600]], [], [], [], []], special: [] };
    const at = (now: number) => openInWords({ hours: short, timeZone }, now, now, words);
    expect([at(closes - DAY_MS - 1), at(closes - DAY_MS)]).toEqual(['Open 24 hours', 'Open until 10 AM']);
    expect(hourTurns(short, timeZone, closes - DAY_MS - 1, 2)).toContain(closes - DAY_MS);
  });
});
