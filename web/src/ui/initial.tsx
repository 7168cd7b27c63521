import { cn } from './cn.ts';

/** A round plate with one letter: replaces a missing picture. Decoration; state the name too. */
export function Initial({ letter, className }: { letter: string; className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        'display inline-flex size-9 shrink-0 items-center justify-center rounded-full bg-brand-soft text-base leading-none text-brand-ink shadow-[inset_0_0_0_2px_var(--color-surface),inset_0_0_0_3px_var(--color-brand)]',
        className,
      )}
    >
      {letter}
    </span>
  );
}
