import type { Category } from '@tavola/contracts/menu.ts';
import { Clock } from 'lucide-react';
import { many } from '../../../lib/text/format.ts';
import { cn } from '../../../ui/cn.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SortableRow } from '../../../ui/sortable-row.tsx';
import { useSwitchCategory } from '../api.ts';

interface CategoryRowProps {
  category: Category;
  /** The dayparts in which it is served, in words; `undefined` if it is served all the time. */
  served: string | undefined;
  /** `undefined` while it loads, `null` if it can't be loaded. */
  itemCount: number | null | undefined;
  deleting: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

/** One category: name, item count and visibility. */
export function CategoryRow({ category, served, itemCount, deleting, onEdit, onDelete }: CategoryRowProps) {
  const change = useSwitchCategory(category.id);
  return (
    <SortableRow
      id={category.id}
      name={category.name}
      isActive={category.isActive}
      deleting={deleting}
      onSwitch={(isActive) => change.mutate(isActive)}
      onEdit={onEdit}
      onDelete={onDelete}
      className="md:grid-cols-[1fr_5.5rem_9rem_auto]"
      aside={
        <div className="figures text-end text-sm text-ink-muted max-md:hidden">
          {itemCount === undefined ? <Skeleton className="ms-auto h-4 w-14" /> : countText(itemCount)}
        </div>
      }
    >
      <p className={cn('text-sm wrap-anywhere', category.description ? 'text-ink-muted' : 'text-ink-faint italic')}>
        <bdi>{category.description || 'No description'}</bdi>
      </p>
      {served && (
        <p className="flex items-center gap-1.5 text-sm font-medium">
          <Clock aria-hidden className="size-3.5 shrink-0 text-ink-muted" />
          <bdi className="min-w-0 wrap-anywhere">{served}</bdi>
        </p>
      )}
      <p className="figures text-sm text-ink-muted md:hidden">{countText(itemCount)}</p>
    </SortableRow>
  );
}

function countText(count: number | null | undefined) {
  if (count === undefined || count === null) return ' ';
  return many(count, 'item');
}
