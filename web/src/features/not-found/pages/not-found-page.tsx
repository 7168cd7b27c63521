import { Link } from 'wouter';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { useSite } from '../../../lib/http/use-site.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';

/** Shown for unknown paths (spec §2). */
export function NotFoundPage() {
  useDocumentTitle('404 Page Not Found');
  const { supportEmail } = useSite();
  return (
    <Notice
      title="404 Page Not Found"
      text={
        <>
          <span className="block">Did you forget to add the page to the router?</span>
          <span className="block">This page doesn't exist, or it has moved.</span>
        </>
      }
    >
      <Button asChild>
        <Link href="/">Go to the Start Page</Link>
      </Button>
      {supportEmail && (
        <Button asChild variant="link">
          <a href={`mailto:${supportEmail}`}>Contact support</a>
        </Button>
      )}
    </Notice>
  );
}
