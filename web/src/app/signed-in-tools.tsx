import type { ReactNode } from 'react';
import { ConfirmHost } from '../ui/confirm-dialog.tsx';
import { TooltipProvider } from '../ui/tooltip.tsx';

/** Tooltips and `confirm()`: only signed-in screens use them, so visitors do not load them. */
export function SignedInTools({ children }: { children: ReactNode }) {
  return (
    <TooltipProvider>
      {children}
      <ConfirmHost />
    </TooltipProvider>
  );
}
