import { useDocumentTitle } from '../../../lib/document-title.ts';
import { PageHeader } from '../../../ui/page-header.tsx';

/** The screen Analytics. */
export function AnalyticsPage() {
  useDocumentTitle('Analytics');
  return <PageHeader title="Analytics" />;
}
