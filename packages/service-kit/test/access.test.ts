import { randomUUID } from 'node:crypto';
import {
  type Access,
  accessOf,
  adminsOnly,
  membersWho,
  remembering,
  requireServiceToken,
  signedIn,
  tenantOf,
  tokenCheck,
} from '@tavola/service-kit/http/access.ts';
import { listenWith } from '@tavola/test-kit/http.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { badTokens, keys, person, SERVICE_TOKEN } from '@tavola/test-kit/tokens.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const check = tokenCheck(keys.publicKey);
const { call } = await listenWith((app) => {
  app.get('/me', signedIn(check), (req, res) => void res.json(accessOf(req)));
  app.get('/mine', signedIn(check), (req, res) => void res.json({ tenantId: tenantOf(req) }));
  app.get('/allergens', signedIn(check), membersWho('allergens.declare'), (_req, res) => void res.json({}));
  app.get('/admin', signedIn(check), adminsOnly('optional'), (_req, res) => void res.json({}));
  app.get('/guarded', signedIn(check), adminsOnly('required'), (_req, res) => void res.json({}));
  app.get('/open', (req, res) => void res.json(accessOf(req)));
  app.get('/internal/:what', requireServiceToken(SERVICE_TOKEN), (_req, res) => void res.json({}));
});

describe('an access token', () => {
  it('identifies the user', async () => {
    const { token, userId, sid, tenantId } = person();
    expect((await call('GET', '/me', { token })).body).toEqual({
      sub: userId,
      sid,
      mfa: false,
      mayDeclare: false,
      role: 'owner',
      tenantId,
      exp: expect.any(Number),
    });
    expect((await call('GET', '/mine', { token })).body).toEqual({ tenantId });
  });

  it.each(Object.entries(badTokens()))('is refused when it is %s', async (_what, token) => {
    expectProblem(await call('GET', '/me', { token }), 401);
  });

  it.each([
    '',
    'Bearer',
    'Bearer ',
    'Basic YTpi',
    'Bearer TOKEN x',
    'Basic Bearer TOKEN',
    'Bearer  TOKEN',
    'TOKEN',
    'Token TOKEN',
  ])('is refused in the header %j', async (header) => {
    const authorization = header.replace('TOKEN', person().token);
    expectProblem(await call('GET', '/me', { headers: { authorization } }), 401);
  });

  it('is accepted with the scheme in any case', async () => {
    const headers = { authorization: `bEaReR ${person().token}` };
    expect((await call('GET', '/me', { headers })).status).toBe(200);
  });

  it('is refused when one character of it was changed', async () => {
    const { token } = person();
    for (const at of [0, token.indexOf('.') + 3, token.length - 10]) {
      const forged = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
      expectProblem(await call('GET', '/me', { token: forged }), 401);
    }
  });

  it('is not read from the query or a cookie', async () => {
    const { token } = person();
    expectProblem(await call('GET', `/me?access_token=${token}&token=${token}`), 401);
    expectProblem(await call('GET', '/me', { headers: { cookie: `token=${token}` } }), 401);
  });

  it('is required by every route for signed-in users', async () => {
    expectProblem(await call('GET', '/open', { token: person().token }), 500);
  });
});

describe('the cache of checked tokens', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  /** A check that caches two tokens, around one that counts its calls. */
  const counted = (lifetimeMs = 3_600_000) => {
    const asked: string[] = [];
    const remembered = remembering((token): Access => {
      asked.push(token);
      if (token === 'bad') throw new Error('refused');
      const exp = Math.floor((Date.now() + lifetimeMs) / 1000);
      return { sub: token, sid: token, role: 'owner', tenantId: null, mfa: false, mayDeclare: false, exp };
    }, 2);
    return { remembered, asked };
  };

  it('checks a token once if it is used again', () => {
    const { remembered, asked } = counted();
    expect([remembered('a').sub, remembered('a').sub, remembered('b').sub]).toEqual(['a', 'a', 'b']);
    expect(asked).toEqual(['a', 'b']);
  });

  it('checks again after a minute, however often the token was used', () => {
    const { remembered, asked } = counted();
    for (let seconds = 0; seconds <= 60; seconds += 10) {
      remembered('a');
      vi.advanceTimersByTime(10_000);
    }
    expect(asked).toEqual(['a', 'a']);
  });

  it('evicts the least recently used', () => {
    const { remembered, asked } = counted();
    for (const token of ['a', 'b', 'a', 'c', 'a', 'b']) remembered(token);
    expect(asked).toEqual(['a', 'b', 'c', 'b']);
  });

  it('does not cache refusals', () => {
    const { remembered, asked } = counted();
    for (let n = 0; n < 2; n++) expect(() => remembered('bad')).toThrow('refused');
    expect(asked).toEqual(['bad', 'bad']);
  });

  it('refuses a token from the second in which it expires', () => {
    const { token, exp } = { ...person(), exp: Math.floor(Date.now() / 1000) + 600 };
    const remembered = tokenCheck(keys.publicKey);
    vi.setSystemTime((exp - 5) * 1000);
    expect(remembered(token).exp).toBeGreaterThanOrEqual(exp - 1);
    vi.setSystemTime((exp + 1) * 1000);
    expect(() => remembered(token)).toThrow('no longer valid');
  });
});

describe('a role', () => {
  it('grants access to its own routes only', async () => {
    expect((await call('GET', '/admin', { token: person({ role: 'admin', tenantId: null }).token })).status).toBe(200);
    expect((await call('GET', '/admin', { token: person({ role: 'admin' }).token })).status).toBe(200);
    expectProblem(await call('GET', '/admin', { token: person().token }), 403);
    expectProblem(await call('GET', '/admin'), 401);
  });

  it('needs the permission of a route', async () => {
    const statusOf = async (who: Parameters<typeof person>[0]) =>
      (await call('GET', '/allergens', { token: person(who).token })).status;
    expect(await statusOf({ role: 'manager' })).toBe(200);
    expect(await statusOf({ role: 'staff', mayDeclare: true })).toBe(200);
    const refused = await call('GET', '/allergens', { token: person({ role: 'staff' }).token });
    expectProblem(refused, 403);
    expect(refused.body).toMatchObject({
      type: 'urn:tavola:problem:forbidden',
      detail: "Your role in this restaurant doesn't allow this.",
    });
  });

  it('admin is not enough where a second factor is required', async () => {
    const admin = (mfa: boolean) => person({ role: 'admin', tenantId: null, mfa }).token;
    expect((await call('GET', '/guarded', { token: admin(true) })).status).toBe(200);
    const refused = await call('GET', '/guarded', { token: admin(false) });
    expectProblem(refused, 403);
    expect(refused.body.type).toBe('urn:tavola:problem:two-factor-setup-required');
    const owner = await call('GET', '/guarded', { token: person({ mfa: true }).token });
    expect(owner.body.type).toBe('urn:tavola:problem:forbidden');
  });

  it('admin has no restaurant, unless the token names one', async () => {
    expectProblem(await call('GET', '/mine', { token: person({ role: 'admin', tenantId: null }).token }), 403);
    const tenantId = randomUUID();
    expect((await call('GET', '/mine', { token: person({ role: 'admin', tenantId }).token })).body).toEqual({
      tenantId,
    });
  });
});

describe('the service token', () => {
  it('grants access to internal routes', async () => {
    expect((await call('GET', '/internal/x', { headers: { 'x-service-token': SERVICE_TOKEN } })).status).toBe(200);
  });

  it.each([
    undefined,
    '',
    SERVICE_TOKEN.slice(1),
    `${SERVICE_TOKEN}x`,
    SERVICE_TOKEN.toUpperCase(),
    `${SERVICE_TOKEN}, ${SERVICE_TOKEN}`,
  ])('must be correct: with %j the answer is 404', async (given) => {
    const headers: Record<string, string> = given === undefined ? {} : { 'x-service-token': given };
    const answer = await call('GET', '/internal/x?secret=1', { headers });
    expectProblem(answer, 404);
    expect(answer.body.detail).toBe('There is nothing at GET /internal/x.');
  });
});
