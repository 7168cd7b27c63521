import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { whenNotBusy } from '@tavola/test-kit/when-not-busy.ts';
import { describe, expect, it } from 'vitest';
import { signedUp, signupBody, startAuth } from './setup.ts';

const { call, database, published } = await startAuth();
const signUp = (change: Record<string, unknown> = {}) => call('POST', '/api/auth/signup', { body: signupBody(change) });

describe('POST /api/auth/signup', () => {
  it('creates the account and its restaurant, and answers with a token and the user [S3.3 S3.4 S6.3 S7.5 S7.11]', async () => {
    const answer = await signUp({ email: 'Ada@Example.com', slug: 'trattoria-ada', restaurantName: ' Trattoria Ada ' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual({
      token: expect.stringMatching(/^ey/),
      user: {
        id: expect.any(String),
        tenantId: expect.any(String),
        name: 'Ada Conti',
        email: 'Ada@Example.com',
        role: 'owner',
        isActive: true,
        isEmailConfirmed: false,
        mayDeclare: false,
        restaurants: [
          {
            id: expect.any(String),
            name: 'Trattoria Ada',
            slug: 'trattoria-ada',
            address: null,
            role: 'owner',
            isOpen: true,
          },
        ],
      },
      knownDevice: expect.any(String),
    });
    const me = await call('GET', '/api/auth/me', { token: answer.body.token });
    expect(me.body).toEqual(answer.body.user);
    const tenant = await call('GET', '/api/tenant', { token: answer.body.token });
    expect(tenant.body).toEqual({
      id: answer.body.user.tenantId,
      name: 'Trattoria Ada',
      slug: 'trattoria-ada',
      description: null,
      phone: null,
      address: null,
      logo: null,
      themeColor: '#059669',
      timeZone: 'UTC',
      isActive: true,
    });
  });

  it.each([
    ['Europe/Rome', 'Europe/Rome'],
    ['us/pacific', 'America/Los_Angeles'],
    // The browser's guess: the user could not correct it in the form.
    ['Moon/Tranquility', 'UTC'],
    [null, 'UTC'],
  ])('with the time zone %j stores %s', async (timeZone, kept) => {
    const { status, token } = await signedUp(call, { timeZone });
    expect(status).toBe(201);
    expect((await call('GET', '/api/tenant', { token })).body.timeZone).toBe(kept);
  });

  it('stores the currency that was chosen, and refuses an unknown one', async () => {
    const { token } = await signedUp(call, { currency: 'pln' });
    expect((await call('GET', '/api/tenant', { token })).body.currency).toBe('PLN');
    expect((await signedUp(call, { currency: 'XXX' })).status).toBe(400);
  });

  it('stores the password as an Argon2id hash with the decided parameters, and never returns it [P6]', async () => {
    const answer = await signedUp(call);
    const [row] = await database.rows<{ password_hash: string }>(
      'SELECT password_hash FROM auth."user" WHERE id = $1',
      [answer.body.user.id],
    );
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(answer.body)).not.toContain('argon2');
  });

  it('publishes the new tenant', async () => {
    const { body } = await signedUp(call, { slug: 'told-of' });
    expect(published.at(-1)).toEqual({ tenantId: body.user.tenantId, version: 1, slug: 'told-of' });
  });

  it('ignores unknown fields, such as role, tenantId and isActive', async () => {
    const { body } = await signUp({
      role: 'admin',
      tenantId: null,
      isActive: false,
      id: 'x',
      __proto__: { role: 'admin' },
    });
    expect(body.user).toMatchObject({ role: 'owner', isActive: true, tenantId: expect.any(String) });
  });

  it('refuses an e-mail address that is taken, in any case, and creates no restaurant', async () => {
    const first = signupBody({ email: 'taken@example.com' });
    await call('POST', '/api/auth/signup', { body: first });
    const second = await signUp({ email: ' TAKEN@Example.COM ', slug: 'nobody-gets-this' });
    expectProblem(second, 409, ['email']);
    expect(await database.rows("SELECT 1 FROM auth.tenant WHERE slug = 'nobody-gets-this'")).toEqual([]);
  });

  it('refuses a slug that is taken, and creates no user [S5.6]', async () => {
    await signUp({ slug: 'taken-slug' });
    const second = await signUp({ slug: 'taken-slug', email: 'late@example.com' });
    expectProblem(second, 409, ['slug']);
    expect(await database.rows('SELECT 1 FROM auth."user" WHERE email_key = \'late@example.com\'')).toEqual([]);
  });

  it.each(['slug', 'email'])(
    'accepts one of twenty sign-ups with the same %s in parallel [P15]',
    { tags: 'full' },
    async (field) => {
      const same = signupBody()[field];
      const attempt = () => whenNotBusy(() => signUp({ [field]: same }));
      const answers = await Promise.all(Array.from({ length: 20 }, attempt));
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(19).fill(409)]);
    },
  );

  it.each(['plum 7', 'x'.repeat(128), 'password123'])(
    'takes a password of the shortest and the longest length [S9.4]',
    async (password) => {
      expect((await signUp({ password })).status).toBe(201);
    },
  );
});

describe('POST /api/auth/signup with a longer minimum password', async () => {
  const strict = await startAuth({ PASSWORD_MIN_LENGTH: 10 });
  it.each(['password12', '1234567890', 'da-ada-2026'])(
    'refuses the password %s, which is easily guessed [P6]',
    async (password) => {
      const body = signupBody({ password, slug: 'da-ada', restaurantName: 'Da Ada' });
      expectProblem(await strict.call('POST', '/api/auth/signup', { body }), 400, ['password']);
    },
  );

  it('refuses a shorter one', async () => {
    const body = signupBody({ password: 'open plum' });
    expectProblem(await strict.call('POST', '/api/auth/signup', { body }), 400, ['password']);
  });
});
