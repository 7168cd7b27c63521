import { Area, AreaChart, CartesianGrid, Tooltip, type TooltipContentProps, XAxis, YAxis } from 'recharts';
import { formatCount } from '../../../lib/text/format.ts';
import { type ChartPoint, compactCount } from '../figures.ts';

/** Line styles that differ by more than colour. */
const LINES = {
  views: { name: 'Views', color: 'var(--color-brand)', dash: undefined },
  scans: { name: 'QR scans', color: 'var(--color-saffron-ink)', dash: '5 4' },
} as const;

const TICK = { fill: 'var(--color-ink-muted)', fontSize: 13 };

interface DayChartProps {
  points: readonly ChartPoint[];
  /** A one-sentence description of the chart. */
  description: string;
}

/** Line chart of views and scans; arrow keys move along it. In its own file because the chart library is large. */
export function DayChart({ points, description }: DayChartProps) {
  return (
    <AreaChart
      responsive
      data={points.map(drawn)}
      role="img"
      title={description}
      margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
      className="h-64 w-full sm:h-80 [&_*]:outline-offset-4"
    >
      <CartesianGrid vertical={false} stroke="var(--color-line)" />
      <XAxis
        dataKey="label"
        tick={TICK}
        tickLine={false}
        axisLine={{ stroke: 'var(--color-line-strong)' }}
        tickMargin={8}
        minTickGap={28}
        height={34}
        // Two days a year apart have the same label but are two points.
        allowDuplicatedCategory
      />
      <YAxis
        width="auto"
        tick={TICK}
        tickFormatter={compactCount}
        tickLine={false}
        axisLine={false}
        allowDecimals={false}
      />
      <Tooltip
        content={ChartTooltip}
        cursor={{ stroke: 'var(--color-line-control)' }}
        isAnimationActive={false}
        // Place the tooltip above the lines, not on them.
        position={{ y: -72 }}
        allowEscapeViewBox={{ x: false, y: true }}
      />
      {(['views', 'scans', 'viewsSoFar', 'scansSoFar'] as const).map((series) => {
        const key = series.startsWith('views') ? 'views' : 'scans';
        const { color, dash, name } = LINES[key];
        return (
          <Area
            key={series}
            dataKey={series}
            name={name}
            type="linear"
            stroke={color}
            strokeWidth={2.25}
            {...(dash && { strokeDasharray: dash })}
            fill={color}
            fillOpacity={key === 'views' ? 0.14 : 0}
            dot={series !== key || points.length <= 7 ? { r: 3, fill: color, strokeDasharray: '' } : false}
            activeDot={{ r: 5, stroke: 'var(--color-surface)', strokeWidth: 2 }}
            isAnimationActive={false}
          />
        );
      })}
    </AreaChart>
  );
}

/** The current, unfinished period is drawn as separate dots: a line to it would look like a drop. */
function drawn(point: ChartPoint) {
  const { label, views, scans, isGoingOn } = point;
  return isGoingOn
    ? { point, label, views: null, scans: null, viewsSoFar: views, scansSoFar: scans }
    : { point, label, views, scans, viewsSoFar: null, scansSoFar: null };
}

function ChartTooltip({ active, payload }: TooltipContentProps) {
  const point = (payload?.[0]?.payload as ReturnType<typeof drawn> | undefined)?.point;
  if (!active || !point) return null;
  const rows = [
    [LINES.views.name, point.views],
    [LINES.scans.name, point.scans],
    ['Visitors', point.visitors],
  ] as const;
  return (
    <div className="min-w-40 rounded-control border border-line bg-surface px-3.5 py-2.5 text-sm shadow-float">
      <p className="font-semibold">{point.name}</p>
      <dl className="mt-1 flex flex-col gap-0.5">
        {rows.map(
          ([name, value]) =>
            value !== null && (
              <div key={name} className="flex justify-between gap-6">
                <dt className="text-ink-muted">{name}</dt>
                <dd className="figures font-semibold">{formatCount(value)}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  );
}
