import type { DaypartStates } from '@tavola/contracts/rules/turns.ts';
import { createContext, useMemo, useRef } from 'react';
import { instantInWords, isDaysAway, isMidnight } from './hours-in-words.ts';
import type { ShownItem, ShownMenu } from './shown-menu.ts';
import type { PageWords } from './words/page-words.ts';

/** What is said of a daypart now. */
interface DaypartNow {
  name: string;
  /** The language of a name that is not translated. */
  lang: string | undefined;
  isOn: boolean;
  /** 'until 7 PM' or 'from Tuesday 5 PM'; undefined if it has no beginning, or no end within a day. */
  when: string | undefined;
  /** When it begins next, in Unix time in milliseconds; undefined while it is on. */
  opens: number | undefined;
}

export type DaypartsNow = ReadonlyMap<number, DaypartNow>;

const NONE: DaypartsNow = new Map();

/** The dayparts of the menu around a component, by id. */
export const DaypartsContext = createContext(NONE);

/** The dayparts of `menu` by id, which are in `states` at `now`, in Unix time in milliseconds. */
export function daypartsNow(
  { dayparts, tenant, language }: ShownMenu,
  { now, states }: { now: number | undefined; states: DaypartStates },
  { say, locale }: Pick<PageWords, 'say' | 'locale'>,
): DaypartsNow {
  if (!dayparts || now === undefined) return NONE;
  return new Map(
    dayparts.flatMap((daypart) => {
      const state = states.get(daypart.id);
      if (!state) return [];
      const opens = state.is === 'closed' ? state.opens : undefined;
      const until = state.is === 'open' && !isDaysAway(state.until, now) ? state.until : undefined;
      const instant = until ?? opens;
      const { time, day } = instant === undefined ? {} : instantInWords(instant, now, tenant.timeZone, locale);
      const next = time && (day === undefined ? say('fromTime', { time }) : say('fromDay', { day, time }));
      const isOn = state.is !== 'closed';
      const endsAtMidnight = isOn && instant !== undefined && isMidnight(instant, tenant.timeZone);
      const end = endsAtMidnight ? say('untilMidnight') : time && say('untilTime', { time });
      const when = isOn ? end : next;
      const lang = daypart.untranslated && language?.base;
      return [[daypart.id, { name: daypart.name, lang, isOn, when, opens }] as const];
    }),
  );
}

/** The dayparts of `menu` at `time`; the same map as long as it says the same, because each dish reads it. */
export function useDayparts(
  menu: ShownMenu | undefined,
  { now, states }: { now: number | undefined; states: DaypartStates },
  words: Pick<PageWords, 'say' | 'locale'>,
): DaypartsNow {
  const next = useMemo(() => (menu ? daypartsNow(menu, { now, states }, words) : NONE), [menu, now, states, words]);
  const last = useRef(next);
  if (JSON.stringify([...next]) !== JSON.stringify([...last.current])) last.current = next;
  return last.current;
}

/** Items that are not served now, for which the same dayparts are awaited; the first to begin comes first. */
interface Resting {
  dayparts: DaypartNow[];
  items: ShownItem[];
}

/** Parts `items` into those that are served now and the others. */
export function servedNow(items: readonly ShownItem[], now: DaypartsNow): { served: ShownItem[]; resting: Resting[] } {
  const served: ShownItem[] = [];
  const resting = new Map<string, Resting>();
  for (const item of items) {
    const dayparts = (item.dayparts ?? []).flatMap((id) => now.get(id) ?? []);
    if (dayparts.length === 0 || dayparts.some(({ isOn }) => isOn)) {
      served.push(item);
      continue;
    }
    const key = String(item.dayparts);
    const group = resting.get(key) ?? {
      dayparts: dayparts.sort((one, other) => (one.opens ?? Infinity) - (other.opens ?? Infinity)),
      items: [],
    };
    resting.set(key, group);
    group.items.push(item);
  }
  return { served, resting: [...resting.values()] };
}
