/** Formats when something was read: the time, preceded by the day if it was not today. */
export function timeInWords(at: number, now: number, locale?: string): string {
  // The device's 12- or 24-hour clock, in the page's language.
  const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  const [then, today] = [new Date(at), new Date(now)];
  const isToday = then.toDateString() === today.toDateString();
  const isThisYear = then.getFullYear() === today.getFullYear();
  return new Intl.DateTimeFormat('en-US', {
    ...(!isToday && { month: 'short', day: 'numeric' }),
    ...(!isThisYear && { year: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
    hourCycle,
  }).format(then);
}
