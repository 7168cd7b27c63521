import { type AllergensInput, type ConfirmAllergensInput, readDeclaration } from '@tavola/contracts/allergens.ts';
import type { FieldError } from '@tavola/contracts/errors.ts';
import { contradictionsIn } from '@tavola/contracts/facets/facets.ts';
import { type MenuItem, menuItem } from '@tavola/contracts/menu.ts';
import { basisOf } from '@tavola/contracts/rules/allergens.ts';
import { type IfMatch, requireMatch } from '@tavola/service-kit/http/if-match.ts';
import { Problem, requireFound } from '@tavola/service-kit/http/problem.ts';
import { countChanges, insertDraftChange } from '../history/log-draft.ts';
import { unknownItem } from '../item/change-items.ts';
import { itemStore } from '../item/item-store.ts';
import { requireRoomForChange } from '../menu/quotas.ts';
import { type MenuWriteDeps, writeMenu } from '../menu/write-menu.ts';
import { declarationOf, keepDeclarations, type NewDeclaration } from './declaration-store.ts';

const ITEM = 'The menu item';

/**
 * Declares what an item contains, by the user `by`, if its state matches `ifMatch`. Also where it says what was declared before.
 * @throws Problem `not-found`; `changed-meanwhile`; `quota-reached`; `validation-failed` for what contradicts itself or the item's
 * diets.
 */
export function declareAllergens(
  deps: MenuWriteDeps,
  tenantId: string,
  { id, by }: { id: number; by: string },
  input: AllergensInput,
  ifMatch: IfMatch,
): Promise<MenuItem> {
  return writeMenu(deps, tenantId, async (tx) => {
    const items = itemStore(tx, tenantId);
    const before = requireFound(ITEM, await items.lock(id));
    requireMatch(ITEM, before, ifMatch);
    const { errors, ...stated } = readDeclaration(input);
    const declaration = { id, name: before.name, declared: declarationOf(stated, { by, basis: basisOf(before) }) };
    requireNone([...errors, ...contradictionsIn({ ...before, allergens: declaration.declared }).map(inStates)]);
    const [after] = (await items.declare([declaration])) as [MenuItem];
    await keepDeclarations(tx, tenantId, 'item', [declaration]);
    await requireRoomForChange(tx, menuItem, { before, after });
    return after;
  });
}

/**
 * Confirms, by the user `by`, what was declared of items: all of them, or none. Returns them as they are now, in the request's order.
 * @throws Problem that names the field: `not-found` for an item, `validation-failed` for one of which nothing was declared,
 * `changed-meanwhile` for one with other texts than the owner saw.
 */
export function confirmAllergens(
  deps: MenuWriteDeps,
  tenantId: string,
  by: string,
  { items: given }: ConfirmAllergensInput,
): Promise<MenuItem[]> {
  return writeMenu(deps, tenantId, async (tx) => {
    const items = itemStore(tx, tenantId);
    const found = await items.lockAll(given.map(({ id }) => id));
    const declarations = given.map(({ id, basis: seen }, at): NewDeclaration => {
      const item = found.get(id)?.shown;
      if (!item) throw unknownItem(`items.${at}.id`);
      const { name, allergens } = item;
      if (!allergens) requireNone([{ field: `items.${at}.id`, message: `Nothing was declared of ${name} yet.` }]);
      const basis = basisOf(item);
      if (seen === basis) return { id, name, declared: declarationOf(allergens as never, { by, basis }) };
      const message = `${name} was changed by someone else.`;
      throw new Problem('changed-meanwhile', `${message} Nothing was confirmed.`, {
        errors: [{ field: `items.${at}.basis`, message }],
      });
    });
    const confirmed = new Map((await items.declare(declarations)).map((item) => [item.id, item]));
    await keepDeclarations(tx, tenantId, 'item', declarations);
    // In the history, many at once are one change.
    if (declarations.length > 1) await insertDraftChange(tx, tenantId, (await countChanges(tx, tenantId)).counts);
    return given.map(({ id }) => confirmed.get(id) as MenuItem);
  });
}

/** A contradiction between diets and a declaration, as an error of the declaration. */
const inStates = ({ message }: FieldError): FieldError => ({ field: 'states', message });

/** @throws Problem `validation-failed` with the errors, if there are any. */
function requireNone(errors: readonly FieldError[]): void {
  if (errors[0]) throw new Problem('validation-failed', errors[0].message, { errors });
}
