import { useDocumentTitle } from '../../../lib/document-title.ts';
import { PageHeader } from '../../../ui/page-header.tsx';

/** The screen QR Codes. */
export function QrPage() {
  useDocumentTitle('QR Codes');
  return <PageHeader title="QR Codes" />;
}
