import type { DraftCounts } from '@tavola/contracts/history.ts';
import { formatCount, many } from '../text/format.ts';

/** What a draft did, as in '62 dishes changed, 3 deleted · 1 category'. */
export function draftInWords({ added, changed, removed, categories }: DraftCounts): string {
  const acts = [
    { count: added, verb: 'added' },
    { count: changed, verb: 'changed' },
    { count: removed, verb: 'deleted' },
  ].filter(({ count }) => count > 0);
  const dishes = acts
    .map(({ count, verb }, at) => `${at === 0 ? many(count, 'dish', 'dishes') : formatCount(count)} ${verb}`)
    .join(', ');
  return [dishes, categories > 0 && many(categories, 'category', 'categories')].filter(Boolean).join(' · ');
}
