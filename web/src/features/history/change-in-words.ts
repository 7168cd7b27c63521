import type { DraftCounts, MenuChange } from '@tavola/contracts/history.ts';
import type { Words } from '../../lib/draft/changed-fields.ts';
import { draftInWords } from '../../lib/draft/draft-in-words.ts';
import { formatDay, formatTime, many } from '../../lib/text/format.ts';

const KINDS = { item: 'Menu items', category: 'Categories', daypart: 'Menu times' };

const dishes = (count: number) => many(count, 'dish', 'dishes');

/** What happened, without the name of what it happened to: 'deleted, its 3 dishes stay'. */
export function actInWords({ act, kind, items, after }: MenuChange): string {
  if (kind === 'draft') return draftInWords(after as DraftCounts);
  if (act === 'moved') return `${KINDS[kind]} put in another order`;
  if (act === 'changed') return 'changed';
  if (act === 'added') return items > 0 ? `added back with ${dishes(items)}` : 'added';
  return items > 0 ? `deleted, its ${dishes(items)} ${items === 1 ? 'stays' : 'stay'}` : 'deleted';
}

/** The id of the draft that `change` put back, if it did. */
export const undoesOf = ({ kind, after }: MenuChange): number | undefined =>
  kind === 'draft' ? (after as DraftCounts).undoes : undefined;

/** A time, with its day if that is not the one of `near`. */
export const whenInWords = (at: string, near: string): string =>
  formatDay(at) === formatDay(near) ? formatTime(at) : `${formatDay(at)}, ${formatTime(at)}`;

/** What undoing `change` did, where nothing was changed since. */
export const undoneInWords = ({ kind, name }: MenuChange): string =>
  kind === 'draft' ? 'That change is undone.' : `${name ?? 'The order'} is back to how it was.`;

/** What undoing `change` will do, to ask before it is done; undefined where it concerns one dish at most. */
export function undoingInWords({ kind, act, name, items, before, after }: MenuChange): string[] | undefined {
  if (kind === 'draft') {
    const { added, changed, removed, categories } = after as DraftCounts;
    if (added + changed + removed + categories < 2) return undefined;
    return [
      added > 0 && `${dishes(added)} will be deleted from your menu.`,
      changed > 0 && `${dishes(changed)} will be as before.`,
      removed > 0 && `${dishes(removed)} will come back.`,
      categories > 0 && `${many(categories, 'category', 'categories')} will be deleted, or come back.`,
    ].filter((sentence) => sentence !== false);
  }
  if (act === 'moved') {
    const count = (before?.ids as unknown[] | undefined)?.length ?? 0;
    return count > 1 ? [`${many(count, 'place')} on your menu will be as before.`] : undefined;
  }
  if (kind === 'category' && act === 'removed' && items > 1) {
    return [`${name} will come back, with its ${dishes(items)}.`];
  }
  if (kind === 'daypart' && act === 'changed') {
    return [`The menu time ${name} will be as before, for all dishes that have it.`];
  }
  return undefined;
}

/** Whether a change has no value here. */
export const isNone = (value: unknown): boolean => value === undefined || value === null || value === '';

interface Offer {
  daypart: number;
  price: number;
}

/** The prices at menu times that changed: of each, when, and the price before and after; 'none' where it has none. */
export function offersIn(was: unknown, is: unknown, { dayparts, priceInWords }: Words) {
  const pricesOf = (offers: unknown) =>
    new Map(((offers ?? []) as Offer[]).map(({ daypart, price }) => [daypart, price] as const));
  const [before, after] = [pricesOf(was), pricesOf(is)];
  return [...new Map([...before, ...after]).keys()]
    .filter((daypart) => before.get(daypart) !== after.get(daypart))
    .map((daypart) => {
      const inWords = (price: number | undefined) => (price === undefined ? 'none' : priceInWords(price));
      return {
        daypart,
        when: dayparts.get(daypart) ?? 'Deleted menu time',
        before: inWords(before.get(daypart)),
        after: inWords(after.get(daypart)),
      };
    });
}

/** The languages whose translations changed, and how. */
export function translationsIn(was: unknown, is: unknown) {
  const [before, after] = [was ?? {}, is ?? {}] as Record<string, unknown>[];
  return Object.keys({ ...before, ...after }).map((tag) => {
    const act = !before?.[tag] ? 'added' : after?.[tag] ? 'changed' : 'removed';
    return { tag, act };
  });
}
