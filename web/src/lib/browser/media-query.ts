import { useSyncExternalStore } from 'react';

/** Whether a media query matches: for what CSS can't do, such as a list instead of a table on phones. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}
