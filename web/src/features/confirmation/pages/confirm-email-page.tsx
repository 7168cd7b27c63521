import { Link } from 'wouter';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { Button } from '../../../ui/button.tsx';
import { useConfirmEmail } from '../api.ts';
import { ConfirmLink } from '../components/confirm-link.tsx';

/** Confirms the e-mail address of an account. */
export function ConfirmEmailPage() {
  useDocumentTitle('Confirm Your Email Address');
  return (
    <ConfirmLink
      confirm={useConfirmEmail()}
      title="Confirm your email"
      text="Did you create this account? Confirm your address. If someone else did, set a new password instead to take it over."
      doneTitle="Address confirmed"
      doneText="Thank you. You can now turn on two-factor sign-in."
      failure="The address couldn't be confirmed. Please try again."
    >
      <Button asChild variant="ghost">
        <Link href="/forgot-password">Set a New Password</Link>
      </Button>
    </ConfirmLink>
  );
}
