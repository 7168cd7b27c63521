import type { QueryClient } from '@tanstack/react-query';

/** Reads the menu's translations again where they are shown, and elsewhere before their next use: a text of the menu changed. */
export function refetchTranslations(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/translations/') });
}

/** Whether `change` changes texts that can be translated. */
export const changesTexts = (change: object): boolean => 'name' in change || 'description' in change;
