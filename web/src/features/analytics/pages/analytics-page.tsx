import type { Analytics } from '@tavola/contracts/analytics.ts';
import { Download, MapPin } from 'lucide-react';
import { Link } from 'wouter';
import { useAddressQuery } from '../../../lib/browser/address-query.ts';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { toastFailure } from '../../../lib/http/failure-toast.ts';
import { hasFailed } from '../../../lib/http/has-failed.ts';
import { useTenant } from '../../../lib/http/queries.ts';
import { useCurrentUser } from '../../../lib/session/session.ts';
import { formatCount } from '../../../lib/text/format.ts';
import { placeName } from '../../../lib/times/time-zones.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadErrorCard } from '../../../ui/load-error.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useAnalytics, useExport } from '../api.ts';
import { AnalyticsSkeleton } from '../components/analytics-skeleton.tsx';
import { ComingSoon } from '../components/coming-soon.tsx';
import { Figures } from '../components/figures.tsx';
import { RangePicker } from '../components/range-picker.tsx';
import { dayIn, daysIn, rangeText } from '../days.ts';
import { comparedPlaces, PLACES_PATH } from '../places.ts';
import { choiceOf, daysOf, queryOf } from '../range.ts';

/** The screen Analytics. */
export function AnalyticsPage() {
  useDocumentTitle('Analytics');
  const [query, setQuery] = useAddressQuery();
  const choice = choiceOf(query);
  const tenant = useTenant();
  const today = tenant.data && dayIn(tenant.data.timeZone, new Date());
  const days = today && daysOf(choice, today);
  const figures = useAnalytics(days || undefined);
  const exporting = useExport();
  const failed = [tenant, figures].find(hasFailed);
  const data = failed ? undefined : figures.data;

  const hasPlaces = comparedPlaces(useCurrentUser().user).length > 1;
  const search = queryOf(choice).toString();

  const exportAll = async () => {
    try {
      if (days) await exporting.mutateAsync(days);
    } catch (error) {
      toastFailure(error, 'Export failed', 'Failed to export your analytics. Please try again.');
    }
  };

  return (
    <>
      <PageHeader
        title="Analytics"
        description="What your guests look at, and when."
        actions={
          <>
            {hasPlaces && (
              <Button asChild variant="secondary">
                <Link href={search ? `${PLACES_PATH}?${search}` : PLACES_PATH}>
                  <MapPin aria-hidden />
                  All Places
                </Link>
              </Button>
            )}
            {data?.hasData && (
              <Button variant="secondary" busy={exporting.isPending} onClick={() => void exportAll()}>
                {!exporting.isPending && <Download aria-hidden />}
                {exporting.isPending ? 'Exporting...' : 'Export CSV'}
              </Button>
            )}
          </>
        }
      />
      {today && (data?.hasData || failed) && (
        <div className="flex flex-col gap-3 pb-5 sm:pb-6">
          <RangePicker choice={choice} today={today} onChoose={(next) => setQuery(queryOf(next))} />
          {data && <RangeLine analytics={data} isGoingOn={data.range.to === today} />}
        </div>
      )}
      {failed ? (
        <LoadErrorCard title="Couldn't load your analytics" query={failed} />
      ) : data === undefined ? (
        <AnalyticsSkeleton />
      ) : data.hasData ? (
        <Figures analytics={data} isPassing={figures.isPlaceholderData} />
      ) : (
        <NothingYet />
      )}
    </>
  );
}

/** The range shown, and the range it is compared with. */
function RangeLine({
  analytics: { range, before, timeZone },
  isGoingOn,
}: {
  analytics: Analytics;
  isGoingOn: boolean;
}) {
  const count = daysIn(range);
  const compared = `, compared with the ${count === 1 ? 'day before' : `previous ${formatCount(count)} days`}`;
  return (
    <p aria-live="polite" className="text-sm text-ink-muted">
      <span className="font-semibold text-ink">{rangeText(range)}</span>
      {before ? compared : ', no earlier data to compare with yet'}
      {before && isGoingOn && ', up to the same time of day'}.{' '}
      <span className="whitespace-nowrap">Time zone: {placeName(timeZone)}</span>
    </p>
  );
}

/** Empty state until the first visit (spec §2). */
function NothingYet() {
  return (
    <div className="grid gap-6 xl:grid-cols-2">
      <ComingSoon title="Popular Items" text="The dishes and drinks your guests look at most." sketch={<Bars />} />
      <ComingSoon title="View Analytics" text="How often guests open your menu, day by day." sketch={<Curve />} />
    </div>
  );
}

function Bars() {
  return (
    <div className="flex h-full flex-col justify-evenly px-6 py-6">
      {[92, 78, 66, 51, 40, 28].map((width) => (
        <div key={width} className="h-5 rounded-tag bg-current" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}

function Curve() {
  return (
    <svg viewBox="0 0 400 200" preserveAspectRatio="none" aria-hidden="true" className="size-full">
      <path
        d="M0 150C30 140 45 92 80 96s40 54 75 44 40-88 80-84 38 62 72 54 45-66 93-78v168H0Z"
        fill="currentColor"
        opacity="0.45"
      />
      <path
        d="M0 150C30 140 45 92 80 96s40 54 75 44 40-88 80-84 38 62 72 54 45-66 93-78"
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
