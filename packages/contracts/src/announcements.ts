import { z } from 'zod';
import { asField } from './field-kind.ts';
import { optionalText } from './fields.ts';
import { shownTimes, timesInput } from './hours.ts';

/** Maximum length of an announcement. */
export const ANNOUNCEMENT_MAX = 300;

/** Most entries of special days of an announcement: each page holds them all. */
export const ANNOUNCEMENT_SPECIAL_MAX = 20;

/** Where an announcement stands: above the dishes, or below them. */
export const PLACES = ['top', 'foot'] as const;

/** The two announcements that a restaurant can have, by their names in the API. */
export const ANNOUNCEMENTS = ['first', 'second'] as const;
export type AnnouncementName = (typeof ANNOUNCEMENTS)[number];

/** Something that a restaurant says on its menu, such as "Tonight: oysters". Without times it shows all the time. */
const announcement = z.object({
  text: z.string(),
  place: z.enum(PLACES),
  times: z.object(shownTimes).optional(),
});
export type Announcement = z.infer<typeof announcement>;

export const announcements = z.object({ first: announcement.optional(), second: announcement.optional() });
export type Announcements = z.infer<typeof announcements>;

const times = z
  .object(
    {
      weekly: timesInput.weekly,
      special: timesInput.special.max(ANNOUNCEMENT_SPECIAL_MAX, {
        error: `A note can have at most ${ANNOUNCEMENT_SPECIAL_MAX} special days.`,
      }),
    },
    { error: 'Times must be an object with weekly and special.' },
  )
  .refine(
    ({ weekly, special }) => [...weekly, ...special.map(({ intervals }) => intervals)].some((list) => list.length > 0),
    { error: 'A note with times needs at least one.', path: ['weekly'] },
  );

/** The text of an announcement in a request. */
export const announcementText = optionalText('Note', ANNOUNCEMENT_MAX);

const announcementInput = z
  .object(
    { text: announcementText, place: z.enum(PLACES, { error: 'Place must be top or foot.' }), times: times.nullish() },
    { error: 'A note must be an object with text, place and times.' },
  )
  .transform(({ text, place, times: given }): Announcement | null =>
    text === null ? null : { text, place, ...(given && { times: given }) },
  )
  .nullish();

/** `announcements` in a request. Those without text are left out; without any, there are none. */
export const announcementsInput = asField(
  'announcements',
  z
    .object(
      { first: announcementInput, second: announcementInput },
      { error: 'Notes on the menu must be an object with first and second.' },
    )
    .transform((given): Announcements | null => {
      const kept = Object.entries(given).filter(([, one]) => one);
      return kept.length > 0 ? Object.fromEntries(kept) : null;
    }),
  'Notes on the menu',
);
