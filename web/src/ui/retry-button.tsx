import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import { whenThere } from '../lib/browser/when-there.ts';
import { Button } from './button.tsx';

interface RetryButtonProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'size'> {
  query: { isFetching: boolean; refetch: () => unknown };
  children?: ReactNode;
}

/** Loads again what could not be loaded. When it leaves the page with the focus, the heading of what was loaded gets that. */
export function RetryButton({ query: { isFetching, refetch }, children = 'Try Again', ...look }: RetryButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isPressed = useRef(false);
  // A layout effect's cleanup runs while the button is still in the page.
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      if (own === null || own !== document.activeElement || !isPressed.current) return;
      const near = own.closest('section, [role=dialog]')?.querySelector<HTMLElement>('h2, h3');
      queueMicrotask(() => whenThere(() => focusHeading(near)));
    };
  }, []);
  return (
    <Button
      ref={button}
      {...look}
      busy={isFetching}
      onClick={() => {
        isPressed.current = true;
        void refetch();
      }}
    >
      {children}
    </Button>
  );
}

/** Whether the focus is on `near`, or else on the page's heading, or was moved elsewhere meanwhile. */
function focusHeading(near: HTMLElement | null | undefined): boolean {
  if (document.activeElement !== document.body) return true;
  const heading = near?.isConnected ? near : document.querySelector<HTMLElement>('main h1');
  if (!heading) return false;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus();
  return true;
}
