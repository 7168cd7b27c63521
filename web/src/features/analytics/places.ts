import { keepPreviousData, type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import type { Analytics, DayRange, Totals } from '@tavola/contracts/analytics.ts';
import type { Place, SignedInUser } from '@tavola/contracts/auth.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { may } from '@tavola/contracts/permissions.ts';
import { fewAtOnce } from '../../lib/http/few-at-once.ts';
import { ITEMS } from '../../lib/http/queries.ts';
import { type CallAt, callsAt } from '../../lib/session/calls-at.ts';
import { byName, placesOf } from '../../lib/session/session.ts';
import { FRESH_MS } from './api.ts';

/** The path of the screen All Places. */
export const PLACES_PATH = '/dashboard/analytics/places';

/** What is compared of a restaurant. */
export interface PlaceFigures {
  totals: Totals;
  /** The name of the dish that was seen most; undefined without any. */
  mostSeen: string | undefined;
}

/** The restaurants whose figures the user may see. */
export const comparedPlaces = (user: SignedInUser | undefined): readonly Place[] =>
  placesOf(user).filter((place) => place.isOpen && may({ ...place, mayDeclare: false }, 'figures.read'));

/** Restaurants that are asked at once. */
const inTurn = fewAtOnce(4);

/** The figures of each of `places` on the same days, each asked by its own session. Those of the days before stay until they load. */
export function usePlaceFigures(places: readonly Place[], days: DayRange | undefined) {
  const client = useQueryClient();
  return useQueries({
    queries: places.map(({ id }) => ({
      queryKey: ['figures of', id, days],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        inTurn(() => readFigures(callsAt(client, id), days as DayRange, signal)),
      enabled: days !== undefined,
      staleTime: FRESH_MS,
      placeholderData: keepPreviousData,
    })),
  }) as UseQueryResult<PlaceFigures>[];
}

async function readFigures(call: CallAt, days: DayRange, signal: AbortSignal): Promise<PlaceFigures> {
  const path = `/api/analytics?${new URLSearchParams({ ...days })}`;
  const { totals, items } = await call<Analytics>('GET', path, undefined, { signal });
  const [most] = items.toSorted((one, other) => other.seen - one.seen);
  if (!most) return { totals, mostSeen: undefined };
  const dishes = await call<MenuItem[]>('GET', ITEMS[0], undefined, { signal });
  return { totals, mostSeen: dishes.find(({ id }) => id === most.itemId)?.name ?? `Deleted item (#${most.itemId})` };
}

/** A column by which restaurants are sorted. */
export type SortColumn = 'name' | keyof Totals;

/** A restaurant with its figures, as far as they are loaded. */
export interface PlaceRow {
  place: Place;
  figures: UseQueryResult<PlaceFigures>;
}

/** The rows by `column`: names from A, figures from the highest; those without figures last. */
export function sortedRows(rows: readonly PlaceRow[], column: SortColumn): PlaceRow[] {
  const inOrder = (one: PlaceRow, other: PlaceRow) => byName(one.place, other.place);
  if (column === 'name') return rows.toSorted(inOrder);
  const figure = ({ figures }: PlaceRow) => figures.data?.totals[column] ?? -1;
  return rows.toSorted((one, other) => figure(other) - figure(one) || inOrder(one, other));
}
