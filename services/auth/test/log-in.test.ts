import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { describe, expect, it } from 'vitest';
import { signedUp, startAuth } from './setup.ts';

const { call } = await startAuth();
const logIn = (email: unknown, password: unknown) => call('POST', '/api/auth/login', { body: { email, password } });

describe('POST /api/auth/login', () => {
  it('answers with a token and the user, for the address in any case [S3.2 S3.8 S7.4 S7.6]', async () => {
    const { body } = await signedUp(call, { email: 'login@example.com', password: 'open sesame' });
    const answer = await logIn(' LOGIN@example.com', 'open sesame');
    expect(answer).toMatchObject({ status: 200, body: { user: body.user, token: expect.stringMatching(/^ey/) } });
    expect((await call('GET', '/api/auth/me', { token: answer.body.token })).body).toEqual(body.user);
  });

  it('answers alike for a wrong password and an unknown address', async () => {
    await signedUp(call, { email: 'known@example.com' });
    const wrong = await logIn('known@example.com', 'not this one');
    const unknown = await logIn('unknown@example.com', 'not this one');
    expectProblem(wrong, 401);
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' });
    expect(wrong.body.detail).toBe('Invalid email or password.');
  });

  it('compares passwords exactly', async () => {
    await signedUp(call, { email: 'letter@example.com', password: ' Sesa me ' });
    expectProblem(await logIn('letter@example.com', 'Sesa me'), 401);
    expectProblem(await logIn('letter@example.com', ' sesa me '), 401);
    expect((await logIn('letter@example.com', ' Sesa me ')).status).toBe(200);
  });
});
