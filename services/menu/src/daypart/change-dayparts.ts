import { DAYPARTS_SPECIAL_MAX, type Daypart, type Dayparts, type DaypartsInput } from '@tavola/contracts/dayparts.ts';
import { type IfMatch, requireMatch } from '@tavola/service-kit/http/if-match.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { requireRoom } from '../menu/quotas.ts';
import { type MenuWriteDeps, writeMenu } from '../menu/write-menu.ts';
import { daypartStore } from './daypart-store.ts';

const GONE = 'This menu time no longer exists.';
const TOO_MANY = `All menu times together can have at most ${DAYPARTS_SPECIAL_MAX} special days.`;

/**
 * Makes `dayparts` the restaurant's dayparts if they match `ifMatch` now. Categories, items and offers name those no longer that
 * are not among them. Returns them as they are then.
 * @throws Problem `not-found` that names the first id that there is not; `validation-failed` where there would be too many special
 * days, and more than before; `changed-meanwhile`; `quota-reached`.
 */
export function changeDayparts(
  deps: MenuWriteDeps,
  tenantId: string,
  { dayparts }: DaypartsInput,
  ifMatch: IfMatch,
): Promise<Dayparts> {
  return writeMenu(deps, tenantId, async (tx) => {
    const store = daypartStore(tx, tenantId);
    const before = await store.list();
    requireMatch('The list of dayparts', { dayparts: before }, ifMatch);
    const known = new Set(before.map(({ id }) => id));
    const at = dayparts.findIndex(({ id }) => id !== undefined && !known.has(id));
    if (at >= 0) throw gone(`dayparts.${at}.id`);
    requireFewSpecialDays(before, dayparts);
    await store.replace(dayparts);
    await requireRoom(tx);
    return { dayparts: await store.list() };
  });
}

type HasSpecialDays = Pick<Daypart, 'special'>;

/**
 * Checks that a restaurant's dayparts have no more special days in all than they may, nor than `before`, if that is more: a list that
 * has too many can be shortened.
 * @throws Problem `validation-failed` that names `dayparts`
 */
export function requireFewSpecialDays(before: readonly HasSpecialDays[], after: readonly HasSpecialDays[]): void {
  const days = (list: readonly HasSpecialDays[]) => list.reduce((sum, { special }) => sum + special.length, 0);
  if (days(after) <= Math.max(DAYPARTS_SPECIAL_MAX, days(before))) return;
  throw new Problem('validation-failed', TOO_MANY, { errors: [{ field: 'dayparts', message: TOO_MANY }] });
}

const gone = (field: string): Problem => new Problem('not-found', GONE, { errors: [{ field, message: GONE }] });
