import { Slot } from 'radix-ui/slot';
import type { ComponentProps, MouseEvent } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';
import { cn } from './cn.ts';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** While busy, a spinner shows, presses do nothing and focus stays. Say what is happening in `children`. */
  busy?: boolean;
  /** Renders its one child, such as a link, with the button's style. */
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
    // Not `disabled` while busy: a disabled button loses focus, and keyboard users their place on the page.
    <button
      type={type}
      className={classes}
      {...props}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true, onClick: doNothing })}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

/** Also prevents form submission, which Enter in a field triggers through the form's button. */
function doNothing(event: MouseEvent) {
  event.preventDefault();
}
