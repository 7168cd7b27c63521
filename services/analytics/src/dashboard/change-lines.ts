import type { Stats } from './read-stats.ts';

/** The relative change, for example "+12%"; "Same" if it rounds to 0. */
function change(now: number, before: number): string {
  const percent = Math.round((now / before - 1) * 100);
  if (percent === 0) return 'Same';
  return `${percent > 0 ? '+' : '-'}${Math.abs(percent).toLocaleString('en')}%`;
}

/** For example "+12% from last month", "Same as last month"; from 0 there is no percentage: "+7 from last month". */
function changeFrom(now: number, before: number, span: string): string {
  if (before === 0 && now > 0) return `+${now.toLocaleString('en')} from ${span}`;
  const changed = before === 0 ? 'Same' : change(now, before);
  return changed === 'Same' ? `Same as ${span}` : `${changed} from ${span}`;
}

function newItemsText(count: number): string {
  if (count === 0) return 'No new items';
  return count === 1 ? '+1 new item' : `+${count.toLocaleString('en')} new items`;
}

/** The change lines on an owner's cards; each is null until a whole earlier period exists to compare with. */
export function changeLines(
  { views, scans, viewTime }: Pick<Stats, 'views' | 'scans' | 'viewTime'>,
  newItems: number | null,
) {
  return {
    totalViews: views.before === null ? null : changeFrom(views.now, views.before, 'last month'),
    totalItems: newItems === null ? null : newItemsText(newItems),
    totalScans: scans.before === null ? null : changeFrom(scans.now, scans.before, 'yesterday'),
    avgViewTime:
      viewTime.now === null || !viewTime.before ? null : `${change(viewTime.now, viewTime.before)} engagement`,
  };
}
