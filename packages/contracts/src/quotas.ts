/** The most that one restaurant, or one person, may have. What would make it more is a 409 `quota-reached`. */
export const QUOTAS = {
  items: { what: 'Items', most: 2_000, message: 'A menu can have at most 2,000 items.' },
  categories: { what: 'Categories', most: 200, message: 'A menu can have at most 200 categories.' },
  dayparts: { what: 'Dayparts', most: 12, message: 'There can be at most 12 menu times.' },
  optionGroups: { what: 'Option groups', most: 60, message: 'There can be at most 60 option groups.' },
  /** The menu as JSON, in bytes. */
  menuBytes: {
    what: 'The menu as JSON, in bytes',
    most: 1_000_000,
    message: 'A menu can hold at most 1 MB of text. Please shorten or delete something first.',
  },
  /** The translations of items and categories as stored, in bytes. */
  translationBytes: {
    what: 'Translations of the menu, in bytes',
    most: 2_000_000,
    message: 'A menu can hold at most 2 MB of translations. Please remove some first.',
  },
  /** Languages with a stored translation, also those that the restaurant does not use any more. */
  languages: {
    what: 'Languages with translations',
    most: 8,
    message:
      'A restaurant can keep translations into at most 8 languages. Please remove the translations of another one first.',
  },
  /** Codes that are in use. */
  codes: { what: 'Codes in use', most: 500, message: 'A restaurant can have at most 500 codes in use.' },
  /** Retired codes stay for good, because they may be in print. */
  codesEver: {
    what: 'Codes, with retired ones',
    most: 5_000,
    message: 'A restaurant can have at most 5,000 codes, including retired ones.',
  },
  pictures: {
    what: 'Pictures',
    most: 2_000,
    message: 'A restaurant can keep at most 2,000 pictures. Unused pictures are deleted after a week.',
  },
  pictureBytes: {
    what: 'Pictures in all their sizes, in bytes',
    most: 1_000_000_000,
    message: 'A restaurant can keep at most 1 GB of pictures. Unused pictures are deleted after a week.',
  },
  members: { what: 'People in a team', most: 50, message: 'A team can have at most 50 people.' },
  invitations: {
    what: 'Open invitations',
    most: 20,
    message: 'There can be at most 20 open invitations. Please withdraw one first.',
  },
  devices: {
    what: 'Kitchen devices',
    most: 20,
    message: 'A restaurant can have at most 20 kitchen devices. Please sign one out first.',
  },
  restaurants: {
    what: 'Restaurants that one person works for',
    most: 20,
    message: 'One person can work for at most 20 restaurants.',
  },
} as const satisfies Record<string, { what: string; most: number; message: string }>;

export type QuotaName = keyof typeof QUOTAS;
