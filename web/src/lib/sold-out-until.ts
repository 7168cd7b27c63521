import {
  DAY_MS,
  HORIZON_DAYS,
  type Hours,
  instantOf,
  localDay,
  localTime,
  MINUTE_MS,
  openSpans,
} from '@tavola/contracts/rules/times.ts';

// Until when a dish can be sold out: the choices and their words, in the list of items and on the kitchen's screen.

/** What a kitchen can say. `hour`: for an hour. `always`: until it says otherwise. */
export type Choice = 'closing' | 'opening' | 'hour' | 'always';

/** A choice with its instant, in Unix time in milliseconds; without one, until the kitchen says otherwise. */
export interface Until {
  choice: Choice;
  label: string;
  at: number | undefined;
}

/** The API takes no time that is nearer than a minute. */
const NEAREST_MS = 2 * MINUTE_MS;

/** Where there are no hours, a night's work is over at this local hour. */
const NIGHT_ENDS = 4;

/** The next `hour` o'clock in `zone`. */
function nextHour(hour: number, zone: string, now: number): number {
  const today = localDay(now, zone);
  const at = instantOf(today * DAY_MS + hour * 60 * MINUTE_MS, zone);
  return at > now + NEAREST_MS ? at : instantOf((today + 1) * DAY_MS + hour * 60 * MINUTE_MS, zone);
}

/** `instant` as the kitchen's clock shows it: '11:30 PM', with the weekday if it is not today, with the date if it is a week away. */
export function momentInWords(instant: number, zone: string, now: number): string {
  const days = localDay(instant, zone) - localDay(now, zone);
  return new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    ...(days !== 0 && (days < 7 ? { weekday: 'short' } : { month: 'short', day: 'numeric' })),
    hour: 'numeric',
    minute: '2-digit',
  })
    .format(localTime(instant, zone))
    .replace(/\u202f/g, ' ');
}

/**
 * What the kitchen of a restaurant can choose at `now`; the first is what a tap says. Without hours, a day ends at 4 AM. One that
 * never closes has no closing.
 */
export function choicesAt({ hours, timeZone }: { hours?: Hours | undefined; timeZone: string }, now: number): Until[] {
  const inWords = (at: number) => momentInWords(at, timeZone, now);
  const spans = hours ? openSpans(hours, timeZone, now, HORIZON_DAYS) : [];
  const night = nextHour(NIGHT_ENDS, timeZone, now);
  const span = spans.find(([, end]) => end > now + NEAREST_MS && end < now + HORIZON_DAYS * DAY_MS);
  const closing: Until = span
    ? { choice: 'closing', label: `Until closing (${inWords(span[1])})`, at: span[1] }
    : { choice: 'closing', label: `Until ${inWords(night)}`, at: night };
  const next = spans.find(([start]) => start > now + NEAREST_MS);
  const opening: Until[] =
    next && next[0] !== closing.at
      ? [{ choice: 'opening', label: `Until opening (${inWords(next[0])})`, at: next[0] }]
      : [];
  const hour = Math.ceil((now + 60 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
  return [
    closing,
    ...opening,
    { choice: 'hour', label: `For an hour (${inWords(hour)})`, at: hour },
    { choice: 'always', label: 'Until I say otherwise', at: undefined },
  ];
}
