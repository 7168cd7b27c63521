import { CalendarClock } from 'lucide-react';
import { Link } from 'wouter';
import { useDayparts } from '../../../lib/http/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';

/** Which dayparts there are; leads to the screen Dayparts. */
export function DaypartsCard() {
  const { data } = useDayparts();
  const names = data?.dayparts.map(({ name }) => name) ?? [];
  return (
    <Card>
      <CardSection
        title="Menu Times"
        description="What is served only at lunch, or costs less at happy hour."
        actions={
          <Button asChild variant="secondary">
            <Link href="/settings/dayparts">
              <CalendarClock aria-hidden />
              {data?.dayparts.length === 0 ? 'Add Menu Times' : 'Manage Menu Times'}
            </Link>
          </Button>
        }
      >
        {names.length > 0 && (
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {names.map((name) => (
              <li key={name} className="wrap-anywhere">
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        )}
      </CardSection>
    </Card>
  );
}
