import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { keepsPlace } from '../lib/address-query.ts';

const WAIT_FOR_PAGE_MS = 5000;
const positions = new Map<string, number>();

/** Runs `act` as soon as it finds what it wants (returns true), for as long as a page may take to load. */
function whenThere(act: () => boolean): () => void {
  if (act()) return () => {};
  const observer = new MutationObserver(() => {
    if (act()) stop();
  });
  const timer = setTimeout(() => observer.disconnect(), WAIT_FOR_PAGE_MS);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}

/** What a browser does on a page load and an SPA must do itself: scroll, and move focus to the new page's heading. */
export function RouteEffects() {
  const [path] = useLocation();
  const search = useSearch();
  const address = search ? `${path}?${search}` : path;
  const arrivedAt = useRef<string | undefined>(address);
  const cameBack = useRef(false);
  const last = useRef({ address, path, isOwnChange: false });

  useEffect(() => {
    // Ours while pages change, the browser's when the document itself is loaded again.
    window.history.scrollRestoration = 'manual';
    const onPop = () => {
      cameBack.current = true;
    };
    const onLeave = () => {
      window.history.scrollRestoration = 'auto';
    };
    window.addEventListener('popstate', onPop);
    window.addEventListener('pagehide', onLeave);
    return () => {
      window.removeEventListener('popstate', onPop);
      window.removeEventListener('pagehide', onLeave);
    };
  }, []);

  useEffect(() => {
    const remember = () => positions.set(address, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [address]);

  useLayoutEffect(() => {
    // Not on arrival, however often React runs this: once more after each moment in which the page waited for its code.
    if (arrivedAt.current === address) return;
    arrivedAt.current = undefined;
    if (last.current.address !== address) {
      last.current = { address, path, isOwnChange: last.current.path === path && keepsPlace() };
    }
    if (last.current.isOwnChange) {
      positions.set(address, window.scrollY);
      return;
    }
    const y = cameBack.current ? (positions.get(address) ?? 0) : 0;
    cameBack.current = false;
    if (!window.location.hash) window.scrollTo(0, 0);
    const stopScroll =
      y === 0
        ? undefined
        : whenThere(() => {
            const reachable = document.documentElement.scrollHeight - window.innerHeight >= y;
            if (reachable) window.scrollTo(0, y);
            return reachable;
          });
    const stopFocus = whenThere(() => {
      const heading = document.querySelector<HTMLElement>('main h1');
      if (!heading) return false;
      if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      return true;
    });
    return () => {
      stopScroll?.();
      stopFocus();
    };
  }, [address, path]);

  return null;
}
