import type { UseMutationResult } from '@tanstack/react-query';
import type { ConfirmEmailInput } from '@tavola/contracts/auth.ts';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { errorText } from '../../../lib/http/api.ts';
import { useLinkToken } from '../../../lib/session/link-token.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';

interface ConfirmLinkProps {
  confirm: UseMutationResult<unknown, Error, ConfirmEmailInput>;
  title: string;
  text: string;
  /** What is said once it is confirmed. */
  doneTitle: string;
  doneText: string;
  /** What is said of a failure without words of its own. */
  failure: string;
  /** Another button. */
  children?: ReactNode;
}

/** Confirms an address with a mailed link. It needs a press, so that mail programs that open links confirm nothing. */
export function ConfirmLink({ confirm, title, text, doneTitle, doneText, failure, children }: ConfirmLinkProps) {
  const token = useLinkToken();
  // Another link can be put into the address bar.
  const isConfirmed = confirm.isSuccess && confirm.variables.token === token;
  // The pressed button is gone.
  useEffect(() => {
    if (isConfirmed) document.querySelector<HTMLElement>('main h1')?.focus();
  }, [isConfirmed]);

  if (isConfirmed) {
    return (
      <Notice title={doneTitle} text={doneText}>
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
      >
        <Button asChild variant="secondary">
          <Link href="/dashboard">Go to Dashboard</Link>
        </Button>
      </Notice>
    );
  }
  return (
    <Notice title={title} text={text}>
      {confirm.isError && confirm.variables.token === token && <Alert>{errorText(confirm.error, failure)}</Alert>}
      <div className="flex flex-wrap justify-center gap-2.5">
        <Button busy={confirm.isPending} onClick={() => confirm.mutate({ token })}>
          {confirm.isPending ? 'Confirming...' : 'Confirm Address'}
        </Button>
        {children}
      </div>
    </Notice>
  );
}
