import { type MouseEvent, useCallback, useEffect, useState } from 'react';
import type { ShownItem, ShownMenu } from './shown-menu.ts';

/** What a tap on a dish must not be taken for. */
const CONTROLS = 'a, button, label, summary';

/** Opens a dish by `open` instead of following its link, unless a key asks the browser for a new tab or window. */
export function openInstead(event: MouseEvent, open: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  open();
}

const dishInHistory = () => (window.history.state as { dish?: number } | null)?.dish;

/** The dish that is shown large. Its address is that of the dish, and "back" closes it. */
export function useDishSheet({ items }: ShownMenu) {
  const [id, setId] = useState<number>();

  useEffect(() => {
    const follow = () => setId(dishInHistory());
    // After a reload, the dish is still the one of this address.
    follow();
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);

  const open = useCallback((dish: number) => {
    // A dish that a link led to is not to be led to again by "back".
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, '', pathname + search);
    window.history.pushState({ ...window.history.state, dish }, '', `#item-${dish}`);
    setId(dish);
  }, []);
  const onClosed = useCallback(() => {
    setId(undefined);
    // By "back" it is left already.
    if (dishInHistory() !== undefined) window.history.back();
  }, []);

  /** A tap on any part of a dish opens it, unless text was selected. */
  const onTap = useCallback(({ target }: MouseEvent) => {
    if (!(target instanceof Element) || target.closest(CONTROLS) || !window.getSelection()?.isCollapsed) return;
    target.closest('.dish')?.querySelector<HTMLElement>('.dish-photo, .dish-open')?.click();
  }, []);

  const shown: ShownItem | undefined = items.find((item) => item.id === id);
  const isGone = id !== undefined && !shown;
  useEffect(() => {
    if (isGone) onClosed();
  }, [isGone, onClosed]);
  return { shown, open, onClosed, onTap };
}
