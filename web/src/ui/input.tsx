import type { ComponentProps, ReactNode, WheelEvent } from 'react';
import { cn } from './cn.ts';
import { useFieldAttributes } from './field-context.ts';

/** The style that all text controls share. 16 px text, or phones zoom in. */
export const controlClass =
  'w-full rounded-control border border-line-control bg-surface text-base text-ink shadow-card ' +
  'transition-colors duration-150 placeholder:text-ink-faint hover:border-ink-faint ' +
  'focus-visible:border-focus focus-visible:outline-offset-0 ' +
  'aria-invalid:border-tomato aria-invalid:focus-visible:outline-tomato ' +
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-faint';

export interface InputProps extends ComponentProps<'input'> {
  /** Fixed text before the input, such as a currency or the start of an address. */
  prefix?: string | undefined;
  /** The same after the input. */
  suffix?: string | undefined;
  /** An icon at the start. */
  start?: ReactNode;
  /** A control at the end, such as a button that shows a password. */
  end?: ReactNode;
}

/** Attributes of an address or a code, which is not to be corrected. */
export const VERBATIM = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, dir: 'ltr' } as const;

/** Has a wheel over a focused number scroll the page. It would change the number, unless that is read-only just then. */
function onlyScroll({ currentTarget: input }: WheelEvent<HTMLInputElement>) {
  if (input.readOnly) return;
  input.readOnly = true;
  setTimeout(() => {
    input.readOnly = false;
  });
}

/** One line of text. Spread react-hook-form's `register(…)` onto it. */
export function Input({ prefix, suffix, start, end, className, type = 'text', ...props }: InputProps) {
  const attributes = { ...useFieldAttributes(props), ...(type === 'number' && { onWheel: onlyScroll }) };
  if (prefix === undefined && suffix === undefined && start === undefined && end === undefined) {
    return (
      <input
        type={type}
        {...props}
        {...attributes}
        className={cn(controlClass, 'min-h-11 px-3.5 text-ellipsis', className)}
      />
    );
  }
  return (
    <div
      className={cn(
        controlClass,
        'flex min-h-11 items-center has-focus-visible:border-focus has-focus-visible:outline-[2.5px] has-focus-visible:outline-focus',
        'has-aria-invalid:border-tomato has-disabled:bg-sunken',
        className,
      )}
    >
      {start}
      {prefix !== undefined && (
        <span aria-hidden className="shrink-0 ps-3.5 text-ink-faint" dir="ltr">
          {prefix}
        </span>
      )}
      <input
        type={type}
        {...props}
        {...attributes}
        className={cn(
          'min-h-10.5 w-full min-w-0 flex-1 bg-transparent text-ellipsis text-ink outline-none placeholder:text-ink-faint',
          prefix === undefined ? 'ps-3.5' : 'ps-0.5',
          suffix === undefined ? 'pe-3.5' : 'pe-1',
        )}
      />
      {suffix !== undefined && (
        <span aria-hidden className="shrink-0 pe-3.5 text-ink-faint" dir="ltr">
          {suffix}
        </span>
      )}
      {end}
    </div>
  );
}
