import type { ComponentProps } from 'react';

/** User text in any script: it has its own direction, but aligns with the page's text. */
export function Bidi({ children, ...props }: ComponentProps<'span'>) {
  return (
    <span {...props}>
      <bdi>{children}</bdi>
    </span>
  );
}
