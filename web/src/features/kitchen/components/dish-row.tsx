import { Ellipsis } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useLongPress } from '../../../lib/browser/long-press.ts';
import { SoldOutChoices } from '../../../lib/times/sold-out-choices.tsx';
import { endOf, type Until } from '../../../lib/times/sold-out-until.ts';
import { cn } from '../../../ui/cn.ts';
import { MenuItem } from '../../../ui/dropdown-menu.tsx';
import type { Dish } from '../kept.ts';
import type { Mark } from '../marks.ts';

interface DishRowProps {
  dish: Dish;
  /** When it returns, in words; undefined where it is open or the dish is available. */
  returns: string | undefined;
  /** Why guests can't order it though it is available. */
  lack: string | undefined;
  isUnsent: boolean;
  /** Whether it is a size below its dish. */
  isBelowDish: boolean;
  choices: readonly Until[];
  /** The restaurant's time zone. */
  zone: string;
  onMark: (mark: Mark) => void;
  /** For useRowFocus, if the dish leaves the list once it is available. */
  'data-row'?: string | number | undefined;
}

/** A dish as wide as the screen: a tap turns it, a long press gives the choices. */
export function DishRow({ dish, returns, lack, isUnsent, isBelowDish, choices, zone, onMark, ...row }: DishRowProps) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLLIElement>(null);
  const heldAt = useRef<number>(undefined);
  const { isAvailable } = dish;
  const state = isAvailable
    ? (lack ?? 'Available')
    : returns === undefined
      ? 'Out of Stock'
      : `Out of Stock until ${returns}`;

  const topOf = () => place.current?.getBoundingClientRect().top;
  const mark = (next: Mark) => {
    heldAt.current = topOf();
    onMark(next);
  };
  useLayoutEffect(() => {
    // Dishes above it come and go: the next tap must not hit another one than the kitchen sees under the finger.
    if (heldAt.current !== undefined) window.scrollBy(0, (topOf() ?? 0) - heldAt.current);
    heldAt.current = undefined;
  });

  const press = useLongPress(
    () => mark(isAvailable ? soldOut(endOf(choices[0])) : AVAILABLE),
    () => setOpen(true),
  );

  return (
    <li {...row} ref={place} className="flex items-stretch border-b border-line last:border-b-0">
      <button
        type="button"
        {...press}
        className={cn(
          'flex min-h-16 min-w-0 flex-1 touch-manipulation items-center gap-4 py-2 text-start select-none hover:bg-sunken',
          isBelowDish ? 'ps-9 sm:ps-10' : 'ps-4 sm:ps-5',
        )}
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
          <span className={cn('text-sm', isAvailable && !lack ? 'text-ink-muted' : 'text-tomato-ink')}>
            {state}
            {isUnsent && (
              // Most taps are sent before this shows.
              <span className="animate-come-late text-ink-muted">
                {' '}
                · <span className="whitespace-nowrap">Not sent yet</span>
              </span>
            )}
          </span>
        </span>
      </button>
      <SoldOutChoices
        dish={dish}
        choices={choices}
        zone={zone}
        onChoose={(until) => mark(soldOut(until))}
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
        {!isAvailable && (
          <MenuItem className="min-h-12" onSelect={() => mark(AVAILABLE)}>
            Available again
          </MenuItem>
        )}
      </SoldOutChoices>
    </li>
  );
}

const AVAILABLE: Mark = { isAvailable: true };

/** Sold out until then, in ISO 8601; null: until the kitchen says otherwise. */
const soldOut = (until: string | null): Mark => ({
  isAvailable: false,
  ...(until !== null && { soldOutUntil: until }),
});
