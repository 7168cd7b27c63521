import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, inject, it } from 'vitest';

const { origin } = inject('site');
const assets = readdirSync(fileURLToPath(new URL('../../../../web/dist/assets', import.meta.url)));
const asset = (end: string) => `/assets/${assets.find((name) => name.endsWith(end))}`;

it.each([
  ['/', 'text/html'],
  ['/menu/demo', 'text/html'],
  ['/menu/nobody-here', 'text/html'],
  ['/q/nobodyhasit', 'text/html'],
  ['/assets/none.js', 'text/html'],
  ['/api/docs', 'text/html'],
  [asset('.js'), 'javascript'],
  ['/sw.js', 'javascript'],
  ['/api/docs/docs-page.js', 'javascript'],
  [asset('.css'), 'text/css'],
  ['/favicon.svg', 'image/svg+xml'],
  ['/menu/demo/manifest.webmanifest', 'application/manifest+json'],
  ['/menu/demo/kitchen.webmanifest', 'application/manifest+json'],
  ['/robots.txt', 'text/plain'],
  ['/sitemap.xml', 'application/xml'],
  ['/api/public/menu/demo', 'application/json'],
  ['/api/tenant', 'application/problem+json'],
  ['/api/nothing', 'application/problem+json'],
])('%s says that it is %s in UTF-8, compressed or not', async (path, type) => {
  for (const coding of ['identity', 'gzip', 'br']) {
    const { headers, body } = await fetch(origin + path, { headers: { 'accept-encoding': coding } });
    expect(headers.get('content-type')).toContain(type);
    expect(headers.get('content-type')).toMatch(/; ?charset=utf-8$/i);
    await body?.cancel();
  }
});

it.each(['.js', '.css'])('a file %s is the same in every coding, compressed by the build', async (end) => {
  const path = asset(end);
  const whole = await (await fetch(origin + path, { headers: { 'accept-encoding': 'identity' } })).text();
  for (const coding of ['gzip', 'br']) {
    const response = await fetch(origin + path, { headers: { 'accept-encoding': coding } });
    expect(response.headers.get('content-encoding')).toBe(coding);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(await response.text()).toBe(whole);
  }
});
