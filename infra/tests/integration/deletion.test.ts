import type { DataOwner } from '@tavola/contracts/export.ts';
import { OWNERS } from '@tavola/contracts/topology.ts';
import { makePool, prismaAdapter } from '@tavola/service-kit/data/postgres.ts';
import { makeServiceClient, type ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { callsTo } from '@tavola/test-kit/http.ts';
import { SERVICE_TOKEN } from '@tavola/test-kit/tokens.ts';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type SweepDeps, sweepDeletions } from '../../../services/admin/src/deletion/sweep-deletions.ts';
import { makeDeps } from '../../../services/admin/src/deps.ts';
import { readServiceEnv } from '../../../services/admin/src/env.ts';
import { PrismaClient } from '../../../services/admin/src/generated/client.ts';
import { startSite } from '../harness/in-process.ts';
import {
  newAdmin,
  newOwner,
  newRestaurant,
  type Owner,
  PASSWORD,
  plainHeaders,
  type Restaurant,
} from '../security/people.ts';
import { rowsOf } from '../security/rows-of.ts';

// @module-tag full
// A restaurant's deletion, from the owner's request to the last row: the whole product on one database. Time is simulated.

const site = await startSite();
const { database } = site;
const call = callsTo(site.urlOf('gateway'));

const log = makeLog('test', 'silent');
const pool = makePool(database.urlOf('admin'), 'test-sweep', log, 2);
const db = new PrismaClient({ adapter: prismaAdapter(pool, 'admin') });
afterAll(async () => {
  await db.$disconnect();
  await pool.end();
});
const neighbour = <Name extends DataOwner>(name: Name, url = site.urlOf(name)): ServiceClient<Name> =>
  makeServiceClient({ name, url, serviceToken: SERVICE_TOKEN, timeoutMs: 10_000 });
const deps: SweepDeps = {
  db,
  auth: neighbour('auth'),
  owners: {
    menu: neighbour('menu'),
    qr: neighbour('qr'),
    media: neighbour('media'),
    analytics: neighbour('analytics'),
  },
  log,
};
const nowhere = 'http://127.0.0.1:1';

/** Creates the rows that a sign-up and normal use do not create. */
async function withEverything(): Promise<Restaurant> {
  const owner = await newRestaurant(site);
  const { tenantId, user, codeIds, itemIds } = owner;
  const add = (sql: string, ...values: unknown[]) => database.rows(sql, values);
  await add("INSERT INTO qr.logo (tenant_id, hash, png) VALUES ($1, 'x', '')", tenantId);
  await add('INSERT INTO analytics.quarter_tally (tenant_id, quarter, views) VALUES ($1, now(), 1)', tenantId);
  await add('INSERT INTO analytics.code_tally (tenant_id, day, code_id) VALUES ($1, now(), $2)', tenantId, codeIds[0]);
  await add('INSERT INTO analytics.item_tally (tenant_id, day, item_id) VALUES ($1, now(), $2)', tenantId, itemIds[0]);
  await add("INSERT INTO analytics.visitor (tenant_id, day, hash, ends_at) VALUES ($1, now(), '', now())", tenantId);
  await add(
    'INSERT INTO auth.password_reset (user_id, token_hash, expires_at) VALUES ($1, $2, now())',
    user.id,
    user.id,
  );
  await add(
    'INSERT INTO auth.email_confirmation (user_id, token_hash, expires_at) VALUES ($1, $2, now())',
    user.id,
    user.id,
  );
  await add(
    "INSERT INTO auth.email_change (user_id, token_hash, email, session_id, expires_at) VALUES ($1, $2, 'x', $1, now())",
    user.id,
    user.id,
  );
  await add('INSERT INTO menu.assistant_use (tenant_id, day, tokens) VALUES ($1, now(), 1)', tenantId);
  await add("INSERT INTO media.removed_picture (tenant_id, hash) VALUES ($1, 'x')", tenantId);
  await add("INSERT INTO auth.two_factor (user_id, secret) VALUES ($1, 'x')", user.id);
  await add("INSERT INTO auth.recovery_code (user_id, code_hash) VALUES ($1, 'x')", user.id);
  await add("INSERT INTO auth.idempotency_key (user_id, key, asked) VALUES ($1, 'x', 'x')", user.id);
  for (const schema of ['menu', 'qr']) {
    await add(`INSERT INTO ${schema}.idempotency_key (tenant_id, key, asked) VALUES ($1, 'x', 'x')`, tenantId);
  }
  const daypart = { name: 'Lunch', weekly: Array(7).fill([[720, 900]]), special: [], isActive: true };
  await owner.call('PUT', '/api/dayparts', { dayparts: [daypart] });
  await owner.call('PUT', `/api/menu-items/${itemIds[0]}/allergens`, { states: 'c'.repeat(15) });
  await owner.call('GET', '/api/qr-code');
  return owner;
}

/** This restaurant's rows in every table that names tenants or users. The tables come from the catalog, so none is missed. */
async function countsOf({ tenantId, user }: Owner): Promise<Record<string, number>> {
  const columns = await database.rows<{ name: string; column: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name, column_name AS column FROM information_schema.columns
     WHERE table_schema = ANY ($1) AND (column_name IN ('tenant_id', 'user_id') OR (table_name IN ('tenant', 'user') AND column_name = 'id'))`,
    [[...OWNERS]],
  );
  const counts: Record<string, number> = {};
  for (const { name, column } of columns) {
    const [row] = await database.rows<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${name} WHERE ${column}::text = ANY ($1)`,
      [[tenantId, user.id]],
    );
    counts[name] = Math.max(counts[name] ?? 0, row?.count ?? 0);
  }
  return counts;
}

const renderingsOf = async ({ codeIds }: Restaurant) =>
  (await database.rows('SELECT 1 FROM qr.rendering WHERE code_id = ANY ($1)', [codeIds])).length;

const menuOf = async ({ slug }: Owner) =>
  (await call('GET', `/api/public/menu/${slug}`, { headers: plainHeaders() })).status;
const follow = (code: string | undefined) =>
  fetch(`${site.urlOf('gateway')}/q/${code}`, { redirect: 'manual', headers: plainHeaders() });

const askDeletion = ({ call, mark }: Owner) =>
  call('POST', '/api/account/deletion', { name: `Da ${mark}`, password: PASSWORD });
/** Moves time to one hour after the end of the grace period. */
const later = ({ tenantId }: Owner) =>
  database.rows("UPDATE auth.tenant SET delete_at = now() - interval '1 hour' WHERE id = $1", [tenantId]);
const entriesOf = ({ tenantId }: Owner) =>
  database.rows(
    `SELECT actor_email, act, subject_name, outcome FROM admin.audit_entry LEFT JOIN admin.audit_outcome ON entry_id = id
     WHERE subject_id = $1`,
    [tenantId],
  );
const isGone = async (who: Owner) =>
  Object.entries(await countsOf(who)).every(([table, count]) => table === 'auth.tenant_slug' || count === 0);

describe('the sweep', () => {
  it('is begun by admin itself, five minutes after its start', async () => {
    const ada = await newOwner(site);
    await askDeletion(ada);
    await later(ada);
    const { setTimeout: wait } = globalThis;
    const soon = vi
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation(((act: () => void, ms: number) =>
        wait(act, ms === 5 * 60_000 ? 0 : ms)) as typeof setTimeout);
    const admin = makeDeps(readServiceEnv(site.envOf('admin')));
    soon.mockRestore();
    onTestFinished(admin.close);
    await vi.waitFor(async () => expect(await isGone(ada)).toBe(true), { timeout: 20_000, interval: 50 });
  }, 60_000);

  it('leaves no row in any table, nothing behind the codes, and all of everybody else [P13]', async () => {
    const [ada, other, asked] = [await withEverything(), await withEverything(), await withEverything()];
    const [code] = ada.codeIds;
    expect((await follow(code)).status).toBe(302);
    await askDeletion(ada);
    await askDeletion(asked);
    await later(ada);
    // Every table must have rows, or a new one would go untested: give it a row in `withEverything`.
    for (const [table, count] of Object.entries(await countsOf(ada))) expect([table, count > 0]).toEqual([table, true]);
    expect(await renderingsOf(ada)).toBeGreaterThan(0);
    const others = () => Promise.all([other, asked].map((who) => rowsOf(database, who)));
    const before = await others();
    const picturesBefore = await renderingsOf(other);

    await sweepDeletions(deps);

    const { 'auth.tenant_slug': slugs, ...counts } = await countsOf(ada);
    expect(Object.entries(counts).filter(([, count]) => count > 0)).toEqual([]);
    expect([slugs, await renderingsOf(ada)]).toEqual([1, 0]);
    expect(await others()).toEqual(before);
    expect(await renderingsOf(other)).toBe(picturesBefore);

    await vi.waitFor(async () => expect((await follow(code)).status).toBe(404), { timeout: 10_000, interval: 50 });
    expect(await (await follow(code)).text()).toContain('Menu not found.');
    expect([await menuOf(ada), await menuOf(other)]).toEqual([404, 200]);
    const signUp = { name: 'Eve', email: ada.email, password: PASSWORD, restaurantName: 'Da Eve', slug: ada.slug };
    expect((await call('POST', '/api/auth/signup', { body: signUp, headers: plainHeaders() })).status).toBe(409);
  }, 240_000);

  it('is noted in the log of what was done, without a word about whoever it was', async () => {
    const ada = await newOwner(site);
    await askDeletion(ada);
    await later(ada);
    await sweepDeletions(deps);
    expect(await entriesOf(ada)).toEqual([
      { actor_email: 'Tavola', act: 'tenant.delete', subject_name: 'a restaurant', outcome: 'done' },
    ]);
    const [log] = await database.rows(`SELECT string_agg(audit_entry::text, '') AS text FROM admin.audit_entry`);
    expect(log?.text).not.toContain(ada.mark);
    const admin = await newAdmin(site);
    const { status, body } = await call('GET', `/api/admin/audit?subjectId=${ada.tenantId}`, {
      token: admin.token,
      headers: plainHeaders(),
    });
    expect([status, body.entries[0].act]).toEqual([200, 'tenant.delete']);
  }, 120_000);

  it('goes on next time where a service was away, and deletes the others meanwhile', async () => {
    const [ada, untouched] = [await withEverything(), await newOwner(site)];
    await askDeletion(ada);
    await later(ada);
    const rows = await rowsOf(database, untouched);
    await sweepDeletions({ ...deps, owners: { ...deps.owners, qr: neighbour('qr', nowhere) } });
    const counts = await countsOf(ada);
    expect(Object.keys(counts).filter((table) => (counts[table] ?? 0) === 0)).toEqual(
      Object.keys(counts).filter((table) => /^(menu|media|analytics|admin)\./.test(table)),
    );
    expect(await entriesOf(ada)).toEqual([]);
    await sweepDeletions(deps);
    expect(await isGone(ada)).toBe(true);
    expect(await rowsOf(database, untouched)).toEqual(rows);
  }, 120_000);

  it('goes on next time where auth died after the others had deleted theirs [P13]', async () => {
    const ada = await withEverything();
    await askDeletion(ada);
    await later(ada);
    const away = neighbour('auth', nowhere);
    const dying = {
      ...deps.auth,
      call: (operation, input) => (operation.method === 'DELETE' ? away : deps.auth).call(operation, input),
    } as ServiceClient<'auth'>;
    await sweepDeletions({ ...deps, auth: dying });
    expect(await isGone(ada)).toBe(false);
    await sweepDeletions(deps);
    expect(await isGone(ada)).toBe(true);
    expect((await entriesOf(ada)).map(({ outcome }) => outcome).toSorted()).toEqual(['done', null]);
  }, 120_000);

  it('does no harm by several replicas at once, nor by doing it again', async () => {
    const [ada, bruno, other] = [await newOwner(site), await newOwner(site), await newOwner(site)];
    for (const who of [ada, bruno]) {
      await askDeletion(who);
      await later(who);
    }
    const rows = await rowsOf(database, other);
    await Promise.all([sweepDeletions(deps), sweepDeletions(deps), sweepDeletions(deps)]);
    await sweepDeletions(deps);
    expect([await isGone(ada), await isGone(bruno)]).toEqual([true, true]);
    // The second caller finds it already deleted, which counts as success.
    expect(new Set((await entriesOf(ada)).map(({ outcome }) => outcome))).toEqual(new Set(['done']));
    expect(await rowsOf(database, other)).toEqual(rows);
  }, 120_000);

  it('stops before the next restaurant when the process does', async () => {
    const ada = await newOwner(site);
    await askDeletion(ada);
    await later(ada);
    await sweepDeletions(deps, () => true);
    expect(await isGone(ada)).toBe(false);
    await sweepDeletions(deps);
    expect(await isGone(ada)).toBe(true);
  }, 120_000);
});
