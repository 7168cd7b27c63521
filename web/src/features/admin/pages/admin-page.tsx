import { useDocumentTitle } from '../../../lib/document-title.ts';
import { PageHeader } from '../../../ui/page-header.tsx';

/** The screen Admin Dashboard. */
export function AdminPage() {
  useDocumentTitle('Admin Dashboard');
  return <PageHeader title="Admin Dashboard" />;
}
