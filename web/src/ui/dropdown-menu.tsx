import { Check } from 'lucide-react';
import {
  Content,
  Item,
  ItemIndicator,
  Label,
  Portal,
  RadioGroup,
  RadioItem,
  Root,
  Separator,
  Trigger,
} from 'radix-ui/dropdown-menu';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

const itemClass =
  'flex min-h-11 cursor-pointer pointer-fine:min-h-10 items-center gap-3 rounded-[0.5rem] px-3 py-1.5 outline-none select-none ' +
  'data-disabled:cursor-not-allowed data-disabled:text-ink-faint data-highlighted:bg-sunken [&_svg]:size-4 [&_svg]:shrink-0';

export interface DropdownMenuProps {
  /** The button that opens it; must take a ref. */
  trigger: ReactNode;
  align?: 'start' | 'center' | 'end';
  /** Whether it is open, if controlled from outside (with `onOpenChange`). */
  open?: boolean | undefined;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}

/** A menu of actions below its trigger. */
export function DropdownMenu({ trigger, align = 'end', children, ...state }: DropdownMenuProps) {
  return (
    // A modal menu would hide the page from screen readers but leave its elements focusable.
    <Root modal={false} {...state}>
      <Trigger asChild>{trigger}</Trigger>
      <Portal>
        <Content
          align={align}
          sideOffset={8}
          collisionPadding={12}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-(--radix-dropdown-menu-content-available-width) min-w-56 overflow-y-auto animate-pop-in rounded-control border border-line bg-surface p-1.5 text-ink shadow-float outline-none"
        >
          {children}
        </Content>
      </Portal>
    </Root>
  );
}

/** One action; `asChild` for a link. */
export function MenuItem({
  tone = 'neutral',
  className,
  ...props
}: ComponentProps<typeof Item> & { tone?: 'neutral' | 'destructive' }) {
  return (
    <Item
      className={cn(itemClass, tone === 'destructive' && 'text-tomato-ink data-highlighted:bg-tomato-soft', className)}
      {...props}
    />
  );
}

/** The label of a group of items. */
export function MenuLabel({ className, ...props }: ComponentProps<typeof Label>) {
  return <Label className={cn('px-3 py-1.5 text-sm text-ink-muted', className)} {...props} />;
}

export function MenuSeparator() {
  return <Separator className="-mx-1.5 my-1.5 h-px bg-line" />;
}

interface MenuChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  onValueChange: (value: Value) => void;
}

/** A single choice inside a menu. */
export function MenuChoice<Value extends string>({ label, value, options, onValueChange }: MenuChoiceProps<Value>) {
  return (
    <RadioGroup aria-label={label} value={value} onValueChange={(next) => onValueChange(next as Value)}>
      <MenuLabel>{label}</MenuLabel>
      {options.map((option) => (
        <RadioItem key={option.value} value={option.value} className={itemClass}>
          {option.icon}
          <span className="flex-1">{option.label}</span>
          <ItemIndicator>
            <Check aria-hidden className="text-brand" />
          </ItemIndicator>
        </RadioItem>
      ))}
    </RadioGroup>
  );
}
