import { Link } from 'wouter';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';

/** What /admin shows to non-admins (spec §2). */
export function AccessDeniedPage() {
  useDocumentTitle('Access Denied');
  return (
    <Notice title="Access Denied" text="You don't have permission to access the admin dashboard.">
      <Button asChild>
        <Link href="/dashboard">Go to Dashboard</Link>
      </Button>
    </Notice>
  );
}
