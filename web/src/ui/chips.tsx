import { Check } from 'lucide-react';
import { Item, Root } from 'radix-ui/toggle-group';
import { cn } from './cn.ts';

interface ChipsProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  className?: string;
}

/** Any of a few words, all in view. */
export function Chips<Value extends string>({ label, options, chosen, onChange, className }: ChipsProps<Value>) {
  return (
    <Root
      type="multiple"
      aria-label={label}
      value={[...chosen]}
      onValueChange={(next) => onChange(next as Value[])}
      className={cn('flex flex-wrap gap-2', className)}
    >
      {options.map(({ value, label: word }) => (
        <Item
          key={value}
          value={value}
          className="relative inline-flex min-h-9 items-center gap-1.5 rounded-full border border-line-control px-3 text-sm font-medium text-ink-muted before:absolute before:-inset-y-1 before:inset-x-0 before:content-[''] hover:bg-sunken data-[state=on]:border-brand data-[state=on]:bg-brand-soft data-[state=on]:text-brand-ink"
        >
          {chosen.includes(value) && <Check aria-hidden className="size-3.5" />}
          {word}
        </Item>
      ))}
    </Root>
  );
}
