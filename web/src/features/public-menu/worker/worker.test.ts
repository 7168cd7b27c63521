import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { assetsAfter, type KeptList, MOST_KEPT, without, withRead } from './kept-list.ts';
import { KeptMenus } from './kept-menus.ts';
import { keptPicture, MOST_PICTURES } from './kept-pictures.ts';
import { networkFirst } from './network-first.ts';
import { offlineNotice } from './offline-notice.ts';
import { assetsIn, markKept, menuIn } from './page-parts.ts';
import { routeOf } from './route.ts';

describe('the worker answers', () => {
  const site = 'https://tavola.test';
  const route = (
    path: string,
    rest: { method?: string; mode?: RequestMode; token?: boolean; destination?: RequestDestination } = {},
  ) =>
    routeOf(
      {
        method: rest.method ?? 'GET',
        mode: rest.mode ?? 'cors',
        url: new URL(path, site).href,
        destination: rest.destination ?? '',
        headers: new Headers(rest.token ? { authorization: 'Bearer x' } : {}),
      },
      site,
    );

  it("for menus' pages, their data and the files they are made of", () => {
    expect(route('/menu/demo', { mode: 'navigate' })).toEqual({ kind: 'page', address: 'demo' });
    expect(route('/menu/demo/?from=qr', { mode: 'navigate' })).toEqual({ kind: 'page', address: 'demo' });
    expect(route('/api/public/menu/demo')).toEqual({ kind: 'menu', address: 'demo' });
    expect(route('/menu/demo/fr?c=abc', { mode: 'navigate' })).toEqual({ kind: 'page', address: 'demo/fr' });
    expect(route('/api/public/menu/demo/zh-Hans')).toEqual({ kind: 'menu', address: 'demo/zh-Hans' });
    expect(route('/assets/menu-GKlOfsCW.js')).toEqual({ kind: 'asset' });
    expect(route('/icons/icon-192.png')).toEqual({ kind: 'asset' });
    expect(route(`/m/${'0'.repeat(32)}/ab-800x600-aabbcc/320.avif`)).toEqual({ kind: 'picture' });
  });

  it.each([
    ['/menu', 'navigate'],
    ['/menu/demo/more', 'navigate'],
    ['/menu/demo/FR', 'navigate'],
    ['/menu/demo/fr/more', 'navigate'],
    ['/api/public/menu/demo/manifest', 'cors'],
    ['/dashboard', 'navigate'],
    ['/menu/demo', 'cors'],
    ['/menu/demo/manifest.webmanifest', 'cors'],
    ['/api/public/menu/demo/events?v=1.1', 'cors'],
    ['/api/public/menu/demo/events', 'cors'],
    ['/api/public/menu/demo?v=1.1', 'cors'],
    [`/m/${'0'.repeat(32)}/ab-800x600-aabbcc/1280.jpg`, 'no-cors'],
    ['/api/public/visits', 'cors'],
    ['/api/auth/me', 'cors'],
    ['/api/menu-items', 'cors'],
    ['/q/abc', 'cors'],
    ['/sw.js', 'cors'],
    ['https://pictures.test/assets/dish.png', 'no-cors'],
    ['https://other.test/menu/demo', 'navigate'],
  ] as const)('not for %s (%s)', (path, mode) => {
    expect(route(path, { mode })).toBeUndefined();
  });

  it('not for the preview in Settings', () => {
    expect(route('/menu/demo', { mode: 'navigate', destination: 'iframe' })).toBeUndefined();
  });

  it('never what a token came with, and nothing but GET', () => {
    expect(route('/api/public/menu/demo', { token: true })).toBeUndefined();
    expect(route('/menu/demo', { mode: 'navigate', token: true })).toBeUndefined();
    expect(route('/api/public/menu/demo', { method: 'HEAD' })).toBeUndefined();
  });
});

it('a guest without a network reads about a menu that is not kept in the language of the device, and can try again', async () => {
  const notice = offlineNotice(['sv-SE', 'de-AT', 'fr']);
  expect([notice.status, notice.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
  expect(await notice.text()).toMatch(/lang="de".*Sie sind offline\..*<a href=""[^>]*>Noch einmal versuchen</);
});

describe('a kept page', () => {
  const html = `<!doctype html>
<html lang="en"><head><link rel="icon" href="/favicon.svg"><script type="module" crossorigin src="/assets/a-1.js"></script>
<link rel="stylesheet" href="/assets/b.css"><link rel="manifest" href="/menu/demo/manifest.webmanifest"></head><body>
<div id="root"></div><script type="application/json" id="menu-data">{"version":"3.17","menu":{"name":"\\u003c/script> $&"}}</script></body></html>`;

  it('has its menu and its files named in it', () => {
    expect(menuIn(html)).toEqual({ version: '3.17', json: '{"name":"</script> $&"}' });
    expect(assetsIn(html)).toEqual(['/assets/a-1.js', '/assets/b.css']);
    for (const none of [
      '',
      '<html></html>',
      html.replace('3.17"', '3.17'),
      html.replace(/"menu":{.*}}/, '"menu":null}'),
    ]) {
      expect(menuIn(none)).toBeUndefined();
    }
  });

  it('of a large menu has only its version named in it', () => {
    expect(menuIn(html.replace(/,"menu":{.*}}/, '}'))).toEqual({ version: '3.17', json: undefined });
  });

  it('says of which time it is', () => {
    const marked = markKept(html, '2026-03-04T14:32:00.000Z');
    expect(marked).toContain('<html data-kept-at="2026-03-04T14:32:00.000Z" lang="en">');
    expect(marked.replace(' data-kept-at="2026-03-04T14:32:00.000Z"', '')).toBe(html);
  });
});

describe('the menus on a device', () => {
  it('are twenty at most, and the one that was not read for the longest goes first', () => {
    let list: KeptList = [];
    for (let n = 0; n < MOST_KEPT; n += 1) list = withRead(list, `menu-${n}`, ['/assets/a.js']);
    list = withRead(list, 'menu-0');
    list = withRead(list, 'one-more', []);
    expect(list).toHaveLength(MOST_KEPT);
    expect(list.slice(0, 2).map(({ slug }) => slug)).toEqual(['one-more', 'menu-0']);
    expect(list.some(({ slug }) => slug === 'menu-1')).toBe(false);
    expect(list[1]?.assets).toEqual(['/assets/a.js']);
    expect(without(list, 'menu-0')).toHaveLength(MOST_KEPT - 1);
  });

  it('are kept in their base language and in the other one read last', () => {
    let list: KeptList = [];
    for (const address of ['demo', 'other/fr', 'demo/fr', 'demo/de', 'demo']) list = withRead(list, address, []);
    expect(list.map(({ slug }) => slug)).toEqual(['demo', 'demo/de', 'other/fr']);
    expect(without(list, 'demo/de').map(({ slug }) => slug)).toEqual(['demo', 'other/fr']);
    expect(without(list, 'demo').map(({ slug }) => slug)).toEqual(['other/fr']);
  });

  it('keep what their pages loaded until these name other files', () => {
    const list = withRead([], 'demo', ['/assets/a.js', '/assets/font.woff2', '/assets/a.js']);
    expect(list[0]?.assets).toEqual(['/assets/a.js', '/assets/font.woff2']);
    expect(assetsAfter(list, 'demo', ['/assets/a.js'])).toEqual(['/assets/a.js', '/assets/font.woff2']);
    expect(assetsAfter(list, 'demo', ['/assets/b.js'])).toEqual(['/assets/b.js']);
    expect(assetsAfter(list, 'other', ['/assets/b.js'])).toEqual(['/assets/b.js']);
  });
});

describe('a kept menu', () => {
  it('is forgotten when the server knows of none, not when something on the way has no such page', async () => {
    const list = JSON.stringify([{ slug: 'demo', assets: [] }]);
    const cached = new Map(
      Object.entries({ '/menu/.kept': list, '/menu/demo': 'page', '/api/public/menu/demo': '{}' }),
    );
    const pathOf = (of: string | Request) => (typeof of === 'string' ? of : new URL(of.url).pathname);
    const cache = {
      match: async (of: string | Request) =>
        cached.has(pathOf(of)) ? new Response(cached.get(pathOf(of))) : undefined,
      keys: async () => [...cached.keys()].map((path) => new Request(`https://tavola.test${path}`)),
      delete: async (of: Request) => cached.delete(pathOf(of)),
      put: async (of: string, response: Response) => void cached.set(of, await response.text()),
    };
    vi.stubGlobal('caches', { open: async () => cache });
    onTestFinished(() => void vi.unstubAllGlobals());
    const menus = new KeptMenus('menus-1');
    const missing = (body: string) => new Response(body, { status: 404 });
    await menus.keepMenu('demo', missing('default backend - 404'));
    await menus.keepPage('demo', missing('<h1>Not Found</h1>'));
    expect(cached.size).toBe(3);
    await menus.keepMenu('demo', missing('{"type":"urn:tavola:problem:not-found"}'));
    expect([...cached.keys()]).toEqual(['/menu/.kept']);
  });
});

describe('network first', () => {
  const answer = (status: number, ms = 0, body = 'new') =>
    new Promise<Response>((resolve) => setTimeout(() => resolve(new Response(body, { status })), ms));
  const copy = async () => new Response('copy');
  const text = async (asked: Promise<Response>, find: () => Promise<Response | undefined> = copy) =>
    (await networkFirst(asked, find, 50)).text();

  it('gives what the server says, a refusal too', async () => {
    expect(await text(answer(200))).toBe('new');
    const missing = '<script id="menu-data">{"version":"","menu":null}</script>';
    expect(await text(answer(404, 0, missing))).toBe(missing);
  });

  it('gives the copy when the server is away, fails, is asked too often or takes too long', async () => {
    expect(await text(Promise.reject(new TypeError('no network')))).toBe('copy');
    expect(await text(answer(503))).toBe('copy');
    expect(await text(answer(429))).toBe('copy');
    expect(await text(answer(200, 200))).toBe('copy');
    // A proxy on the way has no such page; the server was not asked.
    expect(await text(answer(404, 0, 'default backend - 404'))).toBe('copy');
    const endless = new Response(new ReadableStream(), { status: 404 });
    expect(await text(Promise.resolve(endless))).toBe('copy');
    const torn = new ReadableStream({ start: (body) => body.error(new TypeError('connection lost')) });
    expect(await text(Promise.resolve(new Response(torn, { status: 404 })))).toBe('copy');
  });

  it('waits for the server where there is no copy', async () => {
    const none = async () => undefined;
    expect(await text(answer(200, 100), none)).toBe('new');
    expect(await text(answer(503), none)).toBe('new');
    await expect(text(Promise.reject(new TypeError('no network')), none)).rejects.toThrow('no network');
  });
});

describe('the pictures on a device', () => {
  it('are asked for once, and so many at most: the one kept longest goes', async () => {
    const kept = new Map<string, Response>();
    const cache = {
      match: async ({ url }: Request) => kept.get(url)?.clone(),
      keys: async () => [...kept.keys()].map((url) => new Request(url)),
      delete: async ({ url }: Request) => kept.delete(url),
      put: async ({ url }: Request, response: Response) => void kept.set(url, response),
    };
    const asked: string[] = [];
    vi.stubGlobal('caches', { open: async () => cache });
    vi.stubGlobal('fetch', async ({ url }: Request) => {
      asked.push(url);
      return new Response('picture', { status: url.includes('missing') ? 404 : 200 });
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    const ask = (name: string) => keptPicture(new Request(`https://tavola.test/m/${name}`), 'pictures-1');
    for (let count = 0; count <= MOST_PICTURES; count += 1) await ask(String(count));
    expect((await ask('1')).status).toBe(200);
    expect((await ask('missing')).status).toBe(404);
    expect(asked).toHaveLength(MOST_PICTURES + 2);
    expect([...kept.keys()]).toHaveLength(MOST_PICTURES);
    await ask('0');
    expect(asked).toHaveLength(MOST_PICTURES + 3);
  });

  it('come from the server where the browser’s cache is full or can’t be read', async () => {
    const full = { match: async () => undefined, keys: async () => [], put: () => Promise.reject(new Error('full')) };
    vi.stubGlobal('fetch', async () => new Response('picture'));
    onTestFinished(() => void vi.unstubAllGlobals());
    const unreadable = { ...full, match: () => Promise.reject(new Error('disk error')) };
    for (const open of [async () => full, async () => unreadable, () => Promise.reject(new Error('disk error'))]) {
      vi.stubGlobal('caches', { open });
      const answer = await keptPicture(new Request('https://tavola.test/m/1'), 'pictures-1');
      expect(await answer.text()).toBe('picture');
      // Menus and the files of their pages do so, too.
      const menus = new KeptMenus('menus-1');
      const found = await Promise.all([menus.page('demo'), menus.menu('demo'), menus.asset('/assets/a.js')]);
      expect(found).toEqual([undefined, undefined, undefined]);
    }
  });
});
