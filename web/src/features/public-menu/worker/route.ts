/** A menu's address as written: its slug, and the language of a page that has one, as in `demo/fr`. */
export type Address = string;

/** How the worker handles a request. */
export type Route = { kind: 'page' | 'menu'; address: Address } | { kind: 'asset' } | { kind: 'picture' };

type Asked = Pick<Request, 'method' | 'mode' | 'url' | 'headers'> & Partial<Pick<Request, 'destination'>>;

/** The route of a request; `undefined` for requests that the worker does not handle. */
export function routeOf({ method, mode, url, headers, destination }: Asked, origin: string): Route | undefined {
  const { pathname, search, origin: from } = new URL(url);
  if (method !== 'GET' || from !== origin || headers.has('authorization')) return undefined;
  if (mode === 'navigate') {
    // The preview in Settings is no visit.
    if (destination === 'iframe') return undefined;
    const page = addressOf(pathname);
    return page === undefined ? undefined : { kind: 'page', address: page };
  }
  if (search !== '') return undefined;
  const menu = /^\/api\/public\/menu\/([^/]+(?:\/[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?)?)$/.exec(pathname)?.[1];
  if (menu !== undefined) return { kind: 'menu', address: menu };
  if (isSmallPicture(pathname)) return { kind: 'picture' };
  return isAsset(pathname) ? { kind: 'asset' } : undefined;
}

/** The address in a menu page's path. */
export const addressOf = (path: string): Address | undefined =>
  /^\/menu\/([^/]+(?:\/[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?)?)\/?$/.exec(path)?.[1];

/** The address of the same menu in its base language. */
export const baseOf = (address: Address): Address => address.replace(/\/.*/, '');

/** Whether a path is that of a page's asset. */
export const isAsset = (path: string): boolean => /^\/(assets|icons)\/[\w.-]+$/.test(path);

/** Whether a path is that of an uploaded picture as lists show it: the large ones would fill a phone. */
const isSmallPicture = (path: string): boolean => /^\/m\/[0-9a-f]{32}\/[\w-]+\/(160|320)\.(avif|webp)$/.test(path);
