import { useDocumentTitle } from '../../../lib/document-title.ts';
import { PageHeader } from '../../../ui/page-header.tsx';

/** The screen Settings. */
export function SettingsPage() {
  useDocumentTitle('Settings');
  return <PageHeader title="Settings" />;
}
