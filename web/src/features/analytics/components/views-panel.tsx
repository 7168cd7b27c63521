import type { Analytics } from '@tavola/contracts/analytics.ts';
import { lazy, Suspense, useState } from 'react';
import { formatCount } from '../../../lib/text/format.ts';
import { Card, CardSection } from '../../../ui/card.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { dayIn, hourIn, rangeText } from '../days.ts';
import { byWeek, type ChartPoint, chartPoints } from '../figures.ts';
import { FiguresTable } from './figures-table.tsx';

const DayChart = lazy(() => import('./day-chart.tsx').then((m) => ({ default: m.DayChart })));

/** Views and scans over time, as a chart or as a table. */
export function ViewsPanel({ analytics }: { analytics: Analytics }) {
  const [shape, setShape] = useState<'chart' | 'table'>('chart');
  const { range, timeZone, totals } = analytics;
  const now = new Date();
  const points = chartPoints(analytics, { day: dayIn(timeZone, now), hour: hourIn(timeZone, now) });
  const drawn = byWeek(points);
  const step = range.from === range.to ? 'hour' : 'day';
  const drawnStep = drawn === points ? step : 'day, averaged over each week';
  const caption = (by: string) => `Views and QR scans by ${by}, ${rangeText(range)}`;
  return (
    <Card>
      <CardSection
        title="View Analytics"
        description={`Views and QR scans by ${shape === 'chart' ? drawnStep : step}.`}
        actions={
          <Segmented
            label="Show as"
            value={shape}
            options={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Table' },
            ]}
            onValueChange={setShape}
          />
        }
      >
        {totals.views + totals.scans === 0 ? (
          <p className="py-6 text-center text-ink-muted">No visits in this period.</p>
        ) : shape === 'chart' ? (
          <div className="flex flex-col gap-4">
            <Legend />
            <Suspense fallback={<Skeleton className="h-64 sm:h-80" />}>
              <DayChart
                points={drawn}
                description={`${caption(drawnStep)}: ${formatCount(totals.views)} views and ${formatCount(totals.scans)} scans in total. The table has every number.`}
              />
            </Suspense>
          </div>
        ) : (
          <FiguresTable
            caption={caption(step)}
            columns={step === 'day' ? ['Day', 'Views', 'QR scans', 'Visitors'] : ['Hour', 'Views', 'QR scans']}
            rows={points.flatMap(({ key, label, name, views, scans, visitors }) =>
              // Future hours have no figures.
              views === null || scans === null
                ? []
                : [
                    {
                      key,
                      name: <PointName name={name} label={label} />,
                      figures: visitors === null ? [views, scans] : [views, scans, visitors],
                    },
                  ],
            )}
          />
        )}
      </CardSection>
    </Card>
  );
}

/** Short on a phone, where a full date leaves no room for the figures. */
function PointName({ name, label }: Pick<ChartPoint, 'name' | 'label'>) {
  return (
    <>
      <span className="max-sm:sr-only">{name}</span>
      <span aria-hidden className="sm:hidden">
        {label}
      </span>
    </>
  );
}

/** The legend. Not the chart library's own, which loads late and shows colours only. */
function Legend() {
  return (
    <ul aria-hidden className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-muted">
      <li className="flex items-center gap-2">
        <span className="h-3 w-7 border-t-[2.5px] border-brand bg-brand/15" />
        Views
      </li>
      <li className="flex items-center gap-2">
        <svg viewBox="0 0 28 4" aria-hidden="true" className="h-1 w-7 text-saffron-ink">
          <path d="M0 2h28" stroke="currentColor" strokeWidth="2.5" strokeDasharray="5 4" />
        </svg>
        QR scans
      </li>
    </ul>
  );
}
