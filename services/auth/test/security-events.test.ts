import { randomUUID } from 'node:crypto';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { describe, expect, it, vi } from 'vitest';
import { recordMails, signedUp, startAuth } from './setup.ts';

const lines: string[] = [];
const log = makeLog('auth', 'info', { write: (line: string) => void lines.push(line) });
const { mailer, tokenTo } = recordMails();
const { call } = await startAuth({}, { log, mailer });

const ADDRESS = '203.0.113.7';
const headers = { 'x-forwarded-for': ADDRESS };

/** Waits for `count` new security events in the log. */
async function noted(count: number): Promise<Record<string, unknown>[]> {
  const events = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'security event');
  await vi.waitFor(() => expect(events()).toHaveLength(count), { timeout: 20_000, interval: 20 });
  const found = events();
  lines.length = 0;
  return found;
}

describe('auth’s security log', () => {
  const account = { email: 'noted@example.com', password: 'open sesame', slug: 'noted' };
  const logIn = (email: string, password: string) =>
    call('POST', '/api/auth/login', { body: { email, password }, headers });

  it('records sign-ups, sign-ins, failures, password changes and sign-outs', async () => {
    const { body, token } = await signedUp(call, account);
    const who = { userId: body.user.id, tenantId: body.user.tenantId };
    expect(await noted(1)).toMatchObject([{ level: 'info', event: 'sign-up', outcome: 'done', ...who }]);

    const right = await logIn(account.email, account.password);
    await logIn(account.email, 'wrong sesame');
    await logIn('nobody@example.com', 'wrong sesame');
    const [done, wrong, nobody] = await noted(3);
    expect(done).toMatchObject({ level: 'info', event: 'login', outcome: 'done', ...who });
    expect(done?.requestId).toBe(right.headers.get('x-request-id'));
    expect(wrong).toMatchObject({ level: 'warn', event: 'login', outcome: 'invalid-credentials', ...who });
    expect(nobody).toMatchObject({ level: 'warn', event: 'login', outcome: 'invalid-credentials' });
    expect(nobody).not.toHaveProperty('userId');

    const change = (currentPassword: string) =>
      call('POST', '/api/auth/password', { token, body: { currentPassword, newPassword: 'closed sesame' } });
    await change('wrong sesame');
    await change(account.password);
    await call('POST', '/api/auth/logout', { token });
    await call('POST', '/api/auth/logout-everywhere', { token });
    expect(await noted(4)).toMatchObject([
      { event: 'password changed', outcome: 'validation-failed', ...who },
      { event: 'password changed', outcome: 'done', ...who },
      { event: 'log-out', outcome: 'done', ...who },
      { event: 'log-out everywhere', outcome: 'unauthenticated', ...who },
    ]);
  });

  it('records the use of an invalid link', async () => {
    await call('POST', '/api/auth/reset-password', { body: { token: 'x'.repeat(43), password: 'new sesame' } });
    expect(await noted(1)).toMatchObject([{ event: 'password reset', outcome: 'link-invalid' }]);
  });

  it('records who has set a new password with a link', async () => {
    const email = 'forgets@example.com';
    const { body } = await signedUp(call, { email, slug: 'forgets' });
    await call('POST', '/api/auth/forgot-password', { body: { email } });
    const token = await tokenTo(email, 'reset-password');
    await noted(2);
    await call('POST', '/api/auth/reset-password', { body: { token, password: 'new sesame' } });
    expect(await noted(1)).toMatchObject([{ event: 'password reset', outcome: 'done', userId: body.user.id }]);
  });

  it('records a new name, and who asked for and confirmed another address', async () => {
    const { body, token } = await signedUp(call, { email: 'moves@example.com', slug: 'moves' });
    const email = 'moved@example.com';
    await call('PUT', '/api/auth/me', { token, body: { name: 'Ada' } });
    await call('POST', '/api/auth/email-change', { token, body: { email, password: 'correct horse' } });
    const link = await tokenTo(email, 'confirm-new-email');
    await call('POST', '/api/auth/email-change/confirm', { body: { token: link } });
    const [, ...events] = await noted(4);
    const who = { outcome: 'done', userId: body.user.id };
    expect(events).toMatchObject([
      { event: 'name changed', ...who },
      { event: 'address change asked', ...who },
      { event: 'address changed', ...who },
    ]);
  });

  it('records whom or what a change of the team is about, with the role, and a restaurant that is added', async () => {
    const { body, token } = await signedUp(call, { email: 'hires@example.com', slug: 'hires' });
    const invited = await call('POST', '/api/team/invitations', { token, body: { role: 'manager' } });
    const [nobody, who] = [randomUUID(), { userId: body.user.id, tenantId: body.user.tenantId }];
    await call('PUT', `/api/team/${nobody}`, { token, body: { role: 'owner' } });
    await call('DELETE', `/api/team/${nobody}`, { token });
    const place = { name: 'Harbor', slug: 'hires-2' };
    const added = await call('POST', '/api/restaurants', { token, body: place });
    const [, ...events] = await noted(5);
    expect(events).toMatchObject([
      { event: 'member invited', outcome: 'done', ...who, subject: invited.body.id, role: 'manager' },
      { event: 'member changed', outcome: 'not-found', ...who, subject: nobody, role: 'owner' },
      { event: 'member removed', outcome: 'not-found', ...who, subject: nobody },
      { event: 'restaurant added', outcome: 'done', ...who, subject: added.body.id },
    ]);
  });

  it('holds hashes in place of addresses, and no secret', async () => {
    await logIn(account.email, 'wrong sesame');
    await logIn(account.email, 'wrong sesame');
    await call('POST', '/api/auth/login', {
      body: { email: account.email, password: 'wrong sesame' },
      headers: { 'x-forwarded-for': '203.0.113.8' },
    });
    const all = lines.join('');
    const [first, second, third] = await noted(3);
    expect(first?.client).toMatch(/^[\w-]{16}$/);
    expect(second?.client).toBe(first?.client);
    expect(third?.client).not.toBe(first?.client);
    for (const secret of [ADDRESS, 'sesame', account.email]) expect(all).not.toContain(secret);
  });
});
