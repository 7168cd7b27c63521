import type { ConfirmedDraft, Draft, DraftTexts } from '@tavola/contracts/drafts.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { FieldError } from '@tavola/contracts/errors.ts';
import { namesFacet } from '@tavola/contracts/facets/facets.ts';
import { withChange } from '@tavola/contracts/field-list.ts';
import { type MenuItem, menuItem } from '@tavola/contracts/menu.ts';
import { findAnswer, type IdempotencyKey, keepAnswer } from '@tavola/service-kit/http/idempotency.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { requireAllowedPicture } from '@tavola/service-kit/http/validate.ts';
import { categoryStore } from '../category/category-store.ts';
import type { Prisma } from '../generated/client.ts';
import { countChanges, insertDraftChange } from '../history/log-draft.ts';
import {
  requireCategories,
  requireConsistentAvailability,
  requireNoContradictions,
  unknownItem,
  withAvailability,
  withInitialAvailability,
} from '../item/change-items.ts';
import { itemStore, type StoredItem } from '../item/item-store.ts';
import { withSizes } from '../item/sizes.ts';
import { namedRows } from '../menu/naming.ts';
import { requireRoomForChange, requireWithinQuotas } from '../menu/quotas.ts';
import { type MenuWriteDeps, writeMenu } from '../menu/write-menu.ts';
import { followTexts, goneTexts, requireRoomForTexts } from '../translation/change-translations.ts';
import { translationStore } from '../translation/translation-store.ts';
import { setsTexts, withDraftTexts, withoutFields } from './draft-texts.ts';

/** How many items an answer names that were changed by someone else. */
const STALE_NAMED = 20;

type Sections = NonNullable<Draft['sections']>;
type Changes = NonNullable<Draft['changes']>;
type Removals = NonNullable<Draft['removals']>;

/**
 * Adds, changes and removes the items of a draft, with its new categories, at the end of the menu: one version, one change for
 * guests. With a key that was used before, returns what was done then.
 * @throws Problem that names the field: `not-found` for an item, `changed-meanwhile` for one that is not as the owner saw it,
 * `validation-failed` for what `addItem` and `changeItem` refuse; `quota-reached`; `key-reused`.
 */
export function confirmDraft(
  deps: MenuWriteDeps,
  tenantId: string,
  { sections = [], changes = [], removals = [] }: Draft,
  key: IdempotencyKey | undefined,
): Promise<ConfirmedDraft> {
  return writeMenu(deps, tenantId, async (tx) => {
    const earlier = await findAnswer<ConfirmedDraft>(tx, tenantId, key);
    if (earlier) return earlier;
    await requireOwnParts(tx, tenantId, sections, changes);
    const items = itemStore(tx, tenantId);
    const found = await items.lockAll([...changes, ...removals].map(({ item }) => item));
    requireAsSeen(changes, 'changes', found);
    requireAsSeen(removals, 'removals', found);
    const removed = removals.map(({ item }) => ({ before: shownOf(found, item), after: {} }));
    await items.removeAll(removals.map(({ item }) => item));
    const changed = await changeAll(tx, tenantId, changes, found);
    if (sections.length > 0) {
      await addSections(tx, tenantId, sections);
      await requireWithinQuotas(tx, 'category', 'item');
    } else await requireRoomForChange(tx, menuItem, ...changed, ...removed);
    const rows = [...changes, ...sections.flatMap(({ category = {}, items }) => [category, ...items])];
    if (rows.some(({ texts }: { texts?: DraftTexts | undefined }) => setsTexts(texts)))
      await requireRoomForTexts(tx, tenantId);
    const { rowCount, newest, counts } = await countChanges(tx, tenantId);
    // The change of a single row stands for itself.
    const change = rowCount < 2 ? newest : await insertDraftChange(tx, tenantId, counts);
    return keepAnswer(tx, tenantId, key, { change, ...counts });
  });
}

/** @throws Problem `validation-failed` that names the first category, daypart or option group that is not the restaurant's own. */
async function requireOwnParts(
  tx: Prisma.TransactionClient,
  tenantId: string,
  sections: Sections,
  changes: Changes,
): Promise<void> {
  const inSections = sections.map(({ categoryId: id }, at) => ({ field: `sections.${at}.categoryId`, id }));
  const inChanges = changes.map(({ fields }, at) => ({ field: `${changeAt(at)}.categoryId`, id: fields.categoryId }));
  const named = [...inSections, ...inChanges].flatMap(({ field, id }) => (id === undefined ? [] : [{ field, id }]));
  await requireCategories(tx, tenantId, named);
  await namedRows(tx, tenantId).require([
    ...sections.flatMap(({ category, items }, at) => [
      ...(category ? [{ path: `sections.${at}.category`, input: category }] : []),
      ...items.map((input, place) => ({ path: newAt(at, place), input })),
    ]),
    ...changes.map(({ fields: input }, at) => ({ path: changeAt(at), input })),
  ]);
}

/**
 * Checks that the items that `list` names are as the owner saw them; `field` is the name of the list.
 * @throws Problem `not-found`, `changed-meanwhile`
 */
function requireAsSeen(
  list: readonly Removals[number][],
  field: 'changes' | 'removals',
  found: ReadonlyMap<number, StoredItem>,
): void {
  const missing = list.findIndex(({ item }) => !found.has(item));
  if (missing >= 0) throw unknownItem(`${field}.${missing}.item`);
  const stale = list.flatMap(({ item, etag }, at): FieldError[] => {
    const shown = shownOf(found, item);
    if (entityTag(shown) === etag) return [];
    return [{ field: `${field}.${at}.etag`, message: `${shown.name} was changed by someone else.` }];
  });
  if (!stale[0]) return;
  const errors = stale.slice(0, STALE_NAMED);
  throw new Problem('changed-meanwhile', `${stale[0].message} Nothing was saved.`, { errors });
}

async function changeAll(
  tx: Prisma.TransactionClient,
  tenantId: string,
  changes: Changes,
  found: ReadonlyMap<number, StoredItem>,
) {
  const sized = await withSizes(
    tx,
    changes.map(({ item, fields: { keepsTexts: _keepsTexts, ...change } }, at) => {
      return { path: changeAt(at), before: shownOf(found, item), change };
    }),
  );
  const made = changes.map(({ item, fields: { keepsTexts = false } }, at) =>
    prefixFields(changeAt(at), () => {
      const fields = sized[at] as (typeof sized)[number];
      requireConsistentAvailability(fields);
      const change = withAvailability(fields);
      const before = shownOf(found, item);
      requireAllowedPicture('image', fields.image, { tenantId, kept: before.image });
      const after = withChange(menuItem, before, change);
      if (namesFacet(change)) requireNoContradictions(after);
      return { stored: found.get(item) as StoredItem, change, before, after, keepsTexts };
    }),
  );
  await itemStore(tx, tenantId).changeAll(made);
  const untranslated = made.filter((_change, at) => !changes[at]?.texts);
  await followTexts(tx, tenantId, 'item', ...untranslated);
  await translateAll(tx, tenantId, changes, made);
  return made;
}

/** Sets and removes translations of the changed texts; those of sizes that are gone go, too. */
async function translateAll(
  tx: Prisma.TransactionClient,
  tenantId: string,
  changes: Changes,
  made: readonly { before: MenuItem; after: MenuItem }[],
): Promise<void> {
  const translated = changes.flatMap(({ item: id, texts }, at) =>
    texts ? [{ id, texts, ...(made[at] as (typeof made)[number]), at }] : [],
  );
  if (translated.length === 0) return;
  const store = translationStore(tx, tenantId);
  const known = await store.ofItems(translated.map(({ id }) => id));
  await store.setOfItems(
    translated.map(({ id, texts, before, after, at }) => ({
      id,
      texts: prefixFields(`changes.${at}`, () =>
        withDraftTexts(withoutFields(known.get(id) ?? {}, goneTexts(before, after)), texts, after),
      ),
    })),
  );
}

async function addSections(tx: Prisma.TransactionClient, tenantId: string, sections: Sections): Promise<void> {
  const newOnes = sections.flatMap(({ category }, at) => (category ? [{ at, category }] : []));
  const newIds = await categoryStore(tx, tenantId).addAll(
    newOnes.map(({ at, category: { texts = {}, ...fields } }) => ({
      ...fields,
      texts: prefixFields(`sections.${at}.category`, () => withDraftTexts({}, texts, fields)),
    })),
  );
  const sized = await withSizes(
    tx,
    sections.flatMap(({ items }, at) => items.map((change, place) => ({ path: newAt(at, place), change }))),
  );
  const idOf = new Map(newOnes.map(({ at }, index) => [at, newIds[index] as number]));
  const added = sections.flatMap(({ categoryId, items }, at) =>
    items.map((_item, place) =>
      prefixFields(newAt(at, place), () => {
        const { texts = {}, ...item } = sized.shift() as (typeof sized)[number];
        if (namesFacet(item)) requireNoContradictions(withChange(menuItem, {} as never, item));
        requireConsistentAvailability(item);
        return {
          ...withInitialAvailability(item),
          categoryId: categoryId ?? (idOf.get(at) as number),
          texts: withDraftTexts({}, texts, item),
        };
      }),
    ),
  );
  await itemStore(tx, tenantId).addAll(added);
}

const shownOf = (found: ReadonlyMap<number, StoredItem>, id: number) => (found.get(id) as StoredItem).shown;

const changeAt = (at: number) => `changes.${at}.fields`;
const newAt = (section: number, place: number) => `sections.${section}.items.${place}`;

/** Runs `check`; puts `path.` before the field names of a Problem that it throws. */
function prefixFields<Result>(path: string, check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof Problem) || !error.errors) throw error;
    const errors = error.errors.map(({ field, message }) => ({ field: `${path}.${field}`, message }));
    throw new Problem(error.code, error.message, { errors });
  }
}
