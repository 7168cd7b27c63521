import type { ReactNode } from 'react';

interface SectionHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}

/** The header of a page section: its h2 and its buttons. */
export function SectionHeader({ title, description, actions }: SectionHeaderProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pb-4">
      <div className="flex flex-col gap-0.5">
        <h2 className="display text-2xl">{title}</h2>
        {description && <p className="text-ink-muted">{description}</p>}
      </div>
      {actions}
    </div>
  );
}
