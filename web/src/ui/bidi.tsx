import type { ComponentProps } from 'react';

/** Text in whatever script people wrote: it runs in its own direction, and lies where the page's text lies. */
export function Bidi({ children, ...props }: ComponentProps<'span'>) {
  return (
    <span {...props}>
      <bdi>{children}</bdi>
    </span>
  );
}
