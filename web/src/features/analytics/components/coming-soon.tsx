import type { ReactNode } from 'react';
import { Card } from '../../../ui/card.tsx';

interface ComingSoonProps {
  title: string;
  /** What the panel will show. */
  text: string;
  /** A faint sketch of the future panel. */
  sketch: ReactNode;
}

/** A panel whose data does not exist yet (spec §2). */
export function ComingSoon({ title, text, sketch }: ComingSoonProps) {
  return (
    <Card className="flex flex-col overflow-hidden">
      <div className="flex flex-col gap-0.5 px-5 pt-5 sm:px-7 sm:pt-7">
        <h2 className="display text-xl">{title}</h2>
        <p className="text-sm text-ink-muted">{text}</p>
      </div>
      <div className="relative m-5 mt-5 flex min-h-72 flex-1 items-center justify-center overflow-hidden rounded-control border border-dashed border-line-strong sm:m-7 sm:mt-6">
        <div
          aria-hidden
          className="absolute inset-0 text-brand opacity-20 [mask-image:linear-gradient(#000,transparent)]"
        >
          {sketch}
        </div>
        <div className="relative flex flex-col items-center gap-3 px-4 text-center">
          <p className="display rounded-full border border-line bg-surface px-5 py-2 text-lg text-ink-muted shadow-card">
            Coming soon...
          </p>
          <p className="text-sm text-ink-muted">Appears with your first scan.</p>
        </div>
      </div>
    </Card>
  );
}
