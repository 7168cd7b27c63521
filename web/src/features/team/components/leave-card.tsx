import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { useAskAndLeave } from '../use-ask-and-leave.tsx';

/** Lets the user leave the restaurant. */
export function LeaveCard() {
  const { askAndLeave, isLeaving } = useAskAndLeave();
  return (
    <Card>
      <CardSection
        title="Leave this restaurant"
        description="Your account stays. You'll no longer work for this restaurant."
      >
        <Button
          variant="secondary"
          className="self-start text-tomato-ink"
          busy={isLeaving}
          onClick={() => void askAndLeave()}
        >
          {isLeaving ? 'Leaving...' : 'Leave Restaurant'}
        </Button>
      </CardSection>
    </Card>
  );
}
