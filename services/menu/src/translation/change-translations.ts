import { choiceField } from '@tavola/contracts/rules/choices.ts';
import type { MenuTranslationChanges, MenuTranslations } from '@tavola/contracts/translations.ts';
import { textMoves } from '@tavola/service-kit/data/texts.ts';
import { requireReplaced } from '@tavola/service-kit/http/if-match.ts';
import { requireWithin } from '@tavola/service-kit/http/validate.ts';
import type { Prisma } from '../generated/client.ts';
import { type MenuWriteDeps, writeMenu } from '../menu/write-menu.ts';
import { withinGroupsLimit } from '../option-group/groups-limit.ts';
import { type Translated, translationStore } from './translation-store.ts';

/**
 * Sets and removes translations into `lang`, all or none, as one write of the menu. Returns the texts that were named, as JSON in
 * the shape of `menuTranslations`.
 * @throws Problem `quota-reached`, unless translations are only removed; `validation-failed` where they make the option groups too long;
 * `changed-meanwhile` where one is not the one that the change replaces.
 */
export function changeTranslations(
  deps: MenuWriteDeps,
  tenantId: string,
  lang: string,
  { changes }: MenuTranslationChanges,
): Promise<string> {
  return writeMenu(deps, tenantId, async (tx) => {
    const store = translationStore(tx, tenantId);
    const guarded = changes.filter(({ replaces }) => replaces !== undefined);
    if (guarded.length > 0) {
      const { texts }: MenuTranslations = JSON.parse(await store.named(lang, guarded));
      requireReplaced(guarded, texts);
    }
    const put = () => store.put(lang, changes);
    const isOfGroups = changes.some(
      ({ kind, text }) => text !== null && (kind === 'option' || kind === 'option-group'),
    );
    await (isOfGroups ? withinGroupsLimit(tx, tenantId, put, 'changes') : put());
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

/** A row before and after a write that says whether translations of changed texts are still right. */
interface ChangedRow {
  before: TextRow;
  after: TextRow;
  keepsTexts: boolean;
}

/** After a write, makes translations that are still right follow their changed texts, and removes those of sizes and options that are gone. */
export async function followTexts(
  tx: Prisma.TransactionClient,
  tenantId: string,
  kind: Translated,
  ...rows: readonly ChangedRow[]
): Promise<void> {
  const followed = rows.flatMap(({ before, after, keepsTexts }) => {
    const [from, to] = [textsOf(before), textsOf(after)];
    const moves = keepsTexts ? textMoves(Object.keys(to), from, to) : null;
    const gone = goneTexts(before, after);
    return moves || gone.length > 0 ? [{ id: after.id, moves: moves ?? {}, gone }] : [];
  });
  if (followed.length > 0) await translationStore(tx, tenantId).follow(kind, followed);
}

/** The fields with the translations of sizes and options that were removed. */
export const goneTexts = (before: TextRow, after: TextRow): string[] => {
  const left = textsOf(after);
  return Object.keys(textsOf(before)).filter((field) => !(field in left));
};

interface TextRow {
  id: number;
  name: string;
  description?: string | null;
  variants?: readonly { id: number; name: string }[] | undefined;
  options?: readonly { id: number; name: string }[] | undefined;
}

/** The texts of a row, by the field that holds their translations. */
const textsOf = ({
  name,
  description = null,
  variants = [],
  options = [],
}: TextRow): Record<string, string | null> => ({
  name,
  description,
  ...Object.fromEntries(variants.map((size) => [choiceField('variant', size.id), size.name])),
  ...Object.fromEntries(options.map((option) => [choiceField('option', option.id), option.name])),
});
