import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useAddressQuery } from '../../../lib/browser/address-query.ts';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { useMediaQuery } from '../../../lib/browser/media-query.ts';
import { hasFailed } from '../../../lib/http/has-failed.ts';
import { useTenant } from '../../../lib/http/queries.ts';
import { useCurrentUser } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadErrorCard } from '../../../ui/load-error.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { AnalyticsSkeleton } from '../components/analytics-skeleton.tsx';
import { PlacesCards, PlacesTable } from '../components/places-table.tsx';
import { RangePicker } from '../components/range-picker.tsx';
import { dayIn, rangeText } from '../days.ts';
import { comparedPlaces, type SortColumn, sortedRows, usePlaceFigures } from '../places.ts';
import { choiceOf, daysOf, queryOf } from '../range.ts';

const ANALYTICS_PATH = '/dashboard/analytics';

/** The screen All Places: the figures of the user's restaurants side by side, on the same days. */
export function PlacesPage() {
  useDocumentTitle('All Places');
  const [query, setQuery] = useAddressQuery();
  const { user } = useCurrentUser();
  const choice = choiceOf(query);
  const tenant = useTenant();
  const today = tenant.data && dayIn(tenant.data.timeZone, new Date());
  const days = today && daysOf(choice, today);
  const places = comparedPlaces(user);
  const figures = usePlaceFigures(places, days || undefined);
  const [sort, setSort] = useState<SortColumn>('views');
  const hasColumns = useMediaQuery('(min-width: 64rem)');
  const rows = places.flatMap((place, at) => {
    const found = figures[at];
    return found ? [{ place, figures: found }] : [];
  });
  const search = queryOf(choice).toString();
  const Rows = hasColumns ? PlacesTable : PlacesCards;

  return (
    <>
      <PageHeader
        title="All Places"
        description="Your restaurants side by side."
        actions={
          <Button asChild variant="secondary">
            <Link href={search ? `${ANALYTICS_PATH}?${search}` : ANALYTICS_PATH}>
              <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
              Analytics
            </Link>
          </Button>
        }
      />
      {hasFailed(tenant) ? (
        <LoadErrorCard title="Couldn't load your analytics" query={tenant} />
      ) : today && days ? (
        <div className="flex flex-col gap-5 sm:gap-6">
          <div className="flex flex-col gap-3">
            <RangePicker choice={choice} today={today} onChoose={(next) => setQuery(queryOf(next))} />
            <p aria-live="polite" className="text-sm text-ink-muted">
              <span className="font-semibold text-ink">{rangeText(days)}</span>, by the clock of each place.
            </p>
          </div>
          <div
            aria-busy={figures.some(({ isPlaceholderData }) => isPlaceholderData)}
            className="transition-opacity duration-150 aria-busy:opacity-55"
          >
            <Rows rows={sortedRows(rows, sort)} sort={sort} onSort={setSort} />
          </div>
        </div>
      ) : (
        <AnalyticsSkeleton />
      )}
    </>
  );
}
