// What a visit may hold. No zod here: phones load this file.

/** Longest counted view, in seconds: longer views are cut, such as a phone left on the table. */
export const VIEW_SECONDS_MAX = 1800;

/** Most items seen, and opened, in one visit. */
export const SEEN_MAX = 200;
export const OPENED_MAX = 50;

/** The format of a printed code's id, as in its link. */
export const CODE_ID_PATTERN = /^[a-z0-9]{1,32}$/;

/** How many days visits are kept by day and hour, about 13 months; earlier ones are added up by month. */
export const DAYS_KEPT = 400;
