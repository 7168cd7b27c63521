/** The first line of a menu read from a photo. */
export const PHOTO_HEADINGS = 'Category,Name,Description,Price';

/** The text of a photo below that of another one, as a menu has several pages; undefined if `before` is no photo's. */
export const belowPhoto = (before: string, text: string): string | undefined =>
  [before, text].every((one) => one.startsWith(`${PHOTO_HEADINGS}\n`))
    ? before.trimEnd() + text.slice(PHOTO_HEADINGS.length)
    : undefined;
