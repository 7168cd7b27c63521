import { MENU_TEXTS, type MenuTranslationChanges } from '@tavola/contracts/translations.ts';
import { textMoves } from '@tavola/service-kit/data/texts.ts';
import { requireWithin } from '@tavola/service-kit/http/quota.ts';
import type { Prisma } from '../generated/client.ts';
import { type MenuWriter, writeMenu } from '../menu/write-menu.ts';
import { type Translated, translationStore } from './translation-store.ts';

/**
 * Sets and removes translations into `lang`, all or none, as one write of the menu. Returns the texts that were named, as JSON in
 * the shape of `menuTranslations`.
 * @throws Problem `quota-reached`, unless translations are only removed.
 */
export function changeTranslations(
  deps: MenuWriter,
  tenantId: string,
  lang: string,
  { changes }: MenuTranslationChanges,
): Promise<string> {
  return writeMenu(deps, tenantId, async (tx) => {
    const store = translationStore(tx, tenantId);
    await store.put(lang, changes);
    if (changes.some(({ text }) => text !== null)) {
      const { bytes, languages } = await store.size();
      requireWithin('languages', languages);
      requireWithin('translationBytes', bytes);
    }
    return store.named(lang, changes);
  });
}

/** Where a write keeps texts (`keepsTexts`): makes the translations of a row that were right follow its changed texts. */
export async function keepTranslations(
  tx: Prisma.TransactionClient,
  tenantId: string,
  kind: Translated,
  before: TextRow,
  after: TextRow,
): Promise<void> {
  const moves = textMoves(Object.keys(MENU_TEXTS[kind]), texts(before), texts(after));
  if (moves) await translationStore(tx, tenantId).move(kind, after.id, moves);
}

interface TextRow {
  id: number;
  name: string;
  description: string | null;
}

const texts = ({ name, description }: TextRow) => ({ name, description });
