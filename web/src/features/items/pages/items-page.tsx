import { ChefHat, History, Plus } from 'lucide-react';
import { Link } from 'wouter';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ItemsSection } from '../components/items-section.tsx';

/** The screen Menu Items. */
export function ItemsPage() {
  useDocumentTitle('Menu Items');
  return (
    <ItemsSection
      headingLevel={2}
      renderHeader={(add) => (
        <PageHeader
          dense
          title="Menu Items"
          description="Everything your guests can order. Switch off what has run out, and your menu updates instantly."
          actions={
            <>
              <Button asChild variant="secondary">
                <Link href="/dashboard/kitchen">
                  <ChefHat aria-hidden />
                  Kitchen
                </Link>
              </Button>
              <Button asChild variant="secondary">
                <Link href="/dashboard/history">
                  <History aria-hidden />
                  History
                </Link>
              </Button>
              <Button onClick={add}>
                <Plus aria-hidden />
                Add Item
              </Button>
            </>
          }
        />
      )}
    />
  );
}
