import { useEffect, useRef, useState } from 'react';
import { changesInWords, menuChanges } from './menu-changes.ts';
import type { ShownMenu } from './shown-menu.ts';
import type { Say } from './words/words.ts';

const MARK_MS = 2600;
/** Long enough for a screen reader to pick up the text. Then it is cleared, so that a repeated text is announced again. */
const WORDS_MS = 6000;

/** The changes of an open menu: the items to mark for a moment, and the text for screen readers. */
export function useMenuChanges(
  menu: ShownMenu | undefined,
  say: Say,
): { changed: ReadonlySet<number>; announcement: string } {
  const [changed, setChanged] = useState<ReadonlySet<number>>(NONE);
  const [announcement, setAnnouncement] = useState('');
  const before = useRef(menu);
  const timers = useRef({ mark: 0, words: 0 });

  useEffect(() => {
    const last = before.current;
    before.current = menu;
    if (!last || !menu || last === menu) return;
    const changes = menuChanges(last, menu);
    if (changes.length === 0) return;
    const { current } = timers;
    clearTimeout(current.mark);
    clearTimeout(current.words);
    // Items that are still marked stay marked.
    setChanged((now) => new Set([...now, ...changes.map(({ item }) => item.id)]));
    setAnnouncement(changesInWords(changes, say, menu.money));
    current.mark = window.setTimeout(() => setChanged(NONE), MARK_MS);
    current.words = window.setTimeout(() => setAnnouncement(''), WORDS_MS);
  }, [menu, say]);

  return { changed, announcement };
}

const NONE: ReadonlySet<number> = new Set();
