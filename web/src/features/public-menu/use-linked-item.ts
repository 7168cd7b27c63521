import { useEffect, useRef, useState } from 'react';
import type { ShownMenu } from './shown-menu.ts';

const MARK_MS = 2600;

/**
 * Leads to the item of an address such as `/menu/demo#item-12`, which the browser can't do itself for items that come
 * later. `showAll` makes sure that the item is on the page. Gives the item to be marked for a moment.
 */
export function useLinkedItem(menu: ShownMenu, showAll: () => void): number | undefined {
  const [marked, setMarked] = useState<number>();
  const latest = useRef({ menu, showAll });
  latest.current = { menu, showAll };

  useEffect(() => {
    let unmark: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      const id = Number(/^#item-(\d+)$/.exec(window.location.hash)?.[1]);
      if (!latest.current.menu.items.some((item) => item.id === id)) return;
      latest.current.showAll();
      const element = document.getElementById(`item-${id}`);
      element?.scrollIntoView({ block: 'start', behavior: 'instant' });
      element?.focus({ preventScroll: true });
      setMarked(id);
      clearTimeout(unmark);
      unmark = setTimeout(() => setMarked(undefined), MARK_MS);
    };
    // Not inside the effect: React can't be made to render there and then.
    const first = setTimeout(follow);
    window.addEventListener('hashchange', follow);
    return () => {
      clearTimeout(first);
      clearTimeout(unmark);
      window.removeEventListener('hashchange', follow);
    };
  }, []);
  return marked;
}
