import type { Member } from '@tavola/contracts/team.ts';
import { Ellipsis, LogOut, UserCog, UserMinus } from 'lucide-react';
import { useDialogState } from '../../../lib/forms/dialog-state.ts';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { useTenant } from '../../../lib/http/queries.ts';
import { ROLE_WORDS } from '../../../lib/session/role-words.ts';
import { useCurrentUser } from '../../../lib/session/session.ts';
import { firstLetter } from '../../../lib/text/first-letter.ts';
import { formatDay } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Bidi } from '../../../ui/bidi.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { DropdownMenu, MenuItem } from '../../../ui/dropdown-menu.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Initial } from '../../../ui/initial.tsx';
import { toast } from '../../../ui/toast.ts';
import { isOnlyOwner, useRemoveMember } from '../api.ts';
import { useAskAndLeave } from '../use-ask-and-leave.tsx';
import { RoleDialog } from './role-dialog.tsx';

/** The people who work for the restaurant, with a menu that changes a role or takes somebody out. */
export function MembersCard({ members }: { members: readonly Member[] }) {
  const me = useCurrentUser().user?.id;
  const dialog = useDialogState<Member>();
  return (
    <Card>
      <CardSection title="Members">
        <ul className="flex flex-col divide-y divide-line">
          {members.map((member) => (
            <MemberRow
              key={member.userId}
              member={member}
              isMe={member.userId === me}
              isOnlyOwner={isOnlyOwner(members, member.userId)}
              onChange={dialog.show}
            />
          ))}
        </ul>
      </CardSection>
      {dialog.subject && (
        <RoleDialog
          key={dialog.key}
          open={dialog.open}
          member={dialog.subject}
          isMe={dialog.subject.userId === me}
          onClose={dialog.close}
        />
      )}
    </Card>
  );
}

interface MemberRowProps {
  member: Member;
  isMe: boolean;
  isOnlyOwner: boolean;
  onChange: (member: Member) => void;
}

function MemberRow({ member, isMe, isOnlyOwner, onChange }: MemberRowProps) {
  const { userId, name, email, role, mayDeclare, isActive, isAdmin, joinedAt } = member;
  const fixed = isAdmin
    ? 'Runs the platform, so their role stays.'
    : isOnlyOwner && 'The only owner. To step down or leave, make somebody else an owner first.';
  const timeZone = useTenant().data?.timeZone;
  const remove = useRemoveMember();
  const { askAndLeave } = useAskAndLeave();

  const askAndRemove = async () => {
    const yes = await confirm({
      title: (
        <>
          Remove <bdi className="wrap-anywhere">{name}</bdi> from the team?
        </>
      ),
      description:
        'They are signed out of this restaurant right away, with the kitchen devices they set up. Their invitations end. What they changed stays, and history keeps their name.',
      confirmLabel: 'Remove',
      destructive: true,
    });
    if (!yes) return;
    try {
      await remove.mutateAsync(userId);
    } catch (error) {
      toastInServersWords(error, 'Not removed', 'Please try again.');
      return;
    }
    toast({ title: 'Removed from the team', description: name });
    // The row is gone, and its button with the focus.
    document.getElementById('main')?.focus();
  };

  return (
    <li className="flex items-start gap-3 py-4 first:pt-0 last:pb-0">
      <Initial letter={firstLetter(name)} />
      <div className="flex min-w-0 grow flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Bidi className="min-w-0 font-semibold wrap-anywhere">{name}</Bidi>
          <Badge tone={role === 'owner' ? 'positive' : 'neutral'}>{ROLE_WORDS[role].label}</Badge>
          {role === 'staff' && mayDeclare && <Badge tone="outline">Declares allergens</Badge>}
          {isMe && <Badge tone="outline">You</Badge>}
          {!isActive && <Badge tone="negative">Suspended</Badge>}
        </p>
        <p className="text-sm wrap-anywhere text-ink-muted">
          <bdi>{email}</bdi> · Joined {formatDay(joinedAt, timeZone)}
        </p>
        {fixed && <p className="text-sm text-ink-muted">{fixed}</p>}
      </div>
      {!fixed && (
        <DropdownMenu
          trigger={
            <IconButton label={`More about ${name}`} className="-me-2.5 shrink-0">
              <Ellipsis aria-hidden />
            </IconButton>
          }
        >
          <MenuItem onSelect={() => onChange(member)}>
            <UserCog aria-hidden /> Change Role
          </MenuItem>
          {isMe ? (
            <MenuItem tone="destructive" onSelect={() => void askAndLeave()}>
              <LogOut aria-hidden /> Leave Restaurant
            </MenuItem>
          ) : (
            <MenuItem tone="destructive" onSelect={() => void askAndRemove()}>
              <UserMinus aria-hidden /> Remove from Team
            </MenuItem>
          )}
        </DropdownMenu>
      )}
    </li>
  );
}
