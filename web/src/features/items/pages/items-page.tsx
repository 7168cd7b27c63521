import { Plus } from 'lucide-react';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { FloatingAction } from '../../../ui/floating-action.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ItemsSection } from '../components/items-section.tsx';

/** The screen Menu Items. */
export function ItemsPage() {
  useDocumentTitle('Menu Items');
  return (
    <ItemsSection
      renderHeader={(add) => (
        <PageHeader
          title="Menu Items"
          description="Everything your guests can order. Switch off what has run out, and your menu updates instantly."
          actions={
            <FloatingAction onClick={add}>
              <Plus aria-hidden />
              Add Item
            </FloatingAction>
          }
        />
      )}
    />
  );
}
