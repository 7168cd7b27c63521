import { type Category, type CategoryChange, category, type NewCategory } from '@tavola/contracts/menu.ts';
import { findAnswer, type IdempotencyKey, keepAnswer } from '@tavola/service-kit/http/idempotency.ts';
import { type IfMatch, requireMatch } from '@tavola/service-kit/http/if-match.ts';
import { notFound, requireFound } from '@tavola/service-kit/http/problem.ts';
import { namedRows } from '../menu/naming.ts';
import { putInOrder } from '../menu/put-in-order.ts';
import { mayLengthen, requireRoomForChange, requireWithinQuotas } from '../menu/quotas.ts';
import { type MenuWriteDeps, writeMenu } from '../menu/write-menu.ts';
import { followTexts } from '../translation/change-translations.ts';
import { categoryStore } from './category-store.ts';

const CATEGORY = 'The category';

/**
 * Adds a category at the end. With a key that was used before, returns the category added then.
 * @throws Problem `validation-failed` for a daypart that there is not; `quota-reached`; `key-reused`.
 */
export function addCategory(
  deps: MenuWriteDeps,
  tenantId: string,
  input: NewCategory,
  key: IdempotencyKey | undefined,
): Promise<Category> {
  return writeMenu(deps, tenantId, async (tx) => {
    const earlier = await findAnswer<Category>(tx, tenantId, key);
    if (earlier) return earlier;
    await namedRows(tx, tenantId).require([{ input }]);
    const added = await categoryStore(tx, tenantId).add(input);
    await requireWithinQuotas(tx, 'category');
    return keepAnswer(tx, tenantId, key, added);
  });
}

/**
 * Changes the given fields of a category if its state matches `ifMatch`.
 * @throws Problem `not-found`; `changed-meanwhile`; `quota-reached` if it is longer than before and the menu is full;
 * `validation-failed` for a daypart that there is not.
 */
export function changeCategory(
  deps: MenuWriteDeps,
  tenantId: string,
  id: number,
  { keepsTexts = false, ...change }: CategoryChange,
  ifMatch: IfMatch,
): Promise<Category> {
  return writeMenu(deps, tenantId, async (tx) => {
    const categories = categoryStore(tx, tenantId);
    const mustReadFirst = ifMatch || mayLengthen(category, change);
    const before = mustReadFirst ? requireFound(CATEGORY, await categories.lock(id)) : undefined;
    if (before) requireMatch(CATEGORY, before, ifMatch);
    await namedRows(tx, tenantId).require([{ input: change }]);
    const after = requireFound(CATEGORY, await categories.change(id, change));
    // Then no text or document grew: there is nothing to keep or measure.
    if (!before) return after;
    await followTexts(tx, tenantId, 'category', { before, after, keepsTexts });
    await requireRoomForChange(tx, category, { before, after });
    return after;
  });
}

/**
 * Deletes a category if its state matches `ifMatch`. Its items stay, without a category.
 * @throws Problem `not-found`; `changed-meanwhile`.
 */
export function deleteCategory(deps: MenuWriteDeps, tenantId: string, id: number, ifMatch: IfMatch): Promise<void> {
  return writeMenu(deps, tenantId, async (tx) => {
    const categories = categoryStore(tx, tenantId);
    if (ifMatch) requireMatch(CATEGORY, requireFound(CATEGORY, await categories.lock(id)), ifMatch);
    if (!(await categories.remove(id))) throw notFound(CATEGORY);
  });
}

/** Puts the categories `ids` into this order; returns the whole list. */
export function orderCategories(deps: MenuWriteDeps, tenantId: string, ids: readonly number[]): Promise<Category[]> {
  return writeMenu(deps, tenantId, async (tx) => {
    await putInOrder(tx, 'category', tenantId, ids);
    return categoryStore(tx, tenantId).list();
  });
}
