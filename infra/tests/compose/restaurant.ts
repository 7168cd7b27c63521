import { randomBytes } from 'node:crypto';

/** A restaurant created through the site's API, with its owner's operations. */
export interface Restaurant {
  slug: string;
  token: string;
  tenantId: string;
  itemId: number;
  /** Changes the item's price; resolves once the change is acknowledged. */
  setPrice(price: number): Promise<void>;
}

/** The site's responses, parsed as JSON; an unexpected status throws an error with the response. */
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
  const answer = await fetch(origin + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
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

/** Signs up a restaurant and creates a menu with one dish. */
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
    async setPrice(price) {
      await ask(origin, `/api/menu-items/${item.id}`, { method: 'PUT', token, body: { price } });
    },
  };
}

/** The price of the only dish in a menu's JSON. */
export const priceIn = (menu: string): number => JSON.parse(menu).items[0].price;
