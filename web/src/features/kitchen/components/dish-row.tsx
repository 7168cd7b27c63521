import type { MenuItem as Dish } from '@tavola/contracts/menu.ts';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useLongPress } from '../../../lib/long-press.ts';
import type { Until } from '../../../lib/sold-out-until.ts';
import { cn } from '../../../ui/cn.ts';
import { DropdownMenu, MenuItem, MenuLabel } from '../../../ui/dropdown-menu.tsx';

export interface DishRowProps {
  dish: Dish;
  /** When it returns, in words; undefined where it is open or the dish is available. */
  returns: string | undefined;
  isUnsent: boolean;
  choices: readonly Until[];
  /** Marks it as sold out; undefined marks it as available. */
  onMark: (until: Until | undefined) => void;
}

/** A dish as wide as the screen: a tap turns it, a long press gives the choices. */
export function DishRow({ dish, returns, isUnsent, choices, onMark }: DishRowProps) {
  const [isOpen, setOpen] = useState(false);
  const { isAvailable } = dish;
  const state = isAvailable ? 'Available' : returns === undefined ? 'Sold out' : `Sold out until ${returns}`;

  const press = useLongPress(
    () => onMark(isAvailable ? choices[0] : undefined),
    () => setOpen(true),
  );

  return (
    <li className="flex items-stretch border-b border-line last:border-b-0">
      <button
        type="button"
        {...press}
        className="flex min-h-16 min-w-0 flex-1 touch-manipulation items-center gap-4 py-2 ps-4 text-start select-none hover:bg-sunken sm:ps-5"
      >
        <span
          aria-hidden
          className={cn(
            'size-3.5 shrink-0 rounded-full',
            isAvailable ? 'bg-brand' : 'bg-tomato ring-4 ring-tomato-soft',
          )}
        />
        <span className="flex min-w-0 flex-1 flex-col">
          <span dir="auto" className={cn('font-semibold wrap-anywhere', !isAvailable && 'text-ink-muted line-through')}>
            {dish.name}
          </span>
          <span className={cn('text-sm', isAvailable ? 'text-ink-muted' : 'text-tomato-ink')}>
            {state}
            {isUnsent && (
              // Most taps are sent before this shows.
              <span className="animate-[fade-in_150ms_700ms_both] text-ink-muted"> · Not sent yet</span>
            )}
          </span>
        </span>
      </button>
      <DropdownMenu
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <button
            type="button"
            aria-label={`Choices for ${dish.name}`}
            className="inline-flex w-14 shrink-0 items-center justify-center text-ink-muted hover:bg-sunken hover:text-ink"
          >
            <Ellipsis aria-hidden className="size-5" />
          </button>
        }
      >
        <MenuLabel dir="auto" className="max-w-72 wrap-anywhere">
          Sold out: {dish.name}
        </MenuLabel>
        {choices.map((until) => (
          <MenuItem key={until.choice} className="min-h-12" onSelect={() => onMark(until)}>
            {until.label}
          </MenuItem>
        ))}
        {!isAvailable && (
          <MenuItem className="min-h-12" onSelect={() => onMark(undefined)}>
            Available again
          </MenuItem>
        )}
      </DropdownMenu>
    </li>
  );
}
