import { person } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { startGateway } from './setup.ts';

/** A gateway that collects its log lines. */
async function started() {
  const written: string[] = [];
  const gateway = await startGateway({
    write: (lines) => written.push(lines),
    instead: { qr: (req, res, next) => (req.path === '/q/waits' ? void res.write('x') : next()) },
  });
  const lines = () =>
    written
      .join('')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return { ...gateway, written, lines };
}

describe('the log of requests', () => {
  it('has one line for each request, with its route and without the query', async () => {
    const { call, lines } = await started();
    const id = 'abcdef0123456789';
    await call('GET', '/api/public/menu/demo?secret=1', { headers: { 'x-request-id': id } });
    await call('POST', '/api/auth/login', { body: { password: 'secret' } });
    await call('GET', '/api/tenant');
    const owner = person();
    await call('GET', '/api/tenant', { token: owner.token });
    await expect.poll(() => lines().length).toBe(4);
    const common = {
      level: 'info',
      name: 'gateway',
      msg: 'request',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      ms: expect.any(Number),
    };
    expect(lines()).toEqual([
      {
        ...common,
        requestId: id,
        method: 'GET',
        route: '/api/public/menu/*',
        path: '/api/public/menu/demo',
        status: 200,
      },
      { ...common, method: 'POST', route: '/api/auth/login', path: '/api/auth/login', status: 200 },
      { ...common, method: 'GET', route: '/api/tenant', path: '/api/tenant', status: 401, problem: 'unauthenticated' },
      {
        ...common,
        method: 'GET',
        route: '/api/tenant',
        path: '/api/tenant',
        status: 200,
        tenantId: owner.tenantId,
        userId: owner.userId,
      },
    ]);
    expect(JSON.stringify(lines())).not.toContain('secret');
  });

  it('records why a request was refused, and its user', async () => {
    const { call, lines } = await started();
    const owner = person();
    await call('GET', '/api/admin/stats', { token: owner.token });
    await call('GET', '/api/tenant', { token: 'not.a.token' });
    await call('GET', '/api/nothing', { token: owner.token });
    await expect.poll(() => lines().length, { timeout: 15_000 }).toBe(3);
    const [admin, forged, nothing] = lines();
    const who = { userId: owner.userId, tenantId: owner.tenantId };
    expect(admin).toMatchObject({ path: '/api/admin/stats', status: 403, problem: 'forbidden', ...who });
    expect(forged).toMatchObject({ path: '/api/tenant', status: 401, problem: 'unauthenticated' });
    expect(forged).not.toHaveProperty('userId');
    expect(nothing).toMatchObject({ path: '/api/nothing', status: 404, problem: 'not-found' });
  });

  it('records that the client disconnected', async () => {
    const { url, lines } = await started();
    const leaving = new AbortController();
    const answer = await fetch(`${url}/q/waits`, { signal: leaving.signal });
    leaving.abort();
    await expect(answer.text()).rejects.toThrow();
    await expect.poll(lines).toMatchObject([{ path: '/q/waits', aborted: true }]);
  });

  it('cannot be forged by a path [P19]', async () => {
    const { call, lines } = await started();
    await call('GET', '/q/%22,"level":"error"');
    await expect.poll(lines).toMatchObject([{ level: 'info', path: expect.stringContaining('%22') }]);
  });

  it('is written after a moment', async () => {
    const { call, written } = await started();
    for (let n = 0; n < 10; n++) await call('GET', '/q/23456789');
    await expect.poll(() => written.join('').split('\n').length - 1).toBe(10);
    expect(written.length).toBeLessThan(10);
  });
});
