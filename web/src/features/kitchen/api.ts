import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Tenant } from '@tavola/contracts/auth.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { MENU_EVENT } from '@tavola/contracts/menu-page.ts';
import { useEffect } from 'react';

const ITEMS = ['/api/menu-items'] as const;

/** The restaurant's dishes, in menu order. */
export function useDishes() {
  return useQuery<MenuItem[]>({ queryKey: ITEMS });
}

/** The restaurant, for its hours and its menu's address. */
export function useRestaurant() {
  return useQuery<Tenant>({ queryKey: ['/api/tenant'] });
}

/** Reads the dishes again whenever the menu at `slug` changes, as guests' phones are told, and when the page is seen again. */
export function useKitchenNews(slug: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (slug === undefined || typeof EventSource !== 'function') return;
    let stream: EventSource | undefined;
    const read = () => void client.invalidateQueries({ queryKey: ITEMS });
    const listen = () => {
      const isSeen = document.visibilityState === 'visible';
      if (isSeen && !stream) {
        stream = new EventSource(`/api/public/menu/${slug}/events`);
        // The first event tells of the version that there is now.
        stream.addEventListener(MENU_EVENT, read);
      } else if (!isSeen) {
        stream?.close();
        stream = undefined;
      }
    };
    listen();
    document.addEventListener('visibilitychange', listen);
    return () => {
      document.removeEventListener('visibilitychange', listen);
      stream?.close();
    };
  }, [client, slug]);
}
