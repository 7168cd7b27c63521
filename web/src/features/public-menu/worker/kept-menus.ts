import { isNewerVersion, MENU_VERSION_HEADER } from '@tavola/contracts/menu-page.ts';
import { KEPT_AT_HEADER } from '../kept.ts';
import { saysNoSuchMenu } from '../no-such-menu.ts';
import { assetsAfter, type KeptList, without, withRead } from './kept-list.ts';
import { assetsIn, markKept, menuIn } from './page-parts.ts';
import { type Address, baseOf } from './route.ts';

// Paths in the cache. The list's can't be a menu's.
const LIST = '/menu/.kept';
const pageOf = (address: Address) => `/menu/${address}`;
const menuOf = (address: Address) => `/api/public/menu/${address}`;

/** The menus kept on this device, in one of the browser's caches. Writes run one after another. */
export class KeptMenus {
  readonly #cacheName: string;
  #last: Promise<unknown> = Promise.resolve();

  constructor(cacheName: string) {
    this.#cacheName = cacheName;
  }

  /** The kept copy of a menu's page, marked as a copy; if need be, in the base language. */
  async page(address: Address): Promise<Response | undefined> {
    const copy = (await this.#find(pageOf(address))) ?? (await this.#find(pageOf(baseOf(address))));
    if (!copy) return undefined;
    const html = markKept(await copy.text(), copy.headers.get(KEPT_AT_HEADER) ?? '');
    return new Response(html, { headers: copy.headers });
  }

  /** The kept copy of the API's response, marked as a copy. */
  menu(address: Address): Promise<Response | undefined> {
    return this.#find(menuOf(address));
  }

  /** A file of a kept page. */
  asset(path: string): Promise<Response | undefined> {
    return this.#find(path);
  }

  /** Stores the response for a menu's page, after all files it names are stored. */
  keepPage(address: Address, response: Response): Promise<void> {
    return this.#inTurn(async (cache) => {
      if (response.status === 404) return this.#forgetIfGone(cache, address, response);
      // The restaurant has no such language any more: the answer leads to the base language.
      if (response.type === 'opaqueredirect' || response.redirected) return this.#forget(cache, address);
      if (!isWorthKeeping(response)) return;
      const html = await response.text();
      const menu = menuIn(html);
      if (!menu) return;
      const { version, json } = menu.json === undefined ? await fetchMenu(address) : { ...menu, json: menu.json };
      const list = await readList(cache);
      const assets = assetsAfter(list, address, assetsIn(html));
      await fetchAssets(cache, assets);
      await cache.put(pageOf(address), copyOf(response, html));
      await this.#putMenu(cache, address, json, version);
      await tidy(cache, withRead(list, address, assets));
    });
  }

  /** Stores the API's response, if the page is kept too. */
  keepMenu(address: Address, response: Response): Promise<void> {
    return this.#inTurn(async (cache) => {
      if (response.status === 404) return this.#forgetIfGone(cache, address, response);
      const version = response.headers.get(MENU_VERSION_HEADER);
      if (!isWorthKeeping(response) || !version || !(await cache.match(pageOf(address)))) return;
      await this.#putMenu(cache, address, await response.text(), version);
    });
  }

  /** Records the files that a page loaded; stores the page itself if that was not done yet. */
  async keepAssets(address: Address, loaded: readonly string[]): Promise<void> {
    if (!(await this.#find(pageOf(address)))) await this.keepPage(address, await fetch(pageOf(address)));
    await this.#inTurn(async (cache) => {
      const copy = await cache.match(pageOf(address));
      if (!copy) return;
      const assets = [...assetsIn(await copy.text()), ...loaded];
      await fetchAssets(cache, assets);
      await tidy(cache, withRead(await readList(cache), address, assets));
    });
  }

  /** Records that a menu was read just now. */
  noteRead(address: Address): Promise<void> {
    return this.#inTurn(async (cache) => {
      if (await cache.match(pageOf(address))) await writeList(cache, withRead(await readList(cache), address));
    });
  }

  async #putMenu(cache: Cache, address: Address, json: string, version: string): Promise<void> {
    const before = (await cache.match(menuOf(address)))?.headers.get(MENU_VERSION_HEADER) ?? '';
    if (isNewerVersion(before, version)) return;
    const headers = { 'content-type': 'application/json', [MENU_VERSION_HEADER]: version };
    await cache.put(menuOf(address), copyOf(new Response(null, { headers }), json));
  }

  async #forgetIfGone(cache: Cache, address: Address, response: Response): Promise<void> {
    if (saysNoSuchMenu(response.status, await response.text())) await this.#forget(cache, baseOf(address));
  }

  async #forget(cache: Cache, address: Address): Promise<void> {
    await tidy(cache, without(await readList(cache), address));
  }

  async #find(path: string): Promise<Response | undefined> {
    try {
      return await (await caches.open(this.#cacheName)).match(path, { ignoreVary: true });
    } catch {
      // The browser can't read its cache: then nothing is kept, and the network has to answer.
      return undefined;
    }
  }

  #inTurn(work: (cache: Cache) => Promise<void>): Promise<void> {
    // A failed write (no space, no network) is ignored; earlier copies stay.
    const done = this.#last.then(async () => work(await caches.open(this.#cacheName))).catch(() => {});
    this.#last = done;
    return done;
  }
}

/** Whether a response is complete, from our own server, and may be stored. */
function isWorthKeeping({ status, type, redirected, headers }: Response): boolean {
  return (
    status === 200 && type === 'basic' && !redirected && !/no-store|private/.test(headers.get('cache-control') ?? '')
  );
}

function copyOf(response: Response, body: string): Response {
  const headers = new Headers(response.headers);
  // These describe the transferred body, not the decoded text.
  headers.delete('content-encoding');
  headers.delete('content-length');
  headers.set(KEPT_AT_HEADER, new Date().toISOString());
  return new Response(body, { headers });
}

/** The menu of a page that holds no data. */
async function fetchMenu(address: Address): Promise<{ version: string; json: string }> {
  const response = await fetch(menuOf(address));
  const version = response.headers.get(MENU_VERSION_HEADER);
  if (!isWorthKeeping(response) || !version) throw new Error(`The menu of ${address} is not here to be kept.`);
  return { version, json: await response.text() };
}

async function fetchAssets(cache: Cache, paths: readonly string[]): Promise<void> {
  await Promise.all(
    paths.map(async (path) => {
      if (await cache.match(path, { ignoreVary: true })) return;
      const response = await fetch(path, { cache: 'force-cache' });
      if (!isWorthKeeping(response)) throw new Error(`${path} is not here to be kept.`);
      await cache.put(path, response);
    }),
  );
}

async function readList(cache: Cache): Promise<KeptList> {
  return (await (await cache.match(LIST))?.json()) ?? [];
}

async function writeList(cache: Cache, list: KeptList): Promise<void> {
  await cache.put(LIST, new Response(JSON.stringify(list)));
}

/** Writes the list, and deletes from the cache what no listed menu needs. */
async function tidy(cache: Cache, list: KeptList): Promise<void> {
  await writeList(cache, list);
  const needed = new Set([LIST, ...list.flatMap(({ slug, assets }) => [pageOf(slug), menuOf(slug), ...assets])]);
  for (const request of await cache.keys()) {
    if (!needed.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}
