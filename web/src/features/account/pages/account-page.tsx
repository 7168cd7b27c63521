import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { useCurrentUser } from '../../../lib/session/session.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmailCard } from '../components/email-card.tsx';
import { NameCard } from '../components/name-card.tsx';
import { PasswordCard } from '../components/password-card.tsx';
import { SessionsCard } from '../components/sessions-card.tsx';
import { TwoFactorCard } from '../components/two-factor-card.tsx';

/** Account & Security: e-mail address, name, password, two-factor sign-in, sessions. */
export function AccountPage() {
  useDocumentTitle('Account & Security');
  const { user } = useCurrentUser();
  if (!user) return null;
  return (
    <>
      <PageHeader
        title="Account & Security"
        description={
          <>
            How and where you sign in as <bdi className="wrap-anywhere">{user.email}</bdi>.
          </>
        }
      />
      <div className="flex max-w-3xl flex-col gap-6">
        <EmailCard user={user} />
        <NameCard name={user.name} />
        <TwoFactorCard />
        <PasswordCard email={user.email} />
        <SessionsCard />
      </div>
    </>
  );
}
