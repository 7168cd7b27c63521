import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { OptionGroup } from '@tavola/contracts/choices.ts';
import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import { MENU_EVENT } from '@tavola/contracts/menu-page.ts';
import { useEffect, useRef } from 'react';
import { apiRequest } from '../../lib/http/api.ts';
import { CATEGORIES, ITEMS, OPTION_GROUPS } from '../../lib/http/queries.ts';

/** A kitchen's network may be connected and lead nowhere: after this time, a call has failed. */
export const PATIENCE_MS = 10_000;

/** How long to wait before the stream of changes is opened again, in milliseconds. */
const AGAIN_MS = 5_000;

const patiently = <Row>(queryKey: readonly [string]) => ({
  queryKey,
  queryFn: () => apiRequest<Row[]>('GET', queryKey[0], undefined, { signal: AbortSignal.timeout(PATIENCE_MS) }),
});

/** The restaurant's dishes, in menu order. */
export const useDishes = () => useQuery<MenuItem[]>(patiently(ITEMS));

/** The restaurant's option groups. */
export const useDishOptions = () => useQuery<OptionGroup[]>(patiently(OPTION_GROUPS));

/** The restaurant's categories. */
export const useDishCategories = () => useQuery<Category[]>(patiently(CATEGORIES));

/**
 * Reads the dishes again whenever the menu at `slug` changes, as guests' phones are told, when the network or the stream of changes is
 * back, and when the page is seen again.
 */
export function useKitchenNews(slug: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    let stream: EventSource | undefined;
    let again: ReturnType<typeof setTimeout> | undefined;
    let isFirst = true;
    const read = (isNews = true) => {
      const predicate = ({ state }: { state: { status: string } }) => isNews || state.status !== 'error';
      for (const queryKey of [ITEMS, CATEGORIES, OPTION_GROUPS]) void client.invalidateQueries({ queryKey, predicate });
    };
    const onMenu = () => {
      // The first stream begins with the version that there is: what has just failed would fail again.
      read(!isFirst);
      isFirst = false;
    };
    const close = () => {
      isFirst = false;
      clearTimeout(again);
      stream?.close();
      stream = undefined;
    };
    const listen = () => {
      if (document.visibilityState !== 'visible') return close();
      if (stream || slug === undefined || typeof EventSource !== 'function') return;
      stream = new EventSource(`/api/public/menu/${slug}/events`);
      // The first event tells of the version that there is now.
      stream.addEventListener(MENU_EVENT, onMenu);
      stream.addEventListener('error', () => {
        isFirst = false;
        // After an answer that is no stream, browsers do not connect again.
        if (stream?.readyState !== EventSource.CLOSED) return;
        close();
        again = setTimeout(listen, AGAIN_MS);
      });
    };
    const onOnline = () => {
      // A stream of before can look open for minutes.
      close();
      listen();
      read();
    };
    listen();
    document.addEventListener('visibilitychange', listen);
    window.addEventListener('online', onOnline);
    return () => {
      document.removeEventListener('visibilitychange', listen);
      window.removeEventListener('online', onOnline);
      close();
    };
  }, [client, slug]);
}

/** Once the dishes are read after they could not be (`isAway`), asks again for what else failed meanwhile, such as the signed-in user. */
export function useRecovery(isAway: boolean): void {
  const client = useQueryClient();
  const wasAway = useRef(false);
  useEffect(() => {
    const isBack = wasAway.current && !isAway;
    wasAway.current = isAway;
    if (!isBack) return;
    void client.refetchQueries(
      { type: 'active', predicate: ({ state }) => state.status === 'error' },
      { cancelRefetch: false },
    );
  }, [client, isAway]);
}
