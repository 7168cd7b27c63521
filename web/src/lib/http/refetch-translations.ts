import type { QueryClient } from '@tanstack/react-query';

/** Reads all translations again where they are shown, and elsewhere before their next use: a text of the menu or the restaurant changed. */
export function refetchTranslations(client: QueryClient): void {
  void client.invalidateQueries({
    predicate: ({ queryKey }) => /^\/api\/(tenant\/)?translations\//.test(String(queryKey[0])),
  });
}

/** Whether `change` changes texts that can be translated. */
export const changesTexts = (change: object): boolean =>
  ['name', 'description', 'variants'].some((field) => field in change);
