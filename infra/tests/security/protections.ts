// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of the code, as texts

import type { Owner } from '../../deploy/migrate/owners.ts';

/** A piece of a file, and what stands there once the protection is switched off. */
export interface Edit {
  file: string;
  from: string;
  to: string;
  /** How often it stands there; once where nothing is said. */
  times?: number;
}

/** The tests that have to miss a protection. */
export interface Tests {
  /** The file of them. */
  tests: string;
  /** Which of them, by a part of the name of a test or of what it is in. */
  only: string;
  /** The project of vitest that has the file; `security` where nothing is said. */
  project?: 'unit' | 'service' | 'security-site';
}

/** One protection, how it is switched off, and the tests that have to miss it. */
export interface Mutation extends Tests {
  protection: string;
  /** How it is switched off, in words. */
  off: string;
  change: { owner: Owner; sql: string } | Edit;
}

/**
 * `text` as it is with the protection switched off.
 * @throws Error where what is to be changed is not there as often as it should.
 */
export function mutated(text: string, { file, from, to, times = 1 }: Edit): string {
  if (text.split(from).length !== times + 1) throw new Error(`${file} does not have ${times} times: ${from}`);
  return text.replaceAll(from, () => to);
}

const TABLES = { tests: 'infra/tests/security/tenant-tables.test.ts', only: 'the tables' };
const MATRIX = 'infra/tests/security/matrix.test.ts';
const DOOR = { tests: 'infra/tests/security/gateway-door.test.ts', only: 'lets' };

const stores = { tests: MATRIX, only: 'row-level security switched off' };
const services = { tests: MATRIX, only: 'each service, asked past the gateway' };
const connections = { tests: 'infra/tests/security/interleaved.test.ts', only: 'one connection' };
const service = (tests: string, only: string): Tests => ({ tests, only, project: 'service' });
const site = (name: string, only: string): Tests => ({
  tests: `infra/tests/security/site/${name}.test.ts`,
  only,
  project: 'security-site',
});

const menu = (file: string) => `services/menu/src/${file}`;
const qr = (file: string) => `services/qr/src/${file}`;
const SERVE = 'packages/service-kit/src/http/serve.ts';
const NGINX = 'infra/deploy/nginx/site.conf.template';
const auth = (file: string) => `services/auth/src/${file}`;
const analytics = (file: string) => `services/analytics/src/${file}`;

const inDatabase = (protection: string, owner: Owner, sql: string): Mutation => ({
  protection,
  off: `\`${sql}\``,
  change: { owner, sql },
  ...TABLES,
});

const inCode = (protection: string, file: string, from: string, to: string, tests: Tests): Mutation => ({
  protection,
  off: `\`${from.trim()}\` ${to ? `becomes \`${to.trim()}\`` : 'is taken out'} in ${file}`,
  change: { file, from, to },
  ...tests,
});

const inStore = (protection: string, file: string, from: string, to: string): Mutation =>
  inCode(protection, file, from, to, stores);

/** All that is switched off, one at a time. */
export const MUTATIONS: readonly Mutation[] = [
  inDatabase('row-level security', 'menu', 'ALTER TABLE "item" DISABLE ROW LEVEL SECURITY'),
  inDatabase('forced row-level security', 'menu', 'ALTER TABLE "category" NO FORCE ROW LEVEL SECURITY'),
  inDatabase('forced row-level security', 'auth', 'ALTER TABLE "tenant" NO FORCE ROW LEVEL SECURITY'),
  inDatabase('policy of own rows', 'menu', 'DROP POLICY "own" ON "menu_version"'),
  inDatabase('policy of own rows', 'auth', 'DROP POLICY "own" ON "session"'),
  inDatabase('policy of own rows', 'qr', 'DROP POLICY "own" ON "sheet"'),
  inDatabase('policy of own rows', 'analytics', 'DROP POLICY "own" ON "quarter_tally"'),
  inDatabase('policy of own rows', 'menu', 'ALTER POLICY "own" ON "item" USING (true)'),
  inDatabase('policy of the platform', 'qr', 'CREATE POLICY "open" ON "code" FOR SELECT USING (true)'),
  inDatabase(
    'composite reference',
    'menu',
    'ALTER TABLE "item" DROP CONSTRAINT "item_tenant_id_category_id_fkey", ADD CONSTRAINT "item_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category"("id")',
  ),
  inDatabase('uniqueness within a tenant', 'qr', 'CREATE UNIQUE INDEX "one_name" ON "code"("name_key")'),

  {
    ...inDatabase('policy of own rows, to a transaction', 'menu', 'ALTER POLICY "own" ON "item" USING (true)'),
    ...connections,
  },
  inCode(
    'setting that ends with its transaction',
    'packages/service-kit/src/data/postgres.ts',
    "await tx.$executeRaw`SELECT set_config('app.tenant_id', ${tenantId}, true)`;",
    "await tx.$executeRaw`SELECT set_config('app.tenant_id', ${tenantId}, false)`;",
    connections,
  ),
  inCode(
    'setting of a read that ends with it',
    'packages/service-kit/src/data/postgres.ts',
    "readWith(pool, sql`SELECT set_config('app.platform', 'on', true)`, statement);",
    "readWith(pool, sql`SELECT set_config('app.platform', 'on', false)`, statement);",
    connections,
  ),

  inStore(
    'tenant in finding a category',
    menu('category/category-store.ts'),
    'tx.category.findFirst({ where: { tenantId, id }',
    'tx.category.findFirst({ where: { id }',
  ),
  inStore(
    'tenant in changing a category',
    menu('category/category-store.ts'),
    'const where = { ...found, tenantId, id };',
    'const where = { ...found, id };',
  ),
  inStore(
    'tenant in deleting a category',
    menu('category/category-store.ts'),
    'tx.category.deleteMany({ where: { ...found, tenantId, id } })',
    'tx.category.deleteMany({ where: { ...found, id } })',
  ),
  inStore(
    "tenant in looking up an item's category",
    menu('category/category-store.ts'),
    'tx.category.count({ where: { tenantId, id } })',
    'tx.category.count({ where: { id } })',
  ),
  inStore(
    'tenant in listing categories',
    menu('category/category-store.ts'),
    'tx.category.findMany({ where: { tenantId }',
    'tx.category.findMany({ where: {}',
  ),
  {
    protection: 'tenant in what is put in order',
    off: '`tenant_id = ${tenantId}::uuid` becomes `tenant_id IS NOT NULL`, both times, in services/menu/src/menu/put-in-order.ts',
    change: {
      file: menu('menu/put-in-order.ts'),
      from: 'tenant_id = ${tenantId}::uuid',
      to: 'tenant_id IS NOT NULL',
      times: 2,
    },
    ...stores,
  },
  inStore(
    'tenant in listing items',
    menu('item/item-store.ts'),
    'tx.item.findMany({ where: { tenantId }',
    'tx.item.findMany({ where: {}',
  ),
  inStore(
    'tenant in finding an item',
    menu('item/item-store.ts'),
    'tx.item.findFirst({ where: { tenantId, id }',
    'tx.item.findFirst({ where: { id }',
  ),
  inStore(
    'tenant in changing an item',
    menu('item/item-store.ts'),
    'const where = { ...found, tenantId, id };',
    'const where = { ...found, id };',
  ),
  inStore(
    'tenant in deleting an item',
    menu('item/item-store.ts'),
    'deleteMany({ where: { ...found, tenantId, id } })',
    'deleteMany({ where: { ...found, id } })',
  ),
  inStore(
    'tenant in listing codes',
    qr('code/code-store.ts'),
    'where: { tenantId },\n        orderBy: [{ mainOf',
    'where: {},\n        orderBy: [{ mainOf',
  ),
  inStore(
    'tenant in finding a code',
    qr('code/code-store.ts'),
    'findFirst({ where: { tenantId, id }, select',
    'findFirst({ where: { id }, select',
  ),
  inStore(
    'tenant in the codes of a sheet',
    qr('code/code-store.ts'),
    'where: { tenantId, id: { in: ids',
    'where: { id: { in: ids',
  ),
  inStore(
    'tenant in reading a sheet',
    qr('sheet/sheet-store.ts'),
    'const kept = (id: string) => ({ tenantId, id,',
    'const kept = (id: string) => ({ id,',
  ),
  inStore(
    'user in ending a session',
    auth('session/end-sessions.ts'),
    'conditions.push(Prisma.sql`user_id = ${ended.userId}::uuid`);',
    '',
  ),
  inStore(
    'user in listing sessions',
    auth('session/session-store.ts'),
    'where: { userId, endedAt: null, expiresAt',
    'where: { endedAt: null, expiresAt',
  ),
  inStore(
    'tenant in the figures',
    analytics('figures/read-figures.ts'),
    "'hasData', EXISTS (SELECT FROM quarter_tally WHERE tenant_id = current_setting('app.tenant_id')::uuid)",
    "'hasData', EXISTS (SELECT FROM quarter_tally)",
  ),

  inCode(
    "gateway's guard of a route",
    'gateway/src/routes.ts',
    "{ path: '/api/categories/', service: 'menu', who: 'signed-in' }",
    "{ path: '/api/categories/', service: 'menu', who: 'anyone' }",
    DOOR,
  ),
  inCode(
    "gateway's guard of admin's routes",
    'gateway/src/routes.ts',
    "{ path: '/api/admin/', service: 'admin', who: 'admin', isSlow: true }",
    "{ path: '/api/admin/', service: 'admin', who: 'signed-in', isSlow: true }",
    DOOR,
  ),
  inCode("gateway's check of sessions", 'gateway/src/app.ts', 'sessions.mustBeOpen(access);', '', DOOR),
  inCode("analytics' own check", analytics('figures/routes.ts'), 'routes.use(signedIn(checkToken));', '', services),
  inCode("auth's own check", auth('two-factor/routes.ts'), 'routes.use(signedIn(deps.checkToken));', '', services),
  inCode(
    "admin's own check of the role",
    'services/admin/src/beta/review-routes.ts',
    ', adminsOnly(adminTwoFactor)',
    '',
    services,
  ),

  inCode(
    'pools of two connections: a setting that ends with its transaction',
    'packages/service-kit/src/data/postgres.ts',
    "await tx.$executeRaw`SELECT set_config('app.tenant_id', ${tenantId}, true)`;",
    "await tx.$executeRaw`SELECT set_config('app.tenant_id', ${tenantId}, false)`;",
    { tests: 'infra/tests/security/interleaved.test.ts', only: 'two tenants on pools of two connections' },
  ),

  inCode(
    'limits of the gateway',
    'gateway/src/rate-limiter.ts',
    'if (used > most) throw refuse(name, most, msLeft, res);',
    '',
    service('gateway/test/rate-limits.test.ts', 'lets through as many as it says'),
  ),
  inCode(
    'limit of open streams',
    'gateway/src/rate-limiter.ts',
    "if (open >= most) throw refuse('streams', most, STREAM_RETRY_MS, res);",
    '',
    service('gateway/test/rate-limits.test.ts', 'open streams'),
  ),
  inCode(
    'counting in memory while Redis is away',
    'packages/service-kit/src/data/counters.ts',
    '() => memory.add(key, by, lasting),',
    'async () => ({ used: 0, msLeft: 0 }),',
    service('packages/service-kit/test/counters.test.ts', 'counters in redis'),
  ),
  inCode(
    'counting in memory while Redis is away, at the gateway',
    'packages/service-kit/src/data/counters.ts',
    '() => memory.add(key, by, lasting),',
    'async () => ({ used: 0, msLeft: 0 }),',
    service('gateway/test/rate-limits.test.ts', 'without redis'),
  ),
  inCode(
    "client's address, as nginx says it",
    NGINX,
    'proxy_set_header X-Forwarded-For $remote_addr;',
    'proxy_set_header X-Forwarded-For $http_x_forwarded_for;',
    site('true-address', 'a client that is counted by its address'),
  ),
  inCode(
    "nginx's own requests, which are not counted",
    NGINX,
    'proxy_set_header X-Edge-Refresh $is_refresh;',
    'proxy_set_header X-Edge-Refresh $http_x_edge_refresh;',
    site('true-address', 'a client that is counted by its address'),
  ),
  inCode(
    'no old menu for who asked too often',
    NGINX,
    'proxy_cache_use_stale error timeout http_502',
    'proxy_cache_use_stale error timeout http_429 http_502',
    site('true-address', 'a client that asked for too many menus'),
  ),
  inCode(
    'as many hashes at once as cores',
    auth('session/password.ts'),
    'inTurn(availableParallelism(), ',
    'inTurn(1_000, ',
    { tests: 'infra/tests/security/login-storm.test.ts', only: 'two hundred sign-ins' },
  ),

  inCode('verbs that a path has not got', SERVE, 'routes.router[method](', 'routes.router.all(', {
    tests: 'infra/tests/security/bad-input.test.ts',
    only: 'odd verbs',
  }),
  inCode('ids in paths are checked', SERVE, 'valid(schema, req.params[name], name)', 'Number(req.params[name])', {
    tests: 'infra/tests/security/bad-input.test.ts',
    only: 'with an id that is none',
  }),
  inCode(
    'days in queries are checked',
    'packages/contracts/src/analytics.ts',
    '.pipe(z.iso.date({ error: `${label} must be a day such as 2026-11-20.` }))',
    '',
    { tests: 'infra/tests/security/bad-input.test.ts', only: 'are refused by the name of what can not be' },
  ),
  inCode(
    "nginx's time for headers",
    NGINX,
    'client_header_timeout 15s;',
    'client_header_timeout 1h;',
    site('slow-sockets', 'that never finish the headers'),
  ),
  inCode(
    "nginx's time for bodies",
    NGINX,
    'client_body_timeout 15s;',
    'client_body_timeout 1h;',
    site('slow-sockets', 'that never finish the body'),
  ),

  inCode(
    'an answer that broke off is no whole one',
    'gateway/src/fast-lane.ts',
    'sendProblem(this.#res, isLate ? tookTooLong(error) : isAway(error), this.#requestId);',
    'if (this.#res.headersSent) this.#res.end(); else sendProblem(this.#res, isLate ? tookTooLong(error) : isAway(error), this.#requestId);',
    service('gateway/test/proxy.test.ts', 'ends the connection when it has begun to answer'),
  ),
  inCode(
    'a service that is behind is left alone',
    'gateway/src/fast-lane.ts',
    'const isBehind = ({ late }: Connections) => late >= LATE_MAX;',
    'const isBehind = (_: Connections) => false;',
    service('gateway/test/behind.test.ts', 'is asked for nothing more until it has caught up'),
  ),
  inCode(
    "pool's listener on each connection",
    'packages/service-kit/src/data/postgres.ts',
    "pool.on('connect', (client) => client.on('error', () => {}));",
    '',
    service('packages/service-kit/test/postgres.test.ts', 'a connection that is lost'),
  ),

  inCode(
    'policy on what pages may do',
    NGINX,
    'add_header Content-Security-Policy $content_security_policy always;',
    '',
    site('headers', 'what a browser may do with an answer'),
  ),
  inCode(
    'no inline script',
    NGINX,
    `default "default-src 'none'; script-src 'self';`,
    `default "default-src 'none'; script-src 'self' 'unsafe-inline';`,
    site('headers', 'what a browser may do with an answer'),
  ),
  inCode(
    'no frames',
    NGINX,
    'add_header X-Frame-Options DENY always;',
    '',
    site('headers', 'what a browser may do with an answer'),
  ),
  inCode(
    'TLS from now on',
    NGINX,
    'add_header Strict-Transport-Security $strict_transport_security always;',
    '',
    site('headers', 'is to have TLS from now on'),
  ),
  inCode(
    'nothing of a user is kept on the way',
    'gateway/src/fast-lane.ts',
    "passed.push('cache-control', 'no-store');",
    '{}',
    service('gateway/test/proxy.test.ts', 'says that what does not say otherwise must not be stored'),
  ),
  inCode(
    'formulas in CSV',
    'packages/service-kit/src/http/csv.ts',
    "const text = FORMULA.test(value) ? `'${value}` : value;",
    'const text = value;',
    { tests: 'packages/service-kit/src/http/csv.test.ts', only: 'rows as CSV', project: 'unit' },
  ),
  inCode(
    'JSON in a page can not end its element',
    'services/public-menu/src/menu/menu-origin.ts',
    "json.replaceAll('<', '\\\\u003c')",
    'json',
    service('services/public-menu/test/page.test.ts', 'keeps text text'),
  ),

  inCode(
    'log-outs are known within a second',
    'gateway/src/sessions.ts',
    'const LOOK_MS = 300;',
    'const LOOK_MS = 30_000;',
    service('infra/tests/integration/sessions.test.ts', 'a log-out is known'),
  ),
  inCode(
    'a reset link is good once',
    auth('reset/reset-password.ts'),
    'if (!(await useReset(tx, userId, token))) throw linkInvalid();',
    '',
    service('services/auth/test/reset.test.ts', 'lets one of ten tries at once through'),
  ),
  inCode(
    'mail about two-factor that was turned on',
    auth('two-factor/change-two-factor.ts'),
    "tellChange(tell, user.email, 'two-factor on');",
    '',
    service('services/auth/test/two-factor.test.ts', 'is told by mail'),
  ),
];
