import { formatMoment } from '../lib/text/format.ts';
import { zoneNote } from '../lib/times/time-zones.ts';

/** A time (ISO 8601) in a time zone, by default the reader's, as in 'Nov 21, 2026, 12:30 PM'. */
export function Moment({ iso, timeZone }: { iso: string; timeZone?: string | undefined }) {
  return (
    <time dateTime={iso} className="whitespace-nowrap">
      {formatMoment(iso, timeZone)}
      {zoneNote(timeZone)}
    </time>
  );
}
