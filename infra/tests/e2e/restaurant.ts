import { randomUUID } from 'node:crypto';
import type { Place, Session, TenantInput } from '@tavola/contracts/auth.ts';
import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import type { Upload } from '@tavola/contracts/pictures.ts';
import type { InvitationInput, NewInvitation, SwitchedSession } from '@tavola/contracts/team.ts';

/** An API call, which throws unless it succeeds. */
export type Call = <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;

/** A restaurant that was signed up for one test, with API access that bypasses the screens. */
export interface Restaurant {
  name: string;
  slug: string;
  tenantId: string;
  email: string;
  password: string;
  token: string;
  /** Calls the API as its owner. */
  call: Call;
  addCategory(name: string, rest?: Partial<Category>): Promise<Category>;
  /** Adds an item, at $1.00 by default. */
  addItem(item: Partial<MenuItem> & Pick<MenuItem, 'name' | 'categoryId'>): Promise<MenuItem>;
}

/** The API of the site at `origin`, as the user with this token. */
export function callsAs(origin: string, token: string | null): Call {
  return async <Answer>(method: string, path: string, body?: unknown) => {
    const response = await fetch(origin + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  };
}

/** Signs up a restaurant with its own address; `profile` is its settings. */
export async function newRestaurant(
  origin: string,
  name = 'Osteria della Prova',
  profile: Partial<TenantInput> = {},
): Promise<Restaurant> {
  const slug = `test-${randomUUID().slice(0, 8)}`;
  const email = `${slug}@example.com`;
  const password = 'sugo di nonna';
  const input = { email, password, name: 'Rosa Prova', restaurantName: name, slug };
  const { token, user } = await callsAs(origin, null)<Session>('POST', '/api/auth/signup', input);
  const call = callsAs(origin, token);
  if (Object.keys(profile).length > 0) await call('PUT', '/api/tenant', { name, ...profile });
  return {
    name,
    slug,
    tenantId: user.tenantId as string,
    email,
    password,
    token,
    call,
    addCategory: (categoryName, rest) => call('POST', '/api/categories', { name: categoryName, ...rest }),
    addItem: (item) => call('POST', '/api/menu-items', { price: 1, ...item }),
  };
}

/** Adds a restaurant of the person who calls `call`; calls the API there. */
export async function newPlace(
  origin: string,
  call: Call,
  name: string,
  profile: Partial<TenantInput> = {},
): Promise<Call> {
  const slug = `test-${randomUUID().slice(0, 8)}`;
  const { id } = await call<Place>('POST', '/api/restaurants', { name, slug });
  const { token } = await call<SwitchedSession>('POST', '/api/auth/switch', { tenantId: id, isVisit: true });
  const there = callsAs(origin, token);
  if (Object.keys(profile).length > 0) await there('PUT', '/api/tenant', { name, ...profile });
  return there;
}

/** A person who was invited to a restaurant. */
export interface Teammate extends Session {
  email: string;
  password: string;
}

/** Has the owner who calls `call` invite somebody, who accepts with a new account. */
export async function newTeammate(
  origin: string,
  call: Call,
  { name = 'Nina Cook', ...invitation }: InvitationInput & { name?: string },
): Promise<Teammate> {
  const { link } = await call<NewInvitation>('POST', '/api/team/invitations', invitation);
  const token = link?.split('token=')[1];
  const email = `test-${randomUUID().slice(0, 8)}@example.com`;
  const password = 'brodo di nonna';
  const input = { token, name, email, password };
  const session = await callsAs(origin, null)<Session>('POST', '/api/auth/invitations/accept', input);
  return { ...session, email, password };
}

/** Uploads a photo (JPEG) to the restaurant with this token; returns its address once it is ready. */
export async function uploadPhoto(origin: string, token: string, photo: Buffer): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' };
  const answer = await fetch(`${origin}/api/media`, { method: 'POST', headers, body: new Uint8Array(photo) });
  let upload = (await answer.json()) as Upload;
  while (upload.state === 'reading') {
    await new Promise((resolve) => setTimeout(resolve, 200));
    upload = await callsAs(origin, token)<Upload>('GET', `/api/media/${upload.id}`);
  }
  return upload.picture?.url as string;
}
