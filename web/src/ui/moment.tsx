import { shortTime } from '../lib/text/short-time.ts';

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** A time (ISO 8601) in the reader's time zone, as in 'Nov 21, 2026, 12:30 PM'. */
export function Moment({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="whitespace-nowrap">
      {shortTime(moment.format(new Date(iso)))}
    </time>
  );
}
