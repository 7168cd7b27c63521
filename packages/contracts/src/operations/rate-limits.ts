/** How many requests one address, or one signed-in user, may make. */
export interface RateLimit {
  /** What the limit applies to, for docs/limits.md. */
  what: string;
  per: 'address' | 'user';
  count: number;
  /** The time window; null where `count` limits how many are open at the same time. */
  seconds: number | null;
  /**
   * `shared`: all gateways share one count, in Redis. `process`: each process has its own count, which costs almost
   * nothing.
   */
  counted: 'shared' | 'process';
  /** The message that a rejected client reads. */
  refusal: string;
}

const TOO_MANY = 'Too many requests.';
const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Every limit of the gateway. Guessing, mailing and creating are limited strictly, across all gateways. Reads are limited
 * loosely, since a whole dining room or mobile network may share one address.
 */
export const RATE_LIMITS = {
  'log-in': {
    what: 'Sign-in',
    per: 'address',
    count: 60,
    seconds: MINUTE,
    counted: 'shared',
    refusal: 'Too many sign-ins from your network.',
  },
  'sign-up': {
    what: 'Sign-up',
    per: 'address',
    count: 30,
    seconds: HOUR,
    counted: 'shared',
    refusal: 'Too many sign-ups from your network.',
  },
  'forgot-password': {
    what: 'Requesting a reset link',
    per: 'address',
    count: 20,
    seconds: HOUR,
    counted: 'shared',
    refusal: 'Too many links were requested from your network.',
  },
  'reset-password': {
    what: 'Resetting the password',
    per: 'address',
    count: 30,
    seconds: HOUR,
    counted: 'shared',
    refusal: TOO_MANY,
  },
  'confirm-email': {
    what: 'Confirming an e-mail address',
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
    what: 'Acts that require the password again',
    per: 'user',
    count: 20,
    seconds: 15 * MINUTE,
    counted: 'shared',
    refusal: TOO_MANY,
  },
  export: {
    what: 'Exporting a restaurant',
    per: 'user',
    count: 20,
    seconds: HOUR,
    counted: 'shared',
    refusal: 'Your data was exported too many times.',
  },
  drafts: {
    what: 'Changing many items at once',
    per: 'user',
    count: 30,
    seconds: 10 * MINUTE,
    counted: 'shared',
    refusal: 'Too many large changes.',
  },
  pictures: {
    what: 'Uploading a picture',
    per: 'user',
    count: 60,
    seconds: 10 * MINUTE,
    counted: 'shared',
    refusal: 'Too many pictures were uploaded.',
  },
  'picture-downloads': {
    what: 'Downloading all pictures',
    per: 'user',
    count: 10,
    seconds: HOUR,
    counted: 'shared',
    refusal: 'Your pictures were downloaded too many times.',
  },
  assistant: {
    what: 'Asking the AI',
    per: 'user',
    count: 60,
    seconds: 10 * MINUTE,
    counted: 'shared',
    refusal: "You've used the AI too many times.",
  },
  menus: {
    what: 'Public menus, their pages, sitemaps',
    per: 'address',
    count: 5_000,
    seconds: 10,
    counted: 'process',
    refusal: TOO_MANY,
  },
  'missing-menus': {
    what: 'Public menus that do not exist',
    per: 'address',
    count: 300,
    seconds: 10,
    counted: 'process',
    refusal: TOO_MANY,
  },
  streams: {
    what: 'Open menus (event streams)',
    per: 'address',
    count: 2_000,
    seconds: null,
    counted: 'process',
    refusal: 'Too many menus are open on your network.',
  },
  visits: {
    what: 'Visit beacons',
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
    what: 'Signed-in calls from one address',
    per: 'address',
    count: 5_000,
    seconds: 10,
    counted: 'process',
    refusal: TOO_MANY,
  },
  user: {
    what: 'Calls of one signed-in user',
    per: 'user',
    count: 600,
    seconds: 10,
    counted: 'process',
    refusal: TOO_MANY,
  },
  other: {
    what: 'Unknown paths and the API documentation',
    per: 'address',
    count: 1_000,
    seconds: 10,
    counted: 'process',
    refusal: TOO_MANY,
  },
} as const satisfies Record<string, RateLimit>;

export type LimitName = keyof typeof RATE_LIMITS;

/** A limit per client address. */
export type AddressLimitName = {
  [Name in LimitName]: (typeof RATE_LIMITS)[Name]['per'] extends 'address' ? Name : never;
}[LimitName];

/** A limit per signed-in user. */
export type UserLimitName = Exclude<LimitName, AddressLimitName>;
