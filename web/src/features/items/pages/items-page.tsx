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
              {/* Icons alone on a phone, so that the list begins in the first row. */}
              <Button asChild variant="secondary" className="max-sm:size-11 max-sm:p-0">
                <Link href="/dashboard/kitchen">
                  <ChefHat aria-hidden />
                  <span className="max-sm:sr-only">Kitchen</span>
                </Link>
              </Button>
              <Button asChild variant="secondary" className="max-sm:size-11 max-sm:p-0">
                <Link href="/dashboard/history">
                  <History aria-hidden />
                  <span className="max-sm:sr-only">History</span>
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
