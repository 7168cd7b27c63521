import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import { MENU_EVENT } from '@tavola/contracts/menu-page.ts';
import { useEffect } from 'react';
import { apiRequest } from '../../lib/http/api.ts';
import { CATEGORIES, ITEMS } from '../../lib/http/queries.ts';

/** A kitchen's network may be connected and lead nowhere: after this time, a call has failed. */
export const PATIENCE_MS = 10_000;

/** How long to wait after a failure, in milliseconds. */
const AGAIN_MS = 5_000;

const untilRead = <Row>(queryKey: readonly [string]) => ({
  queryKey,
  queryFn: () => apiRequest<Row[]>('GET', queryKey[0], undefined, { signal: AbortSignal.timeout(PATIENCE_MS) }),
  refetchInterval: ({ state }: { state: { status: string } }) => (state.status === 'error' ? AGAIN_MS : false),
});

/** The restaurant's dishes, in menu order. They are read again until that succeeds. */
export const useDishes = () => useQuery<MenuItem[]>(untilRead(ITEMS));

/** The restaurant's categories. They are read again until that succeeds. */
export const useDishCategories = () => useQuery<Category[]>(untilRead(CATEGORIES));

/** Reads the dishes again whenever the menu at `slug` changes, as guests' phones are told, and when the page is seen again. */
export function useKitchenNews(slug: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    let stream: EventSource | undefined;
    let again: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      for (const queryKey of [ITEMS, CATEGORIES]) void client.invalidateQueries({ queryKey });
    };
    const close = () => {
      clearTimeout(again);
      stream?.close();
      stream = undefined;
    };
    const listen = () => {
      if (document.visibilityState !== 'visible') return close();
      if (stream || slug === undefined || typeof EventSource !== 'function') return;
      stream = new EventSource(`/api/public/menu/${slug}/events`);
      // The first event tells of the version that there is now.
      stream.addEventListener(MENU_EVENT, read);
      stream.addEventListener('error', () => {
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

/** Once the dishes were read (at `readAt`), asks again for what else failed without a network, such as the signed-in user. */
export function useRecovery(readAt: number): void {
  const client = useQueryClient();
  useEffect(() => {
    if (readAt === 0) return;
    void client.refetchQueries(
      { type: 'active', predicate: ({ state }) => state.status === 'error' },
      { cancelRefetch: false },
    );
  }, [client, readAt]);
}
