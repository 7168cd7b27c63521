import { useEffect } from 'react';
import { Link } from 'wouter';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { errorText } from '../../../lib/http/api.ts';
import { useLinkToken } from '../../../lib/session/link-token.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useConfirmEmail } from '../api.ts';

/** Confirms an e-mail address. It needs a press, so that mail programs that open links confirm nothing. */
export function ConfirmEmailPage() {
  useDocumentTitle('Confirm Your Email Address');
  const confirm = useConfirmEmail();
  const token = useLinkToken();
  // Another link can be put into the address bar.
  const isConfirmed = confirm.isSuccess && confirm.variables.token === token;
  // The pressed button is gone.
  useEffect(() => {
    if (isConfirmed) document.querySelector<HTMLElement>('main h1')?.focus();
  }, [isConfirmed]);

  if (isConfirmed) {
    return (
      <Notice title="Address confirmed" text="Thank you. You can now turn on two-factor sign-in.">
        <Button asChild>
          <Link href="/dashboard">Go to Dashboard</Link>
        </Button>
      </Notice>
    );
  }
  if (token === '') {
    return (
      <Notice
        title="This link is incomplete"
        text="Open the link in your email again, or copy all of it into the address bar."
      />
    );
  }
  return (
    <Notice
      title="Confirm your email"
      text="Did you create this account? Confirm your address. If someone else did, set a new password instead to take it over."
    >
      {confirm.isError && confirm.variables.token === token && (
        <Alert>{errorText(confirm.error, "The address couldn't be confirmed. Please try again.")}</Alert>
      )}
      <div className="flex flex-wrap justify-center gap-2.5">
        <Button busy={confirm.isPending} onClick={() => confirm.mutate({ token })}>
          {confirm.isPending ? 'Confirming...' : 'Confirm Address'}
        </Button>
        <Button asChild variant="ghost">
          <Link href="/forgot-password">Set a New Password</Link>
        </Button>
      </div>
    </Notice>
  );
}
