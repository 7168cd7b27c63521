import type { MenuItem } from '@tavola/contracts/menu.ts';
import { ChevronDown } from 'lucide-react';
import { SoldOutChoices } from '../../../lib/times/sold-out-choices.tsx';
import { cn } from '../../../ui/cn.ts';
import { type SoldOutTimes, useEditItem } from '../api.ts';

interface SoldOutMenuProps {
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
  const until = returns(item);
  const state = until === undefined ? 'Out of Stock' : `Out of Stock until ${until}`;
  const shown = isShort && until !== undefined ? `Until ${until}` : state;
  // 48 px high, most of it below the text.
  const textClass = cn('min-w-0 text-start text-tomato-ink', isShort && '-mt-2.5 h-12 pt-2.5', className);
  if (choices.length === 0) return <span className={textClass}>{shown}</span>;
  const sellOut = (soldOutUntil: string | null) => {
    onSwitched(item.id);
    edit.mutate({ change: { isAvailable: false, soldOutUntil } });
  };
  return (
    <SoldOutChoices
      dish={item}
      choices={choices}
      zone={zone}
      onChoose={sellOut}
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
    />
  );
}
