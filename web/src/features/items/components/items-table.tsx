import { Pencil, Trash2 } from 'lucide-react';
import { firstLetter, formatPrice } from '../../../lib/format.ts';
import { Bidi } from '../../../ui/bidi.tsx';
import { cn } from '../../../ui/cn.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SortHandle } from '../../../ui/sort-handle.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../../ui/table.tsx';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import { useSortableRow } from '../../../ui/use-sortable-row.ts';
import { AvailabilitySwitch } from './availability-switch.tsx';
import type { ItemListProps, ItemRowProps } from './item-list-props.ts';
import { ItemTags } from './item-tags.tsx';

/** The menu items as a table, on wide screens (spec §2). */
export function ItemsTable({ items, ...row }: ItemListProps) {
  return (
    <Table aria-label="Menu items">
      <TableHead>
        <TableRow>
          <TableHeader className="ps-6">Item</TableHeader>
          <TableHeader>Category</TableHeader>
          <TableHeader align="end">Price</TableHeader>
          <TableHeader>Status</TableHeader>
          <TableHeader align="end" className="pe-6">
            Actions
          </TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {items.map((item) => (
          <ItemRow key={item.id} item={item} {...row} />
        ))}
      </TableBody>
    </Table>
  );
}

function ItemRow({ item, categoryName, deletingId, onSwitched, onEdit, onDelete }: ItemRowProps) {
  const { row, grip } = useSortableRow(item.id);
  return (
    <TableRow
      {...row}
      className={cn(
        'transition-[opacity,background-color] duration-150 hover:bg-paper',
        item.id === deletingId && 'opacity-40',
        row.className,
      )}
    >
      {/* No width of its own, so that a long name can't push the other columns out of view. */}
      <TableCell className="w-full max-w-0 ps-6">
        <div className="flex items-center gap-4">
          <SortHandle id={item.id} name={item.name} grip={grip} className="-me-2 -ms-3" />
          <Thumbnail src={item.image} letter={firstLetter(item.name)} className="size-12" />
          <div className="flex min-w-0 flex-col gap-0.5">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Bidi className="line-clamp-2 font-semibold wrap-anywhere">{item.name}</Bidi>
              <ItemTags item={item} />
            </div>
            {item.description && (
              <Bidi className="truncate text-sm text-ink-muted" title={item.description}>
                {item.description}
              </Bidi>
            )}
          </div>
        </div>
      </TableCell>
      <TableCell className="max-w-44 min-w-32 text-sm text-ink-muted">
        <Bidi className="line-clamp-2 min-w-28 wrap-anywhere">{categoryName(item)}</Bidi>
      </TableCell>
      <TableCell align="end" className="figures font-semibold">
        {formatPrice(item.price)}
      </TableCell>
      <TableCell>
        <AvailabilitySwitch item={item} onSwitched={onSwitched} />
      </TableCell>
      <TableCell align="end" className="pe-4 whitespace-nowrap">
        <IconButton label={`Edit ${item.name}`} onClick={() => onEdit(item)}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton
          label={`Delete ${item.name}`}
          tone="destructive"
          disabled={item.id === deletingId}
          onClick={() => onDelete(item)}
        >
          <Trash2 aria-hidden />
        </IconButton>
      </TableCell>
    </TableRow>
  );
}
