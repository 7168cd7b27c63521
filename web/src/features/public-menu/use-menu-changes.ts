import { useEffect, useRef, useState } from 'react';
import type { DaypartsNow } from './dayparts-in-words.ts';
import { changesInWords, menuChanges } from './menu-changes.ts';
import type { ShownMenu } from './shown-menu.ts';
import type { Say } from './words/words.ts';

const MARK_MS = 2600;
/** Long enough for a screen reader to pick up the text. Then it is cleared, so that a repeated text is announced again. */
const WORDS_MS = 6000;

/** The changes of an open menu: the items to mark for a moment, and the text for screen readers. */
export function useMenuChanges(
  menu: ShownMenu | undefined,
  dayparts: DaypartsNow,
  say: Say,
): { changed: ReadonlySet<number>; announcement: string } {
  const [changed, setChanged] = useState<ReadonlySet<number>>(NONE);
  const [announcement, setAnnouncement] = useState('');
  const before = useRef({ menu, dayparts });
  const timers = useRef({ mark: 0, words: 0 });

  useEffect(() => {
    const { menu: last, dayparts: lastDayparts } = before.current;
    before.current = { menu, dayparts };
    if (!last || !menu) return;
    const begun = [...dayparts].flatMap(([id, daypart]) =>
      daypart.isOn && lastDayparts.get(id)?.isOn === false
        ? [daypart.name, daypart.when].filter(Boolean).join(' · ')
        : [],
    );
    const changes = menuChanges(last, menu);
    if (changes.length + begun.length === 0) return;
    const { current } = timers;
    clearTimeout(current.mark);
    clearTimeout(current.words);
    // Items that are still marked stay marked.
    setChanged((now) => new Set([...now, ...changes.flatMap(({ ids }) => ids)]));
    // What begins says enough of its prices.
    setAnnouncement(begun.join(', ') || changesInWords(changes, say, menu.money));
    current.mark = window.setTimeout(() => setChanged(NONE), MARK_MS);
    current.words = window.setTimeout(() => setAnnouncement(''), WORDS_MS);
  }, [menu, dayparts, say]);

  return { changed, announcement };
}

const NONE: ReadonlySet<number> = new Set();
