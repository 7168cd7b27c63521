import {
  type NewOptionGroup,
  type Option,
  type OptionGroup,
  type OptionGroupChange,
  optionGroup,
} from '@tavola/contracts/choices.ts';
import type { FieldError } from '@tavola/contracts/errors.ts';
import { findAnswer, type IdempotencyKey, keepAnswer } from '@tavola/service-kit/http/idempotency.ts';
import { type IfMatch, requireMatch } from '@tavola/service-kit/http/if-match.ts';
import { notFound, Problem, requireFound } from '@tavola/service-kit/http/problem.ts';
import type { Prisma } from '../generated/client.ts';
import { toStoredChoices } from '../menu/choices.ts';
import { putInOrder } from '../menu/put-in-order.ts';
import { requireRoomForChange, requireWithinQuotas } from '../menu/quotas.ts';
import { type MenuWriteDeps, writeMenu } from '../menu/write-menu.ts';
import { followTexts } from '../translation/change-translations.ts';
import { withinGroupsLimit } from './groups-limit.ts';
import { optionGroupStore, type StoredOptionGroup } from './option-group-store.ts';

const GROUP = 'The option group';

/**
 * Adds an option group at the end. With a key that was used before, returns the group added then.
 * @throws Problem `validation-failed` where more must be chosen than can be, or all groups are too long; `quota-reached`; `key-reused`.
 */
export function addOptionGroup(
  deps: MenuWriteDeps,
  tenantId: string,
  input: NewOptionGroup,
  key: IdempotencyKey | undefined,
): Promise<OptionGroup> {
  return writeMenu(deps, tenantId, async (tx) => {
    const earlier = await findAnswer<OptionGroup>(tx, tenantId, key);
    if (earlier) return earlier;
    const group = { ...input, options: await storedOptions(tx, input.options, []) };
    requirePossibleChoice(group);
    const added = await withinGroupsLimit(tx, tenantId, () => optionGroupStore(tx, tenantId).add(group));
    await requireWithinQuotas(tx, 'option-group');
    return keepAnswer(tx, tenantId, key, added);
  });
}

/**
 * Changes the given fields of an option group if its state matches `ifMatch`. What is declared of an option's allergens stays.
 * @throws Problem `not-found`; `changed-meanwhile`; `quota-reached` if it is longer than before and the menu is full;
 * `validation-failed` for an option that there is not, and as `addOptionGroup`.
 */
export function changeOptionGroup(
  deps: MenuWriteDeps,
  tenantId: string,
  id: number,
  { keepsTexts = false, options, ...fields }: OptionGroupChange,
  ifMatch: IfMatch,
): Promise<OptionGroup> {
  return writeMenu(deps, tenantId, async (tx) => {
    const groups = optionGroupStore(tx, tenantId);
    const before = requireFound(GROUP, await groups.lock(id));
    requireMatch(GROUP, before, ifMatch);
    const stored = options && (await storedOptions(tx, options, before.options));
    const change = { ...fields, ...(stored && { options: stored }) };
    requirePossibleChoice({ ...before, ...change });
    const after = await withinGroupsLimit(tx, tenantId, async () =>
      requireFound(GROUP, await groups.change(id, change)),
    );
    await followTexts(tx, tenantId, 'option-group', { before, after, keepsTexts });
    await requireRoomForChange(tx, optionGroup, { before, after });
    return after;
  });
}

/**
 * Deletes an option group if its state matches `ifMatch`. Items name it no longer.
 * @throws Problem `not-found`; `changed-meanwhile`.
 */
export function deleteOptionGroup(deps: MenuWriteDeps, tenantId: string, id: number, ifMatch: IfMatch): Promise<void> {
  return writeMenu(deps, tenantId, async (tx) => {
    const groups = optionGroupStore(tx, tenantId);
    if (ifMatch) requireMatch(GROUP, requireFound(GROUP, await groups.lock(id)), ifMatch);
    if (!(await groups.remove(id))) throw notFound(GROUP);
  });
}

/** Puts the option groups `ids` into this order; returns the whole list. */
export function orderOptionGroups(
  deps: MenuWriteDeps,
  tenantId: string,
  ids: readonly number[],
): Promise<OptionGroup[]> {
  return writeMenu(deps, tenantId, async (tx) => {
    await putInOrder(tx, 'option-group', tenantId, ids);
    return optionGroupStore(tx, tenantId).list();
  });
}

/** A new option that says nothing else adds nothing and is not chosen already; what one that is known does not say stays. */
async function storedOptions(
  tx: Prisma.TransactionClient,
  given: NewOptionGroup['options'],
  before: readonly Option[],
): Promise<readonly Option[]> {
  const whole = given.map((one) => ({ ...(one.id === undefined && { price: 0, isDefault: false }), ...one }));
  const [stored] = await toStoredChoices(tx, [{ field: 'options', given: whole, before }]);
  return stored as Option[];
}

/** @throws Problem `validation-failed` that names the field, where more must be chosen than can be, or more is chosen by default. */
function requirePossibleChoice(group: Choice): void {
  const [error] = choiceErrors(group);
  if (error) throw refused(error.field, error.message);
}

type Choice = Pick<StoredOptionGroup, 'min' | 'max' | 'options'>;

/** What is wrong with how many options can be chosen. */
export function* choiceErrors({ min, max: most, options }: Choice): Generator<FieldError> {
  const max = most ?? options.length;
  if (max > options.length) yield { field: 'max', message: 'At most can be no more than there are options.' };
  if (min > options.length) yield { field: 'min', message: 'At least can be no more than there are options.' };
  if (min > max) yield { field: 'min', message: "At least can't be more than at most." };
  if (max === 0) yield { field: 'max', message: 'At most must be 1 or more.' };
  if (options.filter(({ isDefault }) => isDefault).length > max)
    yield { field: 'options', message: 'No more options can be chosen already than at most.' };
}

const refused = (field: string, message: string): Problem =>
  new Problem('validation-failed', message, { errors: [{ field, message }] });
