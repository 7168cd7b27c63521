import type { Imported, ImportInput } from '@tavola/contracts/imports.ts';
import { findAnswer, type IdempotencyKey, keepAnswer } from '@tavola/service-kit/http/idempotency.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { categoryStore } from '../category/category-store.ts';
import type { Prisma } from '../generated/client.ts';
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
    await requireCategories(tx, tenantId, sections);
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

async function requireCategories(
  tx: Prisma.TransactionClient,
  tenantId: string,
  sections: ImportInput['sections'],
): Promise<void> {
  const named = sections.flatMap(({ categoryId }) => categoryId ?? []);
  const rows = await tx.category.findMany({ where: { tenantId, id: { in: named } }, select: { id: true } });
  const found = new Set(rows.map(({ id }) => id));
  const at = sections.findIndex(({ categoryId }) => categoryId !== undefined && !found.has(categoryId));
  if (at < 0) return;
  const message = 'This category no longer exists. Please choose another one.';
  throw new Problem('validation-failed', message, { errors: [{ field: `sections.${at}.categoryId`, message }] });
}
