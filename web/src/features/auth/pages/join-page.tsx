import type { Place, SignedInUser } from '@tavola/contracts/auth.ts';
import type { InvitationView } from '@tavola/contracts/team.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { ApiError, errorText } from '../../../lib/http/api.ts';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { forgetInvitation, keepInvitation, useInvitationToken } from '../../../lib/session/invitation-token.ts';
import { ROLE_WORDS } from '../../../lib/session/role-words.ts';
import { endSession, loginPath, placesOf, useCurrentUser } from '../../../lib/session/session.ts';
import { confirmUnsentLoss, discardUnsent } from '../../../lib/session/unsent-changes.ts';
import { useSwitch } from '../../../lib/session/use-switch.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Bidi } from '../../../ui/bidi.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmHost } from '../../../ui/confirm-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { toast } from '../../../ui/toast.ts';
import { useJoin, useReadInvitation } from '../api.ts';
import { AuthLayout } from '../components/auth-layout.tsx';
import { JoinForm } from '../components/join-form.tsx';

const JOIN = '/join';

/** What an invitation's link opens: says what it is for, and accepts it with the signed-in account, or with a new one. */
export function JoinPage() {
  useDocumentTitle('Join a Team');
  const token = useInvitationToken();
  const { user } = useCurrentUser();
  const read = useReadInvitation();
  const [joined, setJoined] = useState<Place>();
  const { mutate: readAgain } = read;
  useEffect(() => {
    if (token !== '') readAgain({ token });
  }, [token, readAgain]);

  if (joined) return <Joined place={joined} user={user} />;
  if (token === '') {
    return (
      <Notice title="This link is incomplete" text="Open the link in your email again, or scan the code again.">
        <WayOut user={user} />
      </Notice>
    );
  }
  if (read.isError) {
    const isOver = read.error instanceof ApiError && read.error.code === 'link-invalid';
    return (
      <Notice
        title={isOver ? 'This invitation is no longer open' : "Couldn't read the invitation"}
        text={
          isOver
            ? `It was used, withdrawn, or has expired. ${user ? '' : 'If you have joined already, sign in. '}An owner of the restaurant can make a new one.`
            : errorText(read.error, 'Please check your connection and try again.')
        }
      >
        {isOver ? (
          <WayOut user={user} />
        ) : (
          <Button busy={read.isPending} onClick={() => readAgain({ token })}>
            Try Again
          </Button>
        )}
      </Notice>
    );
  }
  if (!read.data) {
    return (
      <Notice title="Your invitation" text="Reading it…">
        <Spinner />
      </Notice>
    );
  }
  const invitation = read.data;
  if (!user) return <AsVisitor token={token} invitation={invitation} />;
  return <AsUser token={token} invitation={invitation} user={user} onJoined={setJoined} />;
}

/** Where somebody goes on whose link leads nowhere. */
const WayOut = ({ user }: { user: SignedInUser | undefined }) => (
  <Button asChild variant="secondary">
    <Link href={user ? '/dashboard' : '/login'}>{user ? 'Go to Dashboard' : 'Sign In'}</Link>
  </Button>
);

const titleOf = ({ restaurant }: InvitationView): ReactNode => (
  <>
    Join <Bidi className="wrap-anywhere">{restaurant}</Bidi>
  </>
);

const introOf = ({ role }: InvitationView): string =>
  `You're invited to the team as ${ROLE_WORDS[role].as}. ${ROLE_WORDS[role].you}`;

interface InvitedProps {
  token: string;
  invitation: InvitationView;
}

/** To who is signed out: a new account, or the way to the one that there is. */
function AsVisitor({ token, invitation }: InvitedProps) {
  // An address that was typed here, and has an account already.
  const [known, setKnown] = useState('');
  const signIn = (
    <Link href={loginPath(JOIN)} state={{ email: invitation.email ?? known }}>
      Sign in to accept
    </Link>
  );
  return (
    <AuthLayout
      title={titleOf(invitation)}
      intro={introOf(invitation)}
      footer={
        invitation.hasAccount ? (
          'After signing in, you decide whether to join.'
        ) : (
          <>
            Already have an account?{' '}
            <Button asChild variant="link">
              {signIn}
            </Button>
          </>
        )
      }
    >
      {invitation.hasAccount ? (
        <div className="flex flex-col gap-5">
          <p>
            There is an account for <bdi className="font-semibold wrap-anywhere">{invitation.email}</bdi>.
          </p>
          <Button asChild size="lg">
            {signIn}
          </Button>
        </div>
      ) : (
        <JoinForm token={token} invitation={invitation} onKnown={setKnown} />
      )}
    </AuthLayout>
  );
}

/** To who is signed in: accepts with this account, or signs out for another one. */
function AsUser({
  token,
  invitation,
  user,
  onJoined,
}: InvitedProps & { user: SignedInUser; onJoined: (place: Place) => void }) {
  const join = useJoin();
  const { email } = invitation;
  const isForOther = email !== null && email.toLowerCase() !== user.email.toLowerCase();

  const accept = async () => {
    try {
      onJoined(await join.mutateAsync({ token }));
      forgetInvitation();
    } catch {
      // Said above the button.
    }
  };
  const signOut = async () => {
    if (!(await confirmUnsentLoss())) return;
    discardUnsent();
    endSession();
    keepInvitation(token);
  };

  return (
    <Notice title={titleOf(invitation)} text={introOf(invitation)}>
      <ConfirmHost />
      {isForOther && (
        <Alert tone="warning" title="For another address">
          This invitation is for <bdi className="wrap-anywhere">{email}</bdi>. You're signed in as{' '}
          <bdi className="wrap-anywhere">{user.email}</bdi>.
        </Alert>
      )}
      {join.isError && <Alert>{errorText(join.error, 'You could not join. Please try again.')}</Alert>}
      <div className="flex w-full flex-col gap-2.5">
        {!isForOther && (
          <Button busy={join.isPending} className="h-auto! py-2.5 whitespace-normal!" onClick={() => void accept()}>
            {join.isPending ? (
              'Joining...'
            ) : (
              <span className="min-w-0 wrap-anywhere">
                Join <bdi>{invitation.restaurant}</bdi> as <bdi>{user.name}</bdi>
              </span>
            )}
          </Button>
        )}
        <Button variant={isForOther ? 'primary' : 'ghost'} onClick={() => void signOut()}>
          {isForOther ? 'Sign Out and Go On' : 'Use Another Account'}
        </Button>
      </div>
    </Notice>
  );
}

/** Offers to open the restaurant that the user has just joined: nobody is switched without being asked. */
function Joined({ place: { id, name, role }, user }: { place: Place; user: SignedInUser | undefined }) {
  const enter = useSwitch();
  const [, navigate] = useLocation();
  const current = placesOf(user).find((one) => one.id === user?.tenantId)?.name;
  // The pressed button is gone.
  useEffect(() => document.querySelector<HTMLElement>('main h1')?.focus(), []);

  const open = async () => {
    try {
      await enter.mutateAsync(id);
    } catch (error) {
      toastInServersWords(error, 'Not opened', 'Please try again.');
      return;
    }
    navigate('/dashboard');
    toast({ title: `You're in ${name} now` });
  };

  return (
    <Notice
      title={
        <>
          You joined <Bidi className="wrap-anywhere">{name}</Bidi>
        </>
      }
      text={`You work there as ${ROLE_WORDS[role].as}.`}
    >
      <div className="flex w-full flex-col gap-2.5">
        <Button busy={enter.isPending} className="h-auto! py-2.5 whitespace-normal!" onClick={() => void open()}>
          <span className="min-w-0 wrap-anywhere">
            Open <bdi>{name}</bdi>
          </span>
        </Button>
        {user && user.tenantId !== null && (
          <Button asChild variant="ghost" className="h-auto! py-2.5 whitespace-normal!">
            <Link href="/dashboard">
              <span className="min-w-0 wrap-anywhere">
                Stay in <bdi>{current}</bdi>
              </span>
            </Link>
          </Button>
        )}
      </div>
    </Notice>
  );
}
