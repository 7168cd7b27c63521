import type { Daypart } from '@tavola/contracts/dayparts.ts';
import { placeName } from '../../../lib/times/time-zones.ts';
import { Card, CardSection } from '../../../ui/card.tsx';
import { SERVING } from '../daypart-form.ts';
import { nextDays } from '../hours-form.ts';
import { DayList } from './day-list.tsx';

interface DaypartWeekProps {
  dayparts: readonly Daypart[];
  timeZone: string;
  /** Unix time in milliseconds. */
  now: number;
}

/** What is on in the next seven days. */
export function DaypartWeek({ dayparts, timeZone, now }: DaypartWeekProps) {
  const weeks = dayparts
    .filter(({ isActive }) => isActive)
    .map((daypart) => ({ id: daypart.id, name: daypart.name, days: nextDays(daypart, timeZone, now, SERVING) }));
  const [first] = weeks;
  if (!first) return null;
  return (
    <Card>
      <CardSection title="Next 7 days" description={`Times in ${placeName(timeZone)}.`}>
        <DayList
          days={first.days.map(({ date, name, clocks }, ahead) => {
            // A day on which one is missing for a reason says so.
            const on = weeks.flatMap(({ days, ...daypart }) => {
              const day = days[ahead];
              return day && (!day.isNone || day.reason) ? [{ ...daypart, day }] : [];
            });
            return {
              date,
              name,
              text:
                on.length === 0 ? (
                  <span className="text-ink-muted">Nothing</span>
                ) : (
                  <ul className="flex flex-col gap-0.5">
                    {on.map(({ id, name: daypart, day: { text, reason } }) => (
                      <li key={id} className="wrap-anywhere">
                        <bdi className="font-medium">{daypart}</bdi>: {text}
                        {reason && (
                          <span className="text-ink-muted">
                            {' '}
                            · <bdi>{reason}</bdi>
                          </span>
                        )}
                      </li>
                    ))}
                  </ul>
                ),
              note: clocks ?? '',
            };
          })}
        />
      </CardSection>
    </Card>
  );
}
