import { Slot } from 'radix-ui/slot';
import type { ComponentProps } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';
import { cn } from './cn.ts';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Work is under way: a spinner shows and presses do nothing. Say what is under way in `children`. */
  busy?: boolean;
  /** Lends its looks to the one child, such as a link. */
  asChild?: boolean;
}

/** A button; with `asChild`, a link that looks like one. */
export function Button({
  variant = 'primary',
  size = 'md',
  busy = false,
  asChild = false,
  type = 'button',
  className,
  disabled,
  children,
  ...props
}: ButtonProps) {
  const classes = cn(buttonClass(variant, size), className);
  if (asChild) {
    return (
      <Slot className={classes} {...props}>
        {children}
      </Slot>
    );
  }
  return (
    <button type={type} className={classes} disabled={disabled || busy} aria-busy={busy || undefined} {...props}>
      {busy && <Spinner />}
      {children}
    </button>
  );
}
