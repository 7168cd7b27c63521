import { randomUUID } from 'node:crypto';
import { adminStats, tenantOverview } from '@tavola/contracts/admin.ts';
import type { PlatformTenant, User } from '@tavola/contracts/auth.ts';
import { aTenant } from '@tavola/test-kit/entities.ts';
import { person } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { type Answers, startAdmin } from './setup.ts';

const tenants: PlatformTenant[] = [
  { ...aTenant({ name: 'newest', slug: 'newest' }), deleteAt: null },
  { ...aTenant({ name: 'older', slug: 'older', isActive: false }), deleteAt: '2026-12-21T10:00:00.000Z' },
];
const users: User[] = tenants.map(({ id, slug }) => ({
  id: randomUUID(),
  name: slug,
  email: `${slug}@example.com`,
  role: 'owner',
  isActive: true,
  tenantId: id,
}));

const auth: Answers = (path) => {
  if (path === '/internal/stats') return { totalTenants: 41, totalUsers: 52 };
  // Extra fields: anything outside the contract must not be returned.
  if (path.startsWith('/internal/tenants?')) return tenants.map((tenant) => ({ ...tenant, version: 7 }));
  if (path.startsWith('/internal/users?')) return users.map((user) => ({ ...user, passwordHash: '$argon2id$secret' }));
  return undefined;
};
const menu: Answers = (path) => (path === '/internal/stats' ? { totalMenuItems: 630 } : undefined);
const silent: Answers = () => {
  throw new Error('away');
};

const { call, asked } = await startAdmin(auth, menu);
/** The fake services of a second admin process; a test may replace their answers. */
let says: { auth: Answers; menu: Answers; usage?: Answers } = { auth, menu };
const there = await startAdmin(
  (path) => says.auth(path),
  (path) => says.menu(path),
  { qr: (path) => says.usage?.(path), analytics: (path) => says.usage?.(path) },
);
const admin = person({ role: 'admin', tenantId: null });

describe('GET /api/admin/stats', () => {
  it('combines the figures of the services [S3.10 S7.24]', async () => {
    const answer = await call('GET', '/api/admin/stats', { token: admin.token });
    expect(answer.status).toBe(200);
    expect(adminStats.parse(answer.body)).toEqual(answer.body);
    expect(answer.body).toEqual({ totalTenants: 41, totalUsers: 52, totalMenuItems: 630 });
  });

  it.each<[string, Answers, Answers, object]>([
    ['auth fails', silent, menu, { totalTenants: null, totalUsers: null, totalMenuItems: 630 }],
    ['menu fails', auth, silent, { totalTenants: 41, totalUsers: 52, totalMenuItems: null }],
  ])('has null for missing figures, and the others, when %s', async (_what, authSays, menuSays, figures) => {
    says = { auth: authSays, menu: menuSays };
    const answer = await there.call('GET', '/api/admin/stats', { token: admin.token });
    expect(answer).toMatchObject({ status: 200, body: figures });
    expect(answer.body).toEqual(figures);
  });
});

describe('GET /api/admin/tenants/{id}/overview', () => {
  const id = tenants[0]?.id as string;
  const tenant = { ...(tenants[0] as PlatformTenant), createdAt: '2026-01-02T03:04:05.000Z' };
  const people = [{ ...(users[0] as User), isEmailConfirmed: true, createdAt: tenant.createdAt }];
  const account = { tenant, people, lastSignInAt: '2026-11-20T18:00:00.000Z' };
  const dishes = { availableItems: 9, newItems: null, items: 12, changedAt: '2026-11-21T18:00:00.000Z' };
  const at = (path: string, answer: unknown) => (asked: string) => (asked === path ? answer : undefined);
  const authSays = at(`/internal/tenants/${id}/overview`, account);
  const read = (of = id) => there.call('GET', `/api/admin/tenants/${of}/overview`, { token: admin.token });

  it('has the users, the figures, and when somebody was last active; 404 for an unknown restaurant', async () => {
    const figures = { codes: 3, scans: 41 };
    says = {
      auth: authSays,
      menu: at(`/internal/menus/${id}/stats`, dishes),
      usage: at(`/internal/tenants/${id}/usage`, figures),
    };
    const { body } = await read();
    expect(tenantOverview.parse(body)).toEqual(body);
    expect(body).toEqual({ tenant, people, lastActiveAt: dishes.changedAt, dishes: 12, ...figures });
    expect((await read(randomUUID())).status).toBe(404);
  });

  it('has null for the figures of services that fail', async () => {
    says = { auth: authSays, menu: silent, usage: silent };
    const figures = { dishes: null, codes: null, scans: null };
    expect((await read()).body).toEqual({ tenant, people, lastActiveAt: account.lastSignInAt, ...figures });
  });
});

describe.each([
  ['tenants', 'S7.25', tenants],
  ['users', 'S7.26', users],
])('GET /api/admin/%s [%s]', (what, _, list) => {
  const path = `/api/admin/${what}`;

  it('returns the newest, as auth lists them, without unknown fields', async () => {
    const answer = await call('GET', path, { token: admin.token });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual(list);
  });

  it.each([
    ['', '100'],
    ['?limit=10', '10'],
  ])('passes its limit on to auth: %s', async (query, limit) => {
    const before = asked.length;
    expect((await call('GET', path + query, { token: admin.token })).status).toBe(200);
    expect(asked.slice(before)).toEqual([`/internal/${what}?limit=${limit}`]);
  });

  it('has null for fields that an older release of auth does not send', async () => {
    const said = (one: object) => Object.fromEntries(Object.entries(one).filter(([, value]) => value !== null));
    says = { auth: () => list.map(said), menu };
    expect((await there.call('GET', path, { token: admin.token })).body).toEqual(list);
  });
});

describe.each(['tenants', 'users'])('GET /api/admin/%s/search', (what) => {
  const path = `/api/admin/${what}/search`;
  const counts = { all: 2, active: 1, suspended: 1, toBeDeleted: 1 };
  const rows =
    what === 'tenants'
      ? tenants.map((tenant) => ({ ...tenant, emails: ['ada@example.com'] }))
      : users.map((user) => ({ ...user, restaurant: { name: 'A', slug: 'a', deleteAt: null } }));
  const found = { [what]: rows, counts, next: '1_00000000-0000-4000-8000-000000000000' };

  it('passes its query on to auth, and drops unknown fields', async () => {
    says = {
      auth: () => ({ ...found, [what]: rows.map((row) => ({ ...row, passwordHash: 'x' })) }),
      menu,
    };
    const query = {
      q: "O'Neill & 100%",
      standing: 'suspended',
      after: '1_00000000-0000-4000-8000-000000000000',
      limit: '20',
    };
    const before = there.asked.length;
    const answer = await there.call('GET', `${path}?${new URLSearchParams(query)}`, { token: admin.token });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual(found);
    const [asked, ...more] = there.asked.slice(before);
    expect(more).toEqual([]);
    const { pathname, searchParams } = new URL(asked ?? '', 'http://auth');
    expect(pathname).toBe(`/internal/${what}/search`);
    expect(Object.fromEntries(searchParams)).toEqual(query);
  });
});
