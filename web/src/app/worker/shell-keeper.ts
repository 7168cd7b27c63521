import { assetsIn } from '../../features/public-menu/worker/page-parts.ts';
import { isAsset } from '../../features/public-menu/worker/route.ts';
import { SHELL_SCOPE } from '../kept-shell.ts';

/** After this time without a visit, the server is asked before a kept copy is shown. */
const FRESH_MS = 24 * 60 * 60_000;
/** Header of the kept HTML: when it came, as an ISO date. */
const KEPT_AT = 'x-kept-at';

type Asked = Pick<Request, 'method' | 'mode' | 'url' | 'headers'>;

/** What the worker answers: the dashboard's HTML, and its files. Nothing of the API, and nothing that a token came with. */
export function shellRoute({ method, mode, url, headers }: Asked, origin: string): 'shell' | 'asset' | undefined {
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== origin || headers.has('authorization')) return undefined;
  const { pathname, search } = address;
  if (mode === 'navigate') {
    return pathname === SHELL_SCOPE || pathname.startsWith(`${SHELL_SCOPE}/`) ? 'shell' : undefined;
  }
  return search === '' && isAsset(pathname) ? 'asset' : undefined;
}

/** The dashboard's HTML and the files that it names, in a cache: the same for all users, without any of their data. */
export class ShellKeeper {
  readonly #open: () => Promise<Cache>;
  readonly #fetch: typeof fetch;
  readonly #now: () => number;

  constructor(open: () => Promise<Cache>, fetchIt: typeof fetch = fetch, now: () => number = Date.now) {
    this.#open = open;
    this.#fetch = (...args) => fetchIt(...args);
    this.#now = now;
  }

  /** The kept HTML, and whether it is recent enough to be shown without asking the server. */
  async shell(): Promise<{ copy: Response; isFresh: boolean } | undefined> {
    const copy = await (await this.#open()).match(SHELL_SCOPE);
    if (!copy) return undefined;
    return { copy, isFresh: this.#now() - Date.parse(copy.headers.get(KEPT_AT) ?? '') < FRESH_MS };
  }

  /** A file of the dashboard: the kept one, else the server's. */
  async asset(request: Request): Promise<Response> {
    const cache = await this.#open();
    const copy = await cache.match(request, { ignoreVary: true });
    if (copy) return copy;
    const response = await this.#fetch(request);
    // A deployment removed it: the page reloads (missing-chunk.ts), and must not get the same HTML again.
    if (response.status === 404) await cache.delete(SHELL_SCOPE);
    return response;
  }

  /** Fetches the current HTML and, if it is another one, its files; those of the version before are deleted. */
  async refresh(): Promise<void> {
    const response = await this.#fetch(SHELL_SCOPE, { cache: 'no-cache', credentials: 'omit' });
    const isHtml = response.headers.get('content-type')?.startsWith('text/html') ?? false;
    if (response.status !== 200 || response.redirected || !isHtml) return;
    const html = await response.text();
    const assets = assetsIn(html);
    const cache = await this.#open();
    // Stored before the HTML that needs them.
    await Promise.all(assets.map((path) => this.#keepAsset(cache, path)));
    await cache.put(SHELL_SCOPE, this.#copyOf(response, html));
    for (const request of await cache.keys()) {
      const { pathname } = new URL(request.url);
      if (pathname !== SHELL_SCOPE && !assets.includes(pathname)) await cache.delete(request);
    }
  }

  async #keepAsset(cache: Cache, path: string): Promise<void> {
    if (await cache.match(path, { ignoreVary: true })) return;
    const response = await this.#fetch(path, { cache: 'force-cache', credentials: 'omit' });
    if (response.status !== 200) throw new Error(`${path} is not here to be kept.`);
    await cache.put(path, response);
  }

  /** With the server's headers, so that its Content-Security-Policy holds for the copy, too. */
  #copyOf(response: Response, html: string): Response {
    const headers = new Headers(response.headers);
    // These describe the transferred body, not the decoded text.
    headers.delete('content-encoding');
    headers.delete('content-length');
    headers.set(KEPT_AT, new Date(this.#now()).toISOString());
    return new Response(html, { headers });
  }
}
