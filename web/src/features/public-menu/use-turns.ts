import { DAY_MS } from '@tavola/contracts/rules/times.ts';
import {
  type DaypartStates,
  daypartStates,
  daypartsOn,
  isServed,
  itemsAt,
  optionGroupsAt,
  turnsOf,
} from '@tavola/contracts/rules/turns.ts';
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { clockNow, onClock } from './clock.ts';
import { holdPlace } from './hold-place.ts';
import type { ShownCategory, ShownMenu } from './shown-menu.ts';

/** A moment after the turn, in milliseconds, because timers may come early. */
const AFTER_MS = 50;

/** A menu at a moment. */
interface MenuNow {
  menu: ShownMenu | undefined;
  /** The time, in Unix time in milliseconds, where the menu depends on it. */
  now: number | undefined;
  /** What its dayparts are then. */
  states: DaypartStates;
}

const NONE: DaypartStates = new Map();

/** The menu as it is now; it changes at the menu's turns, without a request. */
export function useTurns(menu: ShownMenu | undefined): MenuNow {
  // As the server rendered it, until the page is alive.
  const [clock, setClock] = useState<number>();
  const { at, until = 0 } = menu?.phase ?? {};
  const now = at === undefined ? undefined : (clock ?? at);
  // Until the next turn the menu is as it was sent. Another moment of that time would draw all dishes anew, at once, while they hydrate.
  const moment = now !== undefined && at !== undefined && now >= at && now < until ? at : now;

  useEffect(() => {
    if (!menu?.phase) return;
    let timer = 0;
    const look = () => {
      clearTimeout(timer);
      const time = clockNow();
      setClock(time);
      const [turn] = turnsOf(menu, time, 2);
      // Timers can't be longer than 24 days.
      timer = window.setTimeout(lookAgain, Math.min((turn ?? time + DAY_MS) - time, DAY_MS) + AFTER_MS);
    };
    const lookAgain = () => {
      // Categories may change their places.
      const putBack = holdPlace();
      flushSync(look);
      putBack();
    };
    look();
    // While a page loads, drawing it at once would hold up the first tap.
    const forget = onClock(look);
    // Timers rest while the page is hidden.
    document.addEventListener('visibilitychange', lookAgain);
    window.addEventListener('pageshow', look);
    return () => {
      clearTimeout(timer);
      forget();
      document.removeEventListener('visibilitychange', lookAgain);
      window.removeEventListener('pageshow', look);
    };
  }, [menu]);

  const states = useMemo(() => (menu && moment !== undefined ? daypartStates(menu, moment) : NONE), [menu, moment]);
  const shown = useMemo(() => {
    if (!menu || moment === undefined) return menu;
    const on = daypartsOn(states);
    const optionGroups = menu.optionGroups && optionGroupsAt(menu.optionGroups, moment);
    const items = itemsAt(menu, moment, on);
    const resting = restingCategories({ ...menu, items }, on);
    // The same menu as long as nothing has changed, so that nothing is drawn anew.
    const isSame = optionGroups === menu.optionGroups && items.every((item, index) => item === menu.items[index]);
    if (resting.size === 0 && isSame) return menu;
    const served = menu.categories.filter((category) => !resting.has(category));
    return { ...menu, items, ...(optionGroups && { optionGroups }), categories: [...served, ...resting] };
  }, [menu, moment, states]);
  return { menu: shown, now, states };
}

/** The categories with items, none of which is served in the dayparts `on`: they stand after the others. */
function restingCategories(menu: ShownMenu, on: ReadonlySet<number>): ReadonlySet<ShownCategory> {
  const filled = new Set(menu.items.map(({ categoryId }) => categoryId));
  const served = new Set(menu.items.flatMap((item) => (isServed(item, on) ? item.categoryId : [])));
  return new Set(menu.categories.filter(({ id }) => filled.has(id) && !served.has(id)));
}
