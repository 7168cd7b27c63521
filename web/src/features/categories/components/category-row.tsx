import type { Category } from '@tavola/contracts/menu.ts';
import { Clock, Pencil, Trash2 } from 'lucide-react';
import { formatCount } from '../../../lib/format.ts';
import { cn } from '../../../ui/cn.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SortHandle } from '../../../ui/sort-handle.tsx';
import { useSortableRow } from '../../../ui/sorting-context.ts';
import { StatusSwitch } from '../../../ui/status-switch.tsx';
import { useSwitchCategory } from '../api.ts';

export interface CategoryRowProps {
  category: Category;
  /** The dayparts in which it is served, in words; `undefined` if it is served all the time. */
  served: string | undefined;
  /** `undefined` while unknown. */
  itemCount: number | undefined;
  deleting: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

/** One category: name, item count and visibility. */
export function CategoryRow({ category, served, itemCount, deleting, onEdit, onDelete }: CategoryRowProps) {
  const change = useSwitchCategory(category.id);
  const { row, grip } = useSortableRow(category.id);
  return (
    <li
      {...row}
      data-row={category.id}
      className={cn(
        'grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-2 px-4 pt-4 pb-2 not-last:border-b not-last:border-line sm:px-6 md:grid-cols-[1fr_5.5rem_9rem_auto] md:py-4 md:pe-4',
        deleting && 'opacity-40',
        row.className,
      )}
    >
      <div className="flex min-w-0 items-center gap-2 max-md:col-span-2 md:gap-3">
        <SortHandle
          id={category.id}
          name={category.name}
          grip={grip}
          className="-ms-3 max-md:-mt-2 max-md:-me-1 max-md:self-start"
        />
        <div className="flex min-w-0 flex-col gap-0.5">
          <h2 className={cn('display text-lg wrap-anywhere', !category.isActive && 'text-ink-muted')}>
            <bdi>{category.name}</bdi>
          </h2>
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
        </div>
      </div>
      <div className="figures text-end text-sm text-ink-muted max-md:hidden">
        {itemCount === undefined ? <Skeleton className="ms-auto h-4 w-14" /> : countText(itemCount)}
      </div>
      <StatusSwitch
        label={`${category.name} active`}
        onText="Active"
        offText="Inactive"
        checked={category.isActive}
        onCheckedChange={(isActive) => change.mutate(isActive)}
        className="max-md:order-last max-md:flex-row-reverse max-md:justify-end"
      />
      <div className="flex items-center max-md:-ms-3">
        <IconButton label={`Edit ${category.name}`} onClick={onEdit} className="max-md:size-12">
          <Pencil aria-hidden />
        </IconButton>
        <IconButton
          label={`Delete ${category.name}`}
          tone="destructive"
          aria-disabled={deleting}
          onClick={() => !deleting && onDelete()}
          className="max-md:size-12"
        >
          <Trash2 aria-hidden />
        </IconButton>
      </div>
    </li>
  );
}

function countText(count: number | undefined) {
  if (count === undefined) return ' ';
  return count === 1 ? '1 item' : `${formatCount(count)} items`;
}
