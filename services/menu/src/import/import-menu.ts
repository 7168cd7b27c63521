import type { Imported, ImportInput } from '@tavola/contracts/imports.ts';
import { findAnswer, type IdempotencyKey, keepAnswer } from '@tavola/service-kit/http/idempotency.ts';
import { categoryStore } from '../category/category-store.ts';
import { requireCategories } from '../category/require-categories.ts';
import { newestImport } from '../history/read-history.ts';
import { itemStore } from '../item/item-store.ts';
import { requireRoomForNew } from '../menu/quotas.ts';
import { type MenuWriter, writeMenu } from '../menu/write-menu.ts';

/**
 * Adds the items of all sections, with their new categories, at the end of the menu: one version, one change for guests. With a
 * key that was used before, returns what was added then.
 * @throws Problem `validation-failed` for a category that doesn't exist; `quota-reached`; `key-reused`.
 */
export function importMenu(
  deps: MenuWriter,
  tenantId: string,
  { sections }: ImportInput,
  key: IdempotencyKey | undefined,
): Promise<Imported> {
  return writeMenu(deps, tenantId, async (tx) => {
    const earlier = await findAnswer<Imported>(tx, tenantId, key);
    if (earlier) return earlier;
    const named = sections.flatMap(({ categoryId }, at) =>
      categoryId === undefined ? [] : { field: `sections.${at}.categoryId`, id: categoryId },
    );
    await requireCategories(tx, tenantId, named);
    const added = sections.flatMap(({ category }) => category ?? []);
    const newIds = await categoryStore(tx, tenantId).addAll(added);
    const items = sections.flatMap(({ categoryId = newIds.shift() as number, items }) =>
      items.map((item) => ({ ...item, categoryId })),
    );
    await itemStore(tx, tenantId).addAll(items);
    await requireRoomForNew(tx, 'categories');
    await requireRoomForNew(tx, 'items');
    const change = await newestImport(tx, tenantId);
    return keepAnswer(tx, tenantId, key, { change, categories: added.length, items: items.length });
  });
}
