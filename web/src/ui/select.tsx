import { Check, ChevronDown } from 'lucide-react';
import {
  Content,
  Icon,
  Item,
  ItemIndicator,
  ItemText,
  Portal,
  Root,
  Separator,
  Trigger,
  Value,
  Viewport,
} from 'radix-ui/select';
import type { ReactNode, Ref } from 'react';
import { cn } from './cn.ts';
import { useFieldAttributes } from './field-context.ts';
import { controlClass } from './input.tsx';

export interface SelectOption {
  /** Not empty: Radix reserves '' for "nothing chosen". */
  value: string;
  label: string;
  disabled?: boolean;
}

interface SelectProps {
  options: readonly SelectOption[];
  /** '' or undefined: nothing chosen. */
  value: string | undefined;
  onValueChange: (value: string) => void;
  onBlur?: () => void;
  placeholder?: string;
  /** A last entry that acts instead of choosing: `onValueChange` gets its value. */
  action?: { value: string; label: string; icon: ReactNode };
  /** Shown in the open list when there are no options. */
  emptyText?: string;
  disabled?: boolean;
  id?: string;
  'aria-label'?: string;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** A choice of one option; with react-hook-form, inside a `Controller`. */
export function Select({
  options,
  value,
  onValueChange,
  onBlur,
  placeholder,
  action,
  emptyText,
  disabled,
  id,
  className,
  ref,
  ...props
}: SelectProps) {
  const attributes = useFieldAttributes({ id });
  return (
    <Root value={value ?? ''} onValueChange={onValueChange} disabled={disabled}>
      <Trigger
        ref={ref}
        onBlur={onBlur}
        {...attributes}
        aria-label={props['aria-label']}
        className={cn(
          controlClass,
          'flex min-h-11 items-center justify-between px-3.5 gap-2 text-start data-placeholder:text-ink-faint [&>span:first-child]:truncate',
          className,
        )}
      >
        <Value placeholder={placeholder} />
        <Icon asChild>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-faint" />
        </Icon>
      </Trigger>
      <Portal>
        <Content
          position="popper"
          sideOffset={6}
          collisionPadding={12}
          className="z-50 max-h-(--radix-select-content-available-height) w-(--radix-select-trigger-width) min-w-48 animate-pop-in overflow-hidden rounded-control border border-line bg-surface shadow-float"
        >
          <Viewport className="p-1.5">
            {options.length === 0 && emptyText && (
              <Item value="-" disabled className="px-3 py-2.5 text-sm text-ink-muted">
                <ItemText>{emptyText}</ItemText>
              </Item>
            )}
            {options.map((option) => (
              <Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-[0.5rem] px-3 py-1.5 wrap-anywhere outline-none pointer-fine:min-h-10 data-disabled:cursor-not-allowed data-disabled:text-ink-faint data-highlighted:bg-brand-soft data-highlighted:text-brand-ink data-[state=checked]:font-semibold"
              >
                <ItemText>{option.label}</ItemText>
                <ItemIndicator>
                  <Check aria-hidden className="size-4" />
                </ItemIndicator>
              </Item>
            ))}
            {action && (
              <>
                <Separator className="-mx-1.5 my-1.5 h-px bg-line" />
                <Item
                  value={action.value}
                  className="flex min-h-11 cursor-pointer items-center gap-2 rounded-[0.5rem] px-3 py-1.5 font-semibold text-brand-ink outline-none pointer-fine:min-h-10 data-highlighted:bg-brand-soft [&_svg]:size-4"
                >
                  {action.icon}
                  <ItemText>{action.label}</ItemText>
                </Item>
              </>
            )}
          </Viewport>
        </Content>
      </Portal>
    </Root>
  );
}
