import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** A restaurant created through the site's API, with its owner's operations. */
export interface Restaurant {
  slug: string;
  token: string;
  tenantId: string;
  itemId: number;
  /** A picture that was uploaded: the id of its upload, and the address of a file of it. */
  picture: { upload: string; file: string };
  /** Changes the item's price; resolves once the change is acknowledged. */
  setPrice(price: number): Promise<void>;
}

/** The site's responses, parsed as JSON; an unexpected status throws an error with the response. A `body` of bytes is a PNG. */
export async function ask(
  origin: string,
  path: string,
  {
    method = 'GET',
    token,
    body,
    status = 200,
  }: { method?: string; token?: string; body?: unknown; status?: number } = {},
) {
  const isFile = body instanceof Uint8Array;
  const answer = await fetch(origin + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': isFile ? 'image/png' : 'application/json' }),
    },
    ...(body !== undefined && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(20_000),
  });
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
  return {
    headers: answer.headers,
    text,
    body: answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : null,
  };
}

/** Signs up a restaurant, creates a menu with one dish and uploads a picture. */
export async function openRestaurant(origin: string): Promise<Restaurant> {
  const slug = `osteria-${randomBytes(3).toString('hex')}`;
  const account = {
    name: 'Rosa Prova',
    email: `${slug}@example.com`,
    password: 'sugo di nonna',
    restaurantName: 'Osteria',
    slug,
  };
  const { body: session } = await ask(origin, '/api/auth/signup', { method: 'POST', body: account, status: 201 });
  const { token } = session;
  const post = async (path: string, body: unknown) =>
    (await ask(origin, path, { method: 'POST', token, body, status: 201 })).body;
  const category = await post('/api/categories', { name: 'Primi' });
  const item = await post('/api/menu-items', { name: 'Tagliatelle', price: 13.5, categoryId: category.id });
  return {
    slug,
    token,
    tenantId: session.user.tenantId,
    itemId: item.id,
    picture: await uploadPicture(origin, token),
    async setPrice(price) {
      await ask(origin, `/api/menu-items/${item.id}`, { method: 'PUT', token, body: { price } });
    },
  };
}

/** Uploads a picture; resolves once it is read. */
async function uploadPicture(origin: string, token: string): Promise<Restaurant['picture']> {
  const image = sharp({ create: { width: 640, height: 480, channels: 3, background: '#a33' } });
  const sent = { method: 'POST', token, body: await image.png().toBuffer(), status: 201 };
  let { body: upload } = await ask(origin, '/api/media', sent);
  // An answer after 8 s says that it is still being read.
  for (let looks = 0; upload.state === 'reading' && looks < 60; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    ({ body: upload } = await ask(origin, `/api/media/${upload.id}`, { token }));
  }
  if (upload.state !== 'ready') throw new Error(`The upload is ${upload.state}: ${upload.reason}`);
  return { upload: upload.id, file: upload.picture.url };
}

/** The price of the only dish in a menu's JSON. */
export const priceIn = (menu: string): number => JSON.parse(menu).items[0].price;
