import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OPERATIONS } from '@tavola/contracts/operations/operations.ts';
import { describe, expect, inject, it } from 'vitest';
import { READER_CORE, READER_FOLDER, READER_WORKER } from '../../../../web/src/features/import/photo/reader-files.ts';
import { tokenOf } from '../../e2e/screens.ts';

// Security headers of every kind of response, requested through nginx as by a browser.

const { origin } = inject('site');
const dist = fileURLToPath(new URL('../../../../web/dist', import.meta.url));
const owner = (await tokenOf(origin, 'owner')) as string;

const ask = (path: string, init: RequestInit = {}) => fetch(origin + path, { redirect: 'manual', ...init });
const signedIn = { headers: { authorization: `Bearer ${owner}` } };

/** One URL for each kind of response. */
const PAGES = {
  'the application': '/',
  'a screen of it': '/dashboard/items',
  'a page for visitors': '/pre-launch',
  'the page of a reset link': '/reset-password',
  'a path under /menu that is nobody’s': '/menu/demo/deeper',
};
const DINERS_PAGES = {
  'a menu': '/menu/demo',
  'a menu that is not there': '/menu/nobody-here',
  'its shell': '/menu.html',
};
const FILES = {
  'an icon': '/favicon.svg',
  'the worker': '/sw.js',
  'the dashboard’s worker': '/dashboard-sw.js',
  'a script': `/assets/${readdirSync(join(dist, 'assets')).find((name) => name.endsWith('.js'))}`,
  'a file that is not there': '/assets/none.js',
};
const OTHERS = {
  'a printed code': '/q/nobodyhasit',
  'the sitemap': '/sitemap.xml',
  'the robots': '/robots.txt',
  'a manifest': '/menu/demo/manifest.webmanifest',
  'a menu as data': '/api/public/menu/demo',
  'the documentation': '/api/docs',
  'a file of it': '/api/docs/docs-page.js',
  'no address of the API': '/api/nothing',
  'the API without a token': '/api/tenant',
};
const ALL = { ...PAGES, ...DINERS_PAGES, ...FILES, ...OTHERS };

/** A Content-Security-Policy, parsed into directives. */
const policyOf = (response: Response): Record<string, string[]> =>
  Object.fromEntries(
    (response.headers.get('content-security-policy') ?? '')
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name = '', ...values]) => [name, values]),
  );

/** Only a menu's page may be in a frame, and only in one of this site: Settings shows it. */
const mayBeFramed = (url: string) => /^\/menu(\.html|\/[^/]+)$/.test(new URL(url).pathname);

function expectHeaders(response: Response): void {
  const { headers } = response;
  const said = (name: string) => headers.get(name);
  expect({
    nosniff: said('x-content-type-options'),
    frames: said('x-frame-options'),
    referrer: said('referrer-policy'),
    opener: said('cross-origin-opener-policy'),
    cors: [...headers.keys()].filter((name) => name.startsWith('access-control-')),
    reportOnly: said('content-security-policy-report-only'),
    server: said('server'),
    poweredBy: said('x-powered-by'),
  }).toEqual({
    nosniff: 'nosniff',
    frames: mayBeFramed(response.url) ? 'SAMEORIGIN' : 'DENY',
    referrer: 'same-origin',
    opener: 'same-origin',
    cors: [],
    reportOnly: null,
    server: 'nginx',
    poweredBy: null,
  });
  expect(said('permissions-policy')).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/);
  // Browsers would enforce both of two policies, and it would be unclear which one was meant.
  expect(said('content-security-policy')).not.toContain(',');
  const policy = policyOf(response);
  expect(policy['default-src']).toEqual(["'none'"]);
  expect(policy['frame-ancestors']).toEqual([mayBeFramed(response.url) ? "'self'" : "'none'"]);
  expect(policy['base-uri']).toEqual(["'none'"]);
  // Only this site's files may run as scripts.
  expect([undefined, ["'self'"]]).toContainEqual(policy['script-src']);
  for (const name of ['script-src-elem', 'script-src-attr', 'object-src']) expect(policy[name]).toBe(undefined);
  expect([undefined, ["'self'"]]).toContainEqual(policy['frame-src']);
}

describe('what a browser may do with an answer', () => {
  it.each(Object.entries(ALL))('is said with %s (%s)', async (_what, path) => {
    expectHeaders(await ask(path));
  });

  it.each(OPERATIONS.map(({ id, method, path }) => [id, method, path] as const))(
    'is said with any answer of %s',
    async (_id, method, path) => {
      const response = await ask(path.replaceAll(/\{\w+\}/g, 'x'), {
        method,
        // Other methods would really sign the user out.
        ...(method === 'GET' && signedIn),
      });
      expectHeaders(response);
      await response.body?.cancel();
    },
  );

  it.each([
    ['the first time', false],
    ['from the edge’s cache', true],
    ['where it has not changed', true],
  ])('is said with a menu %s, as with the first', async (what, isCached) => {
    const first = await ask('/menu/demo');
    const headers = { 'if-none-match': first.headers.get('etag') as string };
    let response = first;
    if (isCached) {
      await expect
        .poll(
          async () => {
            response = await ask('/menu/demo', what.includes('changed') ? { headers } : {});
            return response.headers.get('x-cache');
          },
          { timeout: 30_000 },
        )
        .toBe('edge');
    }
    expect(response.status).toBe(what.includes('changed') ? 304 : 200);
    expectHeaders(response);
    expect(policyOf(response)).toEqual(policyOf(await ask('/menu/nobody-here')));
  });

  it.each([...Object.values(PAGES)])(
    'lets the application at %s load its own files, and pictures from anywhere over https',
    async (path) => {
      const policy = policyOf(await ask(path));
      expect(policy['script-src']).toEqual(["'self'"]);
      expect(policy['connect-src']).toEqual(["'self'"]);
      expect(policy['img-src']).toContain('https:');
      expect(policy['img-src']).not.toContain('http:');
    },
  );

  it.each(Object.values(DINERS_PAGES))('lets no <style> and no frame into the diners’ page at %s', async (path) => {
    const policy = policyOf(await ask(path));
    expect(policy['style-src']).toEqual(["'self'"]);
    expect(policy['frame-src']).toBe(undefined);
  });

  it.each(['br', 'gzip', 'identity'])(
    'lets only the worker that reads photos run WebAssembly, sent as %s',
    async (coding) => {
      const worker = await ask(`${READER_FOLDER}/${READER_WORKER}`, { headers: { 'accept-encoding': coding } });
      expect(worker.headers.get('content-encoding') ?? 'identity').toBe(coding);
      const policy = policyOf(worker);
      expect(policy['default-src']).toEqual(["'none'"]);
      expect(policy['script-src']).toEqual(["'self'", "'wasm-unsafe-eval'"]);
      expect(policy['connect-src']).toEqual(["'self'"]);
      const core = await ask(`${READER_FOLDER}/${READER_CORE}`);
      expect(core.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expectHeaders(core);
    },
  );

  it('is to have TLS from now on, where it came over TLS', async () => {
    const overTls = await ask('/', { headers: { 'x-forwarded-proto': 'https' } });
    expect(overTls.headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains');
    expect((await ask('/')).headers.get('strict-transport-security')).toBe(null);
  });
});

describe('answers that hold what only one person may see', () => {
  const reads = OPERATIONS.filter(({ who }) => who !== 'anyone');
  it.each(reads.map(({ id, method, path }) => [id, method, path] as const))(
    '%s is never kept',
    async (_id, method, path) => {
      const url = path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000');
      for (const init of [{}, signedIn]) {
        const response = await ask(url, { method: method === 'POST' && !path.includes('{') ? 'GET' : method, ...init });
        expect(response.headers.get('cache-control')).toBe('no-store');
      }
    },
  );
});

describe('other sites', () => {
  it.each(OPERATIONS.map(({ id, method, path }) => [id, method, path] as const))(
    'are not let in by a preflight for %s',
    async (_id, method, path) => {
      const response = await ask(path.replaceAll(/\{\w+\}/g, 'x'), {
        method: 'OPTIONS',
        headers: {
          origin: 'https://elsewhere.example',
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization, content-type',
        },
      });
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    },
  );

  it('can not read what they ask for', async () => {
    const response = await ask('/api/tenant', {
      headers: { ...signedIn.headers, origin: 'https://elsewhere.example' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(null);
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });
});

describe('the built pages', () => {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

  it('come without source maps', () => {
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
    const texts = files.filter((file) => /\.(js|css|html)$/.test(file));
    expect(texts.length).toBeGreaterThan(10);
    expect(texts.filter((file) => /[#@] sourceMappingURL=/.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('have no script inside', () => {
    for (const page of ['index.html', 'launch.html', 'pre-launch.html', 'dashboard.html', 'menu.html']) {
      const html = readFileSync(join(dist, page), 'utf8');
      for (const [, attributes = '', text = ''] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
        expect(attributes).toContain('src="/assets/');
        expect(text).toBe('');
      }
      expect(html).not.toMatch(/\son\w+=|javascript:/);
    }
  });
});
