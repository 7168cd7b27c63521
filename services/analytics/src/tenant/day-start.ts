/**
 * The instant at which the day begins whose midnight in the time zone `zone` is the timestamp `midnight`, in SQL; both are SQL. Where
 * clocks show midnight twice (Havana, the Azores), PostgreSQL would take the second one.
 */
export const dayStart = (midnight: string, zone: string): string => {
  const last = `(${midnight}) AT TIME ZONE ${zone}`;
  const first = `(${last}) - interval '1 hour'`;
  return `CASE WHEN (${first}) AT TIME ZONE ${zone} >= (${midnight}) THEN ${first} ELSE ${last} END`;
};
