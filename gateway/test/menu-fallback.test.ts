import { makeServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { aTenant } from '@tavola/test-kit/entities.ts';
import { fakeService } from '@tavola/test-kit/fake-service.ts';
import { noRedis } from '@tavola/test-kit/own-redis.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { SERVICE_TOKEN } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { menuFallback } from '../src/menu-fallback.ts';
import { startGateway } from './setup.ts';

const LANGUAGES = { base: 'en', others: ['fr'] };
const at = (slug: string, fields = {}) => ({ ...aTenant(), version: 1, slug, languages: LANGUAGES, ...fields });
/** By slug, the restaurant that auth has there. */
const restaurants: Readonly<Record<string, object>> = {
  open: at('open'),
  closed: at('closed', { isActive: false }),
  renamed: at('open'),
  'renamed-and-closed': at('closed', { isActive: false }),
};
let asked: string[] = [];
const auth = await fakeService(async (path) => {
  asked.push(path);
  return restaurants[path.replace('/internal/tenants/by-slug/', '')];
});
const away = (await noRedis()).replace('redis:', 'http:');
const clientOf = (url: string) => makeServiceClient({ name: 'auth', url, serviceToken: SERVICE_TOKEN, timeoutMs: 500 });
const { call } = await startGateway({
  instead: { 'public-menu': away },
  menuFallback: menuFallback(clientOf(auth.url)),
  answerWithinMs: 300,
});
const EDGE = { 'x-edge-time': '1700000000.123' };

describe('without public-menu', () => {
  it.each(['/menu/open', '/api/public/menu/open', '/menu/open/fr'])(
    'a menu is a 503, so that nginx sends its copy: %s',
    async (path) => {
      expectProblem(await call('GET', path), 503);
    },
  );

  it.each([
    ['/menu/closed', '@1700000000'],
    ['/menu/closed/fr', '@1700000000'],
    ['/menu/closed/en', '@1700000000'],
    ['/menu/renamed-and-closed', '@1700000000'],
    // Of what anybody can invent, nginx keeps nothing.
    ['/menu/closed/de', '0'],
    ['/menu/nobody', '0'],
  ])('a menu that is gone is the 404 that takes the place of that copy: %s', async (path, lifetime) => {
    const page = await call('GET', path, { headers: EDGE });
    expect([page.status, page.headers.get('x-accel-expires')]).toEqual([404, lifetime]);
    expect(page.text).toContain('Menu not found. Please check the URL and try again.');
    expect(page.text).toContain('noindex');
    const data = await call('GET', `/api/public${path}`, { headers: EDGE });
    expectProblem(data, 404);
    expect(data.body.detail).toBe('The menu was not found.');
    expect(data.headers.get('x-accel-expires')).toBe(lifetime);
    expect((await call('HEAD', path)).status).toBe(404);
  });

  it.each([
    ['/menu/renamed', '/menu/open'],
    ['/menu/renamed/fr?c=k7m2p9xw', '/menu/open/fr'],
    ['/api/public/menu/renamed', '/api/public/menu/open'],
  ])('a menu with a new address is a redirect: %s', async (path, location) => {
    const { status, headers } = await call('GET', path, { headers: EDGE });
    expect([status, headers.get('location'), headers.get('x-accel-expires')]).toEqual([302, location, '@1700000000']);
  });

  it('auth is asked once a second for an address, however many ask', async () => {
    asked = [];
    await Promise.all(Array.from({ length: 50 }, () => call('GET', '/menu/closed')));
    expect(asked.length).toBeLessThanOrEqual(2);
  });

  it.each(['/menu/closed/manifest.webmanifest', '/menu/no_slug', '/api/public/menu/closed/changes/3'])(
    'nothing else is asked: %s',
    async (path) => {
      asked = [];
      expectProblem(await call('GET', path), 503);
      expect(asked).toEqual([]);
    },
  );
});

it('a scan that no service follows is a page to read, in the language of the phone; programs get the problem', async () => {
  const { call } = await startGateway({ instead: { qr: away } });
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'de-AT' };
  const page = await call('GET', '/q/k7m2p9xw', { headers });
  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
  expect(page.text).toContain('Die Speisekarte ist gerade nicht erreichbar.');
  expectProblem(await call('GET', '/q/k7m2p9xw'), 503);
  expectProblem(await call('GET', '/api/qr-code', { headers }), 401);
});

it('with auth away, too, it is a 503', async () => {
  const { call } = await startGateway({
    instead: { 'public-menu': away },
    menuFallback: menuFallback(clientOf(away)),
  });
  expectProblem(await call('GET', '/menu/closed'), 503);
});

it('a public-menu that hangs is given up, and auth asked', async () => {
  const { call } = await startGateway({
    instead: { 'public-menu': () => {} },
    menuFallback: menuFallback(clientOf(auth.url)),
    answerWithinMs: 100,
  });
  expect((await call('GET', '/menu/closed')).status).toBe(404);
  expectProblem(await call('GET', '/menu/open'), 503);
});
