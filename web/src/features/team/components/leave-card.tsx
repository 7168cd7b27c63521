import { useCurrentUser } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { isOnlyOwner, useTeam } from '../api.ts';
import { useAskAndLeave } from '../use-ask-and-leave.tsx';

/** Lets the user leave the restaurant; says to its only owner how to. Nothing for an admin, who stays. */
export function LeaveCard() {
  const { askAndLeave, isLeaving } = useAskAndLeave();
  const { user } = useCurrentUser();
  const isOwner = user?.role === 'owner';
  const team = useTeam({ enabled: isOwner });
  if (!user || user.role === 'admin' || (isOwner && team.isPending)) return null;
  const isNeeded = team.data !== undefined && isOwner && isOnlyOwner(team.data.members, user.id);
  return (
    <Card>
      <CardSection
        title="Leave this restaurant"
        description={
          isNeeded
            ? "You're its only owner. To leave, make somebody else an owner in Team first."
            : "Your account stays. You'll no longer work for this restaurant."
        }
      >
        {!isNeeded && (
          <Button
            variant="secondary"
            className="self-start text-tomato-ink"
            busy={isLeaving}
            onClick={() => void askAndLeave()}
          >
            {isLeaving ? 'Leaving...' : 'Leave Restaurant'}
          </Button>
        )}
      </CardSection>
    </Card>
  );
}
