import { Link } from 'wouter';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { knownUser, useCurrentUser } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAskConfirmation } from '../api.ts';

/** On every screen of a restaurant: asks to confirm the user's e-mail address, with a button for another link and a way to change it. */
export function ConfirmationBanner() {
  const { user } = useCurrentUser();
  const ask = useAskConfirmation();
  // During an update, an auth of the version before does not say whether it is.
  if (user?.isEmailConfirmed !== false) return null;

  const { email, newEmail } = user;
  const askAgain = async () => {
    try {
      await ask.mutateAsync();
    } catch (error) {
      toastInServersWords(error, 'Link not sent', 'Please try again.');
      return;
    }
    if (!knownUser()?.isEmailConfirmed) {
      toast({ title: 'Link sent', description: "Don't see it? Check your spam folder." });
      return;
    }
    toast({ title: 'Address confirmed' });
    // The focused element is gone.
    document.getElementById('main')?.focus();
  };

  return (
    <section
      aria-label="Confirmation"
      className="mb-7 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-saffron-soft px-4 py-3 text-saffron-ink sm:px-7 sm:py-4 print:hidden"
    >
      <div className="flex min-w-0 flex-col gap-0.5">
        <p className="font-semibold">Confirm your {newEmail !== undefined && 'new '}email address.</p>
        <p className="text-sm">
          Open the link we emailed to <bdi className="font-semibold wrap-anywhere">{newEmail ?? email}</bdi>.
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* A link to a new address takes the password. */}
        {newEmail === undefined && (
          <Button variant="secondary" size="sm" busy={ask.isPending} onClick={() => void askAgain()}>
            {ask.isPending ? 'Sending...' : 'Send Again'}
          </Button>
        )}
        <Button asChild variant="link" size="sm" className="text-saffron-ink">
          <Link href="/settings/account">Wrong address?</Link>
        </Button>
      </div>
    </section>
  );
}
