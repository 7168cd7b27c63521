import type { ReactNode } from 'react';
import { ConfirmHost } from '../ui/confirm-dialog.tsx';
import { TooltipProvider } from '../ui/tooltip.tsx';

/** What only the signed-in screens use and visitors need not load: tooltips and `confirm()`. */
export function SignedInTools({ children }: { children: ReactNode }) {
  return (
    <TooltipProvider>
      {children}
      <ConfirmHost />
    </TooltipProvider>
  );
}
