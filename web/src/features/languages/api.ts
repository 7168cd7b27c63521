import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Tenant } from '@tavola/contracts/auth.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { Languages } from '@tavola/contracts/languages.ts';
import { DEFAULT_LANGUAGE } from '@tavola/contracts/rules/languages.ts';
import type { MenuTranslations, TenantTranslations } from '@tavola/contracts/translations.ts';
import { useMemo } from 'react';
import { apiRequest, changedMeanwhile } from '../../lib/http/api.ts';
import { combineQueries, TENANT, useCategories, useItems, useOptionGroups, useTenant } from '../../lib/http/queries.ts';
import { useSerialEdit } from '../../lib/http/serial-edit.ts';
import { type Group, groupTexts, type Progress, progressOf, type Text } from './texts.ts';

const ofMenu = (lang: string) => [`/api/translations/${lang}`] as const;
const ofTenant = (lang: string) => [`/api/tenant/translations/${lang}`] as const;

/** The languages of a restaurant that has set none. */
const NONE: Languages = { base: DEFAULT_LANGUAGE, others: [] };

/** The restaurant's languages; undefined until they are loaded. */
export function useLanguages(): Languages | undefined {
  const { data } = useTenant();
  return data && (data.languages ?? NONE);
}

/** Changes the restaurant's languages, if it is still as this page shows it. */
export function useChangeLanguages() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ tenant, languages }: { tenant: Tenant; languages: Languages }) =>
      apiRequest<Tenant>('PUT', '/api/tenant', { name: tenant.name, languages }, { tag: entityTag(tenant) }),
    onSuccess: (saved) => client.setQueryData<Tenant>(TENANT, saved),
    onError: () => void client.invalidateQueries({ queryKey: TENANT }),
  });
}

/** How far the translation into each of `languages` is, of the menu and the restaurant; undefined until the menu's is known. And what failed. */
export function useProgress(languages: readonly string[]) {
  const textsAt = (keyOf: (lang: string) => readonly [string]) =>
    languages.map((lang) => ({ queryKey: keyOf(lang), select: ({ texts }: { texts: Text[] }) => texts }));
  const menus = useQueries({ queries: textsAt(ofMenu) });
  const tenants = useQueries({ queries: textsAt(ofTenant) });
  const progress = menus.map(
    ({ data }, at): Progress | undefined => data && progressOf([...data, ...(tenants[at]?.data ?? [])]),
  );
  return { progress, ...combineQueries([...menus, ...tenants]) };
}

/** All texts of the restaurant and its menu with their translations into `lang`, in groups as on the menu. */
export function useTexts(lang: string) {
  const menu = useQuery<MenuTranslations>({ queryKey: ofMenu(lang) });
  const tenant = useQuery<TenantTranslations>({ queryKey: ofTenant(lang) });
  const categories = useCategories();
  const items = useItems();
  const optionGroups = useOptionGroups();
  const groups = useMemo<readonly Group[] | undefined>(() => {
    if (!menu.data || !tenant.data || !categories.data || !items.data || !optionGroups.data) return undefined;
    const texts = [...tenant.data.texts, ...menu.data.texts];
    return groupTexts(texts, categories.data, items.data, optionGroups.data);
  }, [menu.data, tenant.data, categories.data, items.data, optionGroups.data]);
  return { groups, ...combineQueries([menu, tenant, categories, items, optionGroups]) };
}

/** A translation to save, and who made it. */
interface TextChange {
  of: Text;
  text: string | null;
  by: 'h' | 'm';
  /** The translation that it takes the place of, once its turn has come; undefined if that is not known. */
  replaces: () => string | null | undefined;
  /** Receives the translation that is stored now. */
  onStored: (text: string | null) => void;
}

/**
 * Saves the translation of one text, or removes it with `text: null`; not over one that the user has not seen. Resolves to the text as it is
 * now, if it is still there.
 */
export function useSaveText(lang: string) {
  const client = useQueryClient();
  const show = (of: Text, now: Text | undefined) =>
    client.setQueryData<{ texts: Text[] }>(of.kind === 'tenant' ? ofTenant(lang) : ofMenu(lang), (known) => {
      const isOther = (one: Text) => one.kind !== of.kind || one.id !== of.id || one.field !== of.field;
      return known && { texts: known.texts.flatMap((one) => (isOther(one) ? [one] : (now ?? []))) };
    });
  return useSerialEdit<Text | undefined, TextChange>({
    kind: 'translations',
    of: lang,
    send: async ({ of, text, by, replaces }) => {
      const [path] = of.kind === 'tenant' ? ofTenant(lang) : ofMenu(lang);
      const { kind, id, field, base } = of;
      const change = { kind, id, field, text, base, replaces: replaces(), ...(by === 'm' && { by }) };
      const { texts } = await apiRequest<{ texts: Text[] }>('PUT', path, { changes: [change] });
      return texts[0];
    },
    onSaved: (saved, { of, onStored }) => {
      show(of, saved);
      onStored(saved?.text ?? null);
    },
    onRefused: (error, { of }) => {
      const current = changedMeanwhile<Text>(error);
      if (current) show(of, current);
    },
  });
}
