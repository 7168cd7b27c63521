import { randomUUID } from 'node:crypto';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { sweepConfirmations } from '../src/confirmation/confirmation-store.ts';
import { sweepEmailChanges } from '../src/email-change/email-change-store.ts';
import { codeOf, recordMails, signedUp, startAuth } from './setup.ts';

const PASSWORD = 'open sesame';

const { mails, mailer, mailsTo, tokenTo } = recordMails();
const { call, database, db, published } = await startAuth({}, { mailer });

async function somebody(on = call) {
  const mark = randomUUID().slice(0, 8);
  const email = `Owner-${mark}@example.com`;
  const { body, token } = await signedUp(on, { email, password: PASSWORD, slug: `c-${mark}` });
  return { email, token, user: body.user, userId: body.user.id as string };
}

const confirm = (token: unknown, on = call) => on('POST', '/api/auth/confirm-email', { body: { token } });
const askAgain = (token: string, on = call) => on('POST', '/api/auth/confirmation-mail', { token });
const isConfirmed = async (token: string) =>
  (await call('GET', '/api/auth/me', { token })).body.isEmailConfirmed as boolean;
const setUp = (token: string) => call('POST', '/api/auth/two-factor/setup', { token, body: { password: PASSWORD } });
const turnOn = (token: string, secret: string) =>
  call('POST', '/api/auth/two-factor/confirm', { token, body: { code: codeOf(secret) } });
const logIn = (email: string, password: string) => call('POST', '/api/auth/login', { body: { email, password } });

/** Sets a new password with a mailed link. */
async function reset(email: string, password = 'new sesame') {
  await call('POST', '/api/auth/forgot-password', { body: { email } });
  const body = { token: await tokenTo(email, 'reset-password'), password };
  expect((await call('POST', '/api/auth/reset-password', { body })).status).toBe(200);
}

describe('a new account', () => {
  it('is signed in right away, and mailed a link that confirms its address', async () => {
    const { email, token, user } = await somebody();
    expect(user.isEmailConfirmed).toBe(false);
    expect(await isConfirmed(token)).toBe(false);
    const link = await tokenTo(email, 'confirm-email');
    expect(link).toMatch(/^[\w-]{43}$/);
    const mail = mails.find(({ to }) => to === email);
    expect(mail?.subject).toBe('Confirm your Tavola email address');
    expect(mail?.text).toContain('within 24 hours');
    expect(mail?.text).toContain('account for “Da Ada” with this email address');
    expect(mail?.text).toMatch(/Its menu: https:\/\/tavola\.example\/menu\/c-\w+\n/);
    expect(mail?.text).toContain('https://tavola.example/forgot-password');
    expect(mail?.html).toContain(`https://tavola.example/confirm-email#token=${link}`);
    expect((await confirm(link)).status).toBe(204);
    expect(await isConfirmed(token)).toBe(true);
    expect((await logIn(email, PASSWORD)).body.user.isEmailConfirmed).toBe(true);
    // Whoever opens the link twice is told nothing bad.
    expect((await confirm(link)).status).toBe(204);
  });

  it.each(['confirmed', 'confirmed by a reset'])(
    'is no restaurant for search engines until its address is %s',
    async (how) => {
      const { email, token } = await somebody();
      const { slug } = (await call('GET', '/api/tenant', { token })).body;
      const isListed = async () => {
        const { body } = await call('GET', `/internal/tenants/by-slug/${slug}`, AS_SERVICE);
        const { slugs } = (await call('GET', '/internal/tenants/slugs', AS_SERVICE)).body;
        expect(slugs.includes(slug)).toBe(body.isListed);
        return [body.isListed, body.version];
      };
      expect(await isListed()).toEqual([false, 1]);
      if (how === 'confirmed') await confirm(await tokenTo(email, 'confirm-email'));
      else await reset(email);
      expect(await isListed()).toEqual([true, 2]);
      expect(published.at(-1)).toMatchObject({ slug, version: 2 });
      await confirm(await tokenTo(email, 'confirm-email'));
      expect(await isListed()).toEqual([true, 2]);
    },
  );

  it.each(['Win at evil.example', 'http://evil', '<b>Da Ada</b>', 'x'.repeat(61)])(
    'is named in that mail by nothing that could be a link or markup: %s',
    async (restaurantName) => {
      const email = `named-${randomUUID()}@example.com`;
      await signedUp(call, { email, restaurantName, slug: `n-${randomUUID().slice(0, 8)}` });
      const [mail] = await mailsTo(email, () => true);
      expect(mail.text + mail.html).not.toContain(restaurantName);
    },
  );

  it('may request more links, and each works', async () => {
    const { email, token } = await somebody();
    const first = await tokenTo(email, 'confirm-email');
    expect((await askAgain(token)).status).toBe(202);
    await tokenTo(email, 'confirm-email', 2);
    expect((await confirm(first)).status).toBe(204);
    expect((await askAgain(token)).status).toBe(202);
    expect(mails.filter(({ to }) => to === email)).toHaveLength(2);
  });

  it('gets five links an hour, then a 429 with the time of the next', { tags: 'full' }, async () => {
    const box = recordMails();
    const { call: strict, database: own } = await startAuth({ RATE_LIMIT_FACTOR: 1 }, { mailer: box.mailer });
    const { email, token, userId } = await somebody(strict);
    await box.tokenTo(email, 'confirm-email');
    const answers = await Promise.all(Array.from({ length: 8 }, () => askAgain(token, strict)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([202, 202, 202, 202, 429, 429, 429, 429]);
    const refused = await askAgain(token, strict);
    expectProblem(refused, 429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3_600);
    await own.rows(
      "UPDATE auth.email_confirmation SET expires_at = expires_at - interval '1 hour' WHERE user_id = $1",
      [userId],
    );
    expect((await askAgain(token, strict)).status).toBe(202);
  });

  it('cannot use a link after 24 hours', async () => {
    const { email, token, userId } = await somebody();
    const link = await tokenTo(email, 'confirm-email');
    const [row] = await database.rows<{ hours: number }>(
      'SELECT extract(epoch FROM expires_at - now())::float8 / 3600 AS hours FROM auth.email_confirmation WHERE user_id = $1',
      [userId],
    );
    expect(row?.hours).toBeGreaterThan(23.9);
    expect(row?.hours).toBeLessThanOrEqual(24);
    await database.rows('UPDATE auth.email_confirmation SET expires_at = now() WHERE user_id = $1', [userId]);
    expectProblem(await confirm(link), 410);
    expect(await isConfirmed(token)).toBe(false);
  });

  it.each(['x', "' OR 1=1 --", '\u0000', 'A'.repeat(43)])('says of %j that it does not work', async (token) => {
    expectProblem(await confirm(token), 410);
  });
});

describe('the owner of an address', () => {
  it('two-factor needs a confirmed address', async () => {
    const { email, token } = await somebody();
    const refused = await setUp(token);
    expectProblem(refused, 409);
    expect(refused.body.type).toBe('urn:tavola:problem:email-unconfirmed');
    expectProblem(await turnOn(token, 'JBSWY3DPEHPK3PXP'), 409);
    await confirm(await tokenTo(email, 'confirm-email'));
    const { body } = await setUp(token);
    expect((await turnOn(token, body.secret)).status).toBe(200);
  });

  it('a reset by mail gives the account to the owner of the address, also if a stranger had turned two-factor on', async () => {
    const stranger = await somebody();
    // As it was possible before addresses were confirmed.
    await confirm(await tokenTo(stranger.email, 'confirm-email'));
    const { body } = await setUp(stranger.token);
    await turnOn(stranger.token, body.secret);
    await database.rows('UPDATE auth."user" SET email_confirmed_at = NULL WHERE id = $1', [stranger.userId]);
    expectProblem(await logIn(stranger.email, PASSWORD), 401);

    await reset(stranger.email);
    const owner = await logIn(stranger.email, 'new sesame');
    expect(owner.status).toBe(200);
    expect(owner.body.user.isEmailConfirmed).toBe(true);
    expectProblem(await call('GET', '/api/auth/me', { token: stranger.token }), 401);
    expect(await database.rows('SELECT 1 FROM auth.recovery_code WHERE user_id = $1', [stranger.userId])).toEqual([]);
    await mailsTo(stranger.email, ({ subject }) => subject === 'Your Tavola two-factor sign-in was turned off');
  });

  it('a reset removes a second factor from before the address was confirmed, even if it is confirmed now', async () => {
    const { email, token, userId } = await somebody();
    await confirm(await tokenTo(email, 'confirm-email'));
    const { body } = await setUp(token);
    await turnOn(token, body.secret);
    await database.rows(
      "UPDATE auth.two_factor SET confirmed_at = confirmed_at - interval '1 hour' WHERE user_id = $1",
      [userId],
    );
    await reset(email);
    expect((await logIn(email, 'new sesame')).status).toBe(200);
  });

  it('a reset keeps a second factor that the owner of the address has set up [P9]', async () => {
    const { email, token } = await somebody();
    await confirm(await tokenTo(email, 'confirm-email'));
    const { body } = await setUp(token);
    await turnOn(token, body.secret);
    await reset(email);
    const refused = await logIn(email, 'new sesame');
    expect(refused.body.type).toBe('urn:tavola:problem:two-factor-required');
  });
});

describe('another address', () => {
  const askFor = (token: string, email: string, password = PASSWORD, on = call) =>
    on('POST', '/api/auth/email-change', { token, body: { email, password } });
  const take = (token: unknown, on = call) => on('POST', '/api/auth/email-change/confirm', { body: { token } });
  const newAddress = () => `New-${randomUUID().slice(0, 8)}@example.com`;
  const addressOf = async (token: string) => (await call('GET', '/api/auth/me', { token })).body.email as string;

  it("is the account's once the link mailed to it is used; both are told, and other sessions and older links end", async () => {
    const { email, token } = await somebody();
    const phone = (await logIn(email, PASSWORD)).body.token as string;
    await call('POST', '/api/auth/forgot-password', { body: { email } });
    const resetLink = await tokenTo(email, 'reset-password');
    const next = newAddress();
    expect((await askFor(token, next)).status).toBe(202);
    await mailsTo(email, ({ subject }) => subject.startsWith('Your Tavola email address is to be changed'));
    const link = await tokenTo(next, 'confirm-new-email');
    // Nothing but the present address is told to whoever asked, and nothing of their choice is in the mails.
    expect(mails.filter(({ to }) => to === email).some(({ text }) => text.includes(next))).toBe(false);
    const { body: waiting } = await call('GET', '/api/auth/me', { token });
    expect([waiting.email, waiting.newEmail]).toEqual([email, next]);

    const taken = await take(link);
    expect([taken.status, typeof taken.body.knownDevice]).toEqual([200, 'string']);
    const { body } = await call('GET', '/api/auth/me', { token });
    expect([body.email, body.isEmailConfirmed, 'newEmail' in body]).toEqual([next, true, false]);
    expectProblem(await call('GET', '/api/auth/me', { token: phone }), 401);
    expectProblem(await logIn(email, PASSWORD), 401);
    expect((await logIn(next.toLowerCase(), PASSWORD)).status).toBe(200);
    // A reset from the old address would do nothing, so its mail does not advise one.
    for (const [address, advises] of [
      [email, false],
      [next, true],
    ] as const) {
      const [told] = await mailsTo(address, ({ subject }) => subject === 'Your Tavola email address was changed');
      expect(told.text.includes('/forgot-password'), address).toBe(advises);
    }
    expectProblem(
      await call('POST', '/api/auth/reset-password', { body: { token: resetLink, password: 'x sesame' } }),
      410,
    );
    expectProblem(await take(link), 410);
  });

  it("needs the password, is another one, and is nobody else's, now or when it is confirmed", async () => {
    const { email, token } = await somebody();
    const other = await somebody();
    const at = async (field: string, status: number, answer: ReturnType<typeof call>) => {
      const refused = await answer;
      expectProblem(refused, status);
      expect(refused.body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
    };
    await at('password', 400, askFor(token, newAddress(), 'not this one'));
    await at('email', 400, askFor(token, 'no address'));
    await at('email', 400, askFor(token, email.toUpperCase()));
    await at('email', 409, askFor(token, other.email));
    const next = newAddress();
    await askFor(token, next);
    const link = await tokenTo(next, 'confirm-new-email');
    await signedUp(call, { email: next.toUpperCase(), slug: `taken-${randomUUID().slice(0, 8)}` });
    await at('email', 409, take(link));
    expect(await addressOf(token)).toBe(email);
  });

  it.each(['another request', 'a new password', 'a reset', 'a day'])(
    'is no longer waited for after %s',
    async (what) => {
      const { email, token, userId } = await somebody();
      const next = newAddress();
      await askFor(token, next);
      const link = await tokenTo(next, 'confirm-new-email');
      const after: Record<string, () => Promise<unknown>> = {
        'another request': () => askFor(token, newAddress()),
        'a new password': () =>
          call('POST', '/api/auth/password', {
            token,
            body: { currentPassword: PASSWORD, newPassword: 'newer sesame' },
          }),
        'a reset': () => reset(email),
        'a day': () =>
          database.rows(
            "UPDATE auth.email_change SET expires_at = expires_at - interval '24 hours' WHERE user_id = $1",
            [userId],
          ),
      };
      await after[what]?.();
      expectProblem(await take(link), 410);
      await database.rows("UPDATE auth.email_change SET expires_at = now() - interval '25 hours' WHERE user_id = $1", [
        userId,
      ]);
      expect(await sweepEmailChanges(db)).toBeGreaterThan(0);
    },
  );

  it('is asked for five times an hour, then a 429', { tags: 'full' }, async () => {
    const { call: strict } = await startAuth({ RATE_LIMIT_FACTOR: 1 }, { mailer });
    const { token } = await somebody(strict);
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await askFor(token, newAddress(), PASSWORD, strict)).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  });

  it('leaves two-factor sign-in on, after a reset too [P9]', async () => {
    const { email, token } = await somebody();
    await confirm(await tokenTo(email, 'confirm-email'));
    const { body } = await setUp(token);
    const { body: on } = await turnOn(token, body.secret);
    const next = newAddress();
    await askFor(on.token, next);
    await take(await tokenTo(next, 'confirm-new-email'));
    await reset(next);
    expect((await logIn(next, 'new sesame')).body.type).toBe('urn:tavola:problem:two-factor-required');
  });

  it('and a name are changed by their user; a name has a bound', async () => {
    const { token } = await somebody();
    const rename = (name: unknown) => call('PUT', '/api/auth/me', { token, body: { name } });
    expect((await rename('  Ada Bianchi ')).body.name).toBe('Ada Bianchi');
    expect((await call('GET', '/api/auth/me', { token })).body.name).toBe('Ada Bianchi');
    for (const name of ['', 'x'.repeat(101), 7]) expectProblem(await rename(name), 400);
  });
});

describe('a stored confirmation link', () => {
  it('does not hold its token, and is deleted a day after it expired', async () => {
    const other = await somebody();
    const token = await tokenTo(other.email, 'confirm-email');
    const rows = await database.rows('SELECT * FROM auth.email_confirmation WHERE user_id = $1', [other.userId]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    await database.rows(
      "UPDATE auth.email_confirmation SET expires_at = now() - interval '25 hours' WHERE user_id = $1",
      [other.userId],
    );
    expect(await sweepConfirmations(db)).toBe(1);
  });
});

it('An applicant whose application was accepted gets a mail with the way to sign up, and no text of the application', async () => {
  const email = 'lucia+beta@example.com';
  const body = { email, contactName: 'Lucía at evil.example', companyName: 'Da Lucía' };
  const { status } = await call('POST', '/internal/beta-invitations', { ...AS_SERVICE, body });
  expect(status).toBe(204);
  const [mail] = await mailsTo(email, ({ subject }) => subject === 'Your place in the Tavola beta');
  const names = Buffer.from(JSON.stringify([body.contactName, body.companyName])).toString('base64url');
  expect(mail.text).toContain(`/signup#email=lucia%2Bbeta%40example.com&names=${names}\n`);
  expect(mail.html).toContain(`/signup#email=lucia%2Bbeta%40example.com&amp;names=${names}"`);
  expect(mail.text + mail.html).not.toMatch(/Luc|evil/);
});
