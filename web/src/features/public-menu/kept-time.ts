import { shortTime } from '../../lib/text/short-time.ts';

/**
 * Formats when something was read, in the language `locale`: the time, preceded by the day if it was not today. The clock
 * has 12 or 24 hours as on the device.
 */
export function timeInWords(at: number, now: number, locale: string, device?: string): string {
  const { hourCycle } = new Intl.DateTimeFormat(device, { hour: 'numeric' }).resolvedOptions();
  const [then, today] = [new Date(at), new Date(now)];
  const isToday = then.toDateString() === today.toDateString();
  const isThisYear = then.getFullYear() === today.getFullYear();
  const text = new Intl.DateTimeFormat(locale, {
    ...(!isToday && { month: 'short', day: 'numeric' }),
    ...(!isThisYear && { year: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
    hourCycle,
  }).format(then);
  return shortTime(text);
}
