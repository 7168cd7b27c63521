import { Button, type ButtonProps } from './button.tsx';
import { cn } from './cn.ts';

interface FloatingActionProps extends Omit<ButtonProps, 'asChild' | 'variant' | 'size'> {
  /** Whether there is a list below it; above an empty state, it would cover what that offers. */
  floats?: boolean;
}

/** A page's main button: in the page header, or centred above a phone's bottom bar (rows have controls at the edges). */
export function FloatingAction({ floats = true, className, ...props }: FloatingActionProps) {
  return (
    <Button
      data-floating={floats || undefined}
      className={cn(
        floats &&
          'max-sm:fixed max-sm:start-1/2 max-sm:-translate-x-1/2 max-sm:bottom-[calc(var(--bottom-bar,0px)+env(safe-area-inset-bottom)+1rem)] max-sm:z-20 max-sm:min-h-13 max-sm:px-6 max-sm:shadow-float',
        className,
      )}
      {...props}
    />
  );
}
