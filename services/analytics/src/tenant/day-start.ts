import { DAYS_KEPT } from '@tavola/contracts/rules/visits.ts';

/**
 * The instant at which the day begins whose midnight in the time zone `zone` is the timestamp `midnight`, in SQL; both are SQL. Where
 * clocks show midnight twice (Havana, the Azores), PostgreSQL would take the second one.
 */
export const dayStart = (midnight: string, zone: string): string => {
  const last = `(${midnight}) AT TIME ZONE ${zone}`;
  const first = `(${last}) - interval '1 hour'`;
  return `CASE WHEN (${first}) AT TIME ZONE ${zone} >= (${midnight}) THEN ${first} ELSE ${last} END`;
};

/**
 * The first day of which tallies are kept by day and quarter of an hour, in SQL: the first of a month, at most 14 months ago. Earlier ones are
 * kept by month. `now` and `zone` are SQL.
 */
export const keptFrom = (now: string, zone: string): string =>
  `date_trunc('month', (${now}) AT TIME ZONE ${zone} - interval '${DAYS_KEPT} days')::date`;
