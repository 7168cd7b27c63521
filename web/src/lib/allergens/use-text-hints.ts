import { useMemo } from 'react';
import { useItems, useTenant } from '../http/queries.ts';
import { textHints } from './text-hints.ts';

/** Reads what the texts of a dish hint at, on this menu; undefined while that loads. */
export function useTextHints(): ReturnType<typeof textHints> | undefined {
  const { data: items } = useItems();
  const { data: tenant } = useTenant();
  const language = tenant?.languages?.base;
  return useMemo(() => items && textHints(items, language), [items, language]);
}
