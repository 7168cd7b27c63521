import {
  type FoundTenants,
  type FoundUsers,
  foundTenants,
  foundUsers,
  tenantAccount,
} from '@tavola/contracts/admin.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { startAuth } from './setup.ts';

// The searches of all restaurants and users, on a platform with 130 restaurants.

const { call, database } = await startAuth();
const ask = (path: string) => call('GET', path, AS_SERVICE);
const search = (what: 'tenants' | 'users', query: Record<string, string>) =>
  ask(`/internal/${what}/search?${new URLSearchParams(query)}`);
const tenants = async (query: Record<string, string>): Promise<FoundTenants> =>
  foundTenants.strict().parse((await search('tenants', query)).body);
const users = async (query: Record<string, string>): Promise<FoundUsers> =>
  foundUsers.strict().parse((await search('users', query)).body);
const slugs = async (query: Record<string, string>) => (await tenants(query)).tenants.map(({ slug }) => slug);
const addresses = async (query: Record<string, string>) => (await users(query)).users.map(({ email }) => email);

interface Made {
  name: string;
  slug: string;
  email?: string;
  isActive?: boolean;
  deleteAt?: string;
}

let creationTime = Date.now();

/** Adds a restaurant with one user, created a second after the one before: the order of equal times is the ids'. */
async function make({ name, slug, email = `${slug}@example.com`, isActive = true, deleteAt }: Made): Promise<void> {
  creationTime += 1000;
  await database.rows(
    `WITH made AS (
       INSERT INTO auth.tenant (id, name, slug, is_active, delete_at, created_at)
       VALUES (gen_random_uuid(), $1, $2, $3, $4, $6) RETURNING id, is_active
     ) INSERT INTO auth."user" (id, tenant_id, name, email, email_key, password_hash, is_active, created_at)
       SELECT gen_random_uuid(), id, $1 || ' Owner', $5, lower($5), 'x', is_active, $6 FROM made`,
    [name, slug, isActive, deleteAt ?? null, email, new Date(creationTime)],
  );
}

// Those of one statement share their creation time, which only the id tells apart.
await database.rows(
  `WITH made AS (
     INSERT INTO auth.tenant (id, name, slug) SELECT gen_random_uuid(), 'Filler', 'filler-' || n FROM generate_series(1, 125) AS n
     RETURNING id, slug
   ) INSERT INTO auth."user" (id, tenant_id, name, email, email_key, password_hash)
     SELECT gen_random_uuid(), id, 'Filler', slug || '@example.com', slug || '@example.com', 'x' FROM made`,
);
await make({ name: 'Trattoria Mario', slug: 'da-mario', email: 'Anna.Rossi@post.test' });
await make({ name: 'Café Zoë', slug: 'zoes-place' });
await make({ name: '100% Vegan_o', slug: 'vegan' });
await make({ name: 'İncir ΚΏΣΤΑΣ', slug: 'closed', isActive: false });
await make({ name: 'Leaving Soon', slug: 'leaving', deleteAt: '2026-12-21T10:00:00.5Z' });

describe('a search of restaurants', () => {
  it('without words pages through all of them, newest first, each once', async () => {
    const first = await tenants({ limit: '100' });
    expect(first.tenants.slice(0, 3).map(({ slug }) => slug)).toEqual(['leaving', 'closed', 'vegan']);
    expect(first.counts).toEqual({ all: 130, active: 128, suspended: 1, toBeDeleted: 1 });
    // Whoever signs up meanwhile shifts nothing.
    await make({ name: 'Newcomer', slug: 'newcomer' });
    const second = await tenants({ limit: '100', after: first.next as string });
    expect(second.tenants).toHaveLength(30);
    expect(second.next).toBeNull();
    expect(new Set([...first.tenants, ...second.tenants].map(({ id }) => id)).size).toBe(130);
    await database.rows(`DELETE FROM auth."user" WHERE email = 'newcomer@example.com'`);
    await database.rows(`DELETE FROM auth.tenant WHERE slug = 'newcomer'`);
  });

  it('has when each signed up; one of them is read with its users and its last sign-in', async () => {
    const [mario] = (await tenants({ q: 'mario' })).tenants;
    expect(Date.parse(mario?.createdAt ?? '')).toBeGreaterThan(Date.now() - 600_000);
    expect((await users({ q: 'mario' })).users[0]?.createdAt).toBe(mario?.createdAt);
    const account = async () =>
      tenantAccount.strict().parse((await ask(`/internal/tenants/${mario?.id}/overview`)).body);
    const { tenant, people, lastSignInAt } = await account();
    expect([tenant.slug, tenant.createdAt, lastSignInAt]).toEqual(['da-mario', mario?.createdAt, null]);
    expect(people).toMatchObject([{ email: 'Anna.Rossi@post.test', isEmailConfirmed: false }]);
    await database.rows(
      `INSERT INTO auth.session (id, user_id, tenant_id, device, created_at, expires_at)
       SELECT gen_random_uuid(), id, tenant_id, 'Chrome', '2026-11-20T18:00:00Z', now() FROM auth."user" WHERE tenant_id = $1`,
      [mario?.id],
    );
    expect((await account()).lastSignInAt).toBe('2026-11-20T18:00:00.000Z');
    expect((await ask(`/internal/tenants/${crypto.randomUUID()}/overview`)).status).toBe(404);
  });

  it.each([
    ['mario', ['da-mario']],
    ['MARIO tratt', ['da-mario']],
    ['attor', ['da-mario']],
    ['da-mar', ['da-mario']],
    ['anna.rossi@POST.test', ['da-mario']],
    ['mario rossi', ['da-mario']],
    ['mario vegan', []],
    ['CAFÉ', ['zoes-place']],
    ['İncir', ['closed']],
    ['ΚΏΣΤΑΣ', ['closed']],
    ['Κώστας', ['closed']],
    ['zoë', ['zoes-place']],
    ['100%', ['vegan']],
    ['_', ['vegan']],
    ['\\', []],
    ["' OR '1'='1", []],
    ['%', ['vegan']],
    ['nobody', []],
  ])('finds %j by name, slug or e-mail address: %j', async (q, found) => {
    expect(await slugs({ q })).toEqual(found);
    const { counts } = await tenants({ q });
    expect(counts.all).toBe(found.length);
  });

  it.each([
    ['active', 128, undefined],
    ['suspended', 1, 'closed'],
    ['to-be-deleted', 1, 'leaving'],
  ])('lists only the %s ones', async (standing, count, only) => {
    const found = await tenants({ standing });
    expect(found.tenants).toHaveLength(Math.min(count, 100));
    if (only) expect(found.tenants.map(({ slug }) => slug)).toEqual([only]);
    // The counts are those of the whole search.
    expect(found.counts).toEqual({ all: 130, active: 128, suspended: 1, toBeDeleted: 1 });
  });

  it('shows a contact, and when the restaurant is deleted', async () => {
    expect((await tenants({ q: 'mario' })).tenants[0]).toMatchObject({
      emails: ['Anna.Rossi@post.test'],
      deleteAt: null,
    });
    expect((await tenants({ q: 'leaving' })).tenants[0]).toMatchObject({ deleteAt: '2026-12-21T10:00:00.500Z' });
  });
});

describe('a search of users', () => {
  it.each([
    ['rossi', ['Anna.Rossi@post.test']],
    ['mario owner', ['Anna.Rossi@post.test']],
    ['da-mario', ['Anna.Rossi@post.test']],
    ['zoës', []],
    ['zoë', ['zoes-place@example.com']],
    ['nobody', []],
  ])('finds %j by name, e-mail address or restaurant: %j', async (q, found) => {
    expect(await addresses({ q })).toEqual(found);
  });

  it('pages through all of them, and names their restaurants', async () => {
    const first = await users({ limit: '70' });
    const second = await users({ limit: '70', after: first.next as string });
    expect(new Set([...first.users, ...second.users].map(({ id }) => id)).size).toBe(130);
    expect(second.next).toBeNull();
    expect(first.users[0]?.restaurant).toEqual({
      name: 'Leaving Soon',
      slug: 'leaving',
      deleteAt: '2026-12-21T10:00:00.500Z',
    });
    expect(JSON.stringify(first)).not.toMatch(/password/i);
  });

  it('shows users of a restaurant with a planned deletion as such', async () => {
    expect(await addresses({ standing: 'to-be-deleted' })).toEqual(['leaving@example.com']);
    expect(await addresses({ standing: 'suspended' })).toEqual(['closed@example.com']);
    expect((await users({ q: 'owner' })).counts).toEqual({ all: 5, active: 3, suspended: 1, toBeDeleted: 1 });
    expect(await addresses({ q: 'owner', standing: 'active' })).toHaveLength(3);
  });
});

describe('somebody who works for several restaurants', () => {
  it('is found and counted by where they work now, whichever they used last', async () => {
    await make({ name: 'Bella', slug: 'da-beatrice', email: 'bea@post.test' });
    await make({ name: 'Luna', slug: 'luna', email: 'lu@post.test', deleteAt: '2026-12-21T10:00:00Z' });
    const bea = `(SELECT id FROM auth."user" WHERE email = 'bea@post.test')`;
    const leave = (slug: string) =>
      database.rows(
        `UPDATE auth.membership SET removed_at = now()
         WHERE user_id = ${bea} AND tenant_id = (SELECT id FROM auth.tenant WHERE slug = $1)`,
        [slug],
      );
    await database.rows(
      `WITH joined AS (INSERT INTO auth.membership (tenant_id, user_id, role)
         SELECT id, ${bea}, 'manager' FROM auth.tenant WHERE slug = 'luna' RETURNING tenant_id, user_id)
       UPDATE auth."user" SET tenant_id = joined.tenant_id FROM joined WHERE id = user_id`,
    );
    expect(await slugs({ q: 'bea@post' })).toEqual(['luna', 'da-beatrice']);
    expect((await tenants({ q: 'da-beatrice' })).tenants[0]?.emails).toEqual(['bea@post.test']);
    expect((await tenants({ q: 'luna' })).tenants[0]).toMatchObject({
      emails: ['lu@post.test', 'bea@post.test'],
      moreEmails: 0,
    });
    expect(await addresses({ q: 'da-beatrice' })).toEqual(['bea@post.test']);
    expect(await addresses({ q: 'luna' })).toEqual(['lu@post.test', 'bea@post.test']);
    expect(await addresses({ q: 'luna', standing: 'to-be-deleted' })).toEqual(['lu@post.test']);
    expect(await addresses({ q: 'luna', standing: 'active' })).toEqual(['bea@post.test']);
    const found = async () => (await users({ q: 'bea@post' })).users[0];
    expect(await found()).toMatchObject({
      restaurant: { slug: 'da-beatrice', deleteAt: null },
      alsoIn: { names: ['Luna'], more: 0 },
    });
    const fillers = `tenant.slug IN ('filler-1', 'filler-2', 'filler-3')`;
    await database.rows(
      `INSERT INTO auth.membership (tenant_id, user_id, role) SELECT id, ${bea}, 'staff' FROM auth.tenant WHERE ${fillers}`,
    );
    // Those that stay come first.
    const { names, more } = (await found())?.alsoIn ?? {};
    expect([names?.length, names?.includes('Luna'), more]).toEqual([2, false, 2]);
    await database.rows(
      `INSERT INTO auth.membership (tenant_id, user_id, role)
       SELECT tenant.id, "user".id, 'staff' FROM auth.tenant, auth."user" WHERE tenant.slug = 'luna' AND email LIKE 'filler-1__@%'`,
    );
    const [luna] = (await tenants({ q: 'luna' })).tenants;
    expect([luna?.emails.length, luna?.moreEmails]).toEqual([3, 25]);
    await database.rows(
      `DELETE FROM auth.membership USING auth.tenant
       WHERE tenant.id = membership.tenant_id AND role = 'staff' AND (tenant.slug = 'luna' OR ${fillers})`,
    );

    await leave('da-beatrice');
    expect(await slugs({ q: 'bea@post' })).toEqual(['luna']);
    expect(await addresses({ q: 'da-beatrice' })).toEqual([]);
    expect((await tenants({ q: 'da-beatrice' })).tenants[0]?.emails).toEqual([]);
    // Who has worked elsewhere keeps the account.
    expect((await users({ q: 'bea@post', standing: 'active' })).users[0]?.restaurant?.slug).toBe('luna');

    await leave('luna');
    const { users: left, counts } = await users({ q: 'bea@post', standing: 'active' });
    expect([left[0]?.restaurant, left[0]?.alsoIn, counts]).toEqual([
      null,
      { names: [], more: 0 },
      { all: 1, active: 1, suspended: 0, toBeDeleted: 0 },
    ]);
  });
});

describe.each(['tenants', 'users'] as const)('a search of %s', (what) => {
  it('is empty after the last one', async () => {
    const { status, body } = await search(what, { after: '0_00000000-0000-4000-8000-000000000000' });
    expect({ status, rows: body[what], next: body.next }).toEqual({ status: 200, rows: [], next: null });
  });
});
