import { randomUUID } from 'node:crypto';
import type { PlatformTenant } from '@tavola/contracts/auth.ts';
import { DELETION_DAYS } from '@tavola/contracts/product.ts';
import { DAY_MS } from '@tavola/contracts/rules/times.ts';
import { tokenCheck } from '@tavola/service-kit/http/access.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE, keys } from '@tavola/test-kit/tokens.ts';
import { whileUncommitted } from '@tavola/test-kit/uncommitted.ts';
import { describe, expect, it } from 'vitest';
import { codeOf, confirmAddress, recordMails, signedUp, startAuth } from './setup.ts';

const { mails, mailer, mailsTo } = recordMails();
const { call, database, published } = await startAuth({}, { mailer });
const claimsOf = tokenCheck(keys.publicKey);

const PATH = '/api/account/deletion';
const PASSWORD = 'correct horse';
const NAME = 'Ada’s “Söhne” – \u200fבר';

interface Owner {
  userId: string;
  tenantId: string;
  email: string;
  slug: string;
  token: string;
}

async function owner(): Promise<Owner> {
  const slug = `gone-${randomUUID()}`;
  const { token, body } = await signedUp(call, {
    email: `${slug}@example.com`,
    slug,
    restaurantName: NAME,
    timeZone: 'Asia/Tokyo',
  });
  await confirmAddress(database, body.user.id);
  return { userId: body.user.id, tenantId: body.user.tenantId, email: `${slug}@example.com`, slug, token };
}

const logIn = ({ email }: Owner, rememberMe = false) =>
  call('POST', '/api/auth/login', { body: { email, password: PASSWORD, rememberMe } });
const ask = ({ token }: Owner, change: object = {}) =>
  call('POST', PATH, { token, body: { name: NAME, password: PASSWORD, ...change } });
const keep = ({ token }: Owner) => call('DELETE', PATH, { token });
const state = async ({ token }: Owner) => (await call('GET', '/api/account', { token })).body;
const me = async (token: string) => (await call('GET', '/api/auth/me', { token })).status;
const tenantRow = async ({ tenantId }: Owner) =>
  (await database.rows('SELECT version, is_active, delete_at FROM auth.tenant WHERE id = $1', [tenantId]))[0];
/** The restaurant as other services see it, by id and by slug. */
const seen = async ({ tenantId, slug }: Owner) =>
  (
    await Promise.all(
      [`/internal/tenants/${tenantId}`, `/internal/tenants/by-slug/${slug}`].map((path) =>
        call('GET', path, AS_SERVICE),
      ),
    )
  ).map(({ body }) => body.isActive);
const listed = async ({ slug }: Owner) => {
  const { slugs } = (await call('GET', '/internal/tenants/slugs', AS_SERVICE)).body;
  return slugs.includes(slug);
};
/** Backdates the deletion: the grace period ended `minutes` ago. */
const later = ({ tenantId }: Owner, minutes = 0) =>
  database.rows(`UPDATE auth.tenant SET delete_at = now() - make_interval(mins => $2) WHERE id = $1`, [
    tenantId,
    minutes,
  ]);

/** Waits for `count` mails to an address with this text in their subject. */
const mailTo = ({ email }: Owner, text: string, count = 1) =>
  mailsTo(email, ({ subject }) => subject.startsWith(`Your Tavola restaurant ${text}`), count);

describe('POST /api/account/deletion', () => {
  it('sets a date 30 days from now, closes the menu for other services, publishes the change, and ends other sessions', async () => {
    const [ada, other] = [await owner(), await owner()];
    expect(await state(ada)).toEqual({ deleteAt: null });
    expect([await seen(ada), await listed(ada)]).toEqual([[true, true], true]);
    const second: string = (await logIn(ada)).body.token;
    const before = Date.now();
    const { status, body } = await ask(ada);
    expect(status).toBe(200);
    const at = Date.parse(body.deleteAt) - DELETION_DAYS * DAY_MS;
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(Date.now());
    expect(await state(ada)).toEqual(body);
    expect([await seen(ada), await listed(ada)]).toEqual([[false, false], false]);
    const newest = (await call('GET', '/internal/tenants?limit=100', AS_SERVICE)).body as PlatformTenant[];
    const asAdminsSee = ({ tenantId }: Owner) => newest.find(({ id }) => id === tenantId);
    expect(asAdminsSee(ada)).toMatchObject({ isActive: true, deleteAt: body.deleteAt });
    expect(asAdminsSee(other)).toMatchObject({ isActive: true, deleteAt: null });
    expect(await tenantRow(ada)).toMatchObject({ version: 2, is_active: true });
    expect(published.at(-1)).toMatchObject({ tenantId: ada.tenantId, version: 2 });
    expect([await seen(other), await state(other)]).toEqual([[true, true], { deleteAt: null }]);
    expect([await me(ada.token), await me(second), await me(other.token)]).toEqual([200, 401, 200]);
  });

  it('mails the owner once, with the day in the restaurant’s time zone, and keeps the date when repeated', async () => {
    const ada = await owner();
    const { deleteAt } = (await ask(ada)).body;
    expect((await ask(ada)).body).toEqual({ deleteAt });
    expect(await tenantRow(ada)).toMatchObject({ version: 2 });
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Asia/Tokyo' }).format(
      new Date(deleteAt),
    );
    // The last one arrives after all others.
    await keep(ada);
    await mailTo(ada, 'was restored');
    const [mail] = await mailTo(ada, 'will be deleted on');
    expect(mail.subject).toBe(`Your Tavola restaurant will be deleted on ${day}`);
    expect(mail.text).toContain('https://tavola.example/login');
    expect(mail.text).not.toContain('#token');
  });

  it.each([
    ['name', { name: 'Da Ida' }],
    ['password', { password: 'not this one' }],
  ])('refuses another %s by its name, and changes nothing [P14]', async (field, change) => {
    const ada = await owner();
    const second: string = (await logIn(ada)).body.token;
    expectProblem(await ask(ada, change), 400, [field]);
    expect(await tenantRow(ada)).toMatchObject({ version: 1, delete_at: null });
    expect(await me(second)).toBe(200);
  });

  it.each<[string, (ada: Owner) => ReturnType<typeof call>]>([
    ['it', (ada) => ask(ada)],
    ['its withdrawal', keep],
    ["an invitation's withdrawal", ({ token }) => call('DELETE', `/api/team/invitations/${randomUUID()}`, { token })],
    ["a kitchen device's end", ({ token }) => call('DELETE', `/api/team/devices/${randomUUID()}`, { token })],
  ])('%s is refused to whoever is demoted at that moment', async (_, act) => {
    const ada = await owner();
    const lock = 'SELECT 1 FROM auth.tenant WHERE id = $1 FOR UPDATE';
    const answer = await whileUncommitted(
      database,
      lock,
      [ada.tenantId],
      () => act(ada),
      (client) => client.query("UPDATE auth.membership SET role = 'manager' WHERE user_id = $1", [ada.userId]),
    );
    expectProblem(answer, 403);
    expect(await tenantRow(ada)).toMatchObject({ version: 1, delete_at: null });
  });

  it('accepts the name in another case, with different spaces, and the apostrophe of a keyboard', async () => {
    const ada = await owner();
    expect((await ask(ada, { name: `  ADA's  "Söhne" - בר ` })).status).toBe(200);
  });

  /** Turns on two-factor for the owner. */
  const withApp = async ({ token, userId }: Owner) => {
    await confirmAddress(database, userId);
    const setup = await call('POST', '/api/auth/two-factor/setup', { token, body: { password: PASSWORD } });
    const app = { generate: () => codeOf(setup.body.secret) };
    const confirmed = app.generate();
    await call('POST', '/api/auth/two-factor/confirm', { token, body: { code: confirmed } });
    return { app, confirmed };
  };
  const forgetCodes = ({ userId }: Owner) =>
    database.rows('UPDATE auth.two_factor SET last_step = 0 WHERE user_id = $1', [userId]);

  it('requires a code if two-factor is on, and accepts none twice [P14]', async () => {
    const ada = await owner();
    const { app, confirmed } = await withApp(ada);
    expectProblem(await ask(ada), 400, ['code']);
    expectProblem(await ask(ada, { code: '000000' }), 400, ['code']);
    expectProblem(await ask(ada, { code: confirmed }), 400, ['code']);
    expect(await state(ada)).toEqual({ deleteAt: null });
    await forgetCodes(ada);
    expect((await ask(ada, { code: app.generate() })).status).toBe(200);
  });

  it('locks the restaurant before the app, as a sign-in does, so that neither waits for the other', async () => {
    const ada = await owner();
    const { app } = await withApp(ada);
    await forgetCodes(ada);
    const asked = await whileUncommitted(
      database,
      'SELECT 1 FROM auth.tenant WHERE id = $1 FOR SHARE',
      [ada.tenantId],
      () => ask(ada, { code: app.generate() }),
      (signIn) => signIn.query('SELECT 1 FROM auth.two_factor WHERE user_id = $1 FOR UPDATE NOWAIT', [ada.userId]),
    );
    expect(asked.status).toBe(200);
  });

  it("refuses an admin's restaurant, for each of its users", async () => {
    const ada = await owner();
    const admin = await owner();
    await database.rows('DELETE FROM auth.session WHERE user_id = $1', [admin.userId]);
    await database.rows(
      `WITH moved AS (UPDATE auth."user" SET role = 'admin', tenant_id = $2 WHERE id = $1)
       INSERT INTO auth.membership (tenant_id, user_id, role) VALUES ($2, $1, 'owner')`,
      [admin.userId, ada.tenantId],
    );
    expectProblem(await ask(ada), 409);
    expectProblem(await ask({ ...admin, token: (await logIn(admin)).body.token }), 409);
    expect(await tenantRow(ada)).toMatchObject({ version: 1, delete_at: null });
  });

  it('is refused with an ended session', async () => {
    const ada = await owner();
    await call('POST', '/api/auth/logout', { token: ada.token });
    expectProblem(await ask(ada), 401);
    expect(await tenantRow(ada)).toMatchObject({ delete_at: null });
  });
});

describe('the grace period', () => {
  it('lets the owner sign in, until the restaurant is deleted', async () => {
    const ada = await owner();
    await ask(ada);
    const deleteAt = new Date(Date.now() + DAY_MS);
    await database.rows('UPDATE auth.tenant SET delete_at = $2 WHERE id = $1', [ada.tenantId, deleteAt]);
    const { status, body } = await logIn(ada, true);
    expect(status).toBe(200);
    expect(claimsOf(body.token).exp).toBe(Math.floor(deleteAt.getTime() / 1000));
    // A session that ends earlier is not extended.
    expect(claimsOf((await logIn(ada)).body.token).exp * 1000).toBeLessThan(deleteAt.getTime());
  });

  it('outlasts the session that requested it, even a remembered one', async () => {
    const ada = await owner();
    ada.token = (await logIn(ada, true)).body.token;
    await ask(ada);
    const outliving = () =>
      database.rows(
        `SELECT 1 FROM auth.session JOIN auth.tenant ON tenant.id = tenant_id
         WHERE tenant_id = $1 AND ended_at IS NULL AND expires_at > delete_at`,
        [ada.tenantId],
      );
    expect(await outliving()).toEqual([]);
  });

  it('is followed by refused sign-ins for all users of the restaurant', async () => {
    const ada = await owner();
    await ask(ada);
    await later(ada);
    const refused = await logIn(ada);
    expectProblem(refused, 403);
    expect(refused.body.detail).toBe('This restaurant is being deleted.');
  });

  it('does not end for a restaurant that has got an admin', async () => {
    const ada = await owner();
    await ask(ada);
    await later(ada);
    await database.rows(`UPDATE auth."user" SET role = 'admin' WHERE id = $1`, [ada.userId]);
    expect((await logIn(ada)).status).toBe(200);
  });
});

describe('DELETE /api/account/deletion', () => {
  it('restores the restaurant, publishes the change, and mails the owner [P13]', async () => {
    const ada = await owner();
    await ask(ada);
    expect((await keep(ada)).status).toBe(204);
    expect([await state(ada), await seen(ada), await listed(ada)]).toEqual([{ deleteAt: null }, [true, true], true]);
    expect(published.at(-1)).toMatchObject({ tenantId: ada.tenantId, version: 3 });
    await mailTo(ada, 'was restored');
  });

  it('changes and publishes nothing without a planned deletion', async () => {
    const ada = await owner();
    expect((await keep(ada)).status).toBe(204);
    expect(await tenantRow(ada)).toMatchObject({ version: 1 });
    await ask(ada);
    await keep(ada);
    await keep(ada);
    expect(await tenantRow(ada)).toMatchObject({ version: 3 });
    await ask(ada);
    await mailTo(ada, 'will be deleted', 2);
    expect(mails.filter(({ to, subject }) => to === ada.email && !subject.startsWith('Confirm'))).toHaveLength(3);
  });

  it('is refused after the grace period', async () => {
    const ada = await owner();
    await ask(ada);
    await later(ada);
    expectProblem(await keep(ada), 409);
    expect(await seen(ada)).toEqual([false, false]);
  });

  it('leaves a suspended restaurant suspended', async () => {
    const ada = await owner();
    await ask(ada);
    await database.rows('UPDATE auth.tenant SET is_active = false WHERE id = $1', [ada.tenantId]);
    expectProblem(await keep(ada), 401);
    await database.rows('UPDATE auth.tenant SET is_active = true WHERE id = $1', [ada.tenantId]);
    await keep(ada);
    expect(await seen(ada)).toEqual([true, true]);
  });
});

const due = async (): Promise<string[]> => (await call('GET', '/internal/deletions', AS_SERVICE)).body.tenantIds;
const end = ({ tenantId }: Owner) => call('DELETE', `/internal/tenants/${tenantId}`, AS_SERVICE);
/** A restaurant whose grace period ended `minutes` ago. */
async function overFor(minutes: number): Promise<Owner> {
  const ada = await owner();
  await ask(ada);
  await later(ada, minutes);
  return ada;
}

describe('GET /internal/deletions', () => {
  it('lists only restaurants whose grace period ended ten minutes ago, oldest first', async () => {
    const [open, asked, kept] = [await owner(), await owner(), await owner()];
    await ask(asked);
    await ask(kept);
    await keep(kept);
    const [fresh, old, older] = [await overFor(5), await overFor(60), await overFor(120)];
    const named = (await due()).filter((id) =>
      [open, asked, kept, fresh, old, older].some(({ tenantId }) => tenantId === id),
    );
    expect(named).toEqual([older.tenantId, old.tenantId]);
  });

  it('does not list a restaurant with an admin', async () => {
    const ada = await overFor(60);
    await database.rows(`UPDATE auth."user" SET role = 'admin' WHERE id = $1`, [ada.userId]);
    expect(await due()).not.toContain(ada.tenantId);
    expectProblem(await end(ada), 409);
    expect(await tenantRow(ada)).toBeDefined();
  });
});

describe('DELETE /internal/tenants/{tenantId}', () => {
  it('is published, and keeps the slug reserved, while the e-mail address may be used again', async () => {
    const ada = await overFor(60);
    await end(ada);
    expect(published.at(-1)).toMatchObject({ tenantId: ada.tenantId, version: 3, slug: ada.slug, isShown: false });
    const body = { name: 'Eve', email: ada.email, password: PASSWORD, restaurantName: 'Da Eve', slug: ada.slug };
    expectProblem(await call('POST', '/api/auth/signup', { body }), 409, ['slug']);
    expect((await call('POST', '/api/auth/signup', { body: { ...body, slug: `${ada.slug}-2` } })).status).toBe(201);
    expectProblem(await call('GET', `/internal/tenants/by-slug/${ada.slug}`, AS_SERVICE), 404);
  });

  it('takes a few statements however many have left it, who keep their accounts', { tags: 'full' }, async () => {
    const ada = await overFor(60);
    const left = 3_000;
    const former = `email LIKE 'former-%@${ada.slug}.test'`;
    await database.rows(
      `WITH made AS (
         INSERT INTO auth."user" (id, name, email, email_key, password_hash)
         SELECT gen_random_uuid(), 'Former', address, address, 'x'
         FROM generate_series(1, ${left}) AS n, format('former-%s@${ada.slug}.test', n) AS address RETURNING id
       ), joined AS (
         INSERT INTO auth.membership (tenant_id, user_id, role, removed_at) SELECT $1, id, 'staff', now() FROM made RETURNING user_id
       ) INSERT INTO auth.session (id, user_id, tenant_id, device, expires_at, ended_at)
         SELECT gen_random_uuid(), user_id, $1, 'Chrome', now(), now() FROM joined`,
      [ada.tenantId],
    );
    // The last place that a release before wrote.
    await database.rows(`UPDATE auth."user" SET tenant_id = $1 WHERE email = 'former-1@${ada.slug}.test'`, [
      ada.tenantId,
    ]);
    expect((await end(ada)).status).toBe(204);
    expect(await tenantRow(ada)).toBeUndefined();
    expect(await database.rows(`SELECT DISTINCT tenant_id FROM auth."user" WHERE ${former}`)).toEqual([
      { tenant_id: null },
    ]);
    expect(await database.rows(`SELECT count(*)::int FROM auth."user" WHERE ${former}`)).toEqual([{ count: left }]);
  });

  it('answers 404 for a deleted restaurant, and 409 for one that is not due', async () => {
    const [ada, open, asked, fresh] = [await overFor(60), await owner(), await owner(), await overFor(5)];
    await ask(asked);
    await end(ada);
    expectProblem(await end(ada), 404);
    for (const who of [open, asked, fresh]) {
      expectProblem(await end(who), 409);
      expect(await tenantRow(who)).toBeDefined();
    }
  });
});
