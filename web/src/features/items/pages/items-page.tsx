import { useDocumentTitle } from '../../../lib/document-title.ts';
import { PageHeader } from '../../../ui/page-header.tsx';

/** The screen Menu Items. */
export function ItemsPage() {
  useDocumentTitle('Menu Items');
  return <PageHeader title="Menu Items" />;
}
