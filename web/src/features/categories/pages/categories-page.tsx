import { useDocumentTitle } from '../../../lib/document-title.ts';
import { PageHeader } from '../../../ui/page-header.tsx';

/** The screen Categories. */
export function CategoriesPage() {
  useDocumentTitle('Categories');
  return <PageHeader title="Categories" />;
}
