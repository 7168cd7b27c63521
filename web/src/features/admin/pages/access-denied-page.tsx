import { Link } from 'wouter';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';

/** What /admin shows to non-admins (spec §2), and the dashboard for a screen that a role may not see; `text` says why. */
export function AccessDeniedPage({ text }: { text: string }) {
  useDocumentTitle('Access Denied');
  return (
    <Notice title="Access Denied" text={text}>
      <Button asChild>
        <Link href="/dashboard">Go to Dashboard</Link>
      </Button>
    </Notice>
  );
}
