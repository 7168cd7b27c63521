import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { useConfirmNewEmail } from '../api.ts';
import { ConfirmLink } from '../components/confirm-link.tsx';

/** Makes a new e-mail address the account's. */
export function ConfirmNewEmailPage() {
  useDocumentTitle('Confirm Your New Email Address');
  return (
    <ConfirmLink
      confirm={useConfirmNewEmail()}
      title="Confirm your new email"
      text="Did you ask for this? Then you sign in with this address from now on. If you didn't, close this page: nothing changes."
      doneTitle="Address changed"
      doneText="From now on, sign in with this address. Your other devices were signed out."
      failure="The address couldn't be changed. Please try again."
    />
  );
}
