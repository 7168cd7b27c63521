import type { Owner } from '@tavola/contracts/topology.ts';

/** The tests that must fail without a protection. */
export interface Tests {
  /** Their file. */
  tests: string;
  /** Part of the name of a test or describe block, which selects them. */
  only: string;
  /** The vitest project of the file; default `security`. */
  project?: 'service' | 'isolated';
}

/** A protection of the database, the statement that switches it off, and the tests that must then fail. */
export interface Mutation extends Tests {
  /** Its name in mutations.md; no two have the same. */
  protection: string;
  /** The service whose migrations the statement follows. */
  owner: Owner;
  sql: string;
}

const TABLES: Tests = { tests: 'infra/tests/security/tenant-tables.test.ts', only: 'the tables' };
const TEAM: Tests = { tests: 'infra/tests/security/tenant-tables.test.ts', only: 'the rows of a team' };
const CONNECTIONS: Tests = {
  tests: 'infra/tests/security/interleaved.test.ts',
  only: 'one connection',
  project: 'isolated',
};
const CHANGE_LOG: Tests = { tests: 'services/menu/test/history.test.ts', only: 'records', project: 'service' };

const inDatabase = (protection: string, owner: Owner, sql: string, tests: Tests = TABLES): Mutation => ({
  protection,
  owner,
  sql,
  ...tests,
});

/** Replaces `text` in a function that the change log's triggers call. */
const inLog = (protection: string, name: string, text: string, by: string): Mutation =>
  inDatabase(
    protection,
    'menu',
    `DO $do$ BEGIN EXECUTE replace(pg_get_functiondef('${name}'::regproc), $is$${text}$is$, $by$${by}$by$); END $do$`,
    CHANGE_LOG,
  );

/** The protections of the database that are switched off, one at a time. */
export const MUTATIONS: readonly Mutation[] = [
  inDatabase('row-level security', 'menu', 'ALTER TABLE "item" DISABLE ROW LEVEL SECURITY'),
  inDatabase('forced row-level security, menu', 'menu', 'ALTER TABLE "category" NO FORCE ROW LEVEL SECURITY'),
  inDatabase('forced row-level security, auth', 'auth', 'ALTER TABLE "tenant" NO FORCE ROW LEVEL SECURITY'),
  inDatabase('policy of own rows, menu', 'menu', 'DROP POLICY "own" ON "menu_version"'),
  inDatabase('policy of own rows, auth', 'auth', 'DROP POLICY "own" ON "session"'),
  inDatabase('policy of own rows, membership', 'auth', 'ALTER POLICY "own" ON "membership" USING (true)', TEAM),
  inDatabase(
    'memberships that a person only reads',
    'auth',
    `CREATE POLICY "self" ON "membership" USING ("user_id" = nullif(current_setting('app.user_id', true), '')::uuid)`,
    TEAM,
  ),
  inDatabase('policy of own rows, invitation', 'auth', 'DROP POLICY "own" ON "invitation"', TEAM),
  inDatabase('policy of own rows, kitchen_device', 'auth', 'ALTER POLICY "own" ON "kitchen_device" USING (true)', TEAM),
  inDatabase("a person's kitchen devices", 'auth', 'ALTER POLICY "self" ON "kitchen_device" USING (true)', TEAM),
  inDatabase('people of other restaurants', 'auth', 'ALTER POLICY "members" ON "user" USING (true)', TEAM),
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

  inDatabase('policy of own rows, to a transaction', 'menu', 'ALTER POLICY "own" ON "item" USING (true)', CONNECTIONS),
  inDatabase('changes of items are logged', 'menu', 'ALTER TABLE "item" DISABLE TRIGGER "log_changed"', CHANGE_LOG),
  inLog('prices are logged', 'logged_row', '{id,', '{price,id,'),
  inLog('the user is logged', 'log_menu_change', 'app.user_id', 'app.unknown'),
  inLog(
    'the value before several statements of a write is logged',
    'log_menu_change',
    'excluded.before || menu_change.before',
    'menu_change.before || excluded.before',
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
    file: 'packages/service-kit/src/http/serve.ts',
    functions: ['callerSteps', 'callOf'],
    tests: ['packages/service-kit/test/serve.test.ts'],
    mayStay: 0,
  },
  {
    protection: "gateway's door",
    file: 'gateway/src/app.ts',
    functions: ['guard', 'requireRole'],
    tests: [
      'infra/tests/security/gateway-door.test.ts',
      'gateway/test/rate-limits.test.ts',
      'gateway/test/request-log.test.ts',
    ],
    // Owners and admins, who may all, are only spared a look at the table.
    mayStay: 4,
  },
  {
    protection: 'paths that a service would read otherwise',
    file: 'gateway/src/routes.ts',
    functions: ['AMBIGUOUS', 'routeOf'],
    tests: ['infra/tests/security/gateway-door.test.ts', 'gateway/src/routes.test.ts'],
    mayStay: 0,
  },
  {
    protection: 'what each role may',
    file: 'packages/contracts/src/permissions.ts',
    tests: ['infra/tests/security/gateway-door.test.ts', 'packages/contracts/src/permissions.test.ts'],
    mayStay: 0,
  },
  {
    protection: "a session's role and restaurant",
    file: 'services/auth/src/session/user-store.ts',
    functions: ['inPlace', 'whereSignedIn'],
    tests: ['services/auth/test/team.test.ts', 'services/auth/test/status.test.ts'],
    // What is suspended is refused once more, where the account is locked.
    mayStay: 3,
  },
  {
    protection: 'the last owner, and whose team it is',
    file: 'services/auth/src/team/change-member.ts',
    functions: ['inTeamTransaction', 'mustBeAnotherOwner'],
    tests: ['services/auth/test/team.test.ts'],
    // Whether a member may have no user, which the database refuses.
    mayStay: 1,
  },
  {
    protection: "a kitchen device's PIN",
    file: 'services/auth/src/kitchen-device/unlock-device.ts',
    tests: ['services/auth/test/kitchen-device.test.ts'],
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
      'services/auth/test/once.test.ts',
      'packages/service-kit/test/serve.test.ts',
    ],
    // That without an owner there is no lock: PostgreSQL takes none on NULL.
    mayStay: 1,
  },
  {
    protection: 'for whom a dish is, by its allergens',
    file: 'packages/contracts/src/rules/allergens.ts',
    tests: ['packages/contracts/src/rules/allergens.test.ts'],
    mayStay: 0,
  },
  {
    protection: 'what may be shown of allergens',
    file: 'packages/contracts/src/rules/declared-allergens.ts',
    tests: ['packages/contracts/src/rules/allergens.test.ts'],
    mayStay: 0,
  },
  {
    protection: 'formulas in CSV',
    file: 'packages/service-kit/src/http/csv.ts',
    tests: ['packages/service-kit/src/http/csv.test.ts'],
    mayStay: 0,
  },
];
