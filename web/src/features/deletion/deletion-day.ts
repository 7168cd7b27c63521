const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

/** The day of an instant (ISO 8601), by the reader's own clock, as in '21 December 2026'. */
export const dayOf = (iso: string): string => day.format(new Date(iso));
