import { useDocumentTitle } from '../lib/browser/document-title.ts';
import { type CurrentUser, logOut } from '../lib/session/session.ts';
import { Button } from '../ui/button.tsx';
import { RetryButton } from '../ui/retry-button.tsx';

interface SessionFailedProps {
  session: Extract<CurrentUser, { status: 'failed' }>;
}

/** Shown when the server could not check the token. A bad connection must not log anyone out. */
export function SessionFailed({ session: { isRetrying, retry } }: SessionFailedProps) {
  useDocumentTitle('No connection');
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto flex min-h-[70dvh] max-w-md flex-col items-center justify-center gap-4 px-6 text-center"
    >
      <h1 className="display text-3xl">We can't reach the kitchen</h1>
      <p className="text-ink-muted">
        Your account couldn't be loaded. Check your connection and try again. You're still signed in.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <RetryButton query={{ isFetching: isRetrying, refetch: retry }}>
          {isRetrying ? 'Trying again…' : 'Try Again'}
        </RetryButton>
        <Button variant="ghost" onClick={logOut}>
          Logout
        </Button>
      </div>
    </main>
  );
}
