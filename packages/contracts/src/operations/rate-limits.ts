/** How often one address, or one signed-in user, may ask. */
export interface RateLimit {
  /** What it is about, for docs/limits.md. */
  what: string;
  per: 'address' | 'user';
  count: number;
  /** The time in which; null where it is how many may be open at once. */
  seconds: number | null;
  /** `shared`: all gateways count together, in Redis. `process`: each counts for itself, which costs next to nothing. */
  counted: 'shared' | 'process';
  /** The message that a rejected client reads. */
  refusal: string;
}

const TOO_MANY = 'Too many requests.';
const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Every limit of the gateway. What can be guessed, mailed or made is counted strictly and by all gateways together; what is
 * read is counted loosely, since a whole dining room, or a whole mobile network, may have one address.
 */
export const RATE_LIMITS = {
  'log-in': {
    what: 'Signing in',
    per: 'address',
    count: 60,
    seconds: MINUTE,
    counted: 'shared',
    refusal: 'Too many sign-ins from your network.',
  },
  'sign-up': {
    what: 'Making an account',
    per: 'address',
    count: 30,
    seconds: HOUR,
    counted: 'shared',
    refusal: 'Too many sign-ups from your network.',
  },
  'forgot-password': {
    what: 'Asking for a link to set a new password',
    per: 'address',
    count: 20,
    seconds: HOUR,
    counted: 'shared',
    refusal: 'Too many links were asked for from your network.',
  },
  'reset-password': {
    what: 'Setting a new password by such a link',
    per: 'address',
    count: 30,
    seconds: HOUR,
    counted: 'shared',
    refusal: TOO_MANY,
  },
  'beta-signup': {
    what: 'Applying for the beta',
    per: 'address',
    count: 20,
    seconds: HOUR,
    counted: 'shared',
    refusal: 'Too many applications from your network.',
  },
  password: {
    what: 'What asks for the password once more',
    per: 'user',
    count: 20,
    seconds: 15 * MINUTE,
    counted: 'shared',
    refusal: TOO_MANY,
  },
  export: {
    what: 'Exporting everything of a restaurant',
    per: 'user',
    count: 20,
    seconds: HOUR,
    counted: 'shared',
    refusal: 'Your data was exported very often.',
  },
  menus: {
    what: 'Public menus, their pages, and what search engines read',
    per: 'address',
    count: 5_000,
    seconds: 10,
    counted: 'process',
    refusal: TOO_MANY,
  },
  streams: {
    what: 'Menus that are open and hear of changes',
    per: 'address',
    count: 2_000,
    seconds: null,
    counted: 'process',
    refusal: 'Too many menus are open on your network.',
  },
  visits: {
    what: 'Visits, as menus tell of them',
    per: 'address',
    count: 2_000,
    seconds: 10,
    counted: 'process',
    refusal: TOO_MANY,
  },
  codes: {
    what: 'Printed codes',
    per: 'address',
    count: 2_000,
    seconds: 10,
    counted: 'process',
    refusal: TOO_MANY,
  },
  'signed-in': {
    what: 'What is for signed-in users, whoever they are',
    per: 'address',
    count: 5_000,
    seconds: 10,
    counted: 'process',
    refusal: TOO_MANY,
  },
  user: {
    what: 'What one signed-in user asks for',
    per: 'user',
    count: 600,
    seconds: 10,
    counted: 'process',
    refusal: TOO_MANY,
  },
  other: {
    what: 'Addresses that do not exist, and the documentation',
    per: 'address',
    count: 1_000,
    seconds: 10,
    counted: 'process',
    refusal: TOO_MANY,
  },
} as const satisfies Record<string, RateLimit>;

export type LimitName = keyof typeof RATE_LIMITS;

/** A limit that is counted by the client's address. */
export type AddressLimitName = {
  [Name in LimitName]: (typeof RATE_LIMITS)[Name]['per'] extends 'address' ? Name : never;
}[LimitName];

/** A limit that is counted by the signed-in user. */
export type UserLimitName = Exclude<LimitName, AddressLimitName>;
