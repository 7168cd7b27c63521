import { TOPOLOGY, urlSetting } from '@tavola/contracts/topology.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { person } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { readGatewayEnv } from '../src/env.ts';
import { sendRaw, startGateway } from './setup.ts';

const gateway = await startGateway();
const other = await startGateway();
const { call, seen, url } = gateway;
const admin = person({ role: 'admin', tenantId: null });
const owner = person();

describe('the route table', () => {
  it('passes a path and its query on as they are', async () => {
    const before = seen.length;
    expect((await call('PUT', '/api/categories/7?a=1&b=%20x', { token: owner.token, body: {} })).status).toBe(200);
    expect(seen.slice(before)).toMatchObject([{ service: 'menu', method: 'PUT', url: '/api/categories/7?a=1&b=%20x' }]);
  });
});

describe("a guest's address in capitals", () => {
  it.each([
    ['/menu/Demo', '/menu/demo'],
    ['/Menu/demo/?c=K7&at=table', '/menu/demo?c=K7&at=table'],
    ['/MENU/DEMO/zh-Hans', '/menu/demo/zh-Hans'],
    ['/q/ABCD2345?p=7', '/q/abcd2345?p=7'],
    ['/Q/abcd2345', '/q/abcd2345'],
    ['/api/public/menu/Demo/fr', '/api/public/menu/demo/fr'],
  ])('%s is redirected to %s', async (path, location) => {
    const before = seen.length;
    for (const method of ['GET', 'HEAD']) {
      const answer = await sendRaw(url, `${method} ${path}`);
      expect(answer).toMatch(/^HTTP\/1\.1 308 /);
      expect(answer.toLowerCase()).toContain(`\r\nlocation: ${location.toLowerCase()}\r\n`);
      expect(answer).toContain(location);
    }
    expect(seen.slice(before)).toEqual([]);
  });

  it.each(['/menu/demo', '/menu/demo/FR', '/menu/D%C3%A9mo', '/q/Ab_cd', '/menu/Demo/manifest.webmanifest'])(
    'is passed on as it is: %s',
    async (path) => {
      const before = seen.length;
      await sendRaw(url, `GET ${path}`);
      expect(seen.slice(before)).toMatchObject([{ url: path }]);
    },
  );
});

describe('a path outside the table', () => {
  it.each([
    '/',
    '/api',
    '/api/',
    '/internal/stats',
    '/internal/tenants',
    '/internal/menus/00000000-0000-0000-0000-000000000000',
    '/api/internal',
    '/api/internal/stats',
    '/api/auth',
    '/api/auth/login/',
    '/api/admin',
    '/api/adminx',
    '/api/adminx/stats',
    '/api/categoriesx',
    '/api/public/menu',
    '/api/public/visits/x',
    '/q',
    '/qx',
    '/menu',
    '/menux',
    '/robots.txt/',
    '/sitemap.xml/x',
    '/sitemaps',
    '/api//admin/stats',
    '//api/admin/stats',
    '/api/./admin/stats',
    '/api/public/../admin/stats',
    '/api/public/..%2fadmin/stats',
    '/api/%61dmin/stats',
    '/%61pi/admin/stats',
    '/api/admin%2fstats',
    '/api/tenant;x',
    '/api/tenant;x=/api/admin/stats',
    '/api/tenant/',
    '/api/tenant%20',
    '/api/tenant%00',
    '/API/tenant',
    '/api/Tenant',
    '/api/ADMIN/stats',
    '*',
  ])('is 404 even for an admin: %s', async (path) => {
    const before = seen.length;
    const answer = await sendRaw(url, `GET ${path}`, { authorization: `Bearer ${admin.token}` });
    expect(answer).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
    expect(answer).toContain('application/problem+json');
    expect(seen.slice(before)).toEqual([]);
  });

  it.each([
    ['/api/public/menu/../../admin/stats', 'public-menu'],
    ['/api/public/menu/..%2f..%2fadmin/stats', 'public-menu'],
    ['/q/../api/admin/stats', 'qr'],
    ['/q//api/admin/stats', 'qr'],
  ])('is not reached by dots after %s', async (path, service) => {
    const before = seen.length;
    await sendRaw(url, `GET ${path}`);
    expect(seen.slice(before)).toMatchObject([{ service, url: path }]);
  });

  it.each(['/api/tenant', '/api/auth/login', '/q/23456789', '/'])('is %s by TRACE', async (path) => {
    const before = seen.length;
    const answer = await sendRaw(url, `TRACE ${path}`, {
      authorization: `Bearer ${admin.token}`,
      'x-echo': 'said back',
    });
    expect(answer).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/);
    expect(answer).not.toContain('said back');
    expect(seen.slice(before)).toEqual([]);
  });

  it('is not reached with an absolute URL either: the gateway is no proxy for other hosts', async () => {
    await sendRaw(url, `GET ${other.url}/api/public/visits`);
    await sendRaw(url, `GET ${other.url}/q/23456789`);
    expect(other.seen).toEqual([]);
  });
});

describe('a gateway that requires two-factor of admins', async () => {
  const guarded = await startGateway({ adminTwoFactor: 'required' });

  it('lets an admin without it reach only its set-up [P16]', async () => {
    const refused = await guarded.call('GET', '/api/admin/stats', { token: admin.token });
    expectProblem(refused, 403);
    expect(refused.body.type).toBe('urn:tavola:problem:two-factor-setup-required');
    expect(guarded.seen).toEqual([]);
    const path = '/api/auth/two-factor/setup';
    expect((await guarded.call('POST', path, { token: admin.token, body: {} })).status).toBe(200);
    const { token } = person({ role: 'admin', tenantId: null, mfa: true });
    expect((await guarded.call('GET', '/api/admin/stats', { token })).status).toBe(200);
  });
});

describe('the environment', () => {
  const given = {
    ...Object.fromEntries(TOPOLOGY.gateway.calls.map((name) => [urlSetting(name), 'http://x'])),
    PORT: '1',
    JWT_PUBLIC_KEY: 'PUBLIC KEY',
    SERVICE_TOKEN: 'x'.repeat(32),
    REDIS_CACHE_URL: 'redis://127.0.0.1:1',
  };

  it('requires two-factor of admins in production by default', () => {
    expect(readGatewayEnv(given).ADMIN_TWO_FACTOR).toBe('optional');
    expect(readGatewayEnv({ ...given, NODE_ENV: 'production' }).ADMIN_TWO_FACTOR).toBe('required');
    const said = { ...given, NODE_ENV: 'production', ADMIN_TWO_FACTOR: 'optional' };
    expect(readGatewayEnv(said).ADMIN_TWO_FACTOR).toBe('optional');
    expect(() => readGatewayEnv({ ...given, ADMIN_TWO_FACTOR: 'no' })).toThrow('ADMIN_TWO_FACTOR');
  });
});

describe('the gateway itself', () => {
  it('reports its health without asking a service', async () => {
    const before = seen.length;
    expect(await call('GET', '/health/live')).toMatchObject({ status: 200, body: { status: 'live' } });
    expect(await call('GET', '/health/ready')).toMatchObject({ status: 200, body: { status: 'ready' } });
    expect(seen.slice(before)).toEqual([]);
  });
});
