import { isDeepStrictEqual } from 'node:util';
import type { Fields } from '../menu/rows.ts';

// Sizes and options in the log: lists whose entries have ids. Each is undone by itself, so what was changed of others stays.

type Choice = Fields & { id: number };

/** Whether a value is a list of sizes or options. */
export const areChoices = (value: unknown): value is Choice[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'object' && one && 'id' in one);

/** What is marked or declared of an added choice since then does not keep it from being taken away. */
const BESIDE = ['isAvailable', 'soldOutUntil', 'allergens'];

/** Whether a list has fewer than `least` or more than `most` choices, or two of one name; false where it is none. */
export const breaksRules = (list: unknown, least: number, most: number): boolean =>
  areChoices(list) &&
  (list.length < least || list.length > most || new Set(list.map(({ name }) => name)).size < list.length);

const byId = (choices: readonly Choice[]): ReadonlyMap<number, Choice> => new Map(choices.map((one) => [one.id, one]));

const fieldsOf = (one: Fields, other: Fields): string[] => Object.keys({ ...one, ...other });

const changedFields = (was: Fields, left: Fields): string[] =>
  fieldsOf(was, left).filter((name) => !isDeepStrictEqual(was[name], left[name]));

/** The ids of `list` that `other` has, too, in order. */
const common = (list: readonly Choice[], other: ReadonlyMap<number, Choice>): number[] =>
  list.flatMap(({ id }) => (other.has(id) ? id : []));

const isMoved = (was: readonly Choice[], left: readonly Choice[]): boolean =>
  !isDeepStrictEqual(common(was, byId(left)), common(left, byId(was)));

/** Whether the choices `now` have what a change from `was` to `left` left in them: its fields, its entries and its order. */
export function leavesChoices(now: readonly Choice[], was: readonly Choice[], left: readonly Choice[]): boolean {
  const [before, after, current] = [byId(was), byId(left), byId(now)];
  const isAsLeft = (one: Choice): boolean => {
    const [old, own] = [before.get(one.id), current.get(one.id)];
    const fields = old ? changedFields(old, one) : fieldsOf(one, own ?? {}).filter((name) => !BESIDE.includes(name));
    return (
      fields.length === 0 || (own !== undefined && fields.every((name) => isDeepStrictEqual(own[name], one[name])))
    );
  };
  return (
    left.every(isAsLeft) &&
    was.every(({ id }) => after.has(id) || !current.has(id)) &&
    (!isMoved(was, left) || isDeepStrictEqual(common(now, after), common(left, current)))
  );
}

/** The choices `now` without what the change from `was` to `left` did to them. */
export function restoredChoices(was: readonly Choice[], left: readonly Choice[], now: readonly Choice[]): Choice[] {
  const [before, after, current] = [byId(was), byId(left), byId(now)];
  const restored = (own: Choice): Choice => {
    const [old, changed] = [before.get(own.id), after.get(own.id)];
    if (!old || !changed) return own;
    const fields = changedFields(old, changed);
    const kept = Object.entries(own).filter(([name]) => !fields.includes(name));
    const back = fields.flatMap((name) => (name in old ? [[name, old[name]]] : []));
    return { ...Object.fromEntries(kept), ...Object.fromEntries(back) } as Choice;
  };
  const stay = now.filter(({ id }) => before.has(id) || !after.has(id)).map(restored);
  const isBack = ({ id }: Choice) => !after.has(id) && !current.has(id);
  if (isMoved(was, left)) {
    const staying = byId(stay);
    const inOrder = was.flatMap((one) => staying.get(one.id) ?? (isBack(one) ? one : []));
    return [...inOrder, ...stay.filter(({ id }) => !before.has(id))];
  }
  was.forEach((one, at) => {
    if (!isBack(one)) return;
    // Behind the one that was before it.
    const place = stay.findIndex(({ id }) => id === was[at - 1]?.id) + 1;
    stay.splice(at === 0 ? 0 : place || stay.length, 0, one);
  });
  return stay;
}
