import type { Invitation } from '@tavola/contracts/team.ts';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { useTenant } from '../../../lib/http/queries.ts';
import { ROLE_WORDS } from '../../../lib/session/role-words.ts';
import { formatDay } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Bidi } from '../../../ui/bidi.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { toast } from '../../../ui/toast.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useWithdraw } from '../api.ts';

/** The invitations that nobody has accepted yet. */
export function InvitationsCard({ invitations }: { invitations: readonly Invitation[] }) {
  return (
    <Card>
      <CardSection title="Open invitations">
        <ul className="flex flex-col divide-y divide-line">
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      </CardSection>
    </Card>
  );
}

function InvitationRow({
  invitation: { id, email, role, mayDeclare, invitedBy, expiresAt },
}: {
  invitation: Invitation;
}) {
  const timeZone = useTenant().data?.timeZone;
  const withdraw = useWithdraw();
  const who = email ?? 'Whoever has the code';
  const askAndWithdraw = async () => {
    const yes = await confirm({
      title: 'Withdraw this invitation?',
      description: 'Its link stops working.',
      confirmLabel: 'Withdraw',
      destructive: true,
    });
    if (!yes) return;
    let wasOpen: boolean;
    try {
      wasOpen = await withdraw.mutateAsync(id);
    } catch (error) {
      toastInServersWords(error, 'Not withdrawn', 'Please try again.');
      return;
    }
    if (wasOpen) toast({ title: 'Invitation withdrawn', ...(email !== null && { description: email }) });
    else toast({ title: 'Invitation no longer open', description: 'It was used or withdrawn, or has expired.' });
    // The row is gone, and its button with the focus.
    document.getElementById('main')?.focus();
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3.5 first:pt-0 last:pb-0">
      <div className="flex min-w-0 grow basis-56 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Bidi className="min-w-0 font-semibold wrap-anywhere">{who}</Bidi>
          <Badge tone={role === 'owner' ? 'positive' : 'neutral'}>{ROLE_WORDS[role].label}</Badge>
          {role === 'staff' && mayDeclare && <Badge tone="outline">Declares allergens</Badge>}
        </p>
        <p className="text-sm text-ink-muted">
          Invited by <bdi className="wrap-anywhere">{invitedBy}</bdi> · Expires {formatDay(expiresAt, timeZone)}
        </p>
      </div>
      <Button variant="secondary" size="sm" busy={withdraw.isPending} onClick={() => void askAndWithdraw()}>
        {withdraw.isPending ? 'Withdrawing...' : 'Withdraw'} <VisuallyHidden>the invitation of {who}</VisuallyHidden>
      </Button>
    </li>
  );
}
