import type { Variant } from '@tavola/contracts/choices.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { formatMoney } from '@tavola/contracts/rules/money.ts';
import { X } from 'lucide-react';
import { useOwnMoney } from '../../../lib/money/use-own-money.ts';
import { toChoiceInput } from '../../../lib/options/choice-form.ts';
import { Bidi } from '../../../ui/bidi.tsx';
import { cn } from '../../../ui/cn.ts';
import { useEditItem } from '../api.ts';

interface ItemSizesProps {
  item: MenuItem;
  /** Whether they can't be switched now. */
  isStill?: boolean;
  className?: string;
}

/** The sizes of a dish with their prices; a tap says that one is sold out, or back. Nothing for a dish with one price. */
export function ItemSizes({ item, isStill = false, className }: ItemSizesProps) {
  const edit = useEditItem(item.id);
  const money = useOwnMoney();
  const { variants } = item;
  if (!variants) return null;
  const toggle = (size: Variant) => {
    const after = variants.map((one) => (one.id === size.id ? switched(size) : toChoiceInput(one)));
    edit.mutate({ change: { variants: after }, seen: { variants } });
  };
  return (
    <ul aria-label={`Sizes of ${item.name}`} className={cn('flex flex-wrap gap-1.5', className)}>
      {variants.map((size) => (
        <li key={size.id} className="flex min-w-0">
          <button
            type="button"
            role="switch"
            aria-checked={size.isAvailable}
            aria-label={`${item.name}, ${size.name} available`}
            disabled={isStill}
            onClick={() => toggle(size)}
            className={cn(
              'relative z-1 flex min-h-8 min-w-0 touch-manipulation items-center gap-1.5 rounded-full border px-2 text-start text-sm before:absolute before:-inset-y-1.5 before:inset-x-0 before:content-[""]',
              size.isAvailable
                ? 'border-line-strong hover:bg-sunken'
                : 'border-tomato bg-tomato-soft text-tomato-ink hover:bg-tomato-soft/70',
            )}
          >
            {!size.isAvailable && <X aria-hidden className="size-3.5 shrink-0" />}
            <Bidi className={cn('truncate', !size.isAvailable && 'line-through')}>{size.name}</Bidi>
            <span dir="ltr" className="figures whitespace-nowrap">
              {formatMoney(size.price, money)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function switched({ soldOutUntil: _until, ...size }: Variant): Variant {
  return { ...size, isAvailable: !size.isAvailable };
}
