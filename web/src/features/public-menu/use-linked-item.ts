import { useEffect, useRef, useState } from 'react';
import type { ShownMenu } from './shown-menu.ts';

const MARK_MS = 2600;

/**
 * Scrolls to the item of an address such as `/menu/demo#item-12`. The browser can't do so for items that render later.
 * `showAll` puts the item with an id on the page. Returns the item to mark for a moment.
 */
export function useLinkedItem(menu: ShownMenu, showAll: (id: number) => void): number | undefined {
  const [marked, setMarked] = useState<number>();
  const latest = useRef({ menu, showAll });
  latest.current = { menu, showAll };

  useEffect(() => {
    let unmark: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      const id = Number(/^#item-(\d+)$/.exec(window.location.hash)?.[1]);
      if (!latest.current.menu.items.some((item) => item.id === id)) return;
      latest.current.showAll(id);
      const element = document.getElementById(`item-${id}`);
      element?.closest('details')?.setAttribute('open', '');
      element?.scrollIntoView({ block: 'start', behavior: 'instant' });
      element?.focus({ preventScroll: true });
      setMarked(id);
      clearTimeout(unmark);
      unmark = setTimeout(() => setMarked(undefined), MARK_MS);
    };
    // Not inside the effect, where React can't render synchronously.
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
