import { describe, expect, it } from 'vitest';
import { ShellKeeper, shellRoute } from './shell-keeper.ts';

const SITE = 'https://tavola.test';
const DAY_MS = 24 * 60 * 60_000;

describe("the dashboard's worker answers", () => {
  const route = (path: string, { method = 'GET', mode = 'cors', token = false } = {}) =>
    shellRoute(
      {
        method,
        mode: mode as RequestMode,
        url: new URL(path, SITE).href,
        headers: new Headers(token ? { authorization: 'Bearer x' } : {}),
      },
      SITE,
    );

  it('for its pages and its files', () => {
    for (const path of ['/dashboard', '/dashboard/items', '/dashboard/items?new']) {
      expect(route(path, { mode: 'navigate' })).toBe('shell');
    }
    expect(route('/assets/main-GKlOfsCW.js')).toBe('asset');
  });

  it.each([
    ['/', 'navigate'],
    ['/login', 'navigate'],
    ['/settings', 'navigate'],
    ['/menu/demo', 'navigate'],
    ['/dashboards', 'navigate'],
    ['/dashboard', 'cors'],
    ['/api/auth/me', 'cors'],
    ['/api/menu-items', 'cors'],
    ['/api/account/export/file', 'cors'],
    ['/api/docs', 'navigate'],
    ['/dashboard-sw.js', 'cors'],
    ['https://pictures.test/assets/dish.png', 'no-cors'],
    ['https://other.test/dashboard', 'navigate'],
  ])('not for %s (%s)', (path, mode) => {
    expect(route(path, { mode })).toBeUndefined();
  });

  it('never what a token came with, and nothing but GET', () => {
    expect(route('/assets/main.js', { token: true })).toBeUndefined();
    expect(route('/dashboard', { mode: 'navigate', token: true })).toBeUndefined();
    expect(route('/dashboard', { method: 'POST', mode: 'navigate' })).toBeUndefined();
  });
});

describe('the kept dashboard', () => {
  it('is the HTML with all files it names, under the policy that the server sent', async () => {
    const { keeper, cached } = site('one');
    await keeper.refresh();
    expect(cached()).toEqual(['/assets/main-one.css', '/assets/main-one.js', '/dashboard']);
    const kept = await keeper.shell();
    expect(await kept?.copy.text()).toContain('main-one.js');
    expect(kept?.copy.headers.get('content-security-policy')).toBe("default-src 'none'");
    expect(kept?.copy.headers.get('content-encoding')).toBe(null);
  });

  it('of before a deployment still has its files, and the next start gets the new one, alone', async () => {
    const { keeper, cached, deploy } = site('one');
    await keeper.refresh();
    deploy('two');
    expect(await (await keeper.shell())?.copy.text()).toContain('main-one.js');
    expect(await (await keeper.asset(new Request(`${SITE}/assets/main-one.js`))).text()).toBe('/assets/main-one.js');
    await keeper.refresh();
    expect(await (await keeper.shell())?.copy.text()).toContain('main-two.js');
    expect(cached()).toEqual(['/assets/main-two.css', '/assets/main-two.js', '/dashboard']);
  });

  it('is dropped when it asks for a file that a deployment removed, so that a reload gets the new one', async () => {
    const { keeper, deploy } = site('one');
    await keeper.refresh();
    deploy('two');
    expect((await keeper.asset(new Request(`${SITE}/assets/later-one.js`))).status).toBe(404);
    expect(await keeper.shell()).toBeUndefined();
  });

  it('is not replaced by what is no dashboard, and not before all of its files are there', async () => {
    const { keeper, deploy, answers } = site('one');
    await keeper.refresh();
    for (const broken of [
      new Response('', { status: 503 }),
      new Response('{}', { headers: { 'content-type': 'application/json' } }),
    ]) {
      answers.set('/dashboard', broken);
      await keeper.refresh();
    }
    deploy('two');
    answers.set('/assets/main-two.css', new Response('', { status: 502 }));
    await expect(keeper.refresh()).rejects.toThrow('/assets/main-two.css');
    expect(await (await keeper.shell())?.copy.text()).toContain('main-one.js');
  });

  it('shows without asking the server for a day after the last visit', async () => {
    const { keeper, clock } = site('one');
    expect(await keeper.shell()).toBeUndefined();
    await keeper.refresh();
    expect((await keeper.shell())?.isFresh).toBe(true);
    clock.now += DAY_MS;
    expect((await keeper.shell())?.isFresh).toBe(false);
    await keeper.refresh();
    expect((await keeper.shell())?.isFresh).toBe(true);
  });
});

/** A keeper with an empty cache, and a server whose files are those of the release `name`. */
function site(name: string) {
  const stored = new Map<string, Response>();
  const pathOf = (asked: RequestInfo | URL) => new URL(asked instanceof Request ? asked.url : asked, SITE).pathname;
  const cache = {
    match: async (asked: RequestInfo) => stored.get(pathOf(asked))?.clone(),
    put: async (asked: RequestInfo, response: Response) => void stored.set(pathOf(asked), response),
    delete: async (asked: RequestInfo) => stored.delete(pathOf(asked)),
    keys: async () => [...stored.keys()].map((path) => new Request(SITE + path)),
  } as unknown as Cache;
  const answers = new Map<string, Response>();
  const deploy = (release: string) => {
    const files = [`/assets/main-${release}.js`, `/assets/main-${release}.css`];
    const html = `<script src="${files[0]}"></script><link href="${files[1]}" /><div id="root"></div>`;
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
      'content-security-policy': "default-src 'none'",
    };
    answers.clear();
    answers.set('/dashboard', new Response(html, { headers }));
    for (const file of files) answers.set(file, new Response(file));
  };
  deploy(name);
  const clock = { now: Date.parse('2026-03-04T14:32:00.000Z') };
  const answer: typeof fetch = async (asked) =>
    answers.get(pathOf(asked))?.clone() ?? new Response('', { status: 404 });
  const keeper = new ShellKeeper(
    async () => cache,
    answer,
    () => clock.now,
  );
  return { keeper, deploy, answers, clock, cached: () => [...stored.keys()].sort() };
}
