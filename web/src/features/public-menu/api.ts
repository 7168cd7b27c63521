import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { useEffect, useState } from 'react';

/** What one request for a menu came to. */
export type MenuAnswer =
  | { status: 'ready'; menu: PublicMenu }
  /** `isGone`: the server knows of no such menu; else it could not be asked. */
  | { status: 'failed'; menu: undefined; isGone: boolean };

export type PublicMenuState = { status: 'loading'; menu: undefined } | MenuAnswer;

const LOADING: PublicMenuState = { status: 'loading', menu: undefined };

/**
 * Asks for a menu once; never rejects. Not by lib/api.ts: nginx names this request in a header of the page, the browser
 * sends it before any script is here, and uses that answer only if both are alike, so no token and no options.
 */
export async function requestMenu(slug: string, signal?: AbortSignal): Promise<MenuAnswer> {
  try {
    const response = await fetch(`/api/public/menu/${encodeURIComponent(slug)}`, signal ? { signal } : {});
    // To the end even when it is a refusal: an answer that nobody reads keeps its connection.
    const text = await response.text();
    if (!response.ok) return { status: 'failed', menu: undefined, isGone: response.status === 404 };
    const menu = JSON.parse(text) as PublicMenu | undefined;
    if (menu?.tenant) return { status: 'ready', menu };
  } catch {
    // No connection, or not our API that answers.
  }
  return { status: 'failed', menu: undefined, isGone: false };
}

/**
 * A restaurant's menu, beginning with the `first` answer. Asked for again, quietly, whenever the page comes back into
 * view, so that a changed price is seen. Without TanStack Query, which would be a sixth of a diner's download.
 */
export function usePublicMenu(slug: string, first: MenuAnswer): PublicMenuState & { retry: () => void } {
  const [state, setState] = useState<PublicMenuState>(first);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let asking: AbortController | undefined;
    const ask = () => {
      asking?.abort();
      asking = new AbortController();
      const { signal } = asking;
      requestMenu(slug, signal).then((answer) => {
        if (signal.aborted) return;
        // A bad connection is no reason to take a menu out of somebody's hands.
        const isWorse = answer.status === 'failed' && !answer.isGone;
        setState((now) => (now.status === 'ready' && isWorse ? now : answer));
      });
    };
    const onBack = () => {
      if (document.visibilityState === 'visible') ask();
    };
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) ask();
    };
    if (attempt > 0) ask();
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
