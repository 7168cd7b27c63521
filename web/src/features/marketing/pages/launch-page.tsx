import { Link } from 'wouter';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { Button } from '../../../ui/button.tsx';
import { Wordmark } from '../../../ui/logo.tsx';

/** The screen "Digital menus for restaurants". */
export function LaunchPage() {
  useDocumentTitle('Digital menus for restaurants');
  return (
    <main id="main" tabIndex={-1} className="mx-auto flex max-w-3xl flex-col gap-6 px-5 py-16">
      <Wordmark />
      <h1 className="display text-4xl">Digital menus for restaurants</h1>
      <div className="flex flex-wrap gap-3">
        <Button asChild>
          <Link href="/signup">Get Started</Link>
        </Button>
        <Button asChild variant="secondary">
          <Link href="/login">Sign In</Link>
        </Button>
      </div>
    </main>
  );
}
