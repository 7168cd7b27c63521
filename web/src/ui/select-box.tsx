import { Check, Minus } from 'lucide-react';
import { Indicator, Root } from 'radix-ui/checkbox';
import { cn } from './cn.ts';

interface SelectBoxProps {
  /** Its accessible name, as in "Select Gnocchi". */
  label: string;
  checked: boolean | 'indeterminate';
  onCheckedChange: (checked: boolean) => void;
  /** A press anywhere in its nearest positioned ancestor counts. */
  fills?: boolean;
}

/** A checkbox without a visible label that selects a row, or several. */
export function SelectBox({ label, checked, onCheckedChange, fills = false }: SelectBoxProps) {
  return (
    <Root
      aria-label={label}
      checked={checked}
      onCheckedChange={(next) => onCheckedChange(next === true)}
      className={cn(
        "group inline-flex size-5 shrink-0 items-center justify-center rounded-[0.3rem] border border-line-control bg-surface transition-colors duration-150 before:absolute before:content-[''] hover:border-ink-faint",
        'data-[state=checked]:border-brand data-[state=checked]:bg-brand data-[state=indeterminate]:border-brand data-[state=indeterminate]:bg-brand',
        fills ? 'before:inset-0' : 'relative before:-inset-2.5',
      )}
    >
      <Indicator>
        <Check aria-hidden strokeWidth={3} className="size-3.5 text-on-brand group-data-[state=indeterminate]:hidden" />
        <Minus
          aria-hidden
          strokeWidth={3}
          className="hidden size-3.5 text-on-brand group-data-[state=indeterminate]:block"
        />
      </Indicator>
    </Root>
  );
}
