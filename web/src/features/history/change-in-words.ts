import type { DraftCounts, MenuChange } from '@tavola/contracts/history.ts';
import { statesInWords } from '../../lib/allergens/allergen-words.ts';
import type { Words } from '../../lib/draft/changed-fields.ts';
import { draftInWords } from '../../lib/draft/draft-in-words.ts';
import { formatDay, formatTime, many } from '../../lib/text/format.ts';

const KINDS = { item: 'Menu items', category: 'Categories', daypart: 'Menu times', 'option-group': 'Options' };

const dishes = (count: number) => many(count, 'dish', 'dishes');

/** What happened, without the name of what it happened to: 'deleted, its 3 dishes stay'. */
export function actInWords({ act, kind, items, after }: MenuChange): string {
  if (kind === 'draft') return draftInWords(after as DraftCounts);
  if (act === 'moved') return `${KINDS[kind]} put in another order`;
  if (act === 'changed') return 'changed';
  if (act === 'added')
    return items > 0 ? `added back ${kind === 'option-group' ? 'to' : 'with'} ${dishes(items)}` : 'added';
  if (kind === 'option-group') return items > 0 ? `deleted, and gone from ${dishes(items)}` : 'deleted';
  return items > 0 ? `deleted, its ${dishes(items)} ${items === 1 ? 'stays' : 'stay'}` : 'deleted';
}

/** The id of the draft that `change` put back, if it did. */
export const undoesOf = ({ kind, after }: MenuChange): number | undefined =>
  kind === 'draft' ? (after as DraftCounts).undoes : undefined;

/** A time as the clock in `zone` shows it, with its day if that is not the one of `near`. */
export function whenInWords(at: string, near: string, zone: string): string {
  const [day, time] = [formatDay(at, zone), formatTime(at, zone)];
  return day === formatDay(near, zone) ? time : `${day}, ${time}`;
}

/** What undoing `change` did, where nothing was changed since. */
export const undoneInWords = ({ kind, name }: MenuChange): string =>
  kind === 'draft' ? 'That change is undone.' : `${name ?? 'The order'} is back to how it was.`;

/** What undoing `change` will do, to ask before it is done; undefined where it concerns one dish at most. */
export function undoingInWords({ kind, act, name, items, before, after }: MenuChange): string[] | undefined {
  if (kind === 'draft') {
    const { added, changed, removed, categories, undoes } = after as DraftCounts;
    // A draft adds categories; to undo its undoing is to delete them or to bring them back.
    const orBack = undoes === undefined ? '' : ', or come back';
    if (added + changed + removed + categories < 2) return undefined;
    return [
      added > 0 && `${dishes(added)} will be deleted from your menu.`,
      changed > 0 && `${dishes(changed)} will be as before.`,
      removed > 0 && `${dishes(removed)} will come back.`,
      categories > 0 && `${many(categories, 'category', 'categories')} will be deleted${orBack}.`,
    ].filter((sentence) => sentence !== false);
  }
  if (act === 'moved') {
    const count = (before?.ids as unknown[] | undefined)?.length ?? 0;
    return count > 1 ? [`${many(count, 'place')} on your menu will be as before.`] : undefined;
  }
  if ((kind === 'category' || kind === 'option-group') && act === 'removed' && items > 1) {
    return [`${name} will come back, ${kind === 'category' ? 'with its' : 'in its'} ${dishes(items)}.`];
  }
  if (kind === 'option-group' && act === 'changed') {
    return [`The options ${name} will be as before, in all dishes that have them.`];
  }
  if (kind === 'daypart' && act === 'changed') {
    return [`The menu time ${name} will be as before, for all dishes that have it.`];
  }
  return undefined;
}

/** Whether a change has no value here. */
export const isNone = (value: unknown): boolean => value === undefined || value === null || value === '';

/** A size or an option, as the history has it. */
interface Choice {
  id: number;
  name: string;
  price: number;
  isAvailable: boolean;
  soldOutUntil?: string;
  isDefault?: boolean;
  allergens?: object;
}

/** What became of one size or option: its name, and what changed. */
export interface ChangedChoice {
  id: number;
  name: string;
  act: 'added' | 'removed' | 'renamed' | 'price' | 'available' | 'sold-out' | 'default' | 'no-default' | 'allergens';
  before?: string;
  after?: string;
  until?: string | undefined;
}

/** What changed in a list of sizes or options, one by one; empty where only their order or something else did. */
export function choicesIn(was: unknown, is: unknown, { priceInWords }: Words): ChangedChoice[] {
  const [before, after] = [was ?? [], is ?? []] as [Choice[], Choice[]];
  const byId = new Map(before.map((one) => [one.id, one]));
  const gone = before.filter(({ id }) => !after.some((one) => one.id === id));
  return [
    ...after.flatMap((now): ChangedChoice[] => {
      const { id, name } = now;
      const old = byId.get(id);
      if (!old) return [{ id, name, act: 'added', after: priceInWords(now.price) }];
      const changes: ChangedChoice[] = [];
      if (old.name !== name) changes.push({ id, name, act: 'renamed', before: old.name });
      if (old.price !== now.price) {
        changes.push({ id, name, act: 'price', before: priceInWords(old.price), after: priceInWords(now.price) });
      }
      if (old.isAvailable !== now.isAvailable || (!now.isAvailable && old.soldOutUntil !== now.soldOutUntil)) {
        changes.push({ id, name, act: now.isAvailable ? 'available' : 'sold-out', until: now.soldOutUntil });
      }
      if (old.isDefault !== now.isDefault) changes.push({ id, name, act: now.isDefault ? 'default' : 'no-default' });
      if (JSON.stringify(old.allergens) !== JSON.stringify(now.allergens)) {
        changes.push({ id, name, act: 'allergens', after: allergensInWords(old.allergens, now.allergens) });
      }
      return changes;
    }),
    ...gone.map(({ id, name }): ChangedChoice => ({ id, name, act: 'removed' })),
  ];
}

/** What a declaration of allergens did: 'declared: contains milk', or 'confirmed' where it says what was declared before. */
export function allergensInWords(was: unknown, is: unknown): string {
  if (isNone(is)) return 'no longer declared';
  const [before, after] = [was, is] as ({ states?: string; kinds?: string[] } | undefined)[];
  const isSame = before?.states === after?.states && String(before?.kinds ?? '') === String(after?.kinds ?? '');
  return isSame ? 'confirmed' : `declared: ${statesInWords(after?.states)}`;
}

interface Offer {
  daypart: number;
  price: number;
  variant?: number;
}

/** Whether a change is about prices of sizes at menu times. */
export const hasOffersOfSizes = ({ before, after }: MenuChange): boolean =>
  [before, after].some((fields) =>
    ((fields as { offers?: Offer[] } | null)?.offers ?? []).some(({ variant }) => variant),
  );

/** The prices at menu times that changed: of each, when, and the price before and after; 'none' where it has none. */
export function offersIn(was: unknown, is: unknown, { dayparts, sizes, priceInWords }: Words) {
  const pricesOf = (offers: unknown) =>
    new Map(((offers ?? []) as Offer[]).map(({ daypart, price, variant = 0 }) => [`${daypart} ${variant}`, price]));
  const [before, after] = [pricesOf(was), pricesOf(is)];
  return [...new Map([...before, ...after]).keys()]
    .filter((key) => before.get(key) !== after.get(key))
    .map((key) => {
      const [daypart = 0, variant = 0] = key.split(' ').map(Number);
      const inWords = (price: number | undefined) => (price === undefined ? 'none' : priceInWords(price));
      return {
        key,
        when: dayparts.get(daypart) ?? 'Deleted menu time',
        /** The size that it is the price of; undefined for a dish with one price, or while sizes load. */
        size: variant === 0 || !sizes ? undefined : (sizes.get(variant) ?? 'a deleted size'),
        before: inWords(before.get(key)),
        after: inWords(after.get(key)),
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
