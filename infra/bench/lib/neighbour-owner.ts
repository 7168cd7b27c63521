import { randomUUID } from 'node:crypto';
import { session } from '@tavola/contracts/auth.ts';
import { category, menuItem } from '@tavola/contracts/menu.ts';
import { z } from 'zod';
import { type Site, Stale } from '../neighbours/scenario.ts';

/** An owner of a restaurant with one dish, whose requests go through the site's edge. */
export interface Owner {
  slug: string;
  categoryId: number;
  itemId: number;
  token: string;
  /** Sends a request; `body` is sent as JSON, and a buffer as the JPEG that it is. */
  send(method: string, path: string, body?: object | Buffer<ArrayBuffer>): Promise<Response>;
  /** As `send`, but returns the JSON of a success. @throws Error for any other answer. */
  ask(method: string, path: string, body?: object | Buffer<ArrayBuffer>): Promise<unknown>;
}

/** The password of every owner here. */
export const OWNER_PASSWORD = 'a bench at noon';

/** Signs up an owner and adds a category with a dish. */
export async function signUpOwner({ origin }: Pick<Site, 'origin'>): Promise<Owner> {
  const slug = `bench-${randomUUID().slice(0, 13)}`;
  let token = '';
  const send: Owner['send'] = (method, path, body) =>
    fetch(origin + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': Buffer.isBuffer(body) ? 'image/jpeg' : 'application/json' }),
      },
      ...(body && { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    });
  const ask: Owner['ask'] = async (method, path, body) => {
    const answer = await send(method, path, body);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} gave ${answer.status}`);
    return text && JSON.parse(text);
  };
  const input = { name: 'Ada', email: `${slug}@example.com`, password: OWNER_PASSWORD, restaurantName: slug, slug };
  ({ token } = session.parse(await ask('POST', '/api/auth/signup', input)));
  const { id: categoryId } = category.parse(await ask('POST', '/api/categories', { name: 'Pasta' }));
  const dish = { name: 'Carbonara', price: 12.5, categoryId };
  const { id: itemId } = menuItem.parse(await ask('POST', '/api/menu-items', dish));
  return { slug, categoryId, itemId, token, send, ask };
}

/** Signs up `count` owners, one after the other: parallel sign-ups would wait for each other's password hash. */
export async function signUpOwners(site: Pick<Site, 'origin'>, count: number): Promise<Owner[]> {
  const owners: Owner[] = [];
  for (let made = 0; made < count; made += 1) owners.push(await signUpOwner(site));
  return owners;
}

/** Renames the owner's dish and checks that the list of dishes shows it. */
export async function renameAndRead({ itemId, ask }: Owner, name: string): Promise<void> {
  await ask('PUT', `/api/menu-items/${itemId}`, { name });
  const items = z.array(menuItem).parse(await ask('GET', '/api/menu-items'));
  if (items[0]?.name !== name) throw new Stale();
}
