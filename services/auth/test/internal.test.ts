import { randomUUID } from 'node:crypto';
import { describeNeighboursOnly, expectProblem } from '@tavola/test-kit/refusals.ts';
import { SERVICE_TOKEN } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { signedUp, startAuth } from './setup.ts';

const { call, database } = await startAuth();
const ask = (path: string) => call('GET', path, { headers: { 'x-service-token': SERVICE_TOKEN } });

describe('what neighbours may ask auth', () => {
  it('finds a restaurant by slug and by id, with its version', async () => {
    const { body, token } = await signedUp(call, { slug: 'asked-for' });
    await call('PUT', '/api/tenant', { token, body: { name: 'Asked for' } });
    const bySlug = await ask('/internal/tenants/by-slug/asked-for');
    expect(bySlug.body).toMatchObject({ id: body.user.tenantId, name: 'Asked for', slug: 'asked-for', version: 2 });
    expect((await ask(`/internal/tenants/${body.user.tenantId}`)).body).toEqual(bySlug.body);
  });

  it('says 404 for an unknown slug or id, and 400 for what is no id', async () => {
    expectProblem(await ask('/internal/tenants/by-slug/nobody'), 404);
    expectProblem(await ask(`/internal/tenants/${randomUUID()}`), 404);
    expectProblem(await ask('/internal/tenants/12'), 400);
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

  it('lists the newest restaurants and users first, as many as asked for', async () => {
    await signedUp(call, { slug: 'older', email: 'older@example.com' });
    await signedUp(call, { slug: 'newer', email: 'newer@example.com' });
    const tenants = await ask('/internal/tenants?limit=2');
    expect(tenants.body.map((tenant: { slug: string }) => tenant.slug)).toEqual(['newer', 'older']);
    const users = await ask('/internal/users?limit=2');
    expect(users.body.map((user: { email: string }) => user.email)).toEqual(['newer@example.com', 'older@example.com']);
    expect(JSON.stringify(users.body)).not.toMatch(/password|argon2/i);
  });

  it.each(['0', '101', '-1', 'x', '1e2', ''])('refuses limit=%s', async (limit) => {
    expectProblem(await ask(`/internal/tenants?limit=${limit}`), 400);
  });
});

describeNeighboursOnly(
  () => call,
  ['/internal/stats', '/internal/tenants', '/internal/users', '/internal/tenants/by-slug/demo'],
);
