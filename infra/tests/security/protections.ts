import type { Owner } from '../../deploy/migrate/owners.ts';
import {
  callInstead,
  insteadOfCall,
  type SwitchOff,
  settingsThatStay,
  withConstant,
  withDirective,
  withoutCall,
  withoutCondition,
  withoutProperty,
  withPolicySource,
  withProperty,
} from './switch-off.ts';

/** The tests that must fail without a protection. */
export interface Tests {
  /** Their file. */
  tests: string;
  /** Part of the name of a test or describe block, which selects them. */
  only: string;
  /** The vitest project of the file; default `security`. */
  project?: 'unit' | 'service' | 'isolated' | 'security-site';
}

/** A protection, how it is switched off, and the tests that must then fail. */
export interface Mutation extends Tests {
  /** Its name in mutations.md; no two have the same. */
  protection: string;
  /** A description of how it is switched off. */
  off: string;
  change: { owner: Owner; sql: string } | { file: string; by: SwitchOff };
}

const TABLES = { tests: 'infra/tests/security/tenant-tables.test.ts', only: 'the tables' };
const MATRIX = 'infra/tests/security/matrix.test.ts';
const DOOR = { tests: 'infra/tests/security/gateway-door.test.ts', only: 'lets' };
const INTERLEAVED = 'infra/tests/security/interleaved.test.ts';
const BAD_INPUT = 'infra/tests/security/bad-input.test.ts';

const stores = { tests: MATRIX, only: 'row-level security switched off' };
const services = { tests: MATRIX, only: 'each service, asked past the gateway' };
const interleaved = (only: string): Tests => ({ tests: INTERLEAVED, only, project: 'isolated' });
const service = (tests: string, only: string): Tests => ({ tests, only, project: 'service' });
const CHANGE_LOG = service('services/menu/test/history.test.ts', 'records');
const connections = interleaved('one connection');
const site = (name: string, only: string): Tests => ({
  tests: `infra/tests/security/site/${name}.test.ts`,
  only,
  project: 'security-site',
});

const POSTGRES = 'packages/service-kit/src/data/postgres.ts';
const NGINX = 'infra/deploy/nginx/site.conf.template';
const SERVE = 'packages/service-kit/src/http/serve.ts';
const CATEGORY_STORE = 'services/menu/src/category/category-store.ts';
const ITEM_STORE = 'services/menu/src/item/item-store.ts';
const CODE_STORE = 'services/qr/src/code/code-store.ts';

const inDatabase = (protection: string, owner: Owner, sql: string, tests: Tests = TABLES): Mutation => ({
  protection,
  off: `\`${sql}\``,
  change: { owner, sql },
  ...tests,
});

const inFile = (protection: string, file: string, by: SwitchOff, tests: Tests): Mutation => ({
  protection,
  off: `${by.words}, ${file}`,
  change: { file, by },
  ...tests,
});

/** Replaces `text` in the function that the change log's triggers call. */
const inLog = (protection: string, name: string, text: string, by: string): Mutation => ({
  ...inDatabase(
    protection,
    'menu',
    `DO $do$ BEGIN EXECUTE replace(pg_get_functiondef('${name}'::regproc), $is$${text}$is$, $by$${by}$by$); END $do$`,
    CHANGE_LOG,
  ),
  off: `\`${by}\` instead of \`${text}\` in \`${name}\`, services/menu`,
});

const inStore = (protection: string, file: string, by: SwitchOff): Mutation => inFile(protection, file, by, stores);

/** All protections that are switched off, one at a time. */
export const MUTATIONS: readonly Mutation[] = [
  inDatabase('row-level security', 'menu', 'ALTER TABLE "item" DISABLE ROW LEVEL SECURITY'),
  inDatabase('forced row-level security, menu', 'menu', 'ALTER TABLE "category" NO FORCE ROW LEVEL SECURITY'),
  inDatabase('forced row-level security, auth', 'auth', 'ALTER TABLE "tenant" NO FORCE ROW LEVEL SECURITY'),
  inDatabase('policy of own rows, menu', 'menu', 'DROP POLICY "own" ON "menu_version"'),
  inDatabase('policy of own rows, auth', 'auth', 'DROP POLICY "own" ON "session"'),
  inDatabase('policy of own rows, qr', 'qr', 'DROP POLICY "own" ON "sheet"'),
  inDatabase('policy of own rows, analytics', 'analytics', 'DROP POLICY "own" ON "quarter_tally"'),
  inDatabase('policy of own rows, changed', 'menu', 'ALTER POLICY "own" ON "item" USING (true)'),
  inDatabase('policy of the platform', 'qr', 'CREATE POLICY "open" ON "code" FOR SELECT USING (true)'),
  inDatabase(
    'composite reference',
    'menu',
    'ALTER TABLE "item" DROP CONSTRAINT "item_tenant_id_category_id_fkey", ADD CONSTRAINT "item_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category"("id")',
  ),
  inDatabase('uniqueness within a tenant', 'qr', 'CREATE UNIQUE INDEX "one_name" ON "code"("name_key")'),

  inDatabase('policy of own rows, to a transaction', 'menu', 'ALTER POLICY "own" ON "item" USING (true)', connections),
  inFile('setting that ends with its transaction', POSTGRES, settingsThatStay({ in: 'asTenant' }), connections),
  inFile('setting of a read that ends with it', POSTGRES, settingsThatStay({ in: 'rowsOf' }), connections),
  inFile(
    'pools of two connections: a setting that ends with its transaction',
    POSTGRES,
    settingsThatStay({ in: 'asTenant' }),
    interleaved('two tenants on pools of two connections'),
  ),

  inStore('tenant in finding a category', CATEGORY_STORE, withoutCondition('tenant_id')),
  inStore('tenant in changing a category', CATEGORY_STORE, withoutProperty('tenantId', { in: 'change' })),
  inStore('tenant in deleting a category', CATEGORY_STORE, withoutProperty('tenantId', { in: 'remove', beside: 'id' })),
  inStore(
    "tenant in looking up an item's category",
    'services/menu/src/item/change-items.ts',
    withoutProperty('tenantId', { in: 'requireCategories' }),
  ),
  inStore('tenant in listing categories', CATEGORY_STORE, withoutProperty('tenantId', { in: 'list' })),
  inStore('tenant in what is put in order', 'services/menu/src/menu/put-in-order.ts', withoutCondition('tenant_id')),
  inStore(
    'tenant in listing items',
    'services/menu/src/menu/menu-json.ts',
    withoutCondition('tenant_id', { after: 'jsonList' }),
  ),
  inStore('tenant in finding an item', ITEM_STORE, withoutCondition('tenant_id')),
  inStore('tenant in changing an item', ITEM_STORE, withoutProperty('tenantId', { in: 'change' })),
  inStore('tenant in deleting an item', ITEM_STORE, withoutProperty('tenantId', { in: 'remove' })),
  inStore('tenant in listing dayparts', 'services/menu/src/daypart/daypart-store.ts', withoutCondition('tenant_id')),
  inStore('tenant in the history', 'services/menu/src/history/read-history.ts', withoutCondition('tenant_id')),
  inStore(
    'tenant in translations',
    'services/menu/src/translation/translation-store.ts',
    withoutCondition('tenant_id'),
  ),
  inStore(
    'tenant in the zip of pictures',
    'services/media/src/picture/picture-store.ts',
    withoutProperty('tenantId', { in: 'page' }),
  ),
  inStore('tenant in listing codes', CODE_STORE, withoutProperty('tenantId', { in: 'list' })),
  inStore('tenant in finding a code', CODE_STORE, withoutProperty('tenantId', { in: 'find' })),
  inStore('tenant in the codes of a sheet', CODE_STORE, withoutProperty('tenantId', { in: 'inUse' })),
  inStore(
    'tenant in reading a sheet',
    'services/qr/src/sheet/sheet-store.ts',
    withoutProperty('tenantId', { in: 'kept' }),
  ),
  inStore('user in ending a session', 'services/auth/src/session/end-sessions.ts', withoutCondition('user_id')),
  inStore(
    'user in listing sessions',
    'services/auth/src/session/session-store.ts',
    withoutProperty('userId', { in: 'openSessions' }),
  ),
  inStore(
    'tenant in the figures',
    'services/analytics/src/figures/read-figures.ts',
    withoutCondition('tenant_id', { after: "'hasData'" }),
  ),

  inFile(
    "gateway's guard of a route",
    'packages/contracts/src/operations/menu.ts',
    withProperty('requiresTenant', 'true', 'who', "'anyone'"),
    DOOR,
  ),
  inFile(
    "gateway's guard of admin's routes",
    'packages/contracts/src/operations/admin.ts',
    withProperty('gatewayPrefix', "'/api/admin/'", 'who', "'signed-in'"),
    DOOR,
  ),
  inFile("gateway's check of sessions", 'gateway/src/app.ts', withoutCall('sessions.mustBeOpen'), DOOR),
  inFile(
    "services' own check",
    SERVE,
    insteadOfCall(
      'signedIn',
      '(req, res, next) => (req.get("authorization") ? signedIn(checkToken)(req, res, next) : next())',
    ),
    services,
  ),
  inFile(
    "services' own check of the role",
    SERVE,
    insteadOfCall('adminsOnly', '(_req, _res, next) => next()'),
    services,
  ),

  inFile(
    'counting in memory while Redis is away, at the gateway',
    'packages/service-kit/src/data/counters.ts',
    insteadOfCall('memory.add', 'Promise.resolve({ used: 0, msLeft: 0 })'),
    service('gateway/test/rate-limits.test.ts', 'without redis'),
  ),
  inFile(
    "client's address, as nginx says it",
    NGINX,
    withDirective('proxy_set_header X-Forwarded-For', '$http_x_forwarded_for'),
    site('true-address', 'a client that is counted by its address'),
  ),
  inFile(
    "nginx's own requests, which are not counted",
    NGINX,
    withDirective('proxy_set_header X-Edge-Refresh', '$http_x_edge_refresh'),
    site('true-address', 'a client that is counted by its address'),
  ),
  inFile(
    'no old menu for who asked too often',
    NGINX,
    withDirective('proxy_cache_use_stale', 'error timeout http_429 http_502 http_503 http_504'),
    site('true-address', 'a client that asked for too many menus'),
  ),
  inFile(
    'a core that is free of hashes',
    'services/auth/src/session/password.ts',
    withConstant('HASHES_AT_ONCE', '1_000'),
    { tests: 'infra/tests/security/login-storm.test.ts', only: 'sign-ins at once', project: 'isolated' },
  ),
  inFile(
    'known devices ahead of strangers',
    'services/auth/src/session/sign-in-turn.ts',
    withConstant('ofAccount', '(_email: string): Place => ofStranger(String(Math.random()))'),
    { tests: 'infra/tests/security/login-storm.test.ts', only: 'behind no stranger', project: 'isolated' },
  ),
  inFile(
    'nothing is hashed for clients that have left',
    'packages/service-kit/src/http/http-app.ts',
    withoutCall('leaving.abort'),
    { tests: 'infra/tests/security/login-storm.test.ts', only: 'clients that have left', project: 'isolated' },
  ),
  inFile(
    'reset links that outlive their count',
    'services/auth/src/reset/reset-store.ts',
    withConstant('COUNTED_MINUTES_LEFT', '0'),
    service('services/auth/test/reset.test.ts', 'half an hour more'),
  ),

  inFile(
    "an item's picture is the restaurant's own",
    'services/menu/src/item/change-items.ts',
    withoutCall('requireAllowedPicture'),
    service('services/menu/test/items.test.ts', 'shows a picture of its own restaurant'),
  ),
  inFile(
    "a draft's pictures are the restaurant's own",
    'services/menu/src/draft/confirm-draft.ts',
    withoutCall('requireAllowedPicture'),
    service('services/menu/test/drafts.test.ts', 'checks what a change of one dish checks'),
  ),
  inFile(
    "a draft's items are as the owner saw them",
    'services/menu/src/draft/confirm-draft.ts',
    withoutCall('requireAsSeen'),
    service('services/menu/test/drafts.test.ts', 'names a dish that was changed meanwhile'),
  ),
  inDatabase('changes of items are logged', 'menu', 'ALTER TABLE "item" DISABLE TRIGGER "log_changed"', CHANGE_LOG),
  inLog('prices are logged', 'logged_row', '{id,', '{price,id,'),
  inLog('the user is logged', 'log_menu_change', 'app.user_id', 'app.unknown'),
  inLog(
    'the value before several statements of a write is logged',
    'log_menu_change',
    'excluded.before || menu_change.before',
    'menu_change.before || excluded.before',
  ),
  inFile(
    'no picture is deleted while a service does not say what it shows',
    'services/media/src/picture/sweep.ts',
    insteadOfCall('menu.get', 'menu.get(path, usedPictures).catch(() => ({ pictures: [] as string[] }))'),
    service('services/media/test/sweep.test.ts', 'deletes nothing while menu is away'),
  ),
  inFile(
    'verbs that a path has not got',
    SERVE,
    // Last, so that the path's own verbs go where they belong.
    callInstead(
      'router[method]',
      '((...route) => (router[method](...route), queueMicrotask(() => router.all(...route))))',
    ),
    { tests: BAD_INPUT, only: 'odd verbs' },
  ),
  inFile(
    'ids in paths are checked',
    SERVE,
    insteadOfCall('valid', '(Number(req.params[name]) || req.params[name])', { argument: 'req.params[name]' }),
    { tests: BAD_INPUT, only: 'with an id that is none' },
  ),
  inFile('days in queries are checked', 'packages/contracts/src/analytics.ts', withoutCall('.pipe', { in: 'day' }), {
    tests: BAD_INPUT,
    only: 'are refused by the name of what can not be',
  }),
  inFile(
    "nginx's time for headers",
    NGINX,
    withDirective('client_header_timeout', '1h'),
    site('slow-sockets', 'that never finish the headers'),
  ),
  inFile(
    "nginx's time for bodies",
    NGINX,
    withDirective('client_body_timeout', '1h'),
    site('slow-sockets', 'that never finish the body'),
  ),

  inFile(
    'an answer that broke off is no whole one',
    'packages/service-kit/src/http/send-problem.ts',
    callInstead('res.destroy', 'res.end'),
    service('gateway/test/proxy.test.ts', 'ends the connection when it has begun to answer'),
  ),
  inFile(
    'a service that is behind is left alone',
    'gateway/src/undici-forwarder.ts',
    withConstant('isBehind', '(_: Connections) => false'),
    service('gateway/test/behind.test.ts', 'gets no more requests until it has caught up'),
  ),
  inFile(
    "pool's listener on each connection",
    POSTGRES,
    withoutCall('pool.on', { argument: "'connect'" }),
    service('packages/service-kit/test/postgres.test.ts', 'a lost connection'),
  ),

  inFile(
    'policy on what pages may do',
    NGINX,
    withDirective('add_header Content-Security-Policy', null),
    site('headers', 'what a browser may do with an answer'),
  ),
  inFile(
    'no inline script',
    NGINX,
    withPolicySource('script-src', "'unsafe-inline'"),
    site('headers', 'what a browser may do with an answer'),
  ),
  inFile(
    'no frames',
    NGINX,
    withDirective('add_header X-Frame-Options', null),
    site('headers', 'what a browser may do with an answer'),
  ),
  inFile(
    'TLS from now on',
    NGINX,
    withDirective('add_header Strict-Transport-Security', null),
    site('headers', 'is to have TLS from now on'),
  ),
  inFile(
    'nothing of a user is kept on the way',
    'gateway/src/undici-forwarder.ts',
    withoutCall('passed.push', { argument: "'cache-control'" }),
    service('gateway/test/proxy.test.ts', 'has no-store if the service says nothing else'),
  ),
  inFile(
    'JSON in a page can not end its element',
    'services/public-menu/src/menu/menu-json.ts',
    withoutCall('.replaceAll', { in: 'escaped' }),
    service('services/public-menu/test/page.test.ts', 'escapes all text'),
  ),

  inFile(
    'log-outs are known within a second',
    'gateway/src/sessions.ts',
    withConstant('LOOK_MS', '30_000'),
    service('infra/tests/integration/sessions.test.ts', 'many ends at once are all known'),
  ),
  inFile(
    'mail about two-factor that was turned on',
    'services/auth/src/two-factor/change-two-factor.ts',
    withoutCall('notifyAccountChange', { argument: "'two-factor on'" }),
    service('services/auth/test/two-factor.test.ts', 'is notified by mail'),
  ),
];

/** A file that is a protection as a whole: Stryker changes it in all ways it supports, and tests must fail. */
export interface MutatedFile {
  protection: string;
  file: string;
  /** The functions to change; default the whole file. */
  functions?: readonly string[];
  tests: readonly string[];
  /** How many changes may go unnoticed, since they change no promised behaviour. */
  mayStay: number;
}

/** The files that Stryker changes. */
export const MUTATED_FILES: readonly MutatedFile[] = [
  {
    protection: 'access tokens and roles',
    file: 'packages/service-kit/src/http/access.ts',
    tests: ['packages/service-kit/test/access.test.ts'],
    mayStay: 5,
  },
  {
    protection: 'callers and input of an operation',
    file: SERVE,
    functions: ['callerSteps', 'callOf'],
    tests: ['packages/service-kit/test/serve.test.ts'],
    mayStay: 0,
  },
  {
    protection: "gateway's door",
    file: 'gateway/src/app.ts',
    functions: ['guard'],
    tests: [
      'infra/tests/security/gateway-door.test.ts',
      'gateway/test/rate-limits.test.ts',
      'gateway/test/request-log.test.ts',
    ],
    mayStay: 0,
  },
  {
    protection: 'sessions that were ended',
    file: 'gateway/src/sessions.ts',
    tests: ['gateway/test/sessions.test.ts'],
    // Whether the end of a token that expires this millisecond is forgotten, and how soon a closing process stops waiting.
    mayStay: 2,
  },
  {
    protection: 'limits of the gateway',
    file: 'gateway/src/rate-limiter.ts',
    tests: ['gateway/test/rate-limits.test.ts'],
    // That an address without open streams is removed from memory.
    mayStay: 2,
  },
  {
    protection: 'counting while Redis is away',
    file: 'packages/service-kit/src/data/counters.ts',
    tests: ['packages/service-kit/test/counters.test.ts'],
    // Whether Redis is asked again in the millisecond in which its rest ends.
    mayStay: 1,
  },
  {
    protection: 'waits after failed log-ins',
    file: 'services/auth/src/session/login-limits.ts',
    functions: ['limitedLogin', 'makeThrottle'],
    tests: ['services/auth/test/login-limits.test.ts'],
    mayStay: 0,
  },
  {
    protection: 'a reset link',
    file: 'services/auth/src/reset/reset-password.ts',
    tests: [
      'services/auth/test/reset.test.ts',
      'services/auth/test/confirmation.test.ts',
      'services/auth/test/security-events.test.ts',
    ],
    mayStay: 0,
  },
  {
    protection: 'saves that are stale',
    file: 'packages/service-kit/src/http/if-match.ts',
    tests: ['services/menu/test/stale-saves.test.ts'],
    mayStay: 0,
  },
  {
    protection: 'creates that are sent twice',
    file: 'packages/service-kit/src/http/idempotency.ts',
    functions: ['idempotencyKeyOf', 'findAnswer', 'keepAnswer'],
    tests: [
      'services/menu/test/once.test.ts',
      'services/admin/test/once.test.ts',
      'packages/service-kit/test/serve.test.ts',
    ],
    // That without a tenant there is no lock: PostgreSQL takes none on NULL.
    mayStay: 1,
  },
  {
    protection: 'formulas in CSV',
    file: 'packages/service-kit/src/http/csv.ts',
    tests: ['packages/service-kit/src/http/csv.test.ts'],
    mayStay: 0,
  },
];
