// The product's processes and what each needs. The local stack, tests, secrets and lists of addresses are read from here;
// docker-compose.yml and the Kubernetes manifests are checked against it (infra/deploy/kubernetes/no-drift.test.ts).

/** A setting whose value Compose and Kubernetes give in a file, so that it is not in the environment. */
export const IN_FILES = [
  'DATABASE_URL',
  'REDIS_CACHE_URL',
  'REDIS_QUEUE_URL',
  'JWT_PRIVATE_KEY',
  'JWT_PUBLIC_KEY',
  'SERVICE_TOKEN',
  'TWO_FACTOR_KEY',
  'AI_API_KEY',
  'MAIL_URL',
  'STORAGE_URL',
] as const;

interface Process {
  /** The heading of its operations in the API's documentation; a worker has none. */
  title?: string;
  /** The services that it sends requests to. It gets the URL of each. */
  calls: readonly string[];
  /** The schema that it reads and writes, named after the service that owns it. */
  database?: string;
  /** The group that may read its secrets in Compose. */
  group: number;
  /** Its other settings, as its `env.ts` names them, besides those that every process has. */
  settings: readonly string[];
}

/** Every process by name, in the order in which they start. A service's own worker is named after it. */
export const TOPOLOGY = {
  auth: {
    title: 'Accounts and restaurants',
    calls: [],
    database: 'auth',
    group: 10_002,
    settings: [
      'REDIS_CACHE_URL',
      'JWT_PRIVATE_KEY',
      'JWT_PUBLIC_KEY',
      'SERVICE_TOKEN',
      'TWO_FACTOR_KEY',
      'PUBLIC_ORIGIN',
      'MAIL_URL',
      'MAIL_FROM',
      'SUPPORT_EMAIL',
      'TERMS_URL',
      'PRIVACY_URL',
      'PASSWORD_MIN_LENGTH',
      'RATE_LIMIT_FACTOR',
    ],
  },
  menu: {
    title: 'Categories and items',
    calls: ['auth'],
    database: 'menu',
    group: 10_003,
    settings: [
      'REDIS_CACHE_URL',
      'JWT_PUBLIC_KEY',
      'SERVICE_TOKEN',
      'AI_URL',
      'AI_MODEL',
      'AI_API_KEY',
      'AI_DAILY_TOKENS',
      'AI_TOTAL_DAILY_TOKENS',
      'AI_ANSWER_TOKENS',
    ],
  },
  'public-menu': {
    title: 'What diners and search engines read',
    calls: ['auth', 'menu'],
    group: 10_004,
    settings: [
      'REDIS_CACHE_URL',
      'SERVICE_TOKEN',
      'PUBLIC_ORIGIN',
      'TERMS_URL',
      'PRIVACY_URL',
      'SHELL_FILE',
      'RENDER_FILE',
      'EDGE_URLS',
      'MENU_MEMORY_MB',
      'OPEN_MENUS_MAX',
      'OPEN_MENUS_PER_RESTAURANT',
    ],
  },
  qr: {
    title: 'Printed codes',
    calls: ['auth', 'menu'],
    database: 'qr',
    group: 10_005,
    settings: ['REDIS_QUEUE_URL', 'JWT_PUBLIC_KEY', 'SERVICE_TOKEN', 'PUBLIC_ORIGIN'],
  },
  'qr-worker': { calls: [], database: 'qr', group: 10_006, settings: ['REDIS_QUEUE_URL'] },
  media: {
    title: 'Pictures',
    calls: ['auth', 'menu'],
    database: 'media',
    group: 10_013,
    settings: ['REDIS_QUEUE_URL', 'JWT_PUBLIC_KEY', 'SERVICE_TOKEN', 'STORAGE_URL'],
  },
  'media-worker': { calls: [], database: 'media', group: 10_014, settings: ['REDIS_QUEUE_URL', 'STORAGE_URL'] },
  analytics: {
    title: 'Visits and figures',
    calls: ['auth', 'menu', 'qr'],
    database: 'analytics',
    group: 10_007,
    settings: ['REDIS_QUEUE_URL', 'JWT_PUBLIC_KEY', 'SERVICE_TOKEN'],
  },
  admin: {
    title: 'Platform and data export',
    calls: ['auth', 'menu', 'public-menu', 'qr', 'media', 'analytics'],
    database: 'admin',
    group: 10_008,
    settings: ['REDIS_QUEUE_URL', 'JWT_PUBLIC_KEY', 'SERVICE_TOKEN', 'ADMIN_TWO_FACTOR', 'PRICING'],
  },
  gateway: {
    title: 'This documentation',
    calls: ['auth', 'menu', 'public-menu', 'qr', 'media', 'analytics', 'admin'],
    group: 10_001,
    settings: [
      'REDIS_CACHE_URL',
      'JWT_PUBLIC_KEY',
      'SERVICE_TOKEN',
      'ADMIN_TWO_FACTOR',
      'ANSWER_WITHIN_MS',
      'RATE_LIMIT_FACTOR',
    ],
  },
} as const satisfies Readonly<Record<string, Process>>;

type Topology = typeof TOPOLOGY;

/** One of the project's own processes. */
export type ProcessName = keyof Topology;

/** A process that serves no requests. */
export type WorkerName = Extract<ProcessName, `${string}-worker`>;

/** A service, or the gateway itself. */
export type ServiceName = Exclude<ProcessName, WorkerName>;

/** A service that owns data: it has a schema, two database roles and a `prisma/` folder. */
export type Owner = Extract<Topology[ProcessName], { database: string }>['database'];

/** A setting of one of the processes. */
export type Setting = Topology[ProcessName]['settings'][number] | 'DATABASE_URL';

/** The services that `Name` sends requests to. */
export type CalledBy<Name extends ProcessName> = Topology[Name]['calls'][number];

/** The setting with a service's URL: `PUBLIC_MENU_URL`. */
export type UrlSetting<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Uppercase<First>}_${UrlSetting<Rest>}`
  : `${Uppercase<Name>}_URL`;

/** Every process, in the order in which they start. */
export const PROCESSES = Object.keys(TOPOLOGY) as readonly ProcessName[];

/** Whether a process serves no requests. */
export const isWorker = (name: ProcessName): name is WorkerName => name.endsWith('-worker');

/** Every service and the gateway. */
export const SERVICES = PROCESSES.filter((name): name is ServiceName => !isWorker(name));

/** The schema that a process reads and writes; undefined if it has no database. */
export const databaseOf = (name: ProcessName): Owner | undefined => {
  const needs = TOPOLOGY[name];
  return 'database' in needs ? needs.database : undefined;
};

/** Every service that owns data. */
export const OWNERS = SERVICES.filter((name): name is Owner => databaseOf(name) === name);

/** The setting with the URL of the service `name`. */
export const urlSetting = <Name extends ServiceName>(name: Name) =>
  `${name.replaceAll('-', '_').toUpperCase()}_URL` as UrlSetting<Name>;

/** The settings of a process, without the URLs of the services that it calls and those that every process has. */
export const settingsOf = (name: ProcessName): Setting[] => [
  ...(databaseOf(name) ? (['DATABASE_URL'] as const) : []),
  ...TOPOLOGY[name].settings,
];
