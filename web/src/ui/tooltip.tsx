import { Content, Portal, Provider, Root, Trigger } from 'radix-ui/tooltip';
import type { ReactNode } from 'react';
import { lastInput } from '../lib/browser/last-input.ts';

/** Shared timing of all tooltips inside (spec §9: open after 700 ms, the next within 300 ms immediately). */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Provider>
  );
}

/** A hint on hover and focus of its one child, which must take a ref and be focusable. */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactNode }) {
  return (
    <Root>
      {/* A press leaves or restores focus, which would open the tooltip and leave it there: only keys may. */}
      <Trigger asChild onFocus={(event) => lastInput() !== 'keyboard' && event.preventDefault()}>
        {children}
      </Trigger>
      <Portal>
        <Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-64 animate-pop-in rounded-control bg-ink px-3 py-1.5 text-sm text-paper shadow-float"
        >
          {content}
        </Content>
      </Portal>
    </Root>
  );
}
