import { randomUUID } from 'node:crypto';
import type { User } from '@tavola/contracts/auth.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { aTenant } from '@tavola/test-kit/entities.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { describe, expect, it } from 'vitest';
import { knowing, platformAdmin } from './people.ts';
import { startAdmin } from './setup.ts';

const ada = platformAdmin('ada');
const tenant = aTenant({ name: 'Da Bruno', slug: 'da-bruno' });
const user: User = {
  id: randomUUID(),
  name: 'Bruno',
  email: 'bruno@example.com',
  role: 'owner',
  isActive: true,
  tenantId: tenant.id,
};
/** auth's answer to a change request. */
let says: (path: string) => unknown = () => undefined;
const { call, asked, database } = await startAdmin(
  (path) => {
    if (path.endsWith('/status')) return says(path);
    if (path === `/internal/tenants/${tenant.id}`) return { ...tenant, version: 3 };
    if (path === `/internal/users/${user.id}`) return user;
    return knowing(ada)(path);
  },
  () => undefined,
);

const paths = { tenant: `/api/admin/tenants/${tenant.id}/status`, user: `/api/admin/users/${user.id}/status` };
const body = { isActive: false, reason: 'Unpaid' };
const change = (path: string, sent: object = body) => call('PUT', path, { token: ada.token, body: sent });
const newest = async () => (await call('GET', '/api/admin/audit?limit=1', { token: ada.token })).body.entries[0];
const entries = async () => Number((await database.rows('SELECT count(*) FROM admin.audit_entry'))[0]?.count);

describe.each([
  [
    'tenant',
    { wasActive: true, endedSessions: 2, tenant: { ...tenant, isActive: false, version: 4 } },
    tenant,
    tenant.name,
  ],
  ['user', { wasActive: true, endedSessions: 2, user: { ...user, isActive: false } }, user, user.email],
] as const)('PUT /api/admin/%ss/{id}/status', (kind, done, known, name) => {
  const path = paths[kind];

  it.each<[string, () => unknown]>([
    ['fails', () => Promise.reject(new Error('away'))],
    ['answers something else', () => ({ done: true })],
  ])('answers 503 and logs an unknown outcome when auth %s', async (_what, answers) => {
    says = answers;
    const before = await entries();
    const answer = await change(path);
    expectProblem(answer, 503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await entries()).toBe(before + 1);
    expect(await newest()).toMatchObject({ outcome: 'unknown', before: null, after: null, refusal: null });
  });

  it('logs who changed what and why, and the status before and after', async () => {
    says = () => done;
    expect(await change(path)).toMatchObject({ status: 200, body: { id: known.id, isActive: false } });
    expect(await newest()).toMatchObject({
      actor: { id: ada.userId, email: ada.email },
      act: `${kind}.suspend`,
      subject: { kind, id: known.id, name },
      reason: 'Unpaid',
      outcome: 'done',
      before: { isActive: true },
      after: { isActive: false, endedSessions: 2 },
    });
    says = () => ({ ...done, wasActive: false, endedSessions: 0, [kind]: known });
    await change(path, { isActive: true, reason: 'Paid' });
    const restored = await newest();
    expect(restored).toMatchObject({ act: `${kind}.restore`, reason: 'Paid', before: { isActive: false } });
    expect(restored.after).toEqual({ isActive: true });
  });

  it("logs auth's refusal", async () => {
    says = () => {
      throw new Problem('conflict', "You can't suspend yourself.");
    };
    expectProblem(await change(path), 409);
    const refusal = "You can't suspend yourself.";
    expect(await newest()).toMatchObject({ outcome: 'refused', refusal, before: null, after: null });
  });

  it('writes the entry before it calls auth, so that a crash leaves a trace [P17]', async () => {
    let seen: unknown;
    says = async () => {
      seen = await newest();
      return done;
    };
    await change(path);
    expect(seen).toMatchObject({ act: `${kind}.suspend`, subject: { id: known.id }, outcome: 'unknown' });
    expect((await newest()).outcome).toBe('done');
  });

  it('does not call auth if the entry cannot be written', async () => {
    await database.rows('ALTER TABLE admin.audit_entry RENAME TO away');
    try {
      expectProblem(await change(path), 500);
    } finally {
      await database.rows('ALTER TABLE admin.away RENAME TO audit_entry');
    }
    expect(asked.at(-1)).not.toContain('/status');
  });

  it('succeeds if only its outcome cannot be logged, which stays unknown', async () => {
    says = () => done;
    await database.rows('ALTER TABLE admin.audit_outcome RENAME TO away');
    try {
      expect((await change(path)).status).toBe(200);
    } finally {
      await database.rows('ALTER TABLE admin.away RENAME TO audit_outcome');
    }
    expect((await newest()).outcome).toBe('unknown');
  });

  it('answers 404 for an unknown id, and logs nothing', async () => {
    const before = await entries();
    expectProblem(await change(path.replace(known.id, randomUUID())), 404);
    expect(await entries()).toBe(before);
  });
});
