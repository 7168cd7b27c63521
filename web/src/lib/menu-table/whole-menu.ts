import { type QueryClient, useQueries } from '@tanstack/react-query';
import type { Tenant } from '@tavola/contracts/auth.ts';
import type { OptionGroup } from '@tavola/contracts/choices.ts';
import type { Dayparts } from '@tavola/contracts/dayparts.ts';
import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import type { MenuTranslations } from '@tavola/contracts/translations.ts';
import { useMemo } from 'react';
import {
  CATEGORIES,
  combineQueries,
  DAYPARTS,
  ITEMS,
  OPTION_GROUPS,
  TENANT,
  useCategories,
  useDayparts,
  useItems,
  useOptionGroups,
  useTenant,
} from '../http/queries.ts';
import type { WholeMenu } from './columns.ts';

const translationsInto = (lang: string) => [`/api/translations/${lang}`] as const;

const languagesOf = (tenant: Tenant | undefined): readonly string[] => tenant?.languages?.others ?? [];

/** Loads the menu with all that a table of it says. Throws what a request throws. */
export const loadWholeMenu = (client: QueryClient): Promise<{ menu: WholeMenu; tenant: Tenant }> =>
  readWholeMenu((path) => client.fetchQuery({ queryKey: [path], staleTime: 0 }));

/** The same with `get`, which reads a path of the API. */
export async function readWholeMenu(
  get: <Answer>(path: string) => Promise<Answer>,
): Promise<{ menu: WholeMenu; tenant: Tenant }> {
  const [tenant, categories, items, { dayparts }, optionGroups] = await Promise.all([
    get<Tenant>(TENANT[0]),
    get<Category[]>(CATEGORIES[0]),
    get<MenuItem[]>(ITEMS[0]),
    get<Dayparts>(DAYPARTS[0]),
    get<OptionGroup[]>(OPTION_GROUPS[0]),
  ]);
  const translations = await Promise.all(
    languagesOf(tenant).map(async (lang) => ({
      lang,
      texts: (await get<MenuTranslations>(translationsInto(lang)[0])).texts,
    })),
  );
  return { menu: { categories, items, dayparts, optionGroups, translations, timeZone: tenant.timeZone }, tenant };
}

/** The same, as it changes; undefined until all of it is loaded. */
export function useWholeMenu() {
  const tenant = useTenant();
  const categories = useCategories();
  const items = useItems();
  const dayparts = useDayparts();
  const optionGroups = useOptionGroups();
  const langs = languagesOf(tenant.data);
  const { texts, translations } = useQueries({
    queries: langs.map((lang) => ({ queryKey: translationsInto(lang) })),
    combine: (found) => ({
      texts: found.map(({ data }) => (data as MenuTranslations | undefined)?.texts),
      translations: found,
    }),
  });
  const menu = useMemo((): WholeMenu | undefined => {
    if (!tenant.data || !categories.data || !items.data || !dayparts.data || !optionGroups.data) return undefined;
    if (texts.includes(undefined)) return undefined;
    return {
      categories: categories.data,
      items: items.data,
      dayparts: dayparts.data.dayparts,
      optionGroups: optionGroups.data,
      translations: languagesOf(tenant.data).map((lang, index) => ({ lang, texts: texts[index] ?? [] })),
      timeZone: tenant.data.timeZone,
    };
  }, [tenant.data, categories.data, items.data, dayparts.data, optionGroups.data, texts]);
  return { menu, ...combineQueries([tenant, categories, items, dayparts, optionGroups, ...translations]) };
}
