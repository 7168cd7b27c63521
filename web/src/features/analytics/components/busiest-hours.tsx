import type { Analytics } from '@tavola/contracts/analytics.ts';
import { useMediaQuery } from '../../../lib/browser/media-query.ts';
import { formatCount } from '../../../lib/text/format.ts';
import { Card, CardSection } from '../../../ui/card.tsx';
import { cn } from '../../../ui/cn.ts';
import { hourText, shortWeekdayText, weekdayText, wholeHourText } from '../days.ts';
import { compactCount, HOURS, WEEKDAYS, type WeekHour, weekHours } from '../figures.ts';

/** From no views to the most. Each shade contrasts with its number, in light and dark mode. */
const LEVEL_CLASSES = [
  'bg-sunken',
  'bg-[color-mix(in_srgb,var(--color-brand)_12%,var(--color-surface))] text-ink',
  'bg-[color-mix(in_srgb,var(--color-brand)_26%,var(--color-surface))] text-ink',
  'bg-[color-mix(in_srgb,var(--color-brand)_42%,var(--color-surface))] text-ink',
  'bg-[color-mix(in_srgb,var(--color-brand)_82%,var(--color-surface))] text-on-brand',
  'bg-brand text-on-brand',
];

/** Views by hour of the week. */
export function BusiestHours({ hours }: Pick<Analytics, 'hours'>) {
  const { byKey, busiest } = weekHours(hours);
  // A row of 24 hours needs a wide screen; on others the hours are stacked.
  const isWide = useMediaQuery('(width >= 80rem)');
  const cell = (weekday: number, hour: number) => {
    const one = byKey.get(`${weekday}-${hour}`) ?? { weekday, hour, views: 0, level: 0 };
    return <HourCell key={`${weekday}-${hour}`} {...one} />;
  };
  return (
    <Card>
      <CardSection
        title="Busiest Hours"
        description={
          busiest
            ? `Most views on ${weekdayText(busiest.weekday)}, ${wholeHourText(busiest.hour)}.`
            : 'Views by weekday and hour.'
        }
        actions={busiest && <Scale />}
      >
        {busiest ? (
          <table className="w-full table-fixed border-separate border-spacing-0.5 text-center text-xs">
            <caption className="sr-only">Views by weekday and hour</caption>
            {isWide ? (
              <>
                <thead>
                  <tr>
                    <td className="w-12" />
                    {HOURS.map((hour) => (
                      <HourHeader key={hour} hour={hour} scope="col" isNamed={hour % 3 === 0} />
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {WEEKDAYS.map((weekday) => (
                    <tr key={weekday}>
                      <WeekdayHeader weekday={weekday} scope="row" />
                      {HOURS.map((hour) => cell(weekday, hour))}
                    </tr>
                  ))}
                </tbody>
              </>
            ) : (
              <>
                <thead>
                  <tr>
                    <td className="w-14" />
                    {WEEKDAYS.map((weekday) => (
                      <WeekdayHeader key={weekday} weekday={weekday} scope="col" />
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {HOURS.map((hour) => (
                    <tr key={hour}>
                      <HourHeader hour={hour} scope="row" isNamed />
                      {WEEKDAYS.map((weekday) => cell(weekday, hour))}
                    </tr>
                  ))}
                </tbody>
              </>
            )}
          </table>
        ) : (
          <p className="py-6 text-center text-ink-muted">No visits in this period.</p>
        )}
      </CardSection>
    </Card>
  );
}

function HourCell({ weekday, hour, views, level }: WeekHour) {
  return (
    <td
      title={`${weekdayText(weekday)}, ${wholeHourText(hour)}: ${formatCount(views)} views`}
      className={cn('figures h-7 rounded-[0.3125rem] p-0 xl:h-9', LEVEL_CLASSES[level])}
    >
      <span className={views === 0 ? 'sr-only' : undefined}>{compactCount(views)}</span>
    </td>
  );
}

interface HeaderProps {
  scope: 'col' | 'row';
}

function HourHeader({ hour, scope, isNamed }: HeaderProps & { hour: number; isNamed: boolean }) {
  return (
    <th scope={scope} className="p-0 pe-1 text-start font-medium whitespace-nowrap text-ink-muted">
      <span className={isNamed ? undefined : 'sr-only'}>{hourText(hour)}</span>
    </th>
  );
}

function WeekdayHeader({ weekday, scope }: HeaderProps & { weekday: number }) {
  return (
    <th
      scope={scope}
      abbr={weekdayText(weekday)}
      className={cn('p-0 font-medium text-ink-muted', scope === 'row' && 'text-start')}
    >
      {shortWeekdayText(weekday)}
    </th>
  );
}

/** The legend of the shades. */
function Scale() {
  return (
    <p aria-hidden className="flex items-center gap-1 text-xs text-ink-muted">
      <span className="pe-1">Fewer</span>
      {LEVEL_CLASSES.map((level) => (
        <span key={level} className={cn('size-4 rounded-[0.25rem]', level)} />
      ))}
      <span className="ps-1">More views</span>
    </p>
  );
}
