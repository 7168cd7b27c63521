import type { SessionInfo } from '@tavola/contracts/auth.ts';
import { useRef } from 'react';
import { confirmDiscard } from '../../../lib/forms/unsaved-changes.ts';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { hasFailed } from '../../../lib/http/has-failed.ts';
import { confirmDeviceEnd } from '../../../lib/session/confirm-device-end.tsx';
import { confirmUnsentLoss } from '../../../lib/session/unsent-changes.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { LoadError } from '../../../ui/load-error.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { LoadingRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useEndAllSessions, useEndSession, useSessions } from '../api.ts';

/** The user's sessions, with buttons that end them. */
export function SessionsCard() {
  const sessions = useSessions();
  const endAll = useEndAllSessions();
  const list = useRef<HTMLUListElement>(null);

  const logOutEverywhere = async () => {
    const yes = await confirm({
      title: 'Sign out everywhere?',
      description:
        'Signs out every device, including this one and your kitchen tablets, and ends your open invitations.',
      confirmLabel: 'Sign Out Everywhere',
      destructive: true,
    });
    if (!yes || !(await confirmDiscard()) || !(await confirmUnsentLoss())) return;
    try {
      await endAll.mutateAsync();
    } catch (error) {
      toastInServersWords(error, 'Sign-out failed', 'Please try again.');
    }
  };

  return (
    <Card>
      <CardSection title="Your sessions" description="Where you're signed in. Don't recognize one? Sign it out.">
        {renderBody()}
        <Button
          variant="secondary"
          className="self-start"
          busy={endAll.isPending}
          onClick={() => void logOutEverywhere()}
        >
          {endAll.isPending ? 'Signing out...' : 'Sign Out Everywhere'}
        </Button>
      </CardSection>
    </Card>
  );

  function renderBody() {
    if (hasFailed(sessions)) {
      return <LoadError title="Couldn't load your sessions" query={sessions} className="-my-8" />;
    }
    if (!sessions.data) {
      return <LoadingRows rows={2} row="h-12" className="gap-3" />;
    }
    return (
      <ul ref={list} tabIndex={-1} className="flex flex-col divide-y divide-line rounded-control outline-offset-8">
        {sessions.data.map((session) => (
          // The focused button disappears with its row.
          <SessionRow key={session.id} session={session} onEnded={() => list.current?.focus()} />
        ))}
      </ul>
    );
  }
}

function SessionRow({ session, onEnded }: { session: SessionInfo; onEnded: () => void }) {
  const end = useEndSession();
  const signOut = async () => {
    if (session.isKitchenDevice && !(await confirmDeviceEnd(session.device))) return;
    try {
      await end.mutateAsync(session.id);
    } catch (error) {
      toastInServersWords(error, 'Sign-out failed', 'Please try again.');
      return;
    }
    onEnded();
    toast({ title: 'Device signed out', description: session.device });
  };
  return (
    <li className="flex min-h-16 items-center justify-between gap-4 py-2.5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          <bdi className="min-w-0 wrap-anywhere">{session.device}</bdi>
          {session.isCurrent && <Badge tone="positive">This device</Badge>}
          {session.isKitchenDevice && <Badge tone="outline">Kitchen tablet</Badge>}
        </p>
        <p className="text-sm text-ink-muted">
          Signed in <Moment iso={session.createdAt} />
        </p>
      </div>
      {!session.isCurrent && (
        <Button variant="secondary" size="sm" busy={end.isPending} onClick={() => void signOut()}>
          {end.isPending ? 'Signing out...' : 'Sign Out'}
          <VisuallyHidden> of {session.device}</VisuallyHidden>
        </Button>
      )}
    </li>
  );
}
