import type { DraftCounts, MenuChange } from '@tavola/contracts/history.ts';
import { draftInWords } from '../../lib/draft/draft-in-words.ts';
import { formatDay, formatTime, many } from '../../lib/text/format.ts';

const KINDS = { item: 'Menu items', category: 'Categories', daypart: 'Dayparts' };
const PREFIXES = { item: '', category: 'Category ', daypart: 'Daypart ' };

/** What happened, without the name of what it happened to. */
export function actInWords({ act, kind, items, after }: MenuChange): string {
  if (kind === 'draft') return draftInWords(after as DraftCounts);
  if (act === 'moved') return `${KINDS[kind]} reordered`;
  const verb = act === 'added' ? 'added' : 'deleted';
  const dishes = items > 0 ? ` · ${many(items, 'dish', 'dishes')}` : '';
  if (act === 'changed') return 'Changed';
  return `${PREFIXES[kind]}${verb}${dishes}`;
}

/** The id of the draft that `change` put back, if it did. */
export const undoesOf = ({ kind, after }: MenuChange): number | undefined =>
  kind === 'draft' ? (after as DraftCounts).undoes : undefined;

/** A time, with its day if that is not the one of `near`. */
export const whenInWords = (at: string, near: string): string =>
  formatDay(at) === formatDay(near) ? formatTime(at) : `${formatDay(at)}, ${formatTime(at)}`;

/** What putting `change` back did; `kept` names what was changed since and stays. */
export function putBackInWords({ kind, name }: MenuChange, kept: readonly string[] = []): string {
  if (kept.length > 0) return `Changed since, so left as is: ${kept.join(', ')}.`;
  return kind === 'draft' ? 'That change is undone.' : `${name ?? 'The order'} is back to how it was.`;
}
