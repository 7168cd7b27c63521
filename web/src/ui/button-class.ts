import { cn } from './cn.ts';

/** A button's emphasis: one 'primary' per view. */
export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'destructive' | 'link';
export type ButtonSize = 'sm' | 'md' | 'lg';

const base =
  'relative inline-flex items-center justify-center gap-2 font-semibold whitespace-nowrap select-none ' +
  'transition-[background-color,border-color,color,scale] duration-150 ease-serve ' +
  'not-ready:cursor-not-allowed not-ready:opacity-55 [&_svg]:shrink-0';

const variants: Record<ButtonVariant, string> = {
  primary: 'rounded-full bg-brand text-on-brand ready:hover:bg-brand-hover ready:active:scale-[0.98]',
  secondary:
    'rounded-full border border-line-strong bg-surface text-ink ready:hover:border-ink-faint ready:hover:bg-sunken ready:active:scale-[0.98]',
  ghost: 'rounded-full text-ink-muted ready:hover:bg-sunken ready:hover:text-ink',
  destructive: 'rounded-full bg-tomato text-on-tomato ready:hover:bg-tomato-hover ready:active:scale-[0.98]',
  link: 'rounded-tag text-brand-ink underline decoration-1 underline-offset-4 hover:decoration-2',
};

const sizes: Record<ButtonSize, string> = {
  // Below 44 px, what can be tapped is larger than what is seen.
  sm: 'min-h-9 px-4 text-sm before:absolute before:inset-x-0 before:-inset-y-1 [&_svg]:size-4',
  md: 'min-h-11 px-5 text-base [&_svg]:size-[1.125rem]',
  lg: 'min-h-13 px-7 text-lg [&_svg]:size-5',
};

const linkSizes: Record<ButtonSize, string> = {
  sm: 'min-h-6 text-sm before:absolute before:inset-x-0 before:-inset-y-2.5',
  md: 'min-h-6 text-base before:absolute before:inset-x-0 before:-inset-y-2.5',
  lg: 'min-h-8 text-lg',
};

/** The class names of a button, for the rare element that can't be one. */
export function buttonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'md'): string {
  return cn(base, variants[variant], variant === 'link' ? linkSizes[size] : sizes[size]);
}
