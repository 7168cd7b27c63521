import type { MenuItem } from '@tavola/contracts/menu.ts';
import { Plus } from 'lucide-react';
import { useLongPress } from '../../../lib/browser/long-press.ts';
import { useOwnMoney } from '../../../lib/money/use-own-money.ts';
import { lackOf } from '../../../lib/options/lacking.ts';
import { firstLetter } from '../../../lib/text/first-letter.ts';
import { Bidi } from '../../../ui/bidi.tsx';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { SelectBox } from '../../../ui/select-box.tsx';
import { SortHandle } from '../../../ui/sort-handle.tsx';
import { useSortableRow } from '../../../ui/sorting-context.ts';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import { useFirstGroups } from '../first-groups.ts';
import { AvailabilitySwitch } from './availability-switch.tsx';
import type { ItemListProps, ItemRowProps, Selecting } from './item-list-props.ts';
import { PriceOfItem } from './item-price.tsx';
import { ItemSizes } from './item-sizes.tsx';
import { ItemTimes } from './item-times.tsx';
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
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 py-1">
          <Heading className="display line-clamp-2 wrap-anywhere">
            <bdi>{name}</bdi>
          </Heading>
          {row.times.ofCategory(id) && (
            <Bidi className="line-clamp-1 text-xs wrap-anywhere text-ink-muted">{row.times.ofCategory(id)}</Bidi>
          )}
        </div>
        {takesMore && id !== null && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Add Item to ${name}`}
            onClick={() => onAdd(id)}
            className="px-3 before:absolute before:-inset-y-1 before:inset-x-0 before:content-['']"
          >
            <Plus aria-hidden />
            Add Item
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
  addedId,
  soldOut,
  times,
  optionGroups,
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
  const lack = lackOf(item, optionGroups);
  const nameClass = cn('leading-5 font-semibold wrap-anywhere', !item.isAvailable && 'font-medium text-ink-muted');
  const hasTimes = times.ofItem(item, useOwnMoney()).length > 0;
  const hasSecondLine = !item.isAvailable || item.isPopular || item.isFeatured;
  const servedTimes = <ItemTimes item={item} times={times} className="text-xs leading-4 font-medium" />;
  return (
    <li
      {...row}
      data-row={item.id}
      className={cn(
        'relative flex items-center gap-3 border-t border-line ps-4 pe-4 sm:ps-6 sm:pe-6',
        // Room for two things to tap, one below the other.
        item.isAvailable ? (hasTimes || lack || item.variants ? 'min-h-16 py-2' : 'h-16') : 'min-h-20',
        (isSelected || item.id === addedId) && 'bg-brand-soft/50',
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
      {/* What is below the text of the second line is above the first one, too. */}
      <div className={cn('flex min-w-0 flex-1 flex-col', !item.isAvailable && 'pt-5.25')}>
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
              // Large enough to tap beside what is below it.
              !item.isAvailable && 'min-h-6',
              nameClass,
              // The time to tap reaches into its text.
              !item.isAvailable && '-mt-4 pt-4',
            )}
          >
            <Bidi className="line-clamp-2">{item.name}</Bidi>
          </button>
        )}
        {/* Nothing stands below what is tapped. */}
        {!item.isAvailable && servedTimes}
        {hasSecondLine && (
          <span className="flex items-start gap-2 text-xs leading-4 font-semibold">
            {!item.isAvailable && (
              <SoldOutMenu
                item={item}
                soldOut={isSelecting ? { ...soldOut, choices: [] } : soldOut}
                onSwitched={onSwitched}
                isShort
              />
            )}
            {item.isPopular && <span className={cn(tagClass(item), 'text-saffron-ink')}>Popular</span>}
            {item.isFeatured && <span className={cn(tagClass(item), 'text-brand-ink')}>Featured</span>}
          </span>
        )}
        {item.isAvailable && servedTimes}
        {lack && <span className="text-xs leading-4 font-medium wrap-anywhere text-tomato-ink">{lack}</span>}
        <ItemSizes item={item} isStill={isSelecting} className="pt-2 pb-1" />
      </div>
      <span className={cn('figures text-end font-semibold', !item.isAvailable && 'font-medium text-ink-muted')}>
        <PriceOfItem item={item} optionGroups={optionGroups} />
      </span>
      {!isSelecting && (
        <div className="relative z-1">
          <AvailabilitySwitch item={item} onSwitched={onSwitched} />
        </div>
      )}
    </li>
  );
}

/** On a narrow phone there is room for a tag, or for until when an item is sold out. */
const tagClass = ({ isAvailable }: MenuItem) => cn('truncate', !isAvailable && 'max-[26rem]:hidden');
