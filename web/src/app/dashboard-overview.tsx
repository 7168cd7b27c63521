import { Plus } from 'lucide-react';
import { StartWithMenu } from '../features/import/components/start-with-menu.tsx';
import { ItemsSection } from '../features/items/components/items-section.tsx';
import { OverviewPage } from '../features/overview/pages/overview-page.tsx';
import { Button } from '../ui/button.tsx';
import { SectionHeader } from '../ui/section-header.tsx';

/** Overview: the statistics, with the menu items below (spec §2). */
export function DashboardOverview() {
  return (
    <OverviewPage
      start={<StartWithMenu />}
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
