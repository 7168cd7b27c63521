import type { ReactNode } from 'react';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { useTenant } from '../../../lib/http/queries.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FirstStepsCard } from '../components/first-steps-card.tsx';
import { StatCards } from '../components/stat-cards.tsx';

interface OverviewPageProps {
  /** What an empty menu begins with. */
  start: ReactNode;
  items: ReactNode;
}

/** The screen Overview (spec §2): the first steps and the statistics, then the menu items. */
export function OverviewPage({ start, items }: OverviewPageProps) {
  useDocumentTitle('Overview');
  const tenant = useTenant().data;
  return (
    <>
      <PageHeader
        title="Overview"
        // The empty line reserves space until the name has loaded.
        description={tenant ? <bdi className="wrap-anywhere">{tenant.name}</bdi> : '\u00a0'}
      />
      <div className="flex flex-col gap-8 sm:gap-10">
        <div className="flex flex-col gap-4 sm:gap-5">
          {start}
          <FirstStepsCard />
          <StatCards />
        </div>
        <section aria-label="Menu Items">{items}</section>
      </div>
    </>
  );
}
