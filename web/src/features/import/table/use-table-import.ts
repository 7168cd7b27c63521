import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConfirmedDraft } from '@tavola/contracts/drafts.ts';
import type { MenuTranslations } from '@tavola/contracts/translations.ts';
import { apiRequest } from '../../../lib/api.ts';
import { useConfirmDraft } from '../../../lib/draft/confirm-draft.ts';
import { loadWholeMenu } from '../../../lib/menu-table/whole-menu.ts';
import type { OwnMoney } from '../../../lib/own-money.ts';
import { refetchMenu } from '../../../lib/put-back.ts';
import { draftOf, translationsOf } from './draft-of.ts';
import { type EnteredPrices, planTable, type TablePlan } from './plan-table.ts';
import type { ReadTable } from './table-of.ts';

/** Most translations in one request. */
const AT_ONCE = 500;

const NOTHING: ConfirmedDraft = { change: null, categories: 0, added: 0, changed: 0, removed: 0 };

/** What was done: the dishes in one step, then the translations. */
export interface DoneTable {
  confirmed: ConfirmedDraft;
  translations: number;
}

/** Makes the changes of a table. Done again after a failure, it makes those that are missing. */
export function useTableImport(table: ReadTable, money: OwnMoney, prices: EnteredPrices) {
  const client = useQueryClient();
  const confirm = useConfirmDraft();
  return useMutation({
    mutationFn: async (plan: TablePlan): Promise<DoneTable> => {
      const draft = draftOf(plan);
      const confirmed = draft ? await confirm.mutateAsync(draft) : NOTHING;
      return { confirmed, translations: await translate() };
    },
    onSettled: () => refetchMenu(client),
  });

  /** New dishes have their ids by now, and changed ones the texts that are translated. */
  async function translate(): Promise<number> {
    const { menu } = await loadWholeMenu(client);
    const changes = translationsOf(planTable(table, menu, money, prices), menu);
    let count = 0;
    for (const [lang, ofLang] of changes) {
      for (let from = 0; from < ofLang.length; from += AT_ONCE) {
        const part = ofLang.slice(from, from + AT_ONCE).map(({ lang: _lang, ...change }) => change);
        await apiRequest<MenuTranslations>('PUT', `/api/translations/${lang}`, { changes: part });
        count += part.length;
      }
    }
    return count;
  }
}
