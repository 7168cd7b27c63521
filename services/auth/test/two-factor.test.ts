import { randomUUID } from 'node:crypto';
import { twoFactorOn, twoFactorSetup } from '@tavola/contracts/auth.ts';
import { tokenCheck } from '@tavola/service-kit/http/access.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { keys } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { codeOf, confirmAddress, endsNewDevice, recordMails, signedUp, startAuth } from './setup.ts';

const { mails, mailer, mailsTo } = recordMails();
const { call, database } = await startAuth({}, { mailer });
const claimsOf = tokenCheck(keys.publicKey);
const PASSWORD = 'open sesame';
const PATH = '/api/auth/two-factor';

async function somebody() {
  const email = `${randomUUID()}@example.com`;
  const { token, body } = await signedUp(call, { email, password: PASSWORD, slug: `t-${randomUUID().slice(0, 8)}` });
  const { id: userId, tenantId }: { id: string; tenantId: string } = body.user;
  await confirmAddress(database, userId);
  const logIn = (code?: unknown, password = PASSWORD) =>
    call('POST', '/api/auth/login', { body: { email, password, ...(code !== undefined && { code }) } });
  return { email, userId, tenantId, token: token as string, logIn };
}

const post = (token: string, path: string, body: object) => call('POST', `${PATH}/${path}`, { token, body });
const stateOf = async (token: string) => (await call('GET', PATH, { token })).body;
const me = async (token: string) => (await call('GET', '/api/auth/me', { token })).status;
/** Forgets the last used step, as if time had passed. */
const later = (userId: string) =>
  database.rows('UPDATE auth.two_factor SET last_step = 0 WHERE user_id = $1', [userId]);

/** A user with an authenticator app. */
async function secured() {
  const who = await somebody();
  const { body: setup } = await post(who.token, 'setup', { password: PASSWORD });
  const { body } = await post(who.token, 'confirm', { code: codeOf(setup.secret) });
  await later(who.userId);
  return { ...who, ...twoFactorOn.parse(body), oldToken: who.token, secret: setup.secret as string };
}

const typeOf = (answer: { body: { type: string } }) => answer.body.type.replace('urn:tavola:problem:', '');

describe('setting two-factor up', () => {
  it('returns a secret as text, URL and image, and changes nothing until a code confirms it', async () => {
    const { token, email, logIn } = await somebody();
    expect(await stateOf(token)).toEqual({ isOn: false, recoveryCodesLeft: 0 });
    const { status, body } = await post(token, 'setup', { password: PASSWORD });
    expect(status).toBe(200);
    expect(twoFactorSetup.parse(body)).toEqual(body);
    expect(body.url).toContain(`/Tavola:${encodeURIComponent(email)}?issuer=Tavola&secret=${body.secret}`);
    expect(Buffer.from(body.qrCode.split(',')[1], 'base64').toString()).toMatch(/^<svg /);
    expect(await stateOf(token)).toEqual({ isOn: false, recoveryCodesLeft: 0 });
    expect((await logIn()).status).toBe(200);
  });

  it('a correct code turns it on, returns ten codes and a new token, and ends the other sessions', async () => {
    const { token, logIn } = await somebody();
    const other: string = (await logIn()).body.token;
    const { secret } = (await post(token, 'setup', { password: PASSWORD })).body;
    const { status, body } = await post(token, 'confirm', { code: codeOf(secret) });
    expect(status).toBe(200);
    expect(new Set(body.recoveryCodes).size).toBe(10);
    for (const code of body.recoveryCodes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/);
    const [before, after] = [claimsOf(token), claimsOf(body.token)];
    expect(after).toEqual({ ...before, mfa: true });
    expect([before.mfa, await me(body.token), await me(other)]).toEqual([false, 200, 401]);
    expect(await stateOf(body.token)).toEqual({ isOn: true, recoveryCodesLeft: 10 });
  });

  it('requires the password, and a code of this secret', async () => {
    const { token } = await somebody();
    expectProblem(await post(token, 'setup', { password: 'not this one' }), 400, ['password']);
    expectProblem(await post(token, 'confirm', { code: '123456' }), 409);
    const first = (await post(token, 'setup', { password: PASSWORD })).body.secret;
    const second = (await post(token, 'setup', { password: PASSWORD })).body.secret;
    expectProblem(await post(token, 'confirm', { code: codeOf(first) }), 400, ['code']);
    expectProblem(await post(token, 'confirm', { code: codeOf(second, 5) }), 400, ['code']);
    expect((await post(token, 'confirm', { code: codeOf(second) })).status).toBe(200);
  });

  it.each([
    ['full-width', '０'],
    ['Arabic', '٠'],
  ])('takes codes in %s digits, as keyboards of those scripts type them', async (_name, zero) => {
    const typed = (code: string) =>
      code.replace(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) as number) + Number(digit)));
    const { token, userId, logIn } = await somebody();
    const { secret } = (await post(token, 'setup', { password: PASSWORD })).body;
    expect((await post(token, 'confirm', { code: typed(codeOf(secret)) })).status).toBe(200);
    await later(userId);
    expect((await logIn(typed(codeOf(secret)))).status).toBe(200);
  });

  it('is refused if it is on, so that a stolen session cannot replace the app', async () => {
    const { token } = await secured();
    expectProblem(await post(token, 'setup', { password: PASSWORD }), 409);
    expectProblem(await post(token, 'confirm', { code: '123456' }), 409);
  });
});

describe('turning two-factor on or off', () => {
  it.each([
    ['confirm', ({ secret }: { secret: string }) => ({ code: codeOf(secret) })],
    ['disable', () => ({ password: PASSWORD })],
  ])('ends a kitchen device, too, that is set up at that moment: %s', async (path, body) => {
    const who = await secured();
    if (path === 'confirm')
      await database.rows('UPDATE auth.two_factor SET confirmed_at = NULL WHERE user_id = $1', [who.userId]);
    expect(await endsNewDevice(database, who, () => post(who.token, path, body(who)))).toBe(true);
  });
});

describe('signing in with two-factor on', () => {
  it('is known in every restaurant of the sign-in', async () => {
    const { token } = await secured();
    const body = { name: 'Harbor', slug: `t-${randomUUID().slice(0, 8)}` };
    const { id: tenantId } = (await call('POST', '/api/restaurants', { token, body })).body;
    const switched = await call('POST', '/api/auth/switch', { token, body: { tenantId } });
    expect(claimsOf(switched.body.token)).toMatchObject({ tenantId, mfa: true });
  });

  it('asks for the code, too, when the account of who works nowhere is deleted', async () => {
    const { token, userId, secret } = await secured();
    await database.rows('UPDATE auth.session SET tenant_id = NULL WHERE user_id = $1', [userId]);
    await database.rows('DELETE FROM auth.membership WHERE user_id = $1', [userId]);
    await database.rows('UPDATE auth."user" SET tenant_id = NULL WHERE id = $1', [userId]);
    const ask = (more: object) =>
      call('POST', '/api/auth/account-deletion', { token, body: { password: PASSWORD, ...more } });
    expectProblem(await ask({}), 400, ['code']);
    expect((await ask({ code: codeOf(secret) })).status).toBe(204);
  });

  it('asks for the code only after the right password', async () => {
    const { logIn, secret } = await secured();
    const asked = await logIn();
    expectProblem(asked, 401);
    expect(typeOf(asked)).toBe('two-factor-required');
    expect(typeOf(await logIn(''))).toBe('two-factor-required');
    expect(typeOf(await logIn(undefined, 'not this one'))).toBe('invalid-credentials');
    expect(typeOf(await logIn(codeOf(secret), 'not this one'))).toBe('invalid-credentials');
    const wrong = await logIn(codeOf(secret, 5));
    expectProblem(wrong, 401);
    expect(typeOf(wrong)).toBe('two-factor-invalid');
    const { status, body } = await logIn(codeOf(secret));
    expect([status, claimsOf(body.token).mfa]).toEqual([200, true]);
  });

  it('starts no session without the code [P9]', async () => {
    const { logIn, userId, secret } = await secured();
    const count = async () => (await database.rows('SELECT 1 FROM auth.session WHERE user_id = $1', [userId])).length;
    const before = await count();
    await logIn();
    await logIn(codeOf(secret, 5));
    expect(await count()).toBe(before);
  });

  it('accepts no code twice, and none of an earlier step', async () => {
    const { logIn, secret } = await secured();
    const [early, code] = [codeOf(secret, -1), codeOf(secret)];
    expect((await logIn(code)).status).toBe(200);
    expect(typeOf(await logIn(code))).toBe('two-factor-invalid');
    expect(typeOf(await logIn(early))).toBe('two-factor-invalid');
  });

  it('accepts one of eight parallel sign-ins with the same code', async () => {
    const { logIn, secret } = await secured();
    const code = codeOf(secret);
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => logIn(code)))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array(7).fill(401)]);
  });

  it('accepts each recovery code once, typed in any form', async () => {
    const { logIn, recoveryCodes } = await secured();
    const [one = '', other = ''] = recoveryCodes;
    const { status, body } = await logIn(one);
    expect([status, claimsOf(body.token).mfa]).toEqual([200, true]);
    expect(typeOf(await logIn(one))).toBe('two-factor-invalid');
    expect((await stateOf(body.token)).recoveryCodesLeft).toBe(9);
    expect((await logIn(` ${other.replace('-', ' ').toUpperCase()} `)).status).toBe(200);
    expect(typeOf(await logIn('aaaaa-aaaaa'))).toBe('two-factor-invalid');
  });

  it('accepts one of eight parallel sign-ins with the same recovery code', async () => {
    const { logIn, recoveryCodes } = await secured();
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => logIn(recoveryCodes[0])))).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([200, ...Array(7).fill(401)]);
  });

  it('asks after a change of the password, too, and ignores a code if it is off [P9]', async () => {
    const [on, off] = [await secured(), await somebody()];
    const body = { currentPassword: PASSWORD, newPassword: 'closed sesame' };
    await call('POST', '/api/auth/password', { token: on.token, body });
    expect(typeOf(await on.logIn(undefined, 'closed sesame'))).toBe('two-factor-required');
    const answer = await off.logIn('123456');
    expect([answer.status, claimsOf(answer.body.token).mfa]).toEqual([200, false]);
  });
});

describe('turning two-factor off', () => {
  it('requires the password, and leaves no token that claims two factors', async () => {
    const { token, oldToken, logIn, userId } = await secured();
    expectProblem(await post(token, 'disable', { password: 'not this one' }), 400, ['password']);
    const { status, body } = await post(token, 'disable', { password: PASSWORD });
    expect([status, claimsOf(body.token).mfa, body.user.id]).toEqual([200, false, userId]);
    expect(await Promise.all([token, oldToken, body.token].map(me))).toEqual([401, 401, 200]);
    expect(await stateOf(body.token)).toEqual({ isOn: false, recoveryCodesLeft: 0 });
    expect((await logIn()).status).toBe(200);
    const left = await database.rows(
      'SELECT user_id FROM auth.two_factor WHERE user_id = $1 UNION ALL SELECT user_id FROM auth.recovery_code WHERE user_id = $1',
      [userId],
    );
    expect(left).toEqual([]);
  });
});

describe('turning two-factor off while all sessions are being ended', () => {
  it('leaves no session open', async () => {
    const { token, userId } = await secured();
    const [off, everywhere] = await Promise.all([
      post(token, 'disable', { password: PASSWORD }),
      call('POST', '/api/auth/logout-everywhere', { token }),
    ]);
    expect([off.status, everywhere.status]).toEqual([401, 204]);
    const open = 'SELECT id FROM auth.session WHERE user_id = $1 AND ended_at IS NULL';
    expect(await database.rows(open, [userId])).toEqual([]);
  });
});

describe('new recovery codes', () => {
  it('replace the old ones, and require the password', async () => {
    const { token, logIn, recoveryCodes } = await secured();
    expectProblem(await post(token, 'recovery-codes', { password: 'not this one' }), 400, ['password']);
    const { body } = await post(token, 'recovery-codes', { password: PASSWORD });
    expect(body.recoveryCodes).toHaveLength(10);
    expect(typeOf(await logIn(recoveryCodes[0]))).toBe('two-factor-invalid');
    expect((await logIn(body.recoveryCodes[9])).status).toBe(200);
  });

  it('are refused if two-factor is off', async () => {
    const { token } = await somebody();
    expectProblem(await post(token, 'recovery-codes', { password: PASSWORD }), 409);
  });
});

describe('a user whose two-factor changes', () => {
  it('is notified by mail when it is turned on or off or gets new codes; no code is in the mail', async () => {
    const { email, token, secret, recoveryCodes } = await secured();
    const { body } = await post(token, 'recovery-codes', { password: PASSWORD });
    await post(token, 'disable', { password: PASSWORD });
    for (const said of [
      'two-factor sign-in was turned on.',
      'recovery codes were replaced.',
      'two-factor sign-in was turned off.',
    ]) {
      await mailsTo(email, ({ text }) => text.includes(`Your Tavola ${said}`));
    }
    for (const hidden of [secret, ...recoveryCodes, ...body.recoveryCodes, PASSWORD]) {
      expect(JSON.stringify(mails)).not.toContain(hidden);
    }
  });
});

describe('stored two-factor data', () => {
  it('holds neither the secret nor a code', async () => {
    const { secret, recoveryCodes, userId } = await secured();
    const kept = JSON.stringify([
      await database.rows('SELECT * FROM auth.two_factor WHERE user_id = $1', [userId]),
      await database.rows('SELECT * FROM auth.recovery_code WHERE user_id = $1', [userId]),
    ]);
    expect(kept).toContain(userId);
    for (const known of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))]) {
      expect(kept).not.toContain(known);
    }
  });
});
