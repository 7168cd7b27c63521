import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { person } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { signedUp, signupBody, startAuth } from './setup.ts';

// @module-tag full

describe('auth without its database', async () => {
  const { call } = await startAuth({ DATABASE_URL: 'postgresql://nobody:nothing@127.0.0.1:1/nowhere' });

  it.each([
    ['GET', '/api/tenant', undefined],
    ['POST', '/api/auth/login', { email: 'a@example.com', password: 'secret' }],
    ['POST', '/api/auth/signup', signupBody()],
    ['POST', '/api/auth/forgot-password', { email: 'a@example.com' }],
    ['POST', '/api/auth/reset-password', { token: 'x', password: 'new sesame' }],
  ])('answers %s %s with 503 and Retry-After', async (method, path, body) => {
    const answer = await call(method, path, { token: person().token, body });
    expectProblem(answer, 503);
    expect(answer.headers.get('retry-after')).toBe('2');
  });
});

describe('auth whose connections are cut', async () => {
  const { call, database } = await startAuth();
  const cut = () =>
    database.rows(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'auth_app' AND datname = current_database()",
    );

  it('answers only 200 or 503 while connections are cut under load, and keeps what it acknowledged', async () => {
    const { token } = await signedUp(call);
    let acknowledged = 0;
    let isOver = false;
    const writer = async () => {
      const statuses: number[] = [];
      while (!isOver) {
        const { status } = await call('PUT', '/api/tenant', { token, body: { name: 'Under load' } });
        statuses.push(status);
        if (status === 200) acknowledged += 1;
      }
      return statuses;
    };
    const writers = Array.from({ length: 4 }, writer);
    for (let round = 0; round < 5; round++) {
      await new Promise((resolve) => setTimeout(resolve, 150));
      await cut();
    }
    isOver = true;
    const statuses = new Set((await Promise.all(writers)).flat());
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
    const [row] = await database.rows<{ version: number }>("SELECT version FROM auth.tenant WHERE name = 'Under load'");
    expect(row?.version).toBeGreaterThanOrEqual(acknowledged + 1);
    expect((await call('GET', '/api/tenant', { token })).status).toBe(200);
  });
});
