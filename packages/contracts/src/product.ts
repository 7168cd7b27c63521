/** The product's name, wherever a screen or a message says it. */
export const PRODUCT_NAME = 'Tavola';

/** Theme colour of a restaurant that has not chosen one (spec §9). */
export const DEFAULT_THEME_COLOR = '#059669';

/** Shortest password the product allows where configuration says nothing else (spec §9). */
export const PASSWORD_MIN_LENGTH = 6;

/** Longest password accepted: long enough for any passphrase, short enough to bound the hashing. */
export const PASSWORD_MAX_LENGTH = 128;

/** How long a link to set a new password works, in minutes. */
export const RESET_MINUTES = 30;

/** How many days a restaurant can be kept after its deletion was asked for. */
export const DELETION_DAYS = 30;

/** Highest price of an item: what `numeric(10,2)` holds. */
export const PRICE_MAX = 99_999_999.99;

/** Slug of the demonstration restaurant that the seed makes and the marketing page links to. */
export const DEMO_SLUG = 'demo';

/** How many tenants and users the admin's lists show (spec §9). */
export const ADMIN_LIST_LENGTH = 10;
