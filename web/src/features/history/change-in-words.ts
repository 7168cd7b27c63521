import type { DraftCounts, MenuChange } from '@tavola/contracts/history.ts';
import { draftInWords, many } from '../../lib/draft/draft-in-words.ts';

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

/** What putting `change` back did; `kept` names what was changed since and stays. */
export function putBackInWords({ kind, name }: MenuChange, kept: readonly string[] = []): string {
  if (kept.length > 0) return `Changed since, so left as is: ${kept.join(', ')}.`;
  return kind === 'draft' ? 'Your menu is back to how it was.' : `${name ?? 'The order'} is back to how it was.`;
}
