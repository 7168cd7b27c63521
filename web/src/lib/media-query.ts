import { useSyncExternalStore } from 'react';

/** Whether a media query holds now: for what CSS can't do, such as a table that is a list on phones. */
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
