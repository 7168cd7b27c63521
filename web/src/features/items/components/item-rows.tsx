import { Plus } from 'lucide-react';
import { firstLetter } from '../../../lib/format.ts';
import { useLongPress } from '../../../lib/long-press.ts';
import { Bidi } from '../../../ui/bidi.tsx';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { SelectBox } from '../../../ui/select-box.tsx';
import { SortHandle } from '../../../ui/sort-handle.tsx';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import { useSortableRow } from '../../../ui/use-sortable-row.ts';
import { useFirstGroups } from '../first-groups.ts';
import { AvailabilitySwitch } from './availability-switch.tsx';
import type { ItemListProps, ItemRowProps, Selecting } from './item-list-props.ts';
import { ItemPrice } from './item-price.tsx';
import { QuickAddRow } from './quick-add-row.tsx';
import { SoldOutMenu } from './sold-out-menu.tsx';

interface Mode extends Selecting {
  /** Whether a press on an item selects it. */
  isSelecting: boolean;
}

interface ItemRowsProps extends ItemListProps, Mode {
  headingLevel: 2 | 3;
}

/** The menu items by category where columns don't fit: one line each, with the switch in reach of the thumb. */
export function ItemRows({ groups, takesMore, onAdd, headingLevel, ...row }: ItemRowsProps) {
  const Heading = `h${headingLevel}` as const;
  return useFirstGroups(groups).map(({ id, name, items }) => (
    <section key={id} aria-label={name} className="not-last:border-b not-last:border-line">
      <div className="flex min-h-9 items-center justify-between gap-3 bg-paper ps-4 pe-1 sm:ps-6 sm:pe-3">
        <Heading className="display line-clamp-2 wrap-anywhere">
          <bdi>{name}</bdi>
        </Heading>
        {takesMore && id !== null && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Add item to ${name}`}
            onClick={() => onAdd(id)}
            className="px-3 before:absolute before:-inset-y-1 before:inset-x-0 before:content-['']"
          >
            <Plus aria-hidden />
            Add item
          </Button>
        )}
      </div>
      {items.length > 0 && (
        <ul aria-label={name}>
          {items.map((item) => (
            <ItemLine key={item.id} item={item} {...row} />
          ))}
        </ul>
      )}
      {takesMore && id !== null && (
        <QuickAddRow category={{ id, name }} className="border-t border-line px-4 sm:px-6" />
      )}
    </section>
  ));
}

function ItemLine({
  item,
  deletingId,
  soldOut,
  selected,
  isSelecting,
  onSelect,
  onSwitched,
  onEdit,
}: ItemRowProps & Mode) {
  const { row, grip } = useSortableRow(item.id);
  const press = useLongPress(
    () => onEdit(item),
    () => onSelect([item.id], true),
  );
  const isSelected = isSelecting && selected.has(item.id);
  const nameClass = cn('leading-5 font-semibold wrap-anywhere', !item.isAvailable && 'font-medium text-ink-muted');
  const hasSecondLine = !item.isAvailable || item.isPopular || item.isFeatured;
  return (
    <li
      {...row}
      data-row={item.id}
      className={cn(
        'relative flex h-16 items-center gap-3 border-t border-line ps-4 pe-4 sm:ps-6 sm:pe-6',
        isSelected && 'bg-brand-soft/50',
        item.id === deletingId && 'opacity-40',
        row.className,
      )}
    >
      {isSelecting ? (
        <SelectBox
          fills
          label={`Select ${item.name}`}
          checked={isSelected}
          onCheckedChange={(checked) => onSelect([item.id], checked)}
        />
      ) : (
        <SortHandle id={item.id} name={item.name} grip={grip} className="relative z-1 -ms-3 -me-3" />
      )}
      <Thumbnail
        src={item.image}
        letter={firstLetter(item.name)}
        className={cn('size-11 max-sm:hidden', !item.isAvailable && 'grayscale')}
      />
      <div className="flex min-w-0 flex-1 flex-col">
        {isSelecting ? (
          <Bidi className={cn('line-clamp-2', nameClass)}>{item.name}</Bidi>
        ) : (
          // The whole line edits, except its switch and its handle; held, it starts a selection.
          <button
            type="button"
            aria-label={`Edit ${item.name}`}
            {...press}
            className={cn(
              'touch-manipulation text-start select-none before:absolute before:inset-0 before:content-[""]',
              nameClass,
            )}
          >
            <Bidi className="line-clamp-2">{item.name}</Bidi>
          </button>
        )}
        {hasSecondLine && (
          <span className="flex gap-2 text-xs leading-4 font-semibold whitespace-nowrap">
            {!item.isAvailable && (
              <SoldOutMenu
                item={item}
                soldOut={isSelecting ? { ...soldOut, choices: [] } : soldOut}
                onSwitched={onSwitched}
                isShort
              />
            )}
            {item.isPopular && <span className="truncate text-saffron-ink">Popular</span>}
            {item.isFeatured && <span className="truncate text-brand-ink">Featured</span>}
          </span>
        )}
      </div>
      <span className={cn('figures text-end font-semibold', !item.isAvailable && 'font-medium text-ink-muted')}>
        <ItemPrice price={item.price} />
      </span>
      {!isSelecting && (
        <div className="relative z-1">
          <AvailabilitySwitch item={item} onSwitched={onSwitched} />
        </div>
      )}
    </li>
  );
}
