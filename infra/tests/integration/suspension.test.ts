import { randomUUID } from 'node:crypto';
import { type RequestListener, request } from 'node:http';
import type { AuditEntry } from '@tavola/contracts/admin.ts';
import { listen } from '@tavola/test-kit/http.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { ownMsSince } from '@tavola/test-kit/timed.ts';
import { describe, expect, it } from 'vitest';
import { startServices, untilCached, untilSeen } from './setup.ts';

// An admin's actions, from the gateway to the diner's menu: real services, one database, two gateways.

const services = await startServices();
const { auth, database, read } = services;

const platform = await services.start('admin');
const gateways = [(await services.start('gateway')).call, (await services.start('gateway')).call] as const;
const [call] = gateways;

/** How long after its acknowledgement a gateway may miss a suspension, in milliseconds. */
const PROMISE_MS = 1_000;
const PASSWORD = 'open sesame';

async function person() {
  const slug = `s-${randomUUID()}`;
  const email = `${slug}@example.com`;
  const body = { name: 'Ada', email, password: PASSWORD, restaurantName: 'Da Ada', slug };
  const { token, user } = (await call('POST', '/api/auth/signup', { body })).body;
  const logIn = () => call('POST', '/api/auth/login', { body: { email, password: PASSWORD } });
  return { slug, email, token: token as string, userId: user.id as string, tenantId: user.tenantId as string, logIn };
}
async function platformAdmin() {
  const { userId, email, logIn } = await person();
  await database.rows('DELETE FROM auth.session WHERE user_id = $1', [userId]);
  await database.rows(`UPDATE auth."user" SET role = 'admin', tenant_id = NULL WHERE id = $1`, [userId]);
  return { userId, email, token: (await logIn()).body.token as string };
}
const ada = await platformAdmin();

const change = (what: 'tenants' | 'users', id: string, isActive: boolean, reason = 'Unpaid', by = ada) =>
  call('PUT', `/api/admin/${what}/${id}/status`, { token: by.token, body: { isActive, reason } });
const logOf = async (subjectId: string): Promise<AuditEntry[]> =>
  (await call('GET', `/api/admin/audit?subjectId=${subjectId}`, { token: ada.token })).body.entries;

/** Each gateway's status for this token, on a route of a service without session logic. */
const statuses = (token: string) =>
  Promise.all(gateways.map(async (gateway) => (await gateway('GET', '/api/categories', { token })).status));

async function expectRefusedInTime(token: string) {
  const startedAt = performance.now();
  let last = await statuses(token);
  while (ownMsSince(startedAt) < PROMISE_MS && last.some((status) => status !== 401)) last = await statuses(token);
  expect(last).toEqual([401, 401]);
}

describe('a restaurant that is suspended', () => {
  it('has no menu, and nobody signed in on any gateway, within a second; restored, it is back [P4]', async () => {
    const bruno = await services.signedUp();
    const owner = await person();
    await untilCached(services, bruno.slug);
    await untilCached(services, owner.slug);
    expect(await statuses(owner.token)).toEqual([200, 200]);

    expect(await change('tenants', owner.tenantId, false)).toMatchObject({ status: 200, body: { isActive: false } });
    await expectRefusedInTime(owner.token);
    expectProblem(await untilSeen(services, owner.slug, ({ status }) => status === 404), 404);
    expect((await owner.logIn()).body.type).toBe('urn:tavola:problem:account-suspended');
    // Others are not affected.
    expect((await read(bruno.slug)).status).toBe(200);
    expect((await call('GET', '/api/admin/stats', { token: ada.token })).status).toBe(200);

    expect(await change('tenants', owner.tenantId, true, 'Paid')).toMatchObject({
      status: 200,
      body: { isActive: true },
    });
    expect((await untilSeen(services, owner.slug, ({ status }) => status === 200)).body.tenant.slug).toBe(owner.slug);
    expect(await statuses(owner.token)).toEqual([401, 401]);
    expect(await statuses((await owner.logIn()).body.token)).toEqual([200, 200]);

    expect(await logOf(owner.tenantId)).toMatchObject([
      {
        act: 'tenant.restore',
        reason: 'Paid',
        outcome: 'done',
        before: { isActive: false },
        after: { isActive: true },
      },
      {
        actor: { id: ada.userId, email: ada.email },
        act: 'tenant.suspend',
        subject: { kind: 'tenant', id: owner.tenantId, name: 'Da Ada' },
        reason: 'Unpaid',
        outcome: 'done',
        before: { isActive: true },
        after: { isActive: false, endedSessions: 1 },
      },
    ]);
  });

  it('says so in the log, too, when it was so already', async () => {
    const owner = await person();
    await change('tenants', owner.tenantId, false);
    expect((await change('tenants', owner.tenantId, false, 'Again')).status).toBe(200);
    expect((await logOf(owner.tenantId))[0]).toMatchObject({
      reason: 'Again',
      before: { isActive: false },
      after: { isActive: false, endedSessions: 0 },
    });
  });
});

describe('a user who is suspended', () => {
  it('is signed out on every gateway within a second; the menu stays', async () => {
    const owner = await person();
    await untilCached(services, owner.slug);
    expect(await change('users', owner.userId, false, 'Left')).toMatchObject({
      status: 200,
      body: { isActive: false },
    });
    await expectRefusedInTime(owner.token);
    expect((await owner.logIn()).status).toBe(403);
    expect((await read(owner.slug)).status).toBe(200);
    await change('users', owner.userId, true, 'Back');
    expect((await owner.logIn()).status).toBe(200);
    expect(await logOf(owner.userId)).toMatchObject([
      { act: 'user.restore', reason: 'Back', outcome: 'done' },
      {
        actor: { id: ada.userId, email: ada.email },
        act: 'user.suspend',
        subject: { kind: 'user', id: owner.userId, name: owner.email },
        reason: 'Left',
        outcome: 'done',
        before: { isActive: true },
        after: { isActive: false, endedSessions: 1 },
      },
    ]);
  });

  it('may be an admin, whose admin calls end within a second', async () => {
    const bruno = await platformAdmin();
    expect((await call('GET', '/api/admin/audit', { token: bruno.token })).status).toBe(200);
    await change('users', bruno.userId, false);
    await expectRefusedInTime(bruno.token);
  });
});

describe('an admin', () => {
  it('who would suspend themselves is refused, as the log says', async () => {
    const answer = await change('users', ada.userId, false);
    expectProblem(answer, 409);
    expect(answer.body.detail).toBe("You can't suspend yourself.");
    const [entry] = await logOf(ada.userId);
    expect(entry).toMatchObject({
      outcome: 'refused',
      refusal: "You can't suspend yourself.",
      before: null,
      after: null,
    });
    expect((await call('GET', '/api/auth/me', { token: ada.token })).status).toBe(200);
  });

  it('is kept, whatever two of them do to each other at the same moment [P18]', async () => {
    const [one, two] = [await platformAdmin(), await platformAdmin()];
    const answers = await Promise.all([
      change('users', two.userId, false, 'x', one),
      change('users', one.userId, false, 'x', two),
    ]);
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  });

  it('who is suspended is refused by admin itself, before any gateway knows', async () => {
    const [bruno, owner] = [await platformAdmin(), await person()];
    await change('users', bruno.userId, false);
    const body = { isActive: false, reason: 'Revenge' };
    const answer = await platform.call('PUT', `/api/admin/tenants/${owner.tenantId}/status`, {
      token: bruno.token,
      body,
    });
    expectProblem(answer, 403);
    expect(await statuses(owner.token)).toEqual([200, 200]);
  });
});

describe('an owner and nobody', () => {
  const routes = [
    ['PUT', `/api/admin/tenants/${randomUUID()}/status`],
    ['PUT', `/api/admin/users/${randomUUID()}/status`],
    ['GET', '/api/admin/beta-applications'],
    ['PUT', '/api/admin/beta-applications/1'],
    ['GET', '/api/admin/audit'],
    ['GET', '/api/admin/stats'],
    ['GET', '/api/admin/tenants'],
    ['GET', '/api/admin/users'],
  ] as const;
  it.each(routes)('are refused %s %s at the gateway', async (method, path) => {
    const { token } = await person();
    expectProblem(await call(method, path, { token }), 403);
    expectProblem(await call(method, path), 401);
  });
});

describe('an auth that carries a suspension out and dies before it answers', () => {
  it('leaves an entry that says unknown; the suspension holds, and can be asked for again', async () => {
    const owner = await person();
    // A proxy to auth that loses one change's response: as if auth were killed after its commit.
    let isLosing = true;
    const passage: RequestListener = (req, res) => {
      const forward = request(auth.url + req.url, { method: req.method, headers: req.headers }, (answer) => {
        if (isLosing && req.method === 'PUT') res.destroy();
        else answer.pipe(res.writeHead(answer.statusCode ?? 500, answer.headers));
      });
      req.pipe(forward);
    };
    const { url } = await listen(passage);
    const through = await services.start('admin', { AUTH_URL: url });
    const suspend = () =>
      through.call('PUT', `/api/admin/tenants/${owner.tenantId}/status`, {
        token: ada.token,
        body: { isActive: false, reason: 'Unpaid' },
      });
    expectProblem(await suspend(), 503);
    await expectRefusedInTime(owner.token);
    expect(await logOf(owner.tenantId)).toMatchObject([{ act: 'tenant.suspend', outcome: 'unknown', before: null }]);
    isLosing = false;
    expect((await suspend()).status).toBe(200);
    expect((await logOf(owner.tenantId)).map(({ outcome, before }) => [outcome, before])).toEqual([
      ['done', { isActive: false }],
      ['unknown', null],
    ]);
  });
});
