import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { tokenOf } from '../../e2e/screens.ts';
import { report } from '../report.ts';
import { askRaw } from './raw-http.ts';

// Disguised URLs, requested by an admin who also knows the service token: none of them reaches another route.

const { origin, urls, home } = inject('site');
const { serviceToken } = JSON.parse(readFileSync(join(home, 'secrets.json'), 'utf8'));
const allowed = {
  authorization: `Bearer ${await tokenOf(origin, 'admin')}`,
  'x-service-token': serviceToken,
};
const DOORS = { nginx: origin, 'the gateway': urls.gateway };

const STATS = '/api/admin/stats';
const DISGUISED = [
  '/api/public/../admin/stats',
  '/api/public/menu/../../admin/stats',
  '/api/./admin/stats',
  '/./api/admin/stats',
  '/api/public/menu/demo/../../../admin/stats',
  '/menu/../api/admin/stats',
  '/q/../api/admin/stats',
  '//api/admin/stats',
  '/api//admin/stats',
  '/api/admin//stats',
  '///api///admin///stats',
  '/api/%61dmin/stats',
  '/%61pi/admin/stats',
  '/api/admin%2fstats',
  '/api%2fadmin%2fstats',
  '/api/public/%2e%2e/admin/stats',
  '/api/public/%2e./admin/stats',
  '/api/public/..%2fadmin/stats',
  '/api/public/%252e%252e/admin/stats',
  '/api/public/%c0%ae%c0%ae/admin/stats',
  '/api/public/..%c0%afadmin/stats',
  '/api/public/%e0%80%ae%e0%80%ae/admin/stats',
  '/api/public\\..\\admin\\stats',
  '/api/public/..;/admin/stats',
  '/api/admin;x/stats',
  '/api;x/admin/stats',
  '/API/admin/stats',
  '/api/Admin/stats',
  '/Api/ADMIN/Stats',
  '/api/admin/stats%00',
  '/api/admin%00/stats',
  '/api/admin/stats%20',
  '/api/admin/stats.json',
  '/api/admin/stats%3f',
  '/api/admin/stats%23',
  '/api/admin/./stats',
  '/api/admin/x/../stats',
  'api/admin/stats',
  '*',
];
const INTERNAL = [
  '/internal/stats',
  '/api/../internal/stats',
  '/api/internal/stats',
  '//internal/stats',
  '/%69nternal/stats',
  '/INTERNAL/stats',
  '/api/tenant/../../internal/stats',
  '/api/categories/../../internal/stats',
  '/api/categories/..%2f..%2finternal%2fstats',
  '/api/public/menu/../../../internal/stats',
  '/api/public/menu/..%2f..%2f..%2finternal%2fstats',
  '/menu/../internal/stats',
  '/menu/..%2finternal/stats',
  '/sitemaps/../internal/stats',
  '/sitemaps/..%2finternal/stats',
  '/q/../internal/stats',
  '/api/admin/../../internal/stats',
  '/metrics',
  '/api/../metrics',
];

/** Texts that only the real route returns. */
const SECRET = /totalTenants|totalUsers|totalMenuItems|process_cpu/;

let tried = 0;
const ask: typeof askRaw = (...asked) => {
  tried += 1;
  return askRaw(...asked);
};
afterAll(() => report('paths', `${tried} requests at nginx and at the gateway; none was another address's.`));

describe.each(Object.entries(DOORS))('at %s', (_door, url) => {
  it('an admin is told the figures at their own address', async () => {
    const { status, body } = await ask(url, STATS, allowed);
    expect({ status, isTold: SECRET.test(body) }).toEqual({ status: 200, isTold: true });
  });

  it.each([...DISGUISED, ...INTERNAL])('%s is no other address', async (path) => {
    const { status, type, body } = await ask(url, path, allowed);
    expect(body).not.toMatch(SECRET);
    // Unknown URLs are left for the application to reject.
    if (status === 200) expect(type).toBe('text/html');
    else expect([400, 401, 404, 405]).toContain(status);
  });

  // The gateway forwards requests without a length in another way.
  it.each([...DISGUISED, ...INTERNAL])('%s is no other address, with a body in chunks', async (path) => {
    const { body } = await ask(url, path, { ...allowed, 'transfer-encoding': 'chunked' }, '0\r\n\r\n');
    expect(body).not.toMatch(SECRET);
  });

  it.each([STATS, '/internal/stats'])('a whole address in the request line is no way round: %s', async (path) => {
    for (const host of ['http://127.0.0.1', urls.auth, urls.admin, 'http://169.254.169.254']) {
      const { status, body } = await ask(url, `${host}${path}`, { ...allowed, authorization: '' });
      expect([200, 400, 401, 404]).toContain(status);
      expect(body).not.toMatch(SECRET);
    }
  });

  it.each(['x-original-url', 'x-rewrite-url', 'x-forwarded-prefix', 'x-http-method-override', 'x-forwarded-uri'])(
    'the header %s changes nothing',
    async (name) => {
      const { status, body } = await ask(url, '/api/public/menu/demo', { ...allowed, [name]: STATS });
      expect(status).toBe(200);
      expect(body).not.toMatch(SECRET);
    },
  );
});

// nginx caches a menu under its normalized URL, but forwards the URL as received.
it.each([
  '/api/public/menu/sushi-nami/../demo',
  '/api/public/menu/sushi-nami%2f..%2fdemo',
  '/api/public/menu/sushi-nami/%2e%2e/demo',
  '/api/public/menu/./demo',
  '/api/public/menu//demo',
  '/api/public/menu/d%65mo',
  '/api/public/visits/../menu/demo',
  '/api/../api/public/menu/demo',
])(
  'nobody finds anything else at /api/public/menu/demo after somebody asked for %s',
  { tags: 'full' },
  async (path) => {
    // A cached menu is valid for a second.
    await rest(1_100);
    const disguised = await ask(origin, path);
    expect([200, 400, 404]).toContain(disguised.status);
    if (disguised.status === 200) expect(JSON.parse(disguised.body).tenant.slug).toBe('demo');
    const { status, body } = await ask(origin, '/api/public/menu/demo');
    expect({ status, slug: JSON.parse(body).tenant?.slug }).toEqual({ status: 200, slug: 'demo' });
  },
);
