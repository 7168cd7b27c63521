// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of the code, as texts

import type { Owner } from '../migrate/owners.ts';

/** A piece of a file, and what stands there once the protection is switched off. */
export interface Edit {
  file: string;
  from: string;
  to: string;
}

/** One protection between tenants, how it is switched off, and the tests that have to miss it. */
export interface Mutation {
  protection: string;
  /** How it is switched off, in words. */
  off: string;
  change: { owner: Owner; sql: string } | Edit;
  /** The file of tests. */
  tests: string;
  /** Which of its tests, by a part of their names. */
  only?: string;
}

/**
 * `text` as it is with the protection switched off.
 * @throws Error where what is to be changed is not there exactly once.
 */
export function mutated(text: string, { file, from, to }: Edit): string {
  if (text.split(from).length !== 2) throw new Error(`${file} does not have once: ${from}`);
  return text.replace(from, () => to);
}

const TABLES = { tests: 'infra/security/tenant-tables.test.ts', only: 'the tables' };
const MATRIX = 'infra/security/matrix.test.ts';
const DOOR = { tests: 'infra/security/gateway-door.test.ts' };

const stores = { tests: MATRIX, only: 'row-level security switched off' };
const services = { tests: MATRIX, only: 'each service, asked past the gateway' };
const connections = { tests: 'infra/security/interleaved.test.ts', only: 'one connection' };

const menu = (file: string) => `services/menu/src/${file}`;
const qr = (file: string) => `services/qr/src/${file}`;
const auth = (file: string) => `services/auth/src/${file}`;
const analytics = (file: string) => `services/analytics/src/${file}`;

const inDatabase = (protection: string, owner: Owner, sql: string): Mutation => ({
  protection,
  off: `\`${sql}\``,
  change: { owner, sql },
  ...TABLES,
});

const inCode = (
  protection: string,
  file: string,
  from: string,
  to: string,
  tests: { tests: string; only?: string },
): Mutation => ({
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
    'packages/service-kit/src/postgres.ts',
    "await tx.$executeRaw`SELECT set_config('app.tenant_id', ${tenantId}, true)`;",
    "await tx.$executeRaw`SELECT set_config('app.tenant_id', ${tenantId}, false)`;",
    connections,
  ),
  inCode(
    'setting of a read that ends with it',
    'packages/service-kit/src/postgres.ts',
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
    'tenant in what a deleted category leaves',
    menu('category/category-store.ts'),
    'tx.item.updateMany({ where: { tenantId, categoryId: id }',
    'tx.item.updateMany({ where: { categoryId: id }',
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
  inStore(
    'tenant in what is put in order',
    menu('menu/put-in-order.ts'),
    'FROM ${TABLES[table]} WHERE tenant_id = ${tenantId}::uuid',
    'FROM ${TABLES[table]}',
  ),
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
  inCode("menu's own check", menu('category/routes.ts'), 'routes.use(signedIn(deps.checkToken));', '', services),
  inCode("qr's own check", qr('style/routes.ts'), 'routes.use(signedIn(checkToken));', '', services),
  inCode(
    "admin's own check of the role",
    'services/admin/src/beta/review-routes.ts',
    ', adminsOnly(adminTwoFactor)',
    '',
    services,
  ),
];
