import { Pencil, Trash2 } from 'lucide-react';
import { firstLetter, formatPrice } from '../../../lib/format.ts';
import { Bidi } from '../../../ui/bidi.tsx';
import { cn } from '../../../ui/cn.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SortHandle } from '../../../ui/sort-handle.tsx';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import { useSortableRow } from '../../../ui/use-sortable-row.ts';
import { AvailabilitySwitch } from './availability-switch.tsx';
import type { ItemListProps, ItemRowProps } from './item-list-props.ts';
import { ItemTags } from './item-tags.tsx';

/** The menu items where columns don't fit. On a phone the availability switch is in reach of the thumb. */
export function ItemCards({ items, ...row }: ItemListProps) {
  return (
    <ul aria-label="Menu items" className="flex flex-col">
      {items.map((item) => (
        <ItemCard key={item.id} item={item} {...row} />
      ))}
    </ul>
  );
}

function ItemCard({ item, categoryName, deletingId, onSwitched, onEdit, onDelete }: ItemRowProps) {
  const { row, grip } = useSortableRow(item.id);
  return (
    <li
      {...row}
      className={cn(
        'flex flex-col gap-x-6 gap-y-2 px-4 pt-4 pb-2 sm:flex-row sm:items-center sm:px-6 sm:py-3 not-last:border-b not-last:border-line',
        item.id === deletingId && 'opacity-40',
        row.className,
      )}
    >
      <div className="flex min-w-0 flex-1 items-start gap-3.5">
        <SortHandle id={item.id} name={item.name} grip={grip} className="-ms-3 -me-3 mt-1" />
        <Thumbnail src={item.image} letter={firstLetter(item.name)} className="size-13" />
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          <div className="flex items-start justify-between gap-3">
            <Bidi className="line-clamp-3 leading-snug font-semibold wrap-anywhere">{item.name}</Bidi>
            <span className="figures leading-snug font-semibold">{formatPrice(item.price)}</span>
          </div>
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
            <Bidi className="line-clamp-2 text-sm text-ink-muted wrap-anywhere">{categoryName(item)}</Bidi>
            <ItemTags item={item} />
          </div>
        </div>
      </div>
      <div className="-ms-2 flex items-center justify-between sm:ms-0 sm:-me-3 sm:flex-row-reverse sm:gap-3">
        <div className="flex items-center">
          <IconButton label={`Edit ${item.name}`} onClick={() => onEdit(item)} className="size-12">
            <Pencil aria-hidden />
          </IconButton>
          <IconButton
            label={`Delete ${item.name}`}
            tone="destructive"
            disabled={item.id === deletingId}
            onClick={() => onDelete(item)}
            className="size-12"
          >
            <Trash2 aria-hidden />
          </IconButton>
        </div>
        <AvailabilitySwitch item={item} onSwitched={onSwitched} reverse />
      </div>
    </li>
  );
}
