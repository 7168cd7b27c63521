/** The product's name on screens and in messages. */
export const PRODUCT_NAME = 'Tavola';

/** Theme colour of a restaurant that has not chosen one (spec §9). */
export const DEFAULT_THEME_COLOR = '#059669';

/** Default minimum password length (spec §9). */
export const PASSWORD_MIN_LENGTH = 6;

/** Longest password: room for any passphrase, but a bound on hashing work. */
export const PASSWORD_MAX_LENGTH = 128;

/** How many digits the PIN of a kitchen device has. */
export const PIN_MIN_LENGTH = 4;
export const PIN_MAX_LENGTH = 8;

/** Most accounts that a browser is known to. */
export const KNOWN_ACCOUNTS_MAX = 5;

/** How long a password reset link is valid, in minutes. */
export const RESET_MINUTES = 60;

/** How long a link to confirm an e-mail address is valid, in hours. */
export const CONFIRM_HOURS = 24;

/** New slugs that a restaurant may take within `RENAME_DAYS`. Going back to an own former slug does not count. */
export const RENAMES_MAX = 5;
export const RENAME_DAYS = 30;

/** Days that a former slug is kept if no guest comes through it. The sweep's policy in auth's database says the same. */
export const UNVISITED_SLUG_DAYS = 90;

/** Days from a deletion request to the deletion; until then it can be cancelled. */
export const DELETION_DAYS = 30;

/** Highest price of an item: the maximum of `numeric(10,2)`. */
export const PRICE_MAX = 99_999_999.99;

/** Slug of the demo restaurant that the seed creates and the marketing page links to. */
export const DEMO_SLUG = 'demo';

/** Restaurants that the beta has room for (spec §9). */
export const BETA_SPOTS = 10;

/** How many tenants and users the admin's lists show (spec §9). */
export const ADMIN_LIST_LENGTH = 10;
