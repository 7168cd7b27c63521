import {
  type AllergenKind,
  type AllergensInput,
  type ConfirmAllergensInput,
  type DeclaredAllergens,
  type OptionAllergensInput,
  readDeclaration,
} from '@tavola/contracts/allergens.ts';
import type { OptionGroup } from '@tavola/contracts/choices.ts';
import type { FieldError } from '@tavola/contracts/errors.ts';
import { contradictionsIn } from '@tavola/contracts/facets/facets.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import type { Allergen } from '@tavola/contracts/rules/allergens.ts';
import { basisOf, isConfirmed, renewedStates, safeStates } from '@tavola/contracts/rules/declared-allergens.ts';
import { type IfMatch, requireMatch } from '@tavola/service-kit/http/if-match.ts';
import { Problem, requireFound } from '@tavola/service-kit/http/problem.ts';
import { countChanges, insertDraftChange } from '../history/log-draft.ts';
import { unknownItem } from '../item/change-items.ts';
import { itemStore } from '../item/item-store.ts';
import { type MenuWriteDeps, writeMenu } from '../menu/write-menu.ts';
import { optionGroupStore } from '../option-group/option-group-store.ts';
import { declarationOf, keepDeclarations, type NewDeclaration } from './declaration-store.ts';

const ITEM = 'The menu item';
const GROUP = 'The option group';

/**
 * Declares what an item contains, by the user `by`, if its state matches `ifMatch`. Also where it says what was declared before, and on a
 * menu that is full: guests' safety goes first, and a dish has one declaration, of a few hundred bytes.
 * @throws Problem `not-found`; `changed-meanwhile`; `validation-failed` for what contradicts itself or the item's diets.
 */
export function declareAllergens(
  deps: MenuWriteDeps,
  tenantId: string,
  { id, by }: { id: number; by: string },
  { asked, ...input }: AllergensInput,
  ifMatch: IfMatch,
): Promise<MenuItem> {
  return writeMenu(deps, tenantId, async (tx) => {
    const items = itemStore(tx, tenantId);
    const before = requireFound(ITEM, await items.lock(id));
    requireMatch(ITEM, before, ifMatch);
    const { errors, ...stated } = readDeclaration(input);
    const declaration = { id, name: before.name, declared: declared(stated, before, { by, asked }) };
    const contradictions = [
      ...errors,
      ...contradictionsIn({ ...before, allergens: declaration.declared }).map(inStates),
    ];
    if (contradictions[0]) throw refused(contradictions);
    const [after] = (await items.declare([declaration])) as [MenuItem];
    await keepDeclarations(tx, tenantId, 'item', [declaration]);
    return after;
  });
}

/**
 * Confirms, by the user `by`, what was declared of items: all of them, or none. Returns them as they are now, in the request's order.
 * @throws Problem that names the field: `not-found` for an item, `validation-failed` for one of which nothing was declared,
 * `changed-meanwhile` for one with other texts, or another declaration, than the owner saw.
 */
export function confirmAllergens(
  deps: MenuWriteDeps,
  tenantId: string,
  by: string,
  { items: given, asked }: ConfirmAllergensInput,
): Promise<MenuItem[]> {
  return writeMenu(deps, tenantId, async (tx) => {
    const items = itemStore(tx, tenantId);
    const found = await items.lockAll(given.map(({ id }) => id));
    const declarations = given.map(({ id, basis: seen, declaredAt }, at): NewDeclaration => {
      const item = found.get(id)?.shown;
      if (!item) throw unknownItem(`items.${at}.id`);
      const { name, allergens } = item;
      if (!allergens) throw refused([{ field: `items.${at}.id`, message: `Nothing was declared of ${name} yet.` }]);
      const isSame = seen === basisOf(item);
      if (isSame && (declaredAt ?? allergens.at) === allergens.at) {
        return { id, name, declared: declared(allergens, item, { by, asked }) };
      }
      const message = isSame
        ? `Allergens of ${name} were declared by someone else.`
        : `${name} was changed by someone else.`;
      throw new Problem('changed-meanwhile', `${message} Nothing was confirmed.`, {
        errors: [{ field: `items.${at}.${isSame ? 'declaredAt' : 'basis'}`, message }],
      });
    });
    const confirmed = new Map((await items.declare(declarations)).map((item) => [item.id, item]));
    await keepDeclarations(tx, tenantId, 'item', declarations);
    // In the history, many at once are one change.
    if (declarations.length > 1) await insertDraftChange(tx, tenantId, (await countChanges(tx, tenantId)).counts);
    return given.map(({ id }) => confirmed.get(id) as MenuItem);
  });
}

/**
 * Declares what options of a group contain, by the user `by`, if its state matches `ifMatch`; what was declared of others stays. Also on
 * a menu that is full, as of items.
 * @throws Problem `not-found`; `changed-meanwhile`; `validation-failed` for an option that there is not, and for what contradicts itself.
 */
export function declareOptionAllergens(
  deps: MenuWriteDeps,
  tenantId: string,
  { id, by }: { id: number; by: string },
  { options: given, asked }: OptionAllergensInput,
  ifMatch: IfMatch,
): Promise<OptionGroup> {
  return writeMenu(deps, tenantId, async (tx) => {
    const groups = optionGroupStore(tx, tenantId);
    const before = requireFound(GROUP, await groups.lock(id));
    requireMatch(GROUP, before, ifMatch);
    const known = new Map(before.options.map((option) => [option.id, option]));
    const declarations = given.map(({ id: optionId, ...input }, at): NewDeclaration => {
      const option = known.get(optionId);
      if (!option) throw refused([{ field: `options.${at}.id`, message: 'This option no longer exists.' }]);
      // A page from before kinds were asked for options leaves them out.
      const kinds = input.kinds ?? (asked ? undefined : kindsIn(option.allergens?.kinds, input.states));
      const { errors, ...stated } = readDeclaration({ ...input, kinds });
      if (errors[0]) throw refused(errors.map(({ field, message }) => ({ field: `options.${at}.${field}`, message })));
      return { id: optionId, name: option.name, declared: declared(stated, option, { by, asked }) };
    });
    const made = new Map(declarations.map((one) => [one.id, one.declared]));
    const options = before.options.map((option) => {
      const allergens = made.get(option.id) ?? option.allergens;
      return { ...option, ...(allergens && { allergens }) };
    });
    const after = requireFound(GROUP, await groups.change(id, { options }));
    await keepDeclarations(tx, tenantId, 'option', declarations);
    return after;
  });
}

/** What `by`, who was asked of the allergens `asked`, declares of `row` as it is now; without `asked`, of all. */
function declared(
  stated: Pick<DeclaredAllergens, 'states' | 'kinds'>,
  row: Parameters<typeof basisOf>[0] & { allergens?: DeclaredAllergens | undefined },
  { by, asked }: { by: string; asked: readonly Allergen[] | undefined },
): DeclaredAllergens {
  const { allergens } = row;
  const before = allergens && safeStates(allergens.states, isConfirmed(allergens, row));
  const states = asked ? renewedStates(stated.states, asked, before) : stated.states;
  return declarationOf({ ...stated, states }, { by, basis: basisOf(row) });
}

/** What of `kinds` fits `states`. */
const kindsIn = (kinds: DeclaredAllergens['kinds'], states: string) =>
  (kinds as AllergenKind[] | undefined)?.filter(
    (kind) => readDeclaration({ states, kinds: [kind] }).errors.length === 0,
  );

/** A contradiction between diets and a declaration, as an error of the declaration. */
const inStates = ({ message }: FieldError): FieldError => ({ field: 'states', message });

const refused = (errors: readonly FieldError[]): Problem =>
  new Problem('validation-failed', (errors[0] as FieldError).message, { errors });
