import { Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../../ui/cn.ts';

/** Why the user may not ask the AI, in place of what would ask it. */
export function AssistantRefusal({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <p className={cn('flex items-start gap-2 text-sm text-ink-muted', className)}>
      <Sparkles aria-hidden className="mt-[0.2em] size-4 shrink-0 text-ink-faint" />
      {children}
    </p>
  );
}
