import { AVAILABLE_UNTIL } from '@tavola/contracts/availability.ts';
import { contradictionsIn, namesFacet } from '@tavola/contracts/facets/facets.ts';
import {
  type MenuItem,
  type MenuItemChange,
  menuItem,
  type NewMenuItem,
  type NewMenuItemInput,
} from '@tavola/contracts/menu.ts';
import { findAnswer, type IdempotencyKey, keepAnswer } from '@tavola/service-kit/http/idempotency.ts';
import { type IfMatch, requireMatch } from '@tavola/service-kit/http/if-match.ts';
import { notFound, Problem, requireFound } from '@tavola/service-kit/http/problem.ts';
import { requireAllowedPicture } from '@tavola/service-kit/http/validate.ts';
import type { Prisma } from '../generated/client.ts';
import { ITEMS } from '../menu/menu-json.ts';
import { namedRows } from '../menu/naming.ts';
import { putInOrder } from '../menu/put-in-order.ts';
import { mayLengthen, requireRoomForChange, requireWithinQuotas } from '../menu/quotas.ts';
import { type MenuWriteDeps, writeMenu } from '../menu/write-menu.ts';
import { followTexts } from '../translation/change-translations.ts';
import { itemStore } from './item-store.ts';
import { withSizes } from './sizes.ts';

const ITEM = 'The menu item';

/**
 * Adds an item at the end. With a key that was used before, returns the item added then.
 * @throws Problem `validation-failed` for a category, a daypart, an option group or a picture that is not the restaurant's own, for facets
 * that contradict one another, and for what `withSizes` refuses; `quota-reached`; `key-reused`.
 */
export function addItem(
  deps: MenuWriteDeps,
  tenantId: string,
  input: NewMenuItemInput,
  key: IdempotencyKey | undefined,
): Promise<MenuItem> {
  return writeMenu(deps, tenantId, async (tx) => {
    const earlier = await findAnswer<MenuItem>(tx, tenantId, key);
    if (earlier) return earlier;
    requireAllowedPicture('image', input.image, { tenantId });
    await requireCategories(tx, tenantId, [{ field: 'categoryId', id: input.categoryId }]);
    await namedRows(tx, tenantId).require([{ input }]);
    requireConsistentAvailability(input);
    const [item] = (await withSizes(tx, [{ change: withInitialAvailability(input) }])) as [NewMenuItem];
    const added = await itemStore(tx, tenantId).add(item);
    if (namesFacet(input)) requireNoContradictions(added);
    await requireWithinQuotas(tx, 'item');
    return keepAnswer(tx, tenantId, key, added);
  });
}

/**
 * Changes the given fields of an item if its state matches `ifMatch`.
 * @throws Problem `not-found`; `changed-meanwhile`; `quota-reached` if it is longer than before and the menu is full;
 * `validation-failed` as `addItem`.
 */
export function changeItem(
  deps: MenuWriteDeps,
  tenantId: string,
  id: number,
  { keepsTexts = false, ...change }: MenuItemChange,
  ifMatch: IfMatch,
): Promise<MenuItem> {
  return writeMenu(deps, tenantId, async (tx) => {
    const items = itemStore(tx, tenantId);
    if (change.categoryId !== undefined) {
      await requireCategories(tx, tenantId, [{ field: 'categoryId', id: change.categoryId }]);
    }
    await namedRows(tx, tenantId).require([{ input: change }]);
    const concernsSizes = change.price !== undefined || change.variants !== undefined;
    const mustReadFirst = ifMatch || concernsSizes || mayLengthen(menuItem, change);
    const before = mustReadFirst ? requireFound(ITEM, await items.lock(id)) : undefined;
    if (before) requireMatch(ITEM, before, ifMatch);
    requireAllowedPicture('image', change.image, { tenantId, kept: before?.image });
    requireConsistentAvailability(change);
    const [sized] = (await withSizes(tx, [{ before, change: withAvailability(change) }])) as [MenuItemChange];
    const after = requireFound(ITEM, await items.change(id, sized));
    if (namesFacet(change)) requireNoContradictions(after);
    // Then no text or document grew: there is nothing to keep or measure.
    if (!before) return after;
    await followTexts(tx, tenantId, 'item', { before, after, keepsTexts });
    await requireRoomForChange(tx, menuItem, { before, after });
    return after;
  });
}

/**
 * Deletes an item if its state matches `ifMatch`.
 * @throws Problem `not-found`; `changed-meanwhile`.
 */
export function deleteItem(deps: MenuWriteDeps, tenantId: string, id: number, ifMatch: IfMatch): Promise<void> {
  return writeMenu(deps, tenantId, async (tx) => {
    const items = itemStore(tx, tenantId);
    if (ifMatch) requireMatch(ITEM, requireFound(ITEM, await items.lock(id)), ifMatch);
    if (!(await items.remove(id))) throw notFound(ITEM);
  });
}

/** Puts the items `ids` into this order; returns the whole list, as JSON. */
export function orderItems(deps: MenuWriteDeps, tenantId: string, ids: readonly number[]): Promise<string> {
  return writeMenu(deps, tenantId, async (tx) => {
    await putInOrder(tx, 'item', tenantId, ids);
    const [{ json }] = await tx.$queryRawUnsafe<[{ json: string }]>(ITEMS);
    return json;
  });
}

/** The Problem for an item, or for `what` of one, that there is not; the request names it in `field`. */
export function unknownItem(field: string, what = 'item'): Problem {
  const message = `This ${what} no longer exists.`;
  return new Problem('not-found', message, { errors: [{ field, message }] });
}

/** @throws Problem `validation-failed` for an available item that is sold out until a time. */
export function requireConsistentAvailability({ isAvailable, soldOutUntil }: MenuItemChange): void {
  if (!soldOutUntil || !isAvailable) return;
  throw new Problem('validation-failed', AVAILABLE_UNTIL, {
    errors: [{ field: 'soldOutUntil', message: AVAILABLE_UNTIL }],
  });
}

/** `change` with what follows for the availability: an item is sold out until a time only where the change says so. */
export function withAvailability<Change extends MenuItemChange>(change: Change): Change {
  const { isAvailable, soldOutUntil } = change;
  if (soldOutUntil) return { ...change, isAvailable: false };
  return isAvailable === undefined ? change : { ...change, soldOutUntil: null };
}

/** A new item with its availability: it can be had, unless it is sold out until a time, or said to be. */
export const withInitialAvailability = <Input extends Pick<NewMenuItemInput, 'isAvailable' | 'soldOutUntil'>>(
  input: Input,
) => ({
  ...input,
  isAvailable: input.isAvailable ?? !input.soldOutUntil,
});

/** @throws Problem `validation-failed` that names the facets that contradict others. */
export function requireNoContradictions(item: object): void {
  const errors = contradictionsIn(item);
  if (errors[0]) throw new Problem('validation-failed', errors[0].message, { errors });
}

/** A category as a request names it, and the field that does. */
interface NamedCategory {
  field: string;
  id: number;
}

/** @throws Problem `validation-failed` that names the first field whose category doesn't exist. */
export async function requireCategories(
  tx: Prisma.TransactionClient,
  tenantId: string,
  named: readonly NamedCategory[],
): Promise<void> {
  const where = { tenantId, id: { in: named.map(({ id }) => id) } };
  const rows = await tx.category.findMany({ where, select: { id: true } });
  const found = new Set(rows.map(({ id }) => id));
  const missing = named.find(({ id }) => !found.has(id));
  if (!missing) return;
  const message = 'This category no longer exists. Please choose another one.';
  throw new Problem('validation-failed', message, { errors: [{ field: missing.field, message }] });
}
