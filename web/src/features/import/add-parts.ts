import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Tenant } from '@tavola/contracts/auth.ts';
import type { OptionGroup } from '@tavola/contracts/choices.ts';
import type { Dayparts } from '@tavola/contracts/dayparts.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import { apiRequest } from '../../lib/http/api.ts';
import { useOnceKeys, withAdded } from '../../lib/http/once-key.ts';
import { DAYPARTS, OPTION_GROUPS, TENANT } from '../../lib/http/queries.ts';
import { refetchTranslations } from '../../lib/http/refetch-translations.ts';
import type { WholeMenu } from '../../lib/menu-table/columns.ts';
import type { MenuParts, TextPart } from '../../lib/menu-table/menu-parts.ts';
import { loadWholeMenu } from '../../lib/menu-table/whole-menu.ts';
import { missingTexts, withLanguages } from './table/read-parts.ts';

/**
 * Adds the parts of an export that the menu lacks, one by one (idempotent); resolves to the menu with them. After a failure, those that
 * were added are there: the rest can be added again.
 */
export function useAddParts() {
  const client = useQueryClient();
  const once = useOnceKeys();
  return useMutation({
    mutationFn: async ({ menu, parts }: { menu: WholeMenu; parts: MenuParts }): Promise<WholeMenu> => {
      let { optionGroups, dayparts } = menu;
      for (const input of parts.optionGroups) {
        const added = await apiRequest<OptionGroup>('POST', OPTION_GROUPS[0], input, { onceKey: once.keyFor(input) });
        once.renew(input);
        optionGroups = withAdded(optionGroups, [added]);
        client.setQueryData<OptionGroup[]>(OPTION_GROUPS, (known) => known && withAdded(known, [added]));
      }
      if (parts.dayparts.length > 0) {
        const all = { dayparts: [...dayparts, ...parts.dayparts] };
        const saved = await apiRequest<Dayparts>('PUT', DAYPARTS[0], all, { tag: entityTag({ dayparts }) });
        dayparts = saved.dayparts;
        client.setQueryData<Dayparts>(DAYPARTS, saved);
      }
      if (parts.languages) {
        // Read anew: after a failure it may have the languages already.
        const tenant = await client.fetchQuery<Tenant>({ queryKey: TENANT, staleTime: 0 });
        const input = { name: tenant.name, languages: parts.languages };
        // The screens learn it once the dishes are saved: until then they would wait for empty translations.
        await apiRequest<Tenant>('PUT', TENANT[0], input, { tag: entityTag(tenant) });
      }
      return { ...menu, optionGroups, dayparts, translations: withLanguages(menu.translations, parts.languages) };
    },
    onError: () => refetchAll(client),
  });
}

/** Reads again what `useAddParts` may have changed. */
function refetchAll(client: QueryClient): void {
  for (const queryKey of [TENANT, OPTION_GROUPS, DAYPARTS]) void client.invalidateQueries({ queryKey });
}

/** Most translations of one request, whose body may have 64 KiB. */
const TEXTS_AT_ONCE = 200;

/** Adds the translations among `texts` that names on the menu lack; resolves to the menu. After a failure, the rest can be added again. */
export function useAddTexts() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (texts: readonly TextPart[]) => {
      const { menu } = await loadWholeMenu(client);

      for (const [lang, changes] of Map.groupBy(missingTexts(texts, menu), (one) => one.lang)) {
        for (let at = 0; at < changes.length; at += TEXTS_AT_ONCE) {
          const some = changes.slice(at, at + TEXTS_AT_ONCE);
          await apiRequest('PUT', `/api/translations/${lang}`, {
            changes: some.map(({ kind, id, field, base, text }) => ({ kind, id, field, base, text })),
          });
        }
      }
      return menu;
    },
    onSettled: () => refetchTranslations(client),
  });
}
