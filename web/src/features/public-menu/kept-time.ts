/** When something was read, as one says it today: the time, and before that the day where it was another one. */
export function timeInWords(at: number, now: number, locale?: string): string {
  // The clock of the device, in the language of the page.
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
