import { useDocumentTitle } from '../../../lib/document-title.ts';
import { PageHeader } from '../../../ui/page-header.tsx';

/** The screen Overview. */
export function OverviewPage() {
  useDocumentTitle('Overview');
  return <PageHeader title="Overview" />;
}
