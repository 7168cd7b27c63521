/** How many requests one address, or one signed-in user, may make. */
export interface RateLimit {
  /** What the limit applies to, for docs/limits.md. */
  what: string;
  per: 'address' | 'user';
  count: number;
  /** The time window; null where `count` limits how many are open at the same time. */
  seconds: number | null;
  /**
   * `shared`: all gateways share one count, in Redis; that of an IPv6 address counts for its /48, too. `process`: each process
   * has its own count, which costs almost nothing.
   */
  counted: 'shared' | 'process';
  /** The message that a rejected client reads. */
  refusal: string;
}

/** A body of more bytes counts for an operation's `largeLimit`: more than any single text with its translation. */
export const LARGE_BODY_BYTES = 8_192;

/**
 * How many times the count of one IPv6 address (a /64) its whole /48 has, for what is counted strictly. The owner of a /48 has
 * 65,536 of them, but so have the phones of a mobile network.
 */
export const IPV6_NETWORK_FACTOR = 16;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

const SHARED_BY_ADDRESS = { per: 'address', counted: 'shared', refusal: 'Too many requests.' } as const;
const SHARED_BY_USER = { ...SHARED_BY_ADDRESS, per: 'user' } as const;
const IN_PROCESS_BY_ADDRESS = { ...SHARED_BY_ADDRESS, counted: 'process' } as const;

/**
 * Every limit of the gateway. Guessing, mailing and creating are limited strictly, across all gateways. Reads are limited
 * loosely, since a whole dining room or mobile network may share one address.
 */
export const RATE_LIMITS = {
  'log-in': {
    ...SHARED_BY_ADDRESS,
    what: 'Sign-in',
    count: 60,
    seconds: MINUTE,
    refusal: 'Too many sign-ins from your network.',
  },
  'sign-up': {
    ...SHARED_BY_ADDRESS,
    what: 'Sign-up',
    count: 30,
    seconds: HOUR,
    refusal: 'Too many sign-ups from your network.',
  },
  'forgot-password': {
    ...SHARED_BY_ADDRESS,
    what: 'Requesting a reset link',
    count: 20,
    seconds: HOUR,
    refusal: 'Too many links were requested from your network.',
  },
  'reset-password': {
    ...SHARED_BY_ADDRESS,
    what: 'Resetting the password',
    count: 30,
    seconds: HOUR,
  },
  'confirm-email': {
    ...SHARED_BY_ADDRESS,
    what: 'Confirming an e-mail address',
    count: 30,
    seconds: HOUR,
  },
  join: {
    ...SHARED_BY_ADDRESS,
    what: 'Opening or accepting an invitation',
    count: 60,
    seconds: HOUR,
  },
  'beta-signup': {
    ...SHARED_BY_ADDRESS,
    what: 'Applying for the beta',
    count: 20,
    seconds: HOUR,
    refusal: 'Too many applications from your network.',
  },
  password: {
    ...SHARED_BY_USER,
    what: 'Acts that require the password again',
    count: 20,
    seconds: 15 * MINUTE,
  },
  invite: {
    ...SHARED_BY_USER,
    what: 'Inviting to a team',
    count: 30,
    seconds: HOUR,
    refusal: 'Too many invitations.',
  },
  'add-restaurant': {
    ...SHARED_BY_USER,
    what: 'Adding a restaurant',
    count: 20,
    seconds: HOUR,
    refusal: 'Too many restaurants were added.',
  },
  devices: {
    ...SHARED_BY_USER,
    what: 'Listing and setting up kitchen devices',
    count: 120,
    seconds: 15 * MINUTE,
  },
  switch: {
    ...SHARED_BY_USER,
    what: 'Switching to another restaurant',
    count: 300,
    seconds: 10 * MINUTE,
  },
  export: {
    ...SHARED_BY_USER,
    what: 'Exporting a restaurant',
    count: 20,
    seconds: HOUR,
    refusal: 'Your data was exported too many times.',
  },
  drafts: {
    ...SHARED_BY_USER,
    what: 'Changing many items at once, also by more than 8 KiB of translations, and putting back',
    count: 30,
    seconds: 10 * MINUTE,
    refusal: 'Too many large changes.',
  },
  pictures: {
    ...SHARED_BY_USER,
    what: 'Uploading a picture',
    count: 60,
    seconds: 10 * MINUTE,
    refusal: 'Too many pictures were uploaded.',
  },
  sheets: {
    ...SHARED_BY_USER,
    what: 'Listing and making print sheets',
    count: 120,
    seconds: 10 * MINUTE,
  },
  'picture-downloads': {
    ...SHARED_BY_USER,
    what: 'Downloading all pictures',
    count: 10,
    seconds: HOUR,
    refusal: 'Your pictures were downloaded too many times.',
  },
  assistant: {
    ...SHARED_BY_USER,
    what: 'Asking the AI',
    count: 60,
    seconds: 10 * MINUTE,
    refusal: "You've used the AI too many times.",
  },
  menus: {
    ...IN_PROCESS_BY_ADDRESS,
    what: 'Public menus, their pages, sitemaps',
    count: 5_000,
    seconds: 10,
  },
  'missing-menus': {
    ...IN_PROCESS_BY_ADDRESS,
    what: 'Public menus that do not exist',
    count: 300,
    seconds: 10,
  },
  streams: {
    ...IN_PROCESS_BY_ADDRESS,
    what: 'Open menus (event streams)',
    count: 2_000,
    seconds: null,
    refusal: 'Too many menus are open on your network.',
  },
  visits: {
    ...IN_PROCESS_BY_ADDRESS,
    what: 'Visit beacons',
    count: 2_000,
    seconds: 10,
  },
  codes: {
    ...IN_PROCESS_BY_ADDRESS,
    what: 'Printed codes',
    count: 2_000,
    seconds: 10,
  },
  'signed-in': {
    ...IN_PROCESS_BY_ADDRESS,
    what: 'Signed-in calls from one address',
    count: 5_000,
    seconds: 10,
  },
  user: {
    ...IN_PROCESS_BY_ADDRESS,
    per: 'user',
    what: 'Calls of one signed-in user',
    count: 600,
    seconds: 10,
  },
  other: {
    ...IN_PROCESS_BY_ADDRESS,
    what: 'Unknown paths, the API documentation, and what the front page asks',
    count: 1_000,
    seconds: 10,
  },
} as const satisfies Record<string, RateLimit>;

export type LimitName = keyof typeof RATE_LIMITS;

/** A limit per client address. */
export type AddressLimitName = {
  [Name in LimitName]: (typeof RATE_LIMITS)[Name]['per'] extends 'address' ? Name : never;
}[LimitName];

/** A limit per signed-in user. */
export type UserLimitName = Exclude<LimitName, AddressLimitName>;
