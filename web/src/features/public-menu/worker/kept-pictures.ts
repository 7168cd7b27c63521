/** Most pictures on a device: about a menu's, some 10 KB each. */
export const MOST_PICTURES = 60;

/**
 * The picture of a dish: kept, or asked for and then kept instead of the one kept longest. `name` is that of a cache of the browser's.
 * Where that has no room, or can't be opened, pictures come from the server.
 */
export async function keptPicture(request: Request, name: string): Promise<Response> {
  const cache = await caches.open(name).catch(() => undefined);
  const copy = await cache?.match(request).catch(() => undefined);
  if (copy) return copy;
  const response = await fetch(request);
  if (cache && response.ok) await keep(cache, request, response.clone()).catch(() => {});
  return response;
}

async function keep(cache: Cache, request: Request, picture: Response): Promise<void> {
  const [oldest, ...others] = await cache.keys();
  if (oldest && others.length >= MOST_PICTURES - 1) await cache.delete(oldest);
  await cache.put(request, picture);
}
