import { randomUUID } from 'node:crypto';
import { session } from '@tavola/contracts/auth.ts';
import { category, menuItem } from '@tavola/contracts/menu.ts';
import type { Site } from '../neighbours/scenario.ts';

/** An owner of a restaurant with one dish, whose requests go through the site's edge. */
export interface Owner {
  slug: string;
  categoryId: number;
  itemId: number;
  /** Sends a request; `body` is sent as JSON. */
  send(method: string, path: string, body?: object): Promise<Response>;
  /** As `send`, but returns the JSON of a success. @throws Error for any other answer. */
  ask(method: string, path: string, body?: object): Promise<unknown>;
}

/** Signs up an owner and adds a category with a dish. */
export async function signUpOwner({ origin }: Pick<Site, 'origin'>): Promise<Owner> {
  const slug = `bench-${randomUUID().slice(0, 13)}`;
  let token = '';
  const send = (method: string, path: string, body?: object) =>
    fetch(origin + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await send(method, path, body);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} gave ${answer.status}`);
    return text && JSON.parse(text);
  };
  const input = { name: 'Ada', email: `${slug}@example.com`, password: 'a bench at noon', restaurantName: slug, slug };
  ({ token } = session.parse(await ask('POST', '/api/auth/signup', input)));
  const { id: categoryId } = category.parse(await ask('POST', '/api/categories', { name: 'Pasta' }));
  const dish = { name: 'Carbonara', price: 12.5, categoryId };
  const { id: itemId } = menuItem.parse(await ask('POST', '/api/menu-items', dish));
  return { slug, categoryId, itemId, send, ask };
}

/** Signs up `count` owners, one after the other: parallel sign-ups would wait for each other's password hash. */
export async function signUpOwners(site: Pick<Site, 'origin'>, count: number): Promise<Owner[]> {
  const owners: Owner[] = [];
  for (let made = 0; made < count; made += 1) owners.push(await signUpOwner(site));
  return owners;
}
