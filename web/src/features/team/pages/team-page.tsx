import { MEMBER_ROLES } from '@tavola/contracts/permissions.ts';
import { UserPlus } from 'lucide-react';
import { useEffect } from 'react';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { useDialogState } from '../../../lib/forms/dialog-state.ts';
import { keptDrafts } from '../../../lib/forms/forms.ts';
import { hasFailed } from '../../../lib/http/has-failed.ts';
import { useTenant } from '../../../lib/http/queries.ts';
import { ROLE_WORDS } from '../../../lib/session/role-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { LoadErrorCard } from '../../../ui/load-error.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { LoadingRows } from '../../../ui/skeleton.tsx';
import { useTeam } from '../api.ts';
import { DevicesCard } from '../components/devices-card.tsx';
import { InvitationsCard } from '../components/invitations-card.tsx';
import { InviteDialog } from '../components/invite-dialog.tsx';
import { MembersCard } from '../components/members-card.tsx';

/** Settings, Team: who works for the restaurant, who is invited, and the kitchen's devices. */
export function TeamPage() {
  useDocumentTitle('Team');
  const team = useTeam();
  const tenant = useTenant();
  const dialog = useDialogState<undefined>();
  const invite = () => dialog.show(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only
  useEffect(() => {
    // Reopen the form that was being filled in when the session ended.
    if (keptDrafts('invite').length > 0) invite();
  }, []);
  return (
    <>
      <PageHeader
        title="Team"
        description="Who works for your restaurant, and what each person can do."
        actions={
          <Button onClick={invite}>
            <UserPlus aria-hidden />
            Invite
          </Button>
        }
      />
      <div className="flex max-w-3xl flex-col gap-6">{renderBody()}</div>
      {dialog.key > 0 && (
        <InviteDialog key={dialog.key} open={dialog.open} tenant={tenant.data} onClose={dialog.close} />
      )}
    </>
  );

  function renderBody() {
    if (hasFailed(team)) return <LoadErrorCard title="Couldn't load your team" query={team} />;
    if (!team.data) {
      return (
        <Card className="p-5 sm:p-7">
          <LoadingRows rows={3} row="h-12" className="gap-5" />
        </Card>
      );
    }
    const { members, invitations } = team.data;
    return (
      <>
        <MembersCard members={members} />
        {members.length === 1 && invitations.length === 0 && <RolesCard />}
        {invitations.length > 0 && <InvitationsCard invitations={invitations} />}
        <DevicesCard />
      </>
    );
  }
}

/** To who works alone yet: what the roles are for. */
function RolesCard() {
  return (
    <Card>
      <CardSection title="Just you so far" description="Invite the people you work with. Each has their own sign-in.">
        <dl className="flex flex-col gap-3">
          {MEMBER_ROLES.map((role) => (
            <div key={role} className="grid gap-x-4 sm:grid-cols-[6rem_1fr]">
              <dt className="font-semibold">{ROLE_WORDS[role].label}</dt>
              <dd className="text-ink-muted">{ROLE_WORDS[role].does}</dd>
            </div>
          ))}
        </dl>
      </CardSection>
    </Card>
  );
}
