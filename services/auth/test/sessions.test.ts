import { randomUUID } from 'node:crypto';
import { sessionEnds, sessionList } from '@tavola/contracts/auth.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import { tokenCheck } from '@tavola/service-kit/http/access.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE, keys, person } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { endSessions } from '../src/session/end-sessions.ts';
import { inUserTransaction } from '../src/session/in-user-transaction.ts';
import { sweepSessions } from '../src/session/session-store.ts';
import { signedUp, startAuth } from './setup.ts';

const { call, database, db } = await startAuth();
const claimsOf = tokenCheck(keys.publicKey);
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** A user with an account, and ways to sign in to it. */
async function somebody(password = 'open sesame') {
  const email = `${randomUUID()}@example.com`;
  const { token, body } = await signedUp(call, { email, password, slug: `s-${randomUUID().slice(0, 8)}` });
  const logIn = (more: object = {}, headers: Record<string, string> = {}) =>
    call('POST', '/api/auth/login', { body: { email, password, ...more }, headers });
  return {
    email,
    token,
    userId: body.user.id as string,
    tenantId: body.user.tenantId as string,
    logIn,
    newToken: async (more: object = {}): Promise<string> => (await logIn(more)).body.token,
  };
}

const me = async (token: string) => (await call('GET', '/api/auth/me', { token })).status;
const list = async (token: string) => {
  const { body } = await call('GET', '/api/auth/sessions', { token });
  expect(sessionList.parse(body)).toEqual(body);
  return sessionList.parse(body);
};
const endsAfter = async (after: number) => {
  const { body } = await call('GET', `/internal/session-ends?after=${after}`, AS_SERVICE);
  return sessionEnds.parse(body);
};
/** The highest session end number so far. */
const now = async () => (await endsAfter(0)).ends.at(-1)?.seq ?? 0;

describe('a session', () => {
  it('begins with a log-in or sign-up and lasts as long as its token: 12 hours', async () => {
    const { token, newToken, userId, tenantId } = await somebody();
    for (const one of [token, await newToken(), await newToken({ rememberMe: false })]) {
      const { sid, exp, ...claims } = claimsOf(one);
      expect(claims).toMatchObject({ sub: userId, tenantId, role: 'owner', mfa: false });
      expect(exp - Date.now() / 1000).toBeGreaterThan(12 * 3600 - 60);
      expect(exp - Date.now() / 1000).toBeLessThanOrEqual(12 * 3600);
      const [row] = await database.rows('SELECT * FROM auth.session WHERE id = $1', [sid]);
      expect(row).toMatchObject({ user_id: userId, tenant_id: tenantId, is_remembered: false, ended_at: null });
      expect(row?.expires_at).toEqual(new Date(exp * 1000));
    }
  });

  it("lasts 30 days with 'Remember me'", async () => {
    const { newToken } = await somebody();
    const { sid, exp } = claimsOf(await newToken({ rememberMe: true }));
    expect(Math.round((exp - Date.now() / 1000) / 86_400)).toBe(30);
    const [row] = await database.rows('SELECT is_remembered, expires_at FROM auth.session WHERE id = $1', [sid]);
    expect(row).toEqual({ is_remembered: true, expires_at: new Date(exp * 1000) });
  });

  it('is listed to its user, newest first, by its device, without an address', async () => {
    const { token, logIn } = await somebody();
    await logIn({ rememberMe: true }, { 'user-agent': CHROME, 'x-forwarded-for': '203.0.113.7' });
    const sessions = await list(token);
    expect(sessions).toMatchObject([
      { device: 'Chrome on Windows', isRemembered: true, isCurrent: false },
      { isRemembered: false, isCurrent: true, id: claimsOf(token).sid },
    ]);
    const rows = await database.rows('SELECT * FROM auth.session');
    expect(JSON.stringify([sessions, rows])).not.toContain('203.0.113.7');
  });
});

describe('logging out', () => {
  it('ends this session and no other', async () => {
    const { token, newToken } = await somebody();
    const other = await newToken();
    expect((await call('POST', '/api/auth/logout', { token })).status).toBe(204);
    expect([await me(token), await me(other)]).toEqual([401, 200]);
    expect((await list(other)).map(({ id }) => id)).toEqual([claimsOf(other).sid]);
    // A repeat changes nothing.
    expect((await call('POST', '/api/auth/logout', { token })).status).toBe(204);
  });

  it('everywhere ends all sessions of this user only', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const tokens = [one.token, await one.newToken(), await one.newToken({ rememberMe: true })];
    expect((await call('POST', '/api/auth/logout-everywhere', { token: one.token })).status).toBe(204);
    expect(await Promise.all(tokens.map(me))).toEqual([401, 401, 401]);
    expect(await me(other.token)).toBe(200);
    expect(await me(await one.newToken())).toBe(200);
  });

  it('on another device ends that session', async () => {
    const { token, newToken } = await somebody();
    const other = await newToken();
    const path = `/api/auth/sessions/${claimsOf(other).sid}`;
    expect((await call('DELETE', path, { token })).status).toBe(204);
    expect([await me(token), await me(other)]).toEqual([200, 401]);
    expectProblem(await call('DELETE', path, { token }), 404);
  });

  it('leaves an ended session unable to list or end sessions', async () => {
    const { token, newToken } = await somebody();
    const other = await newToken();
    await call('POST', '/api/auth/logout', { token });
    expectProblem(await call('GET', '/api/auth/sessions', { token }), 401);
    expectProblem(await call('POST', '/api/auth/logout-everywhere', { token }), 401);
    expectProblem(await call('DELETE', `/api/auth/sessions/${claimsOf(other).sid}`, { token }), 401);
    const body = { currentPassword: 'open sesame', newPassword: 'closed sesame' };
    expectProblem(await call('POST', '/api/auth/password', { token, body }), 401);
    expect(await me(other)).toBe(200);
  });
});

describe('POST /api/auth/password', () => {
  it('sets the new password, ends every other session and keeps this one', async () => {
    const { token, newToken, logIn } = await somebody();
    const other = await newToken();
    const body = { currentPassword: 'open sesame', newPassword: 'closed sesame' };
    expect((await call('POST', '/api/auth/password', { token, body })).status).toBe(200);
    expect([await me(token), await me(other)]).toEqual([200, 401]);
    expectProblem(await logIn(), 401);
    expect((await logIn({ password: 'closed sesame' })).status).toBe(200);
  });

  it.each([
    ['currentPassword', { currentPassword: 'not this one', newPassword: 'closed sesame' }],
    ['newPassword', { currentPassword: 'open sesame', newPassword: 'password1' }],
    ['newPassword', { currentPassword: 'open sesame', newPassword: 'adaconti1' }],
  ])('refuses a wrong %s and changes nothing', async (field, body) => {
    const { token, newToken, logIn } = await somebody();
    const other = await newToken();
    expectProblem(await call('POST', '/api/auth/password', { token, body }), 400, [field]);
    expect([(await logIn()).status, await me(other)]).toEqual([200, 200]);
  });

  it('accepts one of two parallel changes; the other fails on the changed password', async () => {
    const { token, logIn } = await somebody();
    const change = (newPassword: string) =>
      call('POST', '/api/auth/password', { token, body: { currentPassword: 'open sesame', newPassword } });
    const answers = await Promise.all([change('first sesame'), change('second sesame')]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const won = statuses[0] === 200 ? 'first sesame' : 'second sesame';
    expect((await logIn({ password: won })).status).toBe(200);
  });

  it('leaves no session that was begun with the old password', { tags: 'full' }, async () => {
    const { token, newToken } = await somebody();
    const body = { currentPassword: 'open sesame', newPassword: 'closed sesame' };
    // The sign-in is verified against the old password; the password change commits before it continues.
    const [change, ...tokens] = await Promise.all([
      call('POST', '/api/auth/password', { token, body }),
      ...Array.from({ length: 8 }, () => newToken()),
    ]);
    expect(change.status).toBe(200);
    const alive = await Promise.all(tokens.filter(Boolean).map(me));
    expect(alive.filter((status) => status === 200)).toEqual([]);
  });
});

describe('a suspension', () => {
  it.each(['user', 'tenant'])('of the %s refuses its sessions, and sign-ins with the right password', async (table) => {
    const { token, logIn, userId, tenantId } = await somebody();
    const id = table === 'user' ? userId : tenantId;
    await database.rows(`UPDATE auth."${table}" SET is_active = false WHERE id = $1`, [id]);
    const refused = await logIn();
    expectProblem(refused, 403);
    expect(refused.body.type).toBe('urn:tavola:problem:account-suspended');
    expectProblem(await logIn({ password: 'not this one' }), 401);
    expect(await me(token)).toBe(401);
    await database.rows(`UPDATE auth."${table}" SET is_active = true WHERE id = $1`, [id]);
    expect((await logIn()).status).toBe(200);
  });
});

describe('the list of ended sessions', () => {
  it('lists each end once, in order, with the token’s expiry', async () => {
    const { token, newToken } = await somebody();
    const before = await now();
    const [one, other] = [await newToken(), await newToken({ rememberMe: true })];
    await call('POST', '/api/auth/logout', { token: other });
    await call('POST', '/api/auth/logout', { token: one });
    const { ends, last } = await endsAfter(before);
    expect(ends.map(({ sid, exp }) => ({ sid, exp }))).toEqual(
      [other, one].map(claimsOf).map(({ sid, exp }) => ({ sid, exp })),
    );
    expect(last).toBe(ends[1]?.seq);
    expect((await endsAfter(last)).ends).toEqual([]);
    expect(await me(token)).toBe(200);
  });

  it.each(['', '-1', 'x', '1e3', '01', '1'.repeat(16)])('refuses after=%s', async (after) => {
    expectProblem(await call('GET', `/internal/session-ends?after=${after}`, AS_SERVICE), 400);
  });

  it('leaves out sessions whose tokens expired long ago', async () => {
    const { token } = await somebody();
    const before = await now();
    await call('POST', '/api/auth/logout', { token });
    const { sid } = claimsOf(token);
    const expire = (ago: string) =>
      database.rows(`UPDATE auth.session SET expires_at = now() - interval '${ago}' WHERE id = $1`, [sid]);
    await expire('50 minutes');
    expect((await endsAfter(before)).ends.map((end) => end.sid)).toEqual([sid]);
    await expire('70 minutes');
    expect((await endsAfter(before)).ends).toEqual([]);
  });

  it('numbers ends in commit order, also of overlapping transactions', { tags: 'full' }, async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => somebody()));
    let position = await now();
    let isOver = false;
    const read: string[] = [];
    const reader = async () => {
      for (let more = true; more; ) {
        more = !isOver;
        const { ends } = await endsAfter(position);
        for (const { sid, seq } of ends) {
          read.push(sid);
          position = seq;
        }
      }
    };
    const reading = reader();
    await Promise.all(
      people.map(({ userId, token }, n) =>
        inUserTransaction(db, userId, async (tx) => {
          await endSessions(tx, { userId, sid: claimsOf(token).sid });
          // This end has its number; without the lock, it would commit after the next one.
          await tx.$executeRaw`SELECT pg_sleep(${(people.length - n) / 50})`;
        }),
      ),
    );
    isOver = true;
    await reading;
    expect(read.toSorted()).toEqual(people.map(({ token }) => claimsOf(token).sid).toSorted());
  });

  it('has all sessions of a suspended restaurant, in the transaction that suspends it', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const tokens = [one.token, await one.newToken()];
    const before = await now();
    await expect(
      asTenant(db, one.tenantId, async (tx) => {
        expect(await endSessions(tx, { tenantId: one.tenantId })).toBe(2);
        throw new Error('the rest failed');
      }),
    ).rejects.toThrow('the rest failed');
    expect((await endsAfter(before)).ends).toEqual([]);
    await asTenant(db, one.tenantId, (tx) => endSessions(tx, { tenantId: one.tenantId }));
    const sids = (await endsAfter(before)).ends.map(({ sid }) => sid);
    expect(sids.toSorted()).toEqual(tokens.map((token) => claimsOf(token).sid).toSorted());
    expect(await me(other.token)).toBe(200);
  });
});

describe('a stored session', () => {
  it('is deleted a day after it expired, and not before', async () => {
    const [old, fresh] = [await somebody(), await somebody()];
    const age = (token: string, ago: string) =>
      database.rows(`UPDATE auth.session SET expires_at = now() - interval '${ago}' WHERE id = $1`, [
        claimsOf(token).sid,
      ]);
    await age(old.token, '25 hours');
    await age(fresh.token, '23 hours');
    // Of accounts that were deleted.
    await database.rows(`INSERT INTO auth.former_session (id, end_seq, expires_at) SELECT gen_random_uuid(),
      nextval('auth.session_end_seq'), now() - make_interval(hours => hours) FROM unnest('{23,25}'::int[]) AS hours`);
    expect(await sweepSessions(db)).toBe(2);
    expect(await database.rows('SELECT FROM auth.former_session')).toHaveLength(1);
    const left = await database.rows<{ id: string }>('SELECT id FROM auth.session');
    expect(left.map(({ id }) => id)).toContain(claimsOf(fresh.token).sid);
    expect(left.map(({ id }) => id)).not.toContain(claimsOf(old.token).sid);
  });

  it('cannot name a user of another restaurant', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const crossed = { id: randomUUID(), userId: other.userId, tenantId: one.tenantId, device: 'x' };
    const expiresAt = new Date(Date.now() + 60_000);
    await expect(
      asTenant(db, one.tenantId, (tx) => tx.session.create({ data: { ...crossed, expiresAt } })),
    ).rejects.toThrow(/foreign key/i);
  });
});

describe('GET /api/auth/me', () => {
  it('refuses a token whose session never existed', async () => {
    const { tenantId } = await somebody();
    expect(await me(person({ tenantId }).token)).toBe(401);
  });
});
