import type { AuditEntry } from '@tavola/contracts/admin.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { describe, expect, it } from 'vitest';
import { startGateways, startServices, untilCached, untilSeen } from './setup.ts';

// An admin's actions, from the gateway to the diner's menu: real services, one database, two gateways.

const services = await startServices();
const { database, read } = services;

await services.start('admin');
const { call, statuses, expectRefusedInTime, person } = await startGateways(services);

async function platformAdmin() {
  const { userId, email, newToken } = await person();
  await database.rows('DELETE FROM auth.session WHERE user_id = $1', [userId]);
  await database.rows(`UPDATE auth."user" SET role = 'admin', tenant_id = NULL WHERE id = $1`, [userId]);
  return { userId, email, token: await newToken() };
}
const ada = await platformAdmin();

const change = (what: 'tenants' | 'users', id: string, isActive: boolean, reason = 'Unpaid', by = ada) =>
  call('PUT', `/api/admin/${what}/${id}/status`, { token: by.token, body: { isActive, reason } });
const logOf = async (subjectId: string): Promise<AuditEntry[]> =>
  (await call('GET', `/api/admin/audit?subjectId=${subjectId}`, { token: ada.token })).body.entries;

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
    expect(await statuses(await owner.newToken())).toEqual([200, 200]);

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
});

describe('an admin', () => {
  it('who would suspend themselves is refused, as the log says [P18]', async () => {
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
});
