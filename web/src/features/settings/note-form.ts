import {
  ANNOUNCEMENT_MAX,
  ANNOUNCEMENTS,
  type Announcement,
  type AnnouncementName,
  type Announcements,
  PLACES,
} from '@tavola/contracts/announcements.ts';
import { requiredText } from '@tavola/contracts/fields.ts';
import { z } from 'zod';
import { daypartInWords, WEEKDAYS } from '../../lib/times/week-in-words.ts';
import { hasTimes, SERVING } from './daypart-form.ts';
import { type HoursValues, hoursOf, hoursValues, type TimesWords, timesFields } from './hours-form.ts';

/** The words for the times of a note. */
export const SHOWING: TimesWords = {
  ...SERVING,
  special: 'Single days, such as tonight, and days with different times, or none.',
  first: { from: '17:00', to: '22:00' },
};

/** When a note shows, as a form has it: `times` are those of the form's days. */
export const SHOWN = ['always', 'times'] as const;

const NO_TIMES: HoursValues = { days: WEEKDAYS.map(() => ({ intervals: [] })), special: [] };

/** The form's schema. `today` is the date, such as '2026-12-24'. */
export const noteForm = (today: string) =>
  z
    .object({
      text: requiredText('Note', ANNOUNCEMENT_MAX),
      place: z.enum(PLACES),
      shown: z.enum(SHOWN),
      ...timesFields(today),
    })
    // The dialog says so.
    .refine((values) => values.shown === 'always' || hasTimes(values));
export type NoteValues = HoursValues & {
  text: string;
  place: Announcement['place'];
  shown: (typeof SHOWN)[number];
};

/** The form's values for `note`; without one, those of a new one. Special days before `today` are left out. */
export const noteValues = (note: Announcement | undefined, today: string): NoteValues => ({
  text: note?.text ?? '',
  place: note?.place ?? 'top',
  shown: note?.times ? 'times' : 'always',
  ...(note?.times ? hoursValues(note.times, today) : NO_TIMES),
});

/** The values that count: without times, what was typed as such may be anything. */
export const usedValues = (values: NoteValues): NoteValues =>
  values.shown === 'always' ? { ...values, ...NO_TIMES } : values;

/** The note that the form's values stand for. */
export const noteOf = ({ text, place, shown, ...times }: NoteValues): Announcement => ({
  text,
  place,
  ...(shown === 'times' && { times: hoursOf(times) }),
});

/** `all` with `note` in place of the one that is called `name`; null if none is left. */
export function withNote(
  all: Announcements | undefined,
  name: AnnouncementName,
  note: Announcement | undefined,
): Announcements | null {
  const { [name]: _before, ...others } = all ?? {};
  const after = { ...others, ...(note && { [name]: note }) };
  return Object.keys(after).length > 0 ? after : null;
}

/** The name for another note; undefined where there are as many as there can be. */
export const freeName = (all: Announcements | undefined): AnnouncementName | undefined =>
  ANNOUNCEMENTS.find((name) => !all?.[name]);

/** Where and when a note shows: 'Top of the menu · Fri, Sat 5:00 PM – 10:00 PM'. */
export const noteInWords = ({ place, times }: Announcement): string =>
  [
    place === 'top' ? 'Top of the menu' : 'Foot of the menu',
    ...(times ? daypartInWords(times) : ['All the time']),
  ].join(' · ');
