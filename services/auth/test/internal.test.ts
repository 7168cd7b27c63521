import { randomUUID } from 'node:crypto';
import { activeSlugs, tenantAtSlug } from '@tavola/contracts/auth.ts';
import { fingerprintOf } from '@tavola/service-kit/data/fingerprint.ts';
import { exported, exportedPages } from '@tavola/test-kit/exported.ts';
import { describeServicesOnly, expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { signedUp, startAuth } from './setup.ts';

const { app, call, database } = await startAuth();
const ask = (path: string) => call('GET', path, AS_SERVICE);

describe('internal routes', () => {
  it('finds a restaurant by slug and by id, with its version', async () => {
    const { body, token } = await signedUp(call, { slug: 'asked-for' });
    await call('PUT', '/api/tenant', { token, body: { name: 'Asked for' } });
    const bySlug = await ask('/internal/tenants/by-slug/asked-for');
    expect(bySlug.body).toMatchObject({ id: body.user.tenantId, name: 'Asked for', slug: 'asked-for', version: 2 });
    const byId = (await ask(`/internal/tenants/${body.user.tenantId}`)).body;
    expect(byId).toEqual({ ...bySlug.body, shape: undefined, isListed: undefined });
    expect(bySlug.body.shape).toBe(fingerprintOf(tenantAtSlug));
  });

  it('answers 404 for an unknown slug or id', async () => {
    expectProblem(await ask('/internal/tenants/by-slug/nobody'), 404);
    expectProblem(await ask(`/internal/tenants/${randomUUID()}`), 404);
  });

  it('returns a restaurant as stored: inactive ones too, unusual text unchanged', async () => {
    const { body, token } = await signedUp(call, { slug: 'odd-text', restaurantName: `O'Neill's "$1" \\` });
    const profile = {
      name: `O'Neill's "寿司" 🍣 $1 \\ </script>`,
      description: `line\nbreak 'quote' "double"`,
      address: null,
      themeColor: '#aa3300',
    };
    const tenant = (await call('PUT', '/api/tenant', { token, body: profile })).body;
    await database.rows('UPDATE auth.tenant SET is_active = false WHERE id = $1', [body.user.tenantId]);
    const found = (await ask('/internal/tenants/by-slug/odd-text')).body;
    const more = { version: 2, shape: expect.any(String), isListed: false };
    expect(found).toEqual({ ...tenant, ...profile, isActive: false, ...more });
    expect(tenantAtSlug.parse(found)).toEqual(found);
  });

  it('counts active restaurants and all users', async () => {
    const before = (await ask('/internal/stats')).body;
    await signedUp(call, { slug: 'counted' });
    const { body } = await signedUp(call, { slug: 'not-counted' });
    await database.rows('UPDATE auth.tenant SET is_active = false WHERE id = $1', [body.user.tenantId]);
    expect((await ask('/internal/stats')).body).toEqual({
      totalTenants: before.totalTenants + 1,
      totalUsers: before.totalUsers + 2,
    });
  });

  it('lists the newest restaurants and users first, up to the limit', async () => {
    await signedUp(call, { slug: 'older', email: 'older@example.com' });
    await signedUp(call, { slug: 'newer', email: 'newer@example.com' });
    const tenants = await ask('/internal/tenants?limit=2');
    expect(tenants.body.map((tenant: { slug: string }) => tenant.slug)).toEqual(['newer', 'older']);
    const users = await ask('/internal/users?limit=2');
    expect([tenants.body[0].createdAt, users.body[0].createdAt]).toEqual([
      expect.stringMatching(/^20.*Z$/),
      expect.stringMatching(/^20.*Z$/),
    ]);
    expect(users.body.map((user: { email: string }) => user.email)).toEqual(['newer@example.com', 'older@example.com']);
    expect(JSON.stringify(users.body)).not.toMatch(/password|argon2/i);
  });
});

describe('GET /internal/tenants/{id}/export', () => {
  it('returns a restaurant, all its slugs and users, without credentials, and nothing of another', async () => {
    const { body, token } = await signedUp(call, { slug: 'first-slug', email: 'taker@example.com' });
    await signedUp(call, { slug: 'somebody-elses', email: 'elsewhere@example.com' });
    await call('PUT', '/api/tenant', { token, body: { name: 'Da Taker', slug: 'second-slug', phone: '555 0101' } });
    const invited = await call('POST', '/api/team/invitations', { token, body: { role: 'staff' } });
    const { link: _link, ...invitation } = invited.body;
    const part = await exported(call, 'auth', body.user.tenantId);
    const { tenantId, isEmailConfirmed: _isEmailConfirmed, restaurants: _restaurants, ...user } = body.user;
    expect(part).toEqual({
      tenant: [
        {
          ...(await call('GET', '/api/tenant', { token })).body,
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
      ],
      slugs: [{ slug: 'first-slug' }, { slug: 'second-slug' }],
      users: [{ ...user, createdAt: expect.any(String) }],
      invitations: [invitation],
      kitchenDevices: [],
    });
    expect(part.tenant[0]).toMatchObject({ id: tenantId, name: 'Da Taker', phone: '555 0101' });
    expect(JSON.stringify(part)).not.toMatch(/password|argon2|elsewhere/i);
  });

  it('is empty for an unknown restaurant', async () => {
    expect(await exported(call, 'auth', randomUUID())).toEqual({
      tenant: [],
      slugs: [],
      users: [],
      invitations: [],
      kitchenDevices: [],
    });
  });

  it('has pages of slugs and users, of which each is on one', async () => {
    const { body } = await signedUp(call, { slug: 'many-slugs', email: 'many@example.com' });
    const { tenantId } = body.user;
    await database.rows(
      `INSERT INTO auth.tenant_slug (slug, tenant_id) SELECT 'many-' || n, $1 FROM generate_series(1, 1000) AS n`,
      [tenantId],
    );
    // All at the same time but one: the id decides.
    await database.rows(
      `INSERT INTO auth."user" (id, tenant_id, name, email, email_key, password_hash, role, created_at)
       SELECT gen_random_uuid(), $1, 'U', n || '@many.test', n || '@many.test', 'x', 'owner', '2026-01-01T00:00:00.123Z' FROM generate_series(1, 1000) AS n`,
      [tenantId],
    );
    const slugs = await exportedPages(call, 'auth', tenantId, 'slugs');
    expect(slugs.map((rows) => rows.length)).toEqual([1_000, 1]);
    expect(new Set(slugs.flat().map(({ slug }) => slug)).size).toBe(1_001);
    const users = await exportedPages(call, 'auth', tenantId, 'users');
    expect(users.map((rows) => rows.length)).toEqual([1_000, 1]);
    expect(new Set(users.flat().map(({ id }) => id)).size).toBe(1_001);
  });
});

describe('GET /internal/tenants/slugs', async () => {
  const { call, database } = await startAuth();
  const ask = (query: string) => call('GET', `/internal/tenants/slugs${query}`, AS_SERVICE);
  const slugs = async (query: string): Promise<string[]> => (await ask(query)).body.slugs;

  /** Gives each restaurant an owner whose address is confirmed. */
  const ADD_OWNERS = `
    INSERT INTO auth."user" (id, tenant_id, name, email, email_key, password_hash, email_confirmed_at)
    SELECT gen_random_uuid(), id, 'N', slug, slug, '', now() FROM auth.tenant ON CONFLICT DO NOTHING`;

  it('is empty without restaurants', async () => {
    expect((await ask('')).body).toEqual({ slugs: [], languages: {} });
  });

  it('pages through active restaurants in byte order, also during writes', async () => {
    const all = ['a', 'a-b', 'a-b-c', 'a0', 'a1', 'aa', 'ab', 'b', 'b-1', 'b10', 'b2', 'ba'];
    await database.rows(
      "INSERT INTO auth.tenant (id, name, slug) SELECT gen_random_uuid(), 'N', slug FROM unnest($1::text[]) AS slug",
      [[...all, 'off']],
    );
    await database.rows(ADD_OWNERS);
    await database.rows("UPDATE auth.tenant SET is_active = false WHERE slug = 'off'");
    const paged: string[] = [];
    for (let page = await slugs('?limit=5'); page.length > 0; page = await slugs(`?limit=5&after=${paged.at(-1)}`)) {
      expect(page.length).toBeLessThanOrEqual(5);
      paged.push(...page);
      // Before the cursor: it shifts nothing.
      await signedUp(call, { slug: `a-0-${paged.length}` });
    }
    expect(paged).toEqual([...all].sort());
    const body = (await ask('')).body;
    expect(activeSlugs.parse(body)).toEqual(body);
    expect(body.slugs).not.toContain('off');
    // `after` need not exist.
    expect(await slugs('?after=b11&limit=2')).toEqual(['b2', 'ba']);
    expect(await slugs('?after=zz')).toEqual([]);
  });

  it('returns ten thousand in one page', { tags: 'full' }, async () => {
    await database.rows(
      "INSERT INTO auth.tenant (id, name, slug) SELECT gen_random_uuid(), 'N', 'many-' || n FROM generate_series(1, 10500) AS n",
    );
    await database.rows(ADD_OWNERS);
    expect((await slugs('?limit=10000')).length).toBe(10_000);
    expect((await slugs('')).length).toBe(10_000);
  });

  it.each(['limit=0', 'limit=10001', 'limit=-1', 'limit=x', 'limit=1e2', 'limit=', 'after=', 'after=A', 'after=a--b'])(
    'refuses %s',
    async (query) => {
      expectProblem(await ask(`?${query}`), 400, [query.split('=')[0] ?? '']);
    },
  );
  it.each(['after=%00', `after=${'x'.repeat(64)}`, 'after=a&after=b', 'limit=1&limit=2'])(
    'refuses %s',
    async (query) => {
      expectProblem(await ask(`?${query}`), 400);
    },
  );
});

describeServicesOnly(app, call);
