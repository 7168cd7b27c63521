/** Longest counted view, in seconds: longer views are cut, such as a phone left on the table. */
export const VIEW_SECONDS_MAX = 1800;

/** Most items seen, and opened, in one visit. */
export const SEEN_MAX = 200;
export const OPENED_MAX = 50;

/** The id of a printed code, as in its link. */
export const CODE_ID = /^[a-z0-9]{1,32}$/;
