import { Button, type ButtonProps } from './button.tsx';
import { cn } from './cn.ts';

/** A page's main button: in the page header, or centred above a phone's bottom bar (rows have controls at the edges). */
export function FloatingAction({ className, ...props }: Omit<ButtonProps, 'asChild' | 'variant' | 'size'>) {
  return (
    <Button
      data-floating
      className={cn(
        'max-sm:fixed max-sm:start-1/2 max-sm:-translate-x-1/2 max-sm:bottom-[calc(var(--bottom-bar,0px)+env(safe-area-inset-bottom)+1rem)] max-sm:z-20 max-sm:min-h-13 max-sm:px-6 max-sm:shadow-float',
        className,
      )}
      {...props}
    />
  );
}
