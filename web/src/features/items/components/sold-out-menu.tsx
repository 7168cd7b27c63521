import type { MenuItem } from '@tavola/contracts/menu.ts';
import { ChevronDown } from 'lucide-react';
import { cn } from '../../../ui/cn.ts';
import { DropdownMenu, MenuItem as MenuEntry, MenuLabel } from '../../../ui/dropdown-menu.tsx';
import { type SoldOutTimes, useEditItem } from '../api.ts';

export interface SoldOutMenuProps {
  item: MenuItem;
  soldOut: SoldOutTimes;
  onSwitched: (id: number) => void;
  /** In fewer words, for a phone. */
  isShort?: boolean;
  className?: string;
}

/** Says that an item is sold out and until when; pressed, it offers other times. */
export function SoldOutMenu({ item, soldOut: { choices, returns }, onSwitched, isShort, className }: SoldOutMenuProps) {
  const edit = useEditItem(item.id);
  const until = returns(item);
  const state = until === undefined ? 'Out of Stock' : `${isShort ? 'Out' : 'Sold out'} until ${until}`;
  const textClass = cn('min-w-0 text-start text-tomato-ink', className);
  if (choices.length === 0) return <span className={textClass}>{state}</span>;
  return (
    <DropdownMenu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`${state}: ${item.name}`}
          className={cn(
            'relative inline-flex items-center gap-1 rounded-tag hover:underline',
            textClass,
            // Above the line's own button, and larger than its text.
            isShort &&
              'z-1 -my-1 min-h-6 before:absolute before:-inset-x-2 before:-top-0.5 before:-bottom-2 before:content-[""]',
          )}
        >
          <span className={cn(isShort && 'truncate')}>{state}</span>
          <ChevronDown aria-hidden className="size-3.5 shrink-0" />
        </button>
      }
    >
      <MenuLabel dir="auto" className="max-w-72 wrap-anywhere">
        Sold out: {item.name}
      </MenuLabel>
      {choices.map(({ choice, label, at }) => (
        <MenuEntry
          key={choice}
          className="min-h-12"
          onSelect={() => {
            onSwitched(item.id);
            const soldOutUntil = at === undefined ? null : new Date(at).toISOString();
            edit.mutate({ change: { isAvailable: false, soldOutUntil }, guarded: false });
          }}
        >
          {label}
        </MenuEntry>
      ))}
    </DropdownMenu>
  );
}
