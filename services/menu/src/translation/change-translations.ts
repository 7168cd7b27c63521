import { MENU_TEXTS, type MenuTranslationChanges } from '@tavola/contracts/translations.ts';
import { textMoves } from '@tavola/service-kit/data/texts.ts';
import { requireWithin } from '@tavola/service-kit/http/validate.ts';
import type { Prisma } from '../generated/client.ts';
import { type MenuWriteDeps, writeMenu } from '../menu/write-menu.ts';
import { type Translated, translationStore } from './translation-store.ts';

/**
 * Sets and removes translations into `lang`, all or none, as one write of the menu. Returns the texts that were named, as JSON in
 * the shape of `menuTranslations`.
 * @throws Problem `quota-reached`, unless translations are only removed.
 */
export function changeTranslations(
  deps: MenuWriteDeps,
  tenantId: string,
  lang: string,
  { changes }: MenuTranslationChanges,
): Promise<string> {
  return writeMenu(deps, tenantId, async (tx) => {
    const store = translationStore(tx, tenantId);
    await store.put(lang, changes);
    if (changes.some(({ text }) => text !== null)) await requireRoomForTexts(tx, tenantId);
    return store.named(lang, changes);
  });
}

/**
 * Checks the quotas of translations after some were set.
 * @throws Problem `quota-reached`
 */
export async function requireRoomForTexts(tx: Prisma.TransactionClient, tenantId: string): Promise<void> {
  const { bytes, languages } = await translationStore(tx, tenantId).size();
  requireWithin('languages', languages);
  requireWithin('translationBytes', bytes);
}

/**
 * Runs `act`, and checks those quotas of translations of which more is used than before.
 * @throws Problem `quota-reached`
 */
export async function withinRoomForTexts<Result>(
  tx: Prisma.TransactionClient,
  tenantId: string,
  act: () => Promise<Result>,
): Promise<Result> {
  const store = translationStore(tx, tenantId);
  const before = await store.size();
  const result = await act();
  const after = await store.size();
  if (after.languages > before.languages) requireWithin('languages', after.languages);
  if (after.bytes > before.bytes) requireWithin('translationBytes', after.bytes);
  return result;
}

/** Where a write keeps texts (`keepsTexts`): makes the translations of rows that were right follow their changed texts. */
export async function keepTranslations(
  tx: Prisma.TransactionClient,
  tenantId: string,
  kind: Translated,
  ...rows: readonly { before: TextRow; after: TextRow }[]
): Promise<void> {
  const fields = Object.keys(MENU_TEXTS[kind]);
  const moved = rows.flatMap(({ before, after }) => {
    const moves = textMoves(fields, texts(before), texts(after));
    return moves ? [{ id: after.id, moves }] : [];
  });
  if (moved.length > 0) await translationStore(tx, tenantId).move(kind, moved);
}

interface TextRow {
  id: number;
  name: string;
  description: string | null;
}

const texts = ({ name, description }: TextRow) => ({ name, description });
