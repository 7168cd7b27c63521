import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { signedInUser } from '@tavola/contracts/auth.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import { QUOTAS } from '@tavola/contracts/quotas.ts';
import { tokenCheck } from '@tavola/service-kit/http/access.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE, keys } from '@tavola/test-kit/tokens.ts';
import { whileUncommitted } from '@tavola/test-kit/uncommitted.ts';
import { describe, expect, it, vi } from 'vitest';
import { deleteTenant } from '../src/deletion/delete-tenant.ts';
import { makeBackgroundTasks } from '../src/mail/background-tasks.ts';
import { MAIL_LIMITS } from '../src/mail/mail-limits.ts';
import type { Mailer } from '../src/mail/mailer.ts';
import { END_LOCK } from '../src/session/end-sessions.ts';
import { sweepInvitations } from '../src/team/invitation-store.ts';
import { recordMails, signedUp, startAuth } from './setup.ts';

const { mailer: working, mailsTo, tokenTo } = recordMails();
/** The addresses to which the next mail is refused for good. */
const refused = new Set<string>();
const refusal = () => Object.assign(new Error('No such mailbox'), { code: 'EENVELOPE', responseCode: 550 });
/** The addresses of mails whose sending has begun, and what the next ones to an address wait for. */
const begun: string[] = [];
const held = new Map<string, Promise<void>>();
const mailer: Mailer = {
  ...working,
  async send(mail) {
    begun.push(mail.to);
    if (refused.delete(mail.to)) throw refusal();
    await held.get(mail.to);
    await working.send(mail);
  },
};
const { call, database, db, published } = await startAuth(
  {},
  {
    mailer,
    // Each of the two processes has its own.
    get later() {
      return makeBackgroundTasks(makeLog('auth', 'silent'), 100);
    },
  },
);
const claimsOf = tokenCheck(keys.publicKey);
const PASSWORD = 'correct horse';

interface Person {
  email: string;
  token: string;
  userId: string;
  tenantId: string;
}

/** Somebody who has signed up, with a restaurant. */
async function somebody(): Promise<Person> {
  const email = `${randomUUID()}@example.com`;
  const { token, body } = await signedUp(call, { email, password: PASSWORD, slug: `t-${randomUUID().slice(0, 8)}` });
  return { email, token, userId: body.user.id, tenantId: body.user.tenantId };
}

const logIn = (email: string) => call('POST', '/api/auth/login', { body: { email, password: PASSWORD } });
const me = async (token: string) => {
  const { status, body } = await call('GET', '/api/auth/me', { token });
  return status === 200 ? signedInUser.parse(body) : status;
};
const teamOf = async ({ token }: Person) => (await call('GET', '/api/team', { token })).body;
const once = (key?: string) => (key === undefined ? {} : { headers: { 'idempotency-key': key } });
const invite = ({ token }: Person, body: object, key?: string) =>
  call('POST', '/api/team/invitations', { token, body, ...once(key) });
const tokenIn = (link: string) => link.split('#token=')[1] as string;
const join = (token: string, invitation: string, key?: string) =>
  call('POST', '/api/auth/join', { token, body: { token: invitation }, ...once(key) });
const switchTo = (token: string, tenantId: string) => call('POST', '/api/auth/switch', { token, body: { tenantId } });
const change = ({ token }: Person, userId: string, body: object) => call('PUT', `/api/team/${userId}`, { token, body });
const remove = ({ token }: Person, userId: string) => call('DELETE', `/api/team/${userId}`, { token });

/** The sessions whose ends gateways are told. */
const endedSids = async () =>
  (await call('GET', '/internal/session-ends?after=0', AS_SERVICE)).body.ends.map(({ sid }: { sid: string }) => sid);

/** Makes `who` a member of `owner`'s restaurant. Returns a token for it. */
async function hired(owner: Person, who: Person, role: string, more: object = {}): Promise<string> {
  const { link } = (await invite(owner, { role, ...more })).body;
  expect((await join(who.token, tokenIn(link))).status).toBe(200);
  return (await switchTo(who.token, owner.tenantId)).body.token;
}

/** A restaurant that is suspended, or to be deleted; and neither. */
const CLOSED = ['is_active = false', "delete_at = now() + interval '30 days'"];
const REOPENED = 'UPDATE auth.tenant SET is_active = true, delete_at = NULL WHERE id = $1';

/** Somebody who has joined the owner's team with a new account. */
async function newcomer(owner: Person, role = 'staff'): Promise<Omit<Person, 'tenantId'>> {
  const email = `${randomUUID()}@example.com`;
  const { link } = (await invite(owner, { role })).body;
  const accept = { token: tokenIn(link), name: 'Cora', password: PASSWORD, email };
  const { body } = await call('POST', '/api/auth/invitations/accept', { body: accept });
  return { email, token: body.token, userId: body.user.id };
}

describe('an invitation', () => {
  it('by mail is accepted with a new account, whose address it confirms, once', async () => {
    const owner = await somebody();
    const email = `Cook-${randomUUID()}@example.com`;
    const { status, body } = await invite(owner, { email, role: 'staff', mayDeclare: true });
    expect([status, body.link, body.email]).toEqual([201, null, email]);
    const token = await tokenTo(email, 'join');
    const read = await call('POST', '/api/auth/invitations/read', { body: { token } });
    expect(read.body).toEqual({ restaurant: 'Da Ada', role: 'staff', email, hasAccount: false });
    const accept = () =>
      call('POST', '/api/auth/invitations/accept', {
        body: { token, name: 'Cora', password: PASSWORD, email: 'another@example.com' },
      });
    const answers = await Promise.all([accept(), accept()]);
    expect(answers.map((one) => one.status).toSorted()).toEqual([201, expect.toBeOneOf([409, 410])]);
    const session = answers.find((one) => one.status === 201)?.body;
    expect(session.user).toMatchObject({ email, role: 'staff', mayDeclare: true, isEmailConfirmed: true });
    expect(await me(session.token)).toEqual(session.user);
    expect(claimsOf(session.token)).toMatchObject({ role: 'staff', mayDeclare: true, tenantId: owner.tenantId });
    expectProblem(await accept(), 410);
    expect(await teamOf(owner)).toMatchObject({
      members: [{ role: 'owner' }, { role: 'staff', mayDeclare: true, email, name: 'Cora' }],
      invitations: [],
    });
    expect((await logIn(email)).body.user).toEqual(session.user);
  });

  it('by mail is for that address alone, with an account or without', async () => {
    const [owner, cook, other] = [await somebody(), await somebody(), await somebody()];
    await invite(owner, { email: cook.email.toUpperCase(), role: 'manager' });
    const token = await tokenTo(cook.email.toUpperCase(), 'join');
    expect((await call('POST', '/api/auth/invitations/read', { body: { token } })).body.hasAccount).toBe(true);
    expectProblem(await join(other.token, token), 409);
    const asNew = { token, name: 'Cora', password: PASSWORD };
    expectProblem(await call('POST', '/api/auth/invitations/accept', { body: asNew }), 409, ['email']);
    const { status, body } = await join(cook.token, token);
    expect([status, body]).toEqual([200, expect.objectContaining({ id: owner.tenantId, role: 'manager' })]);
    // The session stays where it is: nothing is switched by itself.
    expect(await me(cook.token)).toMatchObject({ tenantId: cook.tenantId, role: 'owner' });
    expectProblem(await join(cook.token, token), 410);
    expectProblem(await invite(owner, { email: cook.email, role: 'staff' }), 409);
    const { link } = (await invite(owner, { role: 'owner' })).body;
    expectProblem(await join(cook.token, tokenIn(link)), 409);
  });

  it('by a link that is shown needs an address from a new account, and confirms none', async () => {
    const owner = await somebody();
    const { link } = (await invite(owner, { role: 'staff' })).body;
    const body = { token: tokenIn(link), name: 'Cora', password: PASSWORD };
    expectProblem(await call('POST', '/api/auth/invitations/accept', { body }), 400, ['email']);
    const email = `${randomUUID()}@example.com`;
    const accepted = await call('POST', '/api/auth/invitations/accept', { body: { ...body, email } });
    expect(accepted.body.user).toMatchObject({ email, isEmailConfirmed: false, mayDeclare: false });
    expect(await tokenTo(email, 'confirm-email')).toBeTruthy();
    const [row] = await database.rows('SELECT token_hash FROM auth.invitation WHERE tenant_id = $1', [owner.tenantId]);
    expect(row?.token_hash).not.toContain(tokenIn(link));
  });

  it('ends after seven days, when withdrawn, when replaced, and while its restaurant is closed', async () => {
    const [owner, cook] = [await somebody(), await somebody()];
    const links = [0, 1].map(async () => (await invite(owner, { role: 'staff' })).body);
    const [late, withdrawn] = await Promise.all(links);
    expect(Math.round((Date.parse(late.expiresAt) - Date.now()) / 86_400_000)).toBe(7);
    await database.rows("UPDATE auth.invitation SET expires_at = now() - interval '1 s' WHERE id = $1", [late.id]);
    /** Nobody can accept it, or read what it was for. */
    const expectEnded = async (token: string) => {
      expectProblem(await join(cook.token, token), 410);
      expectProblem(await call('POST', '/api/auth/invitations/read', { body: { token } }), 410);
    };
    const withdraw = () => call('DELETE', `/api/team/invitations/${withdrawn.id}`, { token: owner.token });
    expect((await withdraw()).status).toBe(204);
    expectProblem(await withdraw(), 404);
    for (const { link } of [late, withdrawn]) await expectEnded(tokenIn(link));
    await invite(owner, { email: cook.email, role: 'staff' });
    const first = await tokenTo(cook.email, 'join');
    await invite(owner, { email: cook.email, role: 'staff' });
    const second = await tokenTo(cook.email, 'join', 2);
    await expectEnded(first);
    for (const closed of CLOSED) {
      await database.rows(`UPDATE auth.tenant SET ${closed} WHERE id = $1`, [owner.tenantId]);
      await expectEnded(second);
      await database.rows(REOPENED, [owner.tenantId]);
    }
    expect((await teamOf(cook)).members).toHaveLength(1);
  });

  it('is deleted a day after it expired, and not before', async () => {
    const owner = await somebody();
    for (const hours of [23, 25]) {
      const { id } = (await invite(owner, { role: 'staff' })).body;
      await database.rows('UPDATE auth.invitation SET expires_at = now() - make_interval(hours => $2) WHERE id = $1', [
        id,
        hours,
      ]);
    }
    expect(await sweepInvitations(db)).toBe(1);
    const left = await database.rows('SELECT FROM auth.invitation WHERE tenant_id = $1', [owner.tenantId]);
    expect(left).toHaveLength(1);
  });

  it('is one of twenty at most, also of several at once, and to a team of fifty at most', async () => {
    const [owner, cook] = [await somebody(), await somebody()];
    const { link } = (await invite(owner, { role: 'staff' })).body;
    const more = (count: number) => `
      INSERT INTO auth.invitation (id, tenant_id, role, token_hash, invited_by, inviter_id, expires_at)
      SELECT gen_random_uuid(), '${owner.tenantId}', 'staff', gen_random_uuid(), '', '${owner.userId}', now() + interval '1 day'
      FROM generate_series(1, ${count})`;
    await database.rows(more(QUOTAS.invitations.most - 2));
    const oneTooMany = await whileUncommitted(
      database,
      'SELECT 1 FROM auth.tenant WHERE id = $1 FOR UPDATE',
      [owner.tenantId],
      () => invite(owner, { role: 'staff' }),
      (client) => client.query(more(1)),
    );
    expect(oneTooMany.body.quota).toEqual({ name: 'invitations', most: 20 });
    await database.rows(
      `WITH people AS (
         INSERT INTO auth."user" (id, tenant_id, name, email, email_key, password_hash)
         SELECT gen_random_uuid(), $1, 'Staff', n || $2, n || $2, '' FROM generate_series(2, $3::int) AS n RETURNING id)
       SELECT count(*) FROM people`,
      [owner.tenantId, `@${randomUUID()}.example`, QUOTAS.members.most],
    );
    expect((await join(cook.token, tokenIn(link))).body.quota).toEqual({ name: 'members', most: 50 });
  });

  it('is mailed thirty times an hour at most, also to one address; those that are shown do not count', {
    tags: 'full',
  }, async () => {
    const strict = await startAuth({ RATE_LIMIT_FACTOR: 1 }, { mailer });
    const { token, body } = await signedUp(strict.call);
    const ask = (more: object) =>
      strict.call('POST', '/api/team/invitations', { token, body: { role: 'staff', ...more } });
    await strict.database.rows(
      `INSERT INTO auth.invitation (id, tenant_id, email, email_key, role, token_hash, invited_by, inviter_id, expires_at, ended_at)
       SELECT gen_random_uuid(), $1, 'cook@example.com', 'cook@example.com', 'staff', n::text, '', $2, now(), now()
       FROM generate_series(2, $3::int) AS n`,
      [body.user.tenantId, body.user.id, MAIL_LIMITS.invitation.count],
    );
    expect((await ask({ email: 'cook@example.com' })).status).toBe(201);
    const refused = await ask({ email: 'waiter@example.com' });
    expectProblem(refused, 429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect((await ask({})).status).toBe(201);
  });

  it('ends with the right to invite, a log-out everywhere or a suspension of who made it', async () => {
    const [owner, second, third] = [await somebody(), await somebody(), await somebody()];
    const [out, suspended, admin] = [await somebody(), await somebody(), await somebody()];
    await database.rows(`UPDATE auth."user" SET role = 'admin' WHERE id = $1`, [admin.userId]);
    const invitedBy = async (who: Person) => {
      const there = { ...who, token: await hired(owner, who, 'owner') };
      return tokenIn((await invite(there, { role: 'owner' })).body.link);
    };
    const tokens = [second, third, out, suspended].map(invitedBy);
    await Promise.all(tokens);
    await call('POST', '/api/auth/logout-everywhere', { token: out.token });
    const status = { isActive: false, actorId: admin.userId };
    await call('PUT', `/internal/users/${suspended.userId}/status`, { ...AS_SERVICE, body: status });
    await change(owner, second.userId, { role: 'manager' });
    await remove(owner, third.userId);
    expect((await teamOf(owner)).invitations).toEqual([]);
    for (const token of tokens) expectProblem(await join(third.token, await token), 410);
  });

  it('ends when the person joins by another, or is removed', async () => {
    const [owner, cook] = [await somebody(), await somebody()];
    await invite(owner, { email: cook.email, role: 'manager' });
    const mailed = await tokenTo(cook.email, 'join');
    await hired(owner, cook, 'staff');
    expectProblem(await join(cook.token, mailed), 410);
    const next = `${randomUUID()}@example.com`;
    await invite(owner, { email: next, role: 'owner' });
    await database.rows('UPDATE auth."user" SET email = $2, email_key = $2 WHERE id = $1', [cook.userId, next]);
    await remove(owner, cook.userId);
    expectProblem(await join(cook.token, await tokenTo(next, 'join')), 410);
  });

  it('that is sent twice with a key is one: mailed once, or shown by its newest link', async () => {
    const [owner, cook, other] = [await somebody(), await somebody(), await somebody()];
    const to = `${randomUUID()}@example.com`;
    refused.add(to);
    const byMail = () => invite(owner, { email: to, role: 'staff' }, 'mail');
    const mailed = await byMail();
    await vi.waitFor(() => expect(refused).not.toContain(to));
    // What was lost with its process, here refused, is mailed by the same request, and then no more.
    expect((await byMail()).body).toEqual(mailed.body);
    const token = await tokenTo(to, 'join');
    expect((await byMail()).body).toEqual(mailed.body);
    expect((await call('POST', '/api/auth/invitations/read', { body: { token } })).body.email).toBe(to);
    const [lost, shown] = [
      await invite(owner, { role: 'staff' }, 'code'),
      await invite(owner, { role: 'staff' }, 'code'),
    ];
    expect({ ...shown.body, link: '' }).toEqual({ ...lost.body, link: '' });
    expect((await teamOf(owner)).invitations).toHaveLength(2);
    expectProblem(await join(cook.token, tokenIn(lost.body.link)), 410);
    const joined = await join(cook.token, tokenIn(shown.body.link), 'join');
    expect(joined.body.id).toBe(owner.tenantId);
    // Who accepted it gets the same answer; to others it was used.
    expect(await join(cook.token, tokenIn(shown.body.link), 'join')).toMatchObject({ status: 200, body: joined.body });
    expectProblem(await join(other.token, tokenIn(shown.body.link), 'join'), 410);
    // One that is over is made anew, and no token is kept with a key.
    const { id, link } = (await invite(owner, { role: 'staff' }, 'code')).body;
    expect(id).not.toBe(shown.body.id);
    const kept = await database.rows('SELECT answer FROM auth.idempotency_key WHERE user_id = $1', [owner.userId]);
    expect(JSON.stringify(kept)).not.toContain(tokenIn(link));
    const known = ['id', 'isMailed', 'mailingUntil'];
    expect(known).toEqual(expect.arrayContaining(kept.flatMap(({ answer }) => Object.keys(answer as object))));
    await mailsTo(to, () => true);
  });

  it.each([true, false])(
    'that is sent again while a process mails it is mailed once, be that %s to succeed',
    async (isTaken) => {
      const owner = await somebody();
      const to = `${randomUUID()}@example.com`;
      const sending = Promise.withResolvers<void>();
      held.set(to, sending.promise);
      const byMail = () => invite(owner, { email: to, role: 'staff' }, 'mail');
      await byMail();
      await vi.waitFor(() => expect(begun).toContain(to));
      expect((await byMail()).status).toBe(201);
      // The other process would have begun by now.
      await sleep(500);
      expect(begun.filter((address) => address === to)).toHaveLength(1);
      held.delete(to);
      if (isTaken) sending.resolve();
      else sending.reject(refusal());
      const token = await tokenTo(to, 'join');
      await sleep(500);
      await mailsTo(to, () => true);
      expect((await call('POST', '/api/auth/invitations/read', { body: { token } })).body.email).toBe(to);
    },
  );

  it('is neither made by who is removed or signed out, nor accepted where the restaurant closes, at that moment', async () => {
    const [owner, cook] = [await somebody(), await somebody()];
    const { link } = (await invite(owner, { role: 'staff' })).body;
    const lock = 'SELECT 1 FROM auth.tenant WHERE id = $1 FOR UPDATE';
    for (const closed of CLOSED) {
      const accepted = await whileUncommitted(
        database,
        lock,
        [owner.tenantId],
        () => join(cook.token, tokenIn(link)),
        (client) => client.query(`UPDATE auth.tenant SET ${closed} WHERE id = $1`, [owner.tenantId]),
      );
      expectProblem(accepted, 410);
      await database.rows(REOPENED, [owner.tenantId]);
    }
    const invited = await whileUncommitted(
      database,
      lock,
      [owner.tenantId],
      () => invite(owner, { role: 'owner' }),
      (client) => client.query('UPDATE auth.membership SET removed_at = now() WHERE user_id = $1', [owner.userId]),
    );
    expectProblem(invited, 401);
    const signedOut = await whileUncommitted(
      database,
      'SELECT 1 FROM auth."user" WHERE id = $1 FOR UPDATE',
      [cook.userId],
      () => invite(cook, { role: 'owner' }),
      (client) => client.query('UPDATE auth.session SET ended_at = now() WHERE user_id = $1', [cook.userId]),
    );
    expectProblem(signedOut, 401);
  });

  it('is withdrawn or accepted once, whichever comes first', async () => {
    const [owner, cook] = [await somebody(), await somebody()];
    const { id, link } = (await invite(owner, { role: 'staff' })).body;
    /** What `act` answers if the invitation ends while it waits for the restaurant. */
    const ending = (act: () => ReturnType<typeof call>) =>
      whileUncommitted(
        database,
        'SELECT 1 FROM auth.tenant WHERE id = $1 FOR UPDATE',
        [owner.tenantId],
        act,
        (client) => client.query('UPDATE auth.invitation SET ended_at = now() WHERE id = $1', [id]),
      );
    expectProblem(await ending(() => join(cook.token, tokenIn(link))), 410);
    await database.rows('UPDATE auth.invitation SET ended_at = NULL WHERE id = $1', [id]);
    const withdraw = () => call('DELETE', `/api/team/invitations/${id}`, { token: owner.token });
    expectProblem(await ending(withdraw), 404);
  });

  it('has nothing of a stranger’s text in its mail but plain names', async () => {
    const owner = await somebody();
    await call('PUT', '/api/auth/me', { token: owner.token, body: { name: 'Win at http://evil.example <b>' } });
    const email = `${randomUUID()}@example.com`;
    await invite(owner, { email, role: 'staff' });
    const [mail] = await mailsTo(email, () => true);
    expect(mail.text).toContain('Somebody invites you to the team of “Da Ada”');
    expect(mail.text + mail.html).not.toContain('evil');
  });
});

describe('a member', () => {
  it('whose role or permission changes is signed out of that restaurant alone', async () => {
    const [owner, cook] = [await somebody(), await somebody()];
    const there = await hired(owner, cook, 'staff');
    expect(claimsOf(there)).toMatchObject({ role: 'staff', mayDeclare: false, tenantId: owner.tenantId });
    expect((await change(owner, cook.userId, { mayDeclare: true })).body).toMatchObject({
      role: 'staff',
      mayDeclare: true,
    });
    expect([await me(there), await me(cook.token)]).toEqual([401, expect.objectContaining({ role: 'owner' })]);
    const again = (await switchTo(cook.token, owner.tenantId)).body.token;
    expect(claimsOf(again)).toMatchObject({ role: 'staff', mayDeclare: true });
    const { members } = await teamOf(owner);
    const tagged = (body: object) =>
      call('PUT', `/api/team/${cook.userId}`, {
        token: owner.token,
        headers: { 'if-match': `"${entityTag(members[1])}"` },
        body,
      });
    expect((await tagged({ role: 'staff' })).status).toBe(200);
    expect(await me(again)).toMatchObject({ mayDeclare: true });
    expect((await change(owner, cook.userId, { role: 'manager' })).status).toBe(200);
    expect(await me(again)).toBe(401);
    const stale = await tagged({ role: 'staff' });
    expect(stale).toMatchObject({ status: 409, body: { current: { ...members[1], role: 'manager' } } });
    expect((await teamOf(owner)).members[1].role).toBe('manager');
  });

  it('who is removed keeps the account, and works nowhere else by it', async () => {
    const [owner, cook] = [await somebody(), await somebody()];
    const there = await hired(owner, cook, 'manager');
    expect((await logIn(cook.email)).body.user.tenantId).toBe(owner.tenantId);
    expect((await remove(owner, cook.userId)).status).toBe(204);
    expect([await me(there), await endedSids()]).toEqual([401, expect.arrayContaining([claimsOf(there).sid])]);
    expectProblem(await switchTo(cook.token, owner.tenantId), 404);
    expectProblem(await remove(owner, cook.userId), 404);
    expect((await logIn(cook.email)).body.user).toMatchObject({ tenantId: cook.tenantId, role: 'owner' });
    const { body: names } = await call('GET', '/api/team/names', { token: owner.token });
    // Those of today first, however long they are there.
    expect(names.map(({ userId }: { userId: string }) => userId)).toEqual([owner.userId, cook.userId]);
    expect((await teamOf(owner)).accepted).toEqual([{ id: expect.any(String), userId: cook.userId }]);
    // And may be asked again.
    expect(await me(await hired(owner, cook, 'staff'))).toMatchObject({ role: 'staff' });
  });

  it('who works nowhere any more signs in to no restaurant, and may add one', async () => {
    const owner = await somebody();
    const { email, ...there } = await newcomer(owner);
    expect((await call('POST', '/api/team/leave', { token: there.token })).status).toBe(204);
    expect(await me(there.token)).toBe(401);
    const signedIn = await logIn(email);
    expect(signedIn.body.user).toMatchObject({ tenantId: null, role: 'owner', restaurants: [] });
    const { token } = signedIn.body;
    expectProblem(await call('GET', '/api/tenant', { token }), 403);
    const slug = `n-${randomUUID().slice(0, 8)}`;
    const added = await call('POST', '/api/restaurants', { token, body: { name: 'Da Cora', slug } });
    expect([added.status, added.body]).toEqual([
      201,
      expect.objectContaining({ name: 'Da Cora', slug, role: 'owner' }),
    ]);
    expect(await me((await switchTo(token, added.body.id)).body.token)).toMatchObject({ role: 'owner' });
  });

  it('who works nowhere any more may delete the account, with the password', async () => {
    const [owner, other] = [await somebody(), await somebody()];
    const { email, ...there } = await newcomer(owner);
    const ask = (token: string, password = PASSWORD) =>
      call('POST', '/api/auth/account-deletion', { token, body: { password } });
    for (const token of [there.token, other.token]) expectProblem(await ask(token), 409);
    await remove(owner, there.userId);
    const { token } = (await logIn(email)).body;
    expectProblem(await ask(token, 'not this one'), 400, ['password']);
    const { sid } = claimsOf(token);
    expect((await ask(token)).status).toBe(204);
    // A gateway that starts later must not take the tokens again: that of today, and that of the restaurant.
    expect(await endedSids()).toEqual(expect.arrayContaining([sid, claimsOf(there.token).sid]));
    expect([await me(token), (await logIn(email)).status]).toEqual([401, 401]);
    expect((await call('GET', '/api/team/names', { token: owner.token })).body).toHaveLength(1);
  });

  it('either joins or deletes the account, of both at once', async () => {
    const [owner, cook] = [await somebody(), await somebody()];
    const { link } = (await invite(owner, { role: 'staff' })).body;
    const goes = `DELETE FROM auth.session WHERE user_id = '${cook.userId}';
      DELETE FROM auth.membership WHERE user_id = '${cook.userId}'`;
    await database.rows(`${goes}; UPDATE auth."user" SET tenant_id = NULL WHERE id = '${cook.userId}'`);
    const { token } = (await logIn(cook.email)).body;
    const joins = 'INSERT INTO auth.membership (tenant_id, user_id, role) VALUES ($1, $2, $$staff$$)';
    const deletion = await whileUncommitted(database, joins, [owner.tenantId, cook.userId], () =>
      call('POST', '/api/auth/account-deletion', { token, body: { password: PASSWORD } }),
    );
    expectProblem(deletion, 409);
    const lock = 'SELECT 1 FROM auth."user" WHERE id = $1 FOR UPDATE';
    const joined = await whileUncommitted(
      database,
      lock,
      [cook.userId],
      () => join(token, tokenIn(link)),
      (client) => client.query(`${goes}; DELETE FROM auth."user" WHERE id = '${cook.userId}'`),
    );
    expectProblem(joined, 401);
  });

  it('is none of another restaurant’s', async () => {
    const [owner, cook, other] = [await somebody(), await somebody(), await somebody()];
    await hired(owner, cook, 'staff');
    for (const answer of [await change(other, cook.userId, { role: 'owner' }), await remove(other, cook.userId)])
      expectProblem(answer, 404);
    expect(JSON.stringify(await teamOf(other))).not.toContain(cook.email);
  });

  it('keeps the auth of the release before going: it makes members of those it signs up, and can’t delete who works elsewhere', async () => {
    const [owner, cook] = [await somebody(), await somebody()];
    await hired(owner, cook, 'staff');
    const [tenantId, id] = [owner.tenantId, randomUUID()];
    await database.rows(
      `INSERT INTO auth."user" (id, tenant_id, name, email, email_key, password_hash) VALUES ($1, $2, 'Old', $3, $3, '')`,
      [id, tenantId, `${id}@example.com`],
    );
    expect((await teamOf(owner)).members).toContainEqual(expect.objectContaining({ userId: id, role: 'owner' }));
    await database.rows('DELETE FROM auth."user" WHERE id = $1', [id]);
    await database.rows('DELETE FROM auth.session WHERE user_id = $1', [cook.userId]);
    await expect(database.rows('DELETE FROM auth."user" WHERE id = $1', [cook.userId])).rejects.toThrow('membership');
    // What it reads of a person is where the person was last, with the role there.
    const rows = () => database.rows('SELECT tenant_id, role FROM auth."user" WHERE id = $1', [cook.userId]);
    expect(await rows()).toEqual([{ tenant_id: tenantId, role: 'staff' }]);
    await change(owner, cook.userId, { role: 'manager' });
    expect(await rows()).toEqual([{ tenant_id: tenantId, role: 'manager' }]);
    await remove(owner, cook.userId);
    expect(await rows()).toEqual([{ tenant_id: cook.tenantId, role: 'owner' }]);
  });
});

describe('a change of the owners', () => {
  it('is one of the restaurant, as its menu may be found by their confirmed addresses', async () => {
    const [owner, other] = [await somebody(), await somebody()];
    const before = published.length;
    await hired(owner, other, 'owner');
    for (const role of ['manager', 'staff', 'owner']) await change(owner, other.userId, { role });
    await remove(owner, other.userId);
    await newcomer(owner, 'owner');
    const versions = published.slice(before).map(({ tenantId, version }) => tenantId === owner.tenantId && version);
    expect(versions).toEqual([2, 3, 4, 5, 6]);
  });
});

describe('the last owner', () => {
  it('can neither leave nor step down', async () => {
    const [owner, cook] = [await somebody(), await somebody()];
    await hired(owner, cook, 'manager');
    expectProblem(await change(owner, owner.userId, { role: 'staff' }), 409);
    expectProblem(await remove(owner, owner.userId), 409);
    expectProblem(await call('POST', '/api/team/leave', { token: owner.token }), 409);
    await change(owner, cook.userId, { role: 'owner' });
    const setActive = (isActive: boolean) =>
      database.rows('UPDATE auth."user" SET is_active = $2 WHERE id = $1', [cook.userId, isActive]);
    await setActive(false);
    expectProblem(await change(owner, owner.userId, { role: 'staff' }), 409);
    await setActive(true);
    expect((await change(owner, owner.userId, { role: 'staff' })).status).toBe(200);
    expect((await logIn(owner.email)).body.user.role).toBe('staff');
  });

  it('can’t make themselves one again while being demoted', async () => {
    const owner = await somebody();
    const answer = await whileUncommitted(
      database,
      'SELECT 1 FROM auth."user" WHERE id = $1 FOR UPDATE',
      [owner.userId],
      () => change(owner, owner.userId, { role: 'owner' }),
      (client) => client.query("UPDATE auth.membership SET role = 'staff' WHERE user_id = $1", [owner.userId]),
    );
    expectProblem(answer, 403);
  });

  it('stays where two owners demote each other at once', { tags: 'full' }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const [owner, other] = [await somebody(), await somebody()];
      const there = { ...other, token: await hired(owner, other, 'owner') };
      const demoted = { role: 'manager' };
      const answers = await Promise.all([change(owner, other.userId, demoted), change(there, owner.userId, demoted)]);
      const rows = await database.rows(
        `SELECT 1 FROM auth.membership WHERE tenant_id = $1 AND role = 'owner' AND removed_at IS NULL`,
        [owner.tenantId],
      );
      expect([answers.filter(({ status }) => status === 200).length, rows.length]).toEqual([1, 1]);
    }
  });
});

describe('a session in another restaurant', () => {
  it('has the same end, is used again, and ends with the sign-in', async () => {
    const [owner, cook] = [await somebody(), await somebody()];
    const { link } = (await invite(owner, { role: 'staff' })).body;
    await join(cook.token, tokenIn(link));
    const end = new Date(Math.ceil(Date.now() / 1000 + 3600) * 1000);
    await database.rows('UPDATE auth.session SET expires_at = $2 WHERE id = $1', [claimsOf(cook.token).sid, end]);
    const switched = await Promise.all([0, 1].map(() => switchTo(cook.token, owner.tenantId)));
    const there = switched[0]?.body.token;
    const [first, again] = [claimsOf(there), claimsOf(switched[1]?.body.token)];
    expect([again.sid, again.exp, again.mfa]).toEqual([first.sid, end.getTime() / 1000, false]);
    expect(claimsOf((await switchTo(there, cook.tenantId)).body.token).sid).toBe(claimsOf(cook.token).sid);
    const { body: sessions } = await call('GET', '/api/auth/sessions', { token: there });
    expect(sessions).toMatchObject([{ id: first.sid, isCurrent: true }]);
    await call('POST', '/api/auth/logout', { token: there });
    expect([await me(there), await me(cook.token)]).toEqual([401, 401]);
  });

  it('is where the next sign-in leads, unless it is a visit', async () => {
    const [owner, cook] = [await somebody(), await somebody()];
    const { link } = (await invite(owner, { role: 'staff' })).body;
    await join(cook.token, tokenIn(link));
    const body = { tenantId: owner.tenantId, isVisit: true };
    const visit = await call('POST', '/api/auth/switch', { token: cook.token, body });
    expect(await me(visit.body.token)).toMatchObject({ tenantId: owner.tenantId, role: 'staff' });
    expect((await logIn(cook.email)).body.user.tenantId).toBe(cook.tenantId);
    await switchTo(cook.token, owner.tenantId);
    expect((await logIn(cook.email)).body.user.tenantId).toBe(owner.tenantId);
  });

  it('does not outlive a log-out that came at the same moment', async () => {
    const [owner, cook] = [await somebody(), await somebody()];
    const { link } = (await invite(owner, { role: 'staff' })).body;
    await join(cook.token, tokenIn(link));
    const { sid } = claimsOf(cook.token);
    const ending = `UPDATE auth.session SET ended_at = now(), end_seq = nextval('auth.session_end_seq') WHERE id = $1`;
    const switching = () => switchTo(cook.token, owner.tenantId);
    // The log-out has its lock, and is not through.
    const locked = `${ending} RETURNING pg_advisory_xact_lock(${END_LOCK})`;
    expectProblem(await whileUncommitted(database, locked, [sid], switching), 401);
    await database.rows('UPDATE auth.session SET ended_at = NULL WHERE id = $1', [sid]);
    // The switch waits for the user's row; the log-out is through by then.
    const row = 'SELECT 1 FROM auth."user" WHERE id = $1 FOR UPDATE';
    const after = await whileUncommitted(database, row, [cook.userId], switching, (client) =>
      client.query(ending, [sid]),
    );
    expectProblem(after, 401);
  });

  it('can’t be had where one doesn’t work, where it is suspended, or with a role that changes at that moment', async () => {
    const [owner, cook, other] = [await somebody(), await somebody(), await somebody()];
    await hired(owner, cook, 'staff');
    expectProblem(await switchTo(cook.token, other.tenantId), 404);
    for (const [role, act] of [
      ['manager', () => logIn(cook.email)],
      ['owner', () => switchTo(cook.token, owner.tenantId)],
    ] as const) {
      const changed = `UPDATE auth.membership SET role = '${role}' WHERE tenant_id = $1 AND user_id = $2`;
      expectProblem(await whileUncommitted(database, changed, [owner.tenantId, cook.userId], act), 503);
    }
    for (const closed of ['is_active = false', "delete_at = now() - interval '1 second'"]) {
      await database.rows(REOPENED, [owner.tenantId]);
      expect((await switchTo(cook.token, owner.tenantId)).status).toBe(200);
      await database.rows(`UPDATE auth.tenant SET ${closed} WHERE id = $1`, [owner.tenantId]);
      expectProblem(await switchTo(cook.token, owner.tenantId), 403);
      // A sign-in leads to the one that is open.
      const { body } = await logIn(cook.email);
      expect(body.user).toMatchObject({ tenantId: cook.tenantId, role: 'owner' });
      expect(body.user.restaurants.map(({ isOpen }: { isOpen: boolean }) => isOpen).toSorted()).toEqual([false, true]);
    }
    await database.rows('UPDATE auth."user" SET tenant_id = $2 WHERE id = $1', [cook.userId, owner.tenantId]);
    await call('POST', '/api/auth/forgot-password', { body: { email: cook.email } });
    const reset = { token: await tokenTo(cook.email, 'reset-password'), password: PASSWORD };
    expect((await call('POST', '/api/auth/reset-password', { body: reset })).status).toBe(200);
    // Neither is: of these, the first by name is suspended.
    await database.rows("UPDATE auth.tenant SET is_active = false, name = 'A' WHERE id = $1", [cook.tenantId]);
    expect((await logIn(cook.email)).body).toMatchObject({ status: 403, detail: 'This restaurant is being deleted.' });
  });
});

describe('a further restaurant', () => {
  it('is an owner’s to add, with a free address, up to twenty', async () => {
    const [owner, cook] = [await somebody(), await somebody()];
    const there = await hired(owner, cook, 'manager');
    const add = (token: string, slug = `f-${randomUUID().slice(0, 8)}`) =>
      call('POST', '/api/restaurants', {
        token,
        body: { name: 'Harbor', slug, currency: 'EUR', timeZone: 'Europe/Rome' },
      });
    expectProblem(await add(there), 403);
    const first = await add(owner.token);
    expect(first.status).toBe(201);
    expectProblem(await add(owner.token, first.body.slug), 409, ['slug']);
    const { token } = (await switchTo(owner.token, first.body.id)).body;
    const { body } = await call('GET', '/api/tenant', { token });
    expect(body).toMatchObject({ name: 'Harbor', currency: 'EUR', timeZone: 'Europe/Rome' });
    expect(published.at(-1)).toMatchObject({ tenantId: first.body.id, version: 1 });
    const more = (count: number) => `
      WITH added AS (INSERT INTO auth.tenant (id, name, slug)
        SELECT gen_random_uuid(), 'Harbor', gen_random_uuid() FROM generate_series(1, ${count}) RETURNING id)
      INSERT INTO auth.membership (tenant_id, user_id, role) SELECT id, '${owner.userId}', 'owner' FROM added`;
    await database.rows(more(QUOTAS.restaurants.most - 3));
    const oneTooMany = await whileUncommitted(
      database,
      'SELECT 1 FROM auth."user" WHERE id = $1 FOR UPDATE',
      [owner.userId],
      () => add(owner.token),
      (client) => client.query(more(1)),
    );
    const quota = { name: 'restaurants', most: 20 };
    expect(oneTooMany.body.quota).toEqual(quota);
    const { link } = (await invite(await somebody(), { role: 'staff' })).body;
    expect((await join(owner.token, tokenIn(link))).body.quota).toEqual(quota);
  });
});

describe('the deletion of a restaurant', () => {
  it('takes the accounts of those who work nowhere else, and no other', async () => {
    const [owner, cook] = [await somebody(), await somebody()];
    const there = await hired(owner, cook, 'staff');
    const [{ email }, former] = [await newcomer(owner), await newcomer(owner)];
    await remove(owner, former.userId);
    const asked = { token: owner.token, body: { name: 'Da Ada', password: PASSWORD } };
    expect((await call('POST', '/api/account/deletion', asked)).status).toBe(200);
    expect([await me(there), await me(cook.token)]).toEqual([401, expect.objectContaining({ role: 'owner' })]);
    const mailed = async (to: string) => (await mailsTo(to, ({ subject }) => subject.includes('will be deleted')))[0];
    const [toOwner, toCook] = [await mailed(owner.email), await mailed(cook.email), await mailed(email)];
    expect(toOwner.subject).toMatch(/^Your Tavola restaurant “Da Ada” will be deleted on/);
    expect(toOwner.text).toContain('/login');
    expect(toCook.subject).toMatch(/^The Tavola restaurant “Da Ada” will be deleted on/);
    expect(toCook.text).toContain('Only an owner can keep it.');
    expect(toCook.text).not.toMatch(/login|forgot-password/);
    const [place] = signedInUser
      .parse((await logIn(cook.email)).body.user)
      .restaurants.filter(({ deleteAt }) => deleteAt);
    expect(place).toMatchObject({ id: owner.tenantId, isOpen: true });
    await database.rows("UPDATE auth.tenant SET delete_at = now() - interval '1 hour' WHERE id = $1", [owner.tenantId]);
    await deleteTenant({ db, changePublisher: { publish: async () => {} } as never }, owner.tenantId);
    const left = await database.rows<{ email: string }>('SELECT email FROM auth."user" WHERE email = ANY($1)', [
      [owner.email, cook.email, email, former.email],
    ]);
    expect(left.map((one) => one.email).toSorted()).toEqual([cook.email, former.email].toSorted());
    expect((await logIn(cook.email)).body.user).toMatchObject({ tenantId: cook.tenantId });
  });

  it('ends every session there when it is suspended, and none elsewhere', async () => {
    const [owner, cook, admin] = [await somebody(), await somebody(), await somebody()];
    const there = await hired(owner, cook, 'staff');
    await database.rows(`UPDATE auth."user" SET role = 'admin' WHERE id = $1`, [admin.userId]);
    const body = { isActive: false, actorId: admin.userId };
    const { status } = await call('PUT', `/internal/tenants/${owner.tenantId}/status`, { ...AS_SERVICE, body });
    expect([status, await me(there), await me(owner.token)]).toEqual([200, 401, 401]);
    const sids = [there, owner.token].map((token) => claimsOf(token).sid);
    expect(await endedSids()).toEqual(expect.arrayContaining(sids));
    expect(await me(cook.token)).toMatchObject({ tenantId: cook.tenantId });
  });
});

describe('an admin', () => {
  it('who runs a restaurant is its owner, whom nobody can change, and joins no team', async () => {
    const [owner, admin] = [await somebody(), await somebody()];
    const there = await hired(owner, admin, 'owner');
    await database.rows(`UPDATE auth."user" SET role = 'admin' WHERE id = $1`, [admin.userId]);
    const { token, user } = (await logIn(admin.email)).body;
    expect([user.role, user.tenantId, claimsOf(token).role]).toEqual(['admin', owner.tenantId, 'admin']);
    const { members } = await teamOf({ ...admin, token: there });
    expect(members.map(({ isAdmin = false }) => isAdmin)).toEqual([false, true]);
    expectProblem(await remove(owner, admin.userId), 409);
    const other = await somebody();
    const { link } = (await invite(other, { role: 'staff' })).body;
    expectProblem(await join(token, tokenIn(link)), 409);
    const deletion = await call('POST', '/api/auth/account-deletion', { token, body: { password: PASSWORD } });
    expect(deletion.body).toMatchObject({ status: 409, detail: "An admin's account can't be deleted here." });
  });
});
