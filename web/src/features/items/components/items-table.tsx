import type { MenuItem } from '@tavola/contracts/menu.ts';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { lackOf } from '../../../lib/options/lacking.ts';
import { firstLetter } from '../../../lib/text/first-letter.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Bidi } from '../../../ui/bidi.tsx';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SelectBox } from '../../../ui/select-box.tsx';
import { SortHandle } from '../../../ui/sort-handle.tsx';
import { useSortableRow } from '../../../ui/sorting-context.ts';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../../ui/table.tsx';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import { useFirstGroups } from '../first-groups.ts';
import type { ItemGroup } from '../group-items.ts';
import { AvailabilitySwitch } from './availability-switch.tsx';
import { focusBulkBar } from './bulk-bar.tsx';
import { EditableName, EditablePrice } from './editable-cells.tsx';
import type { ItemListProps, ItemRowProps, Selecting } from './item-list-props.ts';
import { PriceOfItem } from './item-price.tsx';
import { ItemSizes } from './item-sizes.tsx';
import { ItemTimes } from './item-times.tsx';
import { QuickAddRow } from './quick-add-row.tsx';
import { SoldOutMenu } from './sold-out-menu.tsx';

const COLUMNS = 5;

interface Deleting {
  onDelete: (item: MenuItem) => void;
}

/** The menu items as a table, by category, on wide screens (spec §2). */
export function ItemsTable({ groups, takesMore, onAdd, ...row }: ItemListProps & Selecting & Deleting) {
  const shown = useFirstGroups(groups);
  const ids = groups.flatMap(({ items }) => items.map(({ id }) => id));
  return (
    <Table aria-label="Menu items">
      <TableHead>
        <TableRow>
          <TableHeader className="ps-6">
            <div className="flex items-center gap-3">
              {ids.length > 0 && <GroupBox label="Select all items" ids={ids} {...row} />}
              Item
            </div>
          </TableHeader>
          <TableHeader className="max-2xl:px-3">Category</TableHeader>
          <TableHeader align="end" className="max-2xl:px-3">
            Price
          </TableHeader>
          <TableHeader className="max-2xl:px-3">Status</TableHeader>
          <TableHeader align="end" className="pe-6">
            Actions
          </TableHeader>
        </TableRow>
      </TableHead>
      {shown.map((group) => (
        <TableBody key={group.id}>
          <GroupHeading
            group={group}
            served={row.times.ofCategory(group.id)}
            takesMore={takesMore}
            onAdd={onAdd}
            {...row}
          />
          {group.items.map((item) => (
            <ItemRow key={item.id} item={item} category={group.name} {...row} />
          ))}
          {takesMore && group.id !== null && (
            <TableRow>
              <TableCell colSpan={COLUMNS} className="py-1 ps-6 pe-4">
                <QuickAddRow category={{ id: group.id, name: group.name }} />
              </TableCell>
            </TableRow>
          )}
        </TableBody>
      ))}
    </Table>
  );
}

interface GroupHeadingProps extends Selecting {
  group: ItemGroup;
  /** When its items are served; undefined for all the time. */
  served: string | undefined;
  takesMore: boolean;
  onAdd: (categoryId: number) => void;
}

function GroupHeading({ group: { id, name, items }, served, takesMore, onAdd, ...selecting }: GroupHeadingProps) {
  return (
    <TableRow className="bg-paper">
      <th scope="rowgroup" colSpan={COLUMNS} className="py-1.5 ps-6 pe-4 text-start">
        <div className="flex min-h-9 items-center justify-between gap-4">
          <div className="flex min-w-0 items-center gap-3">
            {items.length > 0 && (
              <GroupBox label={`Select all of ${name}`} ids={items.map((item) => item.id)} {...selecting} />
            )}
            <Bidi className="display text-lg wrap-anywhere">{name}</Bidi>
            {served && <Bidi className="text-sm font-normal wrap-anywhere text-ink-muted">{served}</Bidi>}
          </div>
          {takesMore && id !== null && (
            <Button variant="ghost" size="sm" aria-label={`Add Item to ${name}`} onClick={() => onAdd(id)}>
              <Plus aria-hidden />
              Add Item
            </Button>
          )}
        </div>
      </th>
    </TableRow>
  );
}

/** Selects several rows at once. */
function GroupBox({ label, ids, selected, onSelect }: { label: string; ids: readonly number[] } & Selecting) {
  const count = ids.filter((id) => selected.has(id)).length;
  return (
    <SelectBox
      label={label}
      checked={count === 0 ? false : count === ids.length || 'indeterminate'}
      onCheckedChange={(checked) => onSelect(ids, checked)}
    />
  );
}

/** Leads past the rows that follow, to what can be done with those that are selected; seen with the focus. */
function ToBulkBar() {
  return (
    <button
      type="button"
      onClick={focusBulkBar}
      className="not-focus-visible:sr-only absolute z-10 ms-8 rounded-full bg-ink px-4 py-2 text-sm font-semibold text-paper"
    >
      Go to Actions
    </button>
  );
}

function ItemRow({
  item,
  category,
  deletingId,
  addedId,
  soldOut,
  times,
  optionGroups,
  selected,
  onSelect,
  onSwitched,
  onEdit,
  onDelete,
}: ItemRowProps & Selecting & Deleting & { category: string }) {
  const { row, grip } = useSortableRow(item.id);
  const isSelected = selected.has(item.id);
  const lack = lackOf(item, optionGroups);
  return (
    <TableRow
      {...row}
      data-row={item.id}
      aria-selected={isSelected}
      className={cn(
        'transition-[opacity,background-color] duration-150 hover:bg-paper',
        (isSelected || item.id === addedId) && 'bg-brand-soft/50',
        item.id === deletingId && 'opacity-40',
        row.className,
      )}
    >
      {/* No width of its own, so that a long name can't push the other columns out of view. */}
      <TableCell className="w-full max-w-0 ps-6">
        <div className="flex items-center gap-3">
          <SelectBox
            label={`Select ${item.name}`}
            checked={isSelected}
            onCheckedChange={(checked) => onSelect([item.id], checked)}
          />
          {isSelected && <ToBulkBar />}
          <SortHandle id={item.id} name={item.name} grip={grip} className="-mx-2" />
          <Thumbnail src={item.image} letter={firstLetter(item.name)} className="size-12 max-2xl:size-10" />
          <div className="flex min-w-0 flex-1 flex-col gap-0.5">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <EditableName item={item} />
              <ItemTags item={item} />
            </div>
            {item.description && (
              // In its own direction, so that what does not fit is cut at its end.
              <span dir="auto" className="truncate text-left text-sm text-ink-muted" title={item.description}>
                {item.description}
              </span>
            )}
            <ItemTimes item={item} times={times} className="text-sm" />
            <ItemSizes item={item} className="pt-1.5" />
          </div>
        </div>
      </TableCell>
      <TableCell className="max-w-44 min-w-32 text-sm text-ink-muted max-2xl:max-w-32 max-2xl:min-w-24 max-2xl:px-3">
        <Bidi className="line-clamp-2 min-w-20 wrap-anywhere 2xl:min-w-28">{category}</Bidi>
      </TableCell>
      <TableCell align="end" className="min-w-28 max-2xl:min-w-24 max-2xl:px-3">
        {item.variants ? (
          <button
            type="button"
            onClick={() => onEdit(item)}
            className="figures -mx-[0.5625rem] -my-1 rounded-tag border border-transparent px-2 py-1 text-end font-semibold whitespace-nowrap hover:border-line-control hover:bg-surface"
          >
            <span className="sr-only">Change prices of {item.name}, </span>
            <PriceOfItem item={item} optionGroups={optionGroups} />
          </button>
        ) : (
          <EditablePrice item={item} />
        )}
      </TableCell>
      {/* Of one width, so that the columns stay where they are. */}
      <TableCell className="w-56 max-w-56 min-w-56 max-2xl:w-50 max-2xl:max-w-50 max-2xl:min-w-50 max-2xl:px-3">
        <div className="flex items-center gap-2.5">
          <AvailabilitySwitch item={item} onSwitched={onSwitched} />
          {lack ? (
            <span className="text-sm leading-5 font-medium wrap-anywhere text-tomato-ink">{lack}</span>
          ) : item.isAvailable ? (
            <span className="text-sm font-medium whitespace-nowrap text-ink-muted">Available</span>
          ) : (
            <SoldOutMenu
              item={item}
              soldOut={soldOut}
              onSwitched={onSwitched}
              className="text-sm leading-5 font-medium"
            />
          )}
        </div>
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

/** An item's tags. Guests see one tag, Popular before Featured; the owner sees both. */
function ItemTags({ item }: { item: MenuItem }) {
  return (
    <>
      {item.isPopular && <Badge tone="notice">Popular</Badge>}
      {item.isFeatured && <Badge tone="positive">Featured</Badge>}
    </>
  );
}
