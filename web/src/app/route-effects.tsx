import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { keepsPlace } from '../lib/browser/address-query.ts';
import { whenThere } from '../lib/browser/when-there.ts';

const positions = new Map<string, number>();

/** Does what browsers do on a page load and an SPA must do itself: scroll, and focus the new page's heading. */
export function RouteEffects() {
  const [path] = useLocation();
  const search = useSearch();
  const address = search ? `${path}?${search}` : path;
  const arrivedAt = useRef<string | undefined>(address);
  const cameBack = useRef(false);
  const last = useRef({ address, path, isOwnChange: false });

  useEffect(() => {
    // We restore scroll positions on navigation; the browser does so when the document is reloaded.
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
    // Do nothing for the first address, however often React reruns this: it does so whenever the page suspends.
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
