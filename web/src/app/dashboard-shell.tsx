import type { ReactNode } from 'react';
import { LogoMark } from '../ui/logo.tsx';

/**
 * What shows until the dashboard's code and the signed-in user are there: the header's frame, in the HTML too (vite.config.ts).
 * There it has no text, because fonts would load before the code. `children` is read by screen readers.
 */
export function DashboardShell({ children }: { children?: ReactNode }) {
  return (
    <>
      <div className="border-b border-line">
        <div className="mx-auto flex h-16 max-w-[90rem] items-center px-4 sm:px-6">
          <LogoMark />
        </div>
      </div>
      <div role="status" className="flex min-h-[60dvh] items-center justify-center">
        {children && <span className="sr-only">{children}</span>}
        <span
          aria-hidden
          className="size-7 animate-turn rounded-full border-[2.5px] border-line-strong border-t-brand [animation-delay:300ms]"
        />
      </div>
    </>
  );
}
