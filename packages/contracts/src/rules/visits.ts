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

/** The cookie of a device on which restaurants are signed in: their ids, with dots between, so that its scans there are not counted. */
export const OWN_DEVICE_COOKIE = '__Host-own';

/** Most restaurants in the cookie: those that one person may work for. */
export const OWN_RESTAURANTS_MAX = 20;

/** The ids of restaurants in the cookie of a Cookie header. */
export const ownRestaurantsIn = (cookies: string | undefined): string[] =>
  cookies
    ?.split('; ')
    .find((cookie) => cookie.startsWith(`${OWN_DEVICE_COOKIE}=`))
    ?.slice(OWN_DEVICE_COOKIE.length + 1)
    .split('.')
    .filter((id) => id !== '') ?? [];
