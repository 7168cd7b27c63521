import { Plus } from 'lucide-react';
import { ItemsSection } from '../features/items/components/items-section.tsx';
import { OverviewPage } from '../features/overview/pages/overview-page.tsx';
import { Button } from '../ui/button.tsx';
import { SectionHeader } from '../ui/section-header.tsx';

/** Overview: the statistics, with the menu items below (spec §2). */
export function DashboardOverview() {
  return (
    <OverviewPage
      items={
        <ItemsSection
          headingLevel={3}
          renderHeader={(add) => (
            <SectionHeader
              title="Menu Items"
              actions={
                <Button onClick={add}>
                  <Plus aria-hidden />
                  Add Item
                </Button>
              }
            />
          )}
        />
      }
    />
  );
}
