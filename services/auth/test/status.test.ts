import { randomUUID } from 'node:crypto';
import { tenantStatusChange, userStatusChange } from '@tavola/contracts/admin.ts';
import { accountUser } from '@tavola/contracts/auth.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { confirmAddress, signedUp, startAuth } from './setup.ts';

const { call, database, published } = await startAuth();
const put = (path: string, body: unknown) => call('PUT', `/internal${path}`, { ...AS_SERVICE, body });
const PASSWORD = 'correct horse';

interface Account {
  userId: string;
  tenantId: string;
  email: string;
  token: string;
}

async function owner(): Promise<Account> {
  const { token, body } = await signedUp(call);
  return { userId: body.user.id, tenantId: body.user.tenantId, email: body.user.email, token };
}

/** An admin, with the restaurant of the sign-up or without. */
async function admin({ keepsRestaurant = false } = {}): Promise<Account> {
  const account = await owner();
  await database.rows('DELETE FROM auth.session WHERE user_id = $1', [account.userId]);
  await database.rows(
    `UPDATE auth."user" SET role = 'admin', tenant_id = CASE WHEN $2 THEN tenant_id END WHERE id = $1`,
    [account.userId, keepsRestaurant],
  );
  return { ...account, token: (await logIn(account)).body.token };
}

const logIn = ({ email }: Account) => call('POST', '/api/auth/login', { body: { email, password: PASSWORD } });
const me = async ({ token }: Account) => (await call('GET', '/api/auth/me', { token })).status;
const openSessions = async (by: 'user_id' | 'tenant_id', id: string) =>
  Number(
    (await database.rows(`SELECT count(*) FROM auth.session WHERE ${by} = $1 AND ended_at IS NULL`, [id]))[0]?.count,
  );
const tenantRow = async (id: string) =>
  (await database.rows('SELECT is_active, version, name, slug FROM auth.tenant WHERE id = $1', [id]))[0];
const isActive = async ({ userId }: Account) =>
  (await database.rows('SELECT is_active FROM auth."user" WHERE id = $1', [userId]))[0]?.is_active;

const ada = await admin();
const setTenant = (id: string, active: boolean, by = ada) =>
  put(`/tenants/${id}/status`, { isActive: active, actorId: by.userId });
const setUser = (id: string, active: boolean, by = ada) =>
  put(`/users/${id}/status`, { isActive: active, actorId: by.userId });

describe('PUT /internal/tenants/{id}/status', () => {
  it('suspends: raises and publishes the version, and ends the sessions of this restaurant only', async () => {
    const [bruno, other] = [await owner(), await owner()];
    await logIn(bruno);
    const { status, body } = await setTenant(bruno.tenantId, false);
    expect(status).toBe(200);
    expect(tenantStatusChange.parse(body)).toEqual(body);
    expect(body).toMatchObject({ wasActive: true, endedSessions: 2, tenant: { id: bruno.tenantId, isActive: false } });
    expect(await tenantRow(bruno.tenantId)).toMatchObject({ is_active: false, version: 2 });
    for (const path of [bruno.tenantId, `by-slug/${body.tenant.slug}`]) {
      expect((await call('GET', `/internal/tenants/${path}`, AS_SERVICE)).body.isActive).toBe(false);
    }
    expect(published.at(-1)).toMatchObject({ tenantId: bruno.tenantId, version: 2, slug: body.tenant.slug });
    expect(await openSessions('tenant_id', bruno.tenantId)).toBe(0);
    expect([await me(bruno), await me(other), await me(ada)]).toEqual([401, 200, 200]);
    expect(await tenantRow(other.tenantId)).toMatchObject({ is_active: true, version: 1 });
  });

  it('changes nothing the second time, but publishes again', async () => {
    const bruno = await owner();
    await setTenant(bruno.tenantId, false);
    const before = published.at(-1);
    const again = await setTenant(bruno.tenantId, false);
    expect(again).toMatchObject({ status: 200, body: { wasActive: false, endedSessions: 0 } });
    expect(await tenantRow(bruno.tenantId)).toMatchObject({ is_active: false, version: 2 });
    expect(published.slice(-2)).toEqual([before, before]);
  });

  it("refuses an admin their own account's restaurant", async () => {
    const runs = await admin({ keepsRestaurant: true });
    expectProblem(await setTenant(runs.tenantId, false, runs), 409);
    expect(await tenantRow(runs.tenantId)).toMatchObject({ is_active: true, version: 1 });
    expect(await me(runs)).toBe(200);
  });

  it('leaves no session that is begun meanwhile: the sign-in waits, or is refused', { tags: 'full' }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const bruno = await owner();
      const [, ...logins] = await Promise.all([
        setTenant(bruno.tenantId, false),
        logIn(bruno),
        logIn(bruno),
        logIn(bruno),
      ]);
      for (const { status } of logins) expect([200, 403]).toContain(status);
      expect(await openSessions('tenant_id', bruno.tenantId)).toBe(0);
    }
  });
});

describe('PUT /internal/users/{id}/status', () => {
  it('suspends: ends every session of the user and refuses sign-ins; the restaurant stays unchanged', async () => {
    const bruno = await owner();
    await logIn(bruno);
    const { status, body } = await setUser(bruno.userId, false);
    expect(status).toBe(200);
    expect(userStatusChange.parse(body)).toEqual(body);
    expect(body).toMatchObject({ wasActive: true, endedSessions: 2, user: { id: bruno.userId, isActive: false } });
    expect(await me(bruno)).toBe(401);
    expectProblem(await logIn(bruno), 403);
    expect(await tenantRow(bruno.tenantId)).toMatchObject({ is_active: true, version: 1 });
    expect((await setUser(bruno.userId, false)).body).toMatchObject({ wasActive: false, endedSessions: 0 });
    expect((await setUser(bruno.userId, true)).body).toMatchObject({ wasActive: false, user: { isActive: true } });
    expect((await logIn(bruno)).status).toBe(200);
  });

  it('refuses admins themselves [P18]', async () => {
    const bruno = await admin();
    const answer = await setUser(bruno.userId, false, bruno);
    expectProblem(answer, 409);
    expect(answer.body.detail).toBe("You can't suspend yourself.");
    expect(await me(bruno)).toBe(200);
  });

  it('lets one of two admins win who suspend each other in parallel [P18]', { tags: 'full' }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await admin(), await admin()];
      const answers = await Promise.all([setUser(two.userId, false, one), setUser(one.userId, false, two)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
      expect([await isActive(one), await isActive(two)].toSorted()).toEqual([false, true]);
    }
  });
});

describe.each([
  ['tenants', (one: Account) => one.tenantId],
  ['users', (one: Account) => one.userId],
] as const)('PUT /internal/%s/{id}/status', (what, idOf) => {
  const path = (id: string) => `/${what}/${id}/status`;

  it('refuses callers that are not active admins, and changes nothing', async () => {
    const bruno = await owner();
    const [suspended, closed] = [await admin(), await admin({ keepsRestaurant: true })];
    await setUser(suspended.userId, false);
    await setTenant(closed.tenantId, false);
    for (const actorId of [bruno.userId, suspended.userId, closed.userId, randomUUID()]) {
      expectProblem(await put(path(idOf(bruno)), { isActive: false, actorId }), 403);
    }
    expect(await me(bruno)).toBe(200);
  });

  it('accepts an admin whose restaurant used last is suspended, as long as another is open', async () => {
    const [bruno, closed, twice] = [await owner(), await owner(), await admin({ keepsRestaurant: true })];
    await database.rows(
      `WITH joined AS (INSERT INTO auth.membership (tenant_id, user_id, role) VALUES ($1, $2, 'owner'))
       UPDATE auth."user" SET tenant_id = $1 WHERE id = $2`,
      [closed.tenantId, twice.userId],
    );
    await setTenant(closed.tenantId, false);
    expect((await put(path(idOf(bruno)), { isActive: false, actorId: twice.userId })).status).toBe(200);
  });

  it('answers 404 for an unknown id', async () => {
    expectProblem(await put(path(randomUUID()), { isActive: false, actorId: ada.userId }), 404);
  });

  it.each([
    ['isActive', { actorId: ada.userId }],
    ['isActive', { isActive: 'false', actorId: ada.userId }],
    ['actorId', { isActive: false }],
    ['actorId', { isActive: false, actorId: 'ada' }],
  ])('refuses a body with an invalid %s', async (field, body) => {
    const bruno = await owner();
    expectProblem(await put(path(idOf(bruno)), body), 400, [field]);
    expect(await me(bruno)).toBe(200);
  });
});

describe('GET /internal/users/{id}', () => {
  it('returns the user, without the password, and whether the address is confirmed', async () => {
    const bruno = await owner();
    const found = async () => {
      const { status, body } = await call('GET', `/internal/users/${bruno.userId}`, AS_SERVICE);
      expect(status).toBe(200);
      return accountUser.strict().parse(body);
    };
    expect(await found()).toMatchObject({
      id: bruno.userId,
      email: bruno.email,
      role: 'owner',
      isEmailConfirmed: false,
    });
    await confirmAddress(database, bruno.userId);
    expect((await found()).isEmailConfirmed).toBe(true);
  });

  it('answers 404 for an unknown id', async () => {
    expectProblem(await call('GET', `/internal/users/${randomUUID()}`, AS_SERVICE), 404);
  });
});
