/** How the worker handles a request; `slug` as written in the address. */
export type Route = { kind: 'page' | 'menu'; slug: string } | { kind: 'asset' };

type Asked = Pick<Request, 'method' | 'mode' | 'url' | 'headers'>;

/** The route of a request; `undefined` for requests that the worker does not handle. */
export function routeOf({ method, mode, url, headers }: Asked, origin: string): Route | undefined {
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== origin || headers.has('authorization')) return undefined;
  if (mode === 'navigate') {
    const slug = slugOf(address.pathname);
    return slug === undefined ? undefined : { kind: 'page', slug };
  }
  if (address.search !== '') return undefined;
  const slug = /^\/api\/public\/menu\/([^/]+)$/.exec(address.pathname)?.[1];
  if (slug !== undefined) return { kind: 'menu', slug };
  return isAsset(address.pathname) ? { kind: 'asset' } : undefined;
}

/** The slug in a menu page's path. */
export const slugOf = (path: string): string | undefined => /^\/menu\/([^/]+)\/?$/.exec(path)?.[1];

/** Whether a path is that of a page's asset. */
export const isAsset = (path: string): boolean => /^\/(assets|icons)\/[\w.-]+$/.test(path);
