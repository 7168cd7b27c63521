import type { MenuItem } from '@tavola/contracts/menu.ts';
import { ChevronDown } from 'lucide-react';
import { useDialogState } from '../../../lib/dialog-state.ts';
import { OwnTimeDialog } from '../../../lib/own-time.tsx';
import { beginningOf, OWN_TIME } from '../../../lib/sold-out-until.ts';
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
export function SoldOutMenu({
  item,
  soldOut: { choices, zone, returns },
  onSwitched,
  isShort,
  className,
}: SoldOutMenuProps) {
  const edit = useEditItem(item.id);
  const ownTime = useDialogState<MenuItem>();
  const until = returns(item);
  const state = until === undefined ? 'Out of Stock' : `Out of Stock until ${until}`;
  const shown = isShort && until !== undefined ? `Until ${until}` : state;
  // 48 px high, most of it below the text.
  const textClass = cn('min-w-0 text-start text-tomato-ink', isShort && '-mt-2.5 h-12 pt-2.5', className);
  if (choices.length === 0) return <span className={textClass}>{shown}</span>;
  const sellOut = (soldOutUntil: string | null) => {
    onSwitched(item.id);
    edit.mutate({ change: { isAvailable: false, soldOutUntil }, guarded: false });
  };
  return (
    <>
      <DropdownMenu
        align="start"
        trigger={
          <button
            type="button"
            aria-label={`${state}: ${item.name}`}
            className={cn(
              'relative inline-flex gap-1 rounded-tag hover:underline',
              textClass,
              // Above the line's own button.
              isShort ? 'z-1 -mx-2 items-start px-2' : 'items-center',
            )}
          >
            <span>{shown}</span>
            <ChevronDown aria-hidden className={cn('size-3.5 shrink-0', isShort && 'mt-px max-[22rem]:hidden')} />
          </button>
        }
      >
        <MenuLabel dir="auto" className="max-w-72 wrap-anywhere">
          Out of Stock: {item.name}
        </MenuLabel>
        {choices.map(({ choice, label, at }) => (
          <MenuEntry
            key={choice}
            className="min-h-12"
            onSelect={() => sellOut(at === undefined ? null : new Date(at).toISOString())}
          >
            {label}
          </MenuEntry>
        ))}
        <MenuEntry className="min-h-12" onSelect={() => ownTime.show(item)}>
          {OWN_TIME}
        </MenuEntry>
      </DropdownMenu>
      {ownTime.key > 0 && (
        <OwnTimeDialog
          key={ownTime.key}
          open={ownTime.open}
          name={item.name}
          zone={zone}
          initial={beginningOf(item, choices)}
          onClose={ownTime.close}
          onChoose={sellOut}
        />
      )}
    </>
  );
}
