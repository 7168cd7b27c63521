import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
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
import { optionGroupStore } from './option-group-store.ts';

const GROUP = 'The option group';

/** Every guest of a restaurant gets its option groups, so they may have so many bytes as compressed JSON. */
const GROUPS_GZIP_MAX = 40_000;

const TOO_LONG = 'All option groups together are too long for a menu. Please shorten or delete some options first.';

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
    requirePossibleChoice(input);
    const added = await withinGroupsLimit(tx, tenantId, async () =>
      optionGroupStore(tx, tenantId).add({ ...input, options: await storedOptions(tx, input.options, []) }),
    );
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
    requirePossibleChoice({ ...before, ...fields, ...(options && { options }) });
    const change = { ...fields, ...(options && { options: await storedOptions(tx, options, before.options) }) };
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

/**
 * Runs `act`, and checks the size of all option groups if it made them longer: groups that are too long can be shortened.
 * @throws Problem `validation-failed` that names `options`
 */
export async function withinGroupsLimit<Result>(
  tx: Prisma.TransactionClient,
  tenantId: string,
  act: () => Promise<Result>,
): Promise<Result> {
  const groups = optionGroupStore(tx, tenantId);
  const before = publicJson(await groups.list());
  const result = await act();
  const after = publicJson(await groups.list());
  if (after.length <= GROUPS_GZIP_MAX) return result;
  const size = (await gzipped(after)).length;
  if (size > GROUPS_GZIP_MAX && size > (await gzipped(before)).length) throw refused('options', TOO_LONG);
  return result;
}

const gzipped = promisify(gzip);

/** What of the groups guests get, but for allergens, which add little. */
const publicJson = (groups: readonly OptionGroup[]): Buffer =>
  Buffer.from(
    JSON.stringify(
      groups.map(({ options, ...group }) => ({
        ...group,
        options: options.map(({ allergens: _allergens, ...option }) => option),
      })),
    ),
  );

async function storedOptions(
  tx: Prisma.TransactionClient,
  given: NewOptionGroup['options'],
  before: readonly Option[],
): Promise<readonly Option[]> {
  const [stored] = await toStoredChoices(tx, [{ field: 'options', given, before }]);
  return stored as Option[];
}

/** @throws Problem `validation-failed` that names the field, where more must be chosen than can be, or more is chosen by default. */
function requirePossibleChoice(group: Choice): void {
  const [error] = choiceErrors(group);
  if (error) throw refused(error.field, error.message);
}

type Choice = Pick<NewOptionGroup, 'min' | 'max' | 'options'>;

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
