import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { useEffect, useState } from 'react';
import { ApiError, apiRequest } from '../../lib/api.ts';

export type PublicMenuState =
  | { status: 'loading'; menu: undefined }
  | { status: 'failed'; menu: undefined }
  | { status: 'ready'; menu: PublicMenu };

const LOADING: PublicMenuState = { status: 'loading', menu: undefined };
const FAILED: PublicMenuState = { status: 'failed', menu: undefined };

/**
 * A restaurant's menu. Asked for again, quietly, whenever the page comes back into view, so that a changed price is
 * seen. Without TanStack Query, which would be a sixth of a diner's download.
 */
export function usePublicMenu(slug: string): PublicMenuState & { retry: () => void } {
  const [state, setState] = useState(LOADING);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is the wish to ask again
  useEffect(() => {
    let asking: AbortController | undefined;
    const ask = () => {
      asking?.abort();
      asking = new AbortController();
      const { signal } = asking;
      apiRequest<PublicMenu>('GET', `/api/public/menu/${encodeURIComponent(slug)}`, undefined, { signal })
        .then((menu) => setState(menu?.tenant ? { status: 'ready', menu } : FAILED))
        .catch((error: unknown) => {
          if (signal.aborted) return;
          const isGone = error instanceof ApiError && error.status === 404;
          // A bad connection is no reason to take a menu out of somebody's hands.
          setState((now) => (now.status === 'ready' && !isGone ? now : FAILED));
        });
    };
    const onBack = () => {
      if (document.visibilityState === 'visible') ask();
    };
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) ask();
    };
    ask();
    document.addEventListener('visibilitychange', onBack);
    window.addEventListener('pageshow', onShow);
    window.addEventListener('online', ask);
    return () => {
      document.removeEventListener('visibilitychange', onBack);
      window.removeEventListener('pageshow', onShow);
      window.removeEventListener('online', ask);
      asking?.abort();
    };
  }, [slug, attempt]);

  const retry = () => {
    setState(LOADING);
    setAttempt(attempt + 1);
  };
  return { ...state, retry };
}
