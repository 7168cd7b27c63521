import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SignedInUser } from '@tavola/contracts/auth.ts';
import type { MemberRole } from '@tavola/contracts/permissions.ts';
import { pictureAddress } from '@tavola/contracts/rules/pictures.ts';
import { type Answer, callsTo, type Sent } from '@tavola/test-kit/http.ts';
import { keys } from '@tavola/test-kit/tokens.ts';
import { whenNotBusy } from '@tavola/test-kit/when-not-busy.ts';
import { strToU8, zipSync } from 'fflate';
import { vi } from 'vitest';
import { tokenIssuer } from '../../../services/auth/src/session/access-token.ts';
import { newSession } from '../../../services/auth/src/session/session-store.ts';
import { jpeg } from '../../../services/media/test/samples.ts';
import type { Site } from '../harness/in-process.ts';

/** Part of every text of a restaurant created here, followed by the restaurant's own mark. */
const MARK = 'mark-';

/** A person with an account. */
export interface Person {
  user: SignedInUser;
  email: string;
  password: string;
  /** Starts a new session and returns its token. */
  newToken(): Promise<string>;
}

/** A person who is signed in. */
export interface Caller extends Person {
  /** The token of the session that `call` uses. */
  token: string;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
}

/** The owner of a restaurant that has just signed up. */
export interface Owner extends Caller {
  tenantId: string;
  slug: string;
  /** Part of all its texts, and of no other restaurant's. */
  mark: string;
}

/** A restaurant with at least one of everything. */
export interface Restaurant extends Owner {
  categoryIds: number[];
  itemIds: number[];
  optionGroupId: number;
  optionId: number;
  /** The change that added the last item. */
  changeId: number;
  /** The main code comes first. */
  codeIds: string[];
  sheetId: string;
  /** The upload of a picture that it keeps at the address `pictureUrl`; no dish shows it. */
  uploadId: string;
  pictureUrl: string;
  /** Another session of its owner. */
  sessionId: string;
  /** A member of its team who does nothing, an open invitation to it, and its kitchen device. */
  memberId: string;
  invitationId: string;
  deviceId: string;
}

export const PASSWORD = 'open sesame';

/** A random guest address: limits are per address, so no two requests here may share one. */
const someAddress = (): string => `198.18.${randomInt(256)}.${randomInt(1, 255)}`;

/** Headers of every request in these tests: its source address, and that it must not count as a visit. */
export const plainHeaders = () => ({ 'x-forwarded-for': someAddress(), 'sec-gpc': '1' });

/** Calls to the site through its gateway. */
export function callsBy(site: Site) {
  const call = callsTo(site.urlOf('gateway'));
  return (method: string, path: string, sent: Sent = {}) =>
    call(method, path, { ...sent, headers: { ...plainHeaders(), ...sent.headers } });
}

const issueToken = tokenIssuer(keys.privateKey);

/** Signs up an owner, with a restaurant whose name and slug contain `mark`. */
async function signedUp(site: Site, mark: string): Promise<Person & { slug: string }> {
  const email = `${mark}@example.com`;
  const body = { name: `Ada ${mark}`, email, password: PASSWORD, restaurantName: `Da ${mark}`, slug: mark };
  const { status, body: session } = await callsBy(site)('POST', '/api/auth/signup', { body });
  if (status !== 201) throw new Error(`sign-up answered ${status}`);
  await confirmAddress(site, session.user);
  return { ...person(site, session.user, email), slug: mark };
}

/** As the mailed link does: two-factor needs a confirmed address. */
async function confirmAddress({ database }: Site, { id }: SignedInUser): Promise<void> {
  await database.rows('UPDATE auth."user" SET email_confirmed_at = now() WHERE id = $1', [id]);
}

const person = (site: Site, user: SignedInUser, email: string): Person => ({
  user,
  email,
  password: PASSWORD,
  newToken: () => tokenFor(site, user),
});

/** A session as auth creates it; an admin's counts as signed in with two factors. */
async function tokenFor({ database }: Site, user: SignedInUser): Promise<string> {
  const session = newSession(user, 'Chrome on Windows');
  await database.rows(
    'INSERT INTO auth.session (id, user_id, tenant_id, device, expires_at) VALUES ($1, $2, $3, $4, $5)',
    [session.id, session.userId, session.tenantId, session.device, session.expiresAt],
  );
  return issueToken(user, session, user.role === 'admin');
}

/** Adds a picture of one file that was uploaded: reading one takes a worker's time for each restaurant. */
async function addPicture({ database, picturesDir }: Site, user: SignedInUser): Promise<{ id: string; url: string }> {
  const [id, hash] = [randomUUID(), randomBytes(12).toString('hex')];
  const tenantId = user.tenantId as string;
  const picture = { tenantId, hash, width: 200, height: 200, color: '#884422' };
  const url = pictureAddress(picture);
  await mkdir(dirname(join(picturesDir, url)), { recursive: true });
  await writeFile(join(picturesDir, url), await jpeg(200));
  await database.rows("INSERT INTO media.upload (tenant_id, id, by, state, hash) VALUES ($1, $2, $3, 'ready', $4)", [
    tenantId,
    id,
    user.id,
    hash,
  ]);
  await database.rows(
    'INSERT INTO media.picture (tenant_id, hash, width, height, color, bytes) VALUES ($1, $2, $3, $4, $5, 1000)',
    [tenantId, hash, picture.width, picture.height, picture.color],
  );
  return { id, url };
}

/** Adds a kitchen device: setting one up ends the session. */
async function addDevice({ database }: Site, user: SignedInUser): Promise<string> {
  const id = randomUUID();
  await database.rows(
    `INSERT INTO auth.kitchen_device (id, tenant_id, user_id, name, key_hash, pin_hash, expires_at)
     VALUES ($1::uuid, $2, $3, 'Tablet by the pass', $1::uuid::text, '', now() + interval '1 day')`,
    [id, user.tenantId, user.id],
  );
  return id;
}

/** Adds an export that is done, with `content` as its file: making one would take a thread for each restaurant. */
async function addExport({ database }: Site, tenantId: string, content: string): Promise<void> {
  const zip = Buffer.from(zipSync({ 'README.txt': strToU8(content) }));
  await database.rows(
    `INSERT INTO admin.data_export (tenant_id, state, progress, run_id, requested_at, file_name, file_bytes, expires_at)
     VALUES ($1, 'done', 100, $1, now() - interval '10 minutes', 'data.zip', $2, now() + interval '50 minutes')`,
    [tenantId, zip.length],
  );
  await database.rows('INSERT INTO admin.data_export_part (tenant_id, run_id, number, bytes) VALUES ($1, $1, 0, $2)', [
    tenantId,
    zip,
  ]);
}

/** Signs up a restaurant with nothing in it. */
export async function newOwner(site: Site): Promise<Owner> {
  const mark = `${MARK}${randomUUID().slice(0, 8)}`;
  const owner = await signedUp(site, mark);
  return Object.assign(await signedIn(site, owner), {
    slug: owner.slug,
    tenantId: owner.user.tenantId as string,
    mark,
  });
}

/** Signs a person in; `call` sends what `token` is at the time. */
async function signedIn(site: Site, person: Person): Promise<Caller> {
  const session = { token: await person.newToken() };
  const byGateway = callsBy(site);
  const call = (method: string, path: string, body?: unknown) =>
    byGateway(method, path, { token: session.token, ...(body !== undefined && { body }) });
  return Object.assign(session, { ...person, call });
}

/** Invites somebody to the owner's team, who accepts with a new account. The texts have the restaurant's mark. */
export async function newMember(
  site: Site,
  { call, mark }: Owner,
  role: MemberRole,
  mayDeclare = false,
): Promise<Caller> {
  const invited = await call('POST', '/api/team/invitations', { role, mayDeclare });
  if (invited.status !== 201) throw new Error(`inviting answered ${invited.status}`);
  const email = `${mark}-${randomUUID().slice(0, 8)}@example.com`;
  const body = { token: linkToken(invited.body.link), name: `Mia ${mark}`, email, password: PASSWORD };
  const accepted = await callsBy(site)('POST', '/api/auth/invitations/accept', { body });
  if (accepted.status !== 201) throw new Error(`accepting answered ${accepted.status}`);
  await confirmAddress(site, accepted.body.user);
  return signedIn(site, person(site, accepted.body.user, email));
}

/** The token of an invitation's link. */
export const linkToken = (link: string): string => new URL(link).hash.replace(/^#(token=)?/, '');

/** Adds the person of an account to another owner's team, too. */
export async function joinTeam({ call }: Owner, person: Caller, role: MemberRole, mayDeclare = false): Promise<void> {
  const { body } = await call('POST', '/api/team/invitations', { role, mayDeclare });
  const { status } = await person.call('POST', '/api/auth/join', { token: linkToken(body.link) });
  if (status !== 200) throw new Error(`joining answered ${status}`);
}

/** Creates a person who works for no restaurant any more. */
export async function newHomeless(site: Site, owner: Owner): Promise<Caller> {
  const { user, email, call } = await newMember(site, owner, 'staff');
  const { status } = await call('POST', '/api/team/leave');
  if (status !== 204) throw new Error(`leaving answered ${status}`);
  return signedIn(site, person(site, { ...user, tenantId: null, role: 'owner' }, email));
}

/** Creates a restaurant with three categories, three items, an option group, three codes, a style, a finished sheet, a picture, an export, a second session, a member, an invitation and a kitchen device. */
export async function newRestaurant(site: Site): Promise<Restaurant> {
  const owner = await newOwner(site);
  const { mark, tenantId, call } = owner;
  const made = async (method: string, path: string, body?: unknown) => {
    const answer = await whenNotBusy(() => call(method, path, body));
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}`);
    return answer.body;
  };
  const name = (what: string) => ({ name: `${what} ${mark}` });
  const categoryIds: number[] = [];
  const itemIds: number[] = [];
  for (const nth of [1, 2, 3]) {
    const category = await made('POST', '/api/categories', name(`Pasta ${nth}`));
    const body = { ...name(`Carbonara ${nth}`), price: nth, categoryId: category.id };
    categoryIds.push(category.id);
    itemIds.push((await made('POST', '/api/menu-items', body)).id);
  }
  const [{ id: changeId }] = (await made('GET', '/api/history')).changes;
  const daypart = { ...name('Lunch'), weekly: Array(7).fill([[720, 900]]), special: [], isActive: true };
  await made('PUT', '/api/dayparts', { dayparts: [daypart] });
  const milk = await made('POST', '/api/option-groups', {
    ...name('Milk'),
    options: [name('Oat milk')],
  });
  for (const nth of [1, 2]) await made('POST', '/api/qr-codes', name(`Table ${nth}`));
  await made('PUT', '/api/qr-codes/style', { caption: mark });
  const codeIds: string[] = (await made('GET', '/api/qr-codes')).codes.map((code: { id: string }) => code.id);
  const sheet = { codeIds, format: 'pdf', paper: 'A4', layout: '4' };
  const { id: sheetId } = await made('POST', '/api/qr-codes/sheets', sheet);
  await vi.waitFor(
    async () => {
      const { state } = (await call('GET', `/api/qr-codes/sheets/${sheetId}`)).body;
      if (state !== 'done') throw new Error(`the sheet is ${state}`);
    },
    { timeout: 30_000, interval: 100 },
  );
  const { id: uploadId, url: pictureUrl } = await addPicture(site, owner.user);
  await addExport(site, tenantId, mark);
  const memberId = (await newMember(site, owner, 'staff')).user.id;
  const invited = { email: `guest-${mark}@example.com`, role: 'staff' };
  const { id: invitationId } = await made('POST', '/api/team/invitations', invited);
  await owner.newToken();
  const sessions: { id: string; isCurrent: boolean }[] = await made('GET', '/api/auth/sessions');
  const sessionId = sessions.find(({ isCurrent }) => !isCurrent)?.id as string;
  return Object.assign(owner, {
    categoryIds,
    itemIds,
    optionGroupId: milk.id,
    optionId: milk.options[0].id,
    changeId,
    codeIds,
    sheetId,
    uploadId,
    pictureUrl,
    sessionId,
    memberId,
    invitationId,
    deviceId: await addDevice(site, owner.user),
  });
}

/** Creates an admin, who has no restaurant. */
export async function newAdmin(site: Site): Promise<Caller> {
  const { user, email } = await signedUp(site, `admin-${randomUUID().slice(0, 8)}`);
  await site.database.rows('DELETE FROM auth.session WHERE user_id = $1', [user.id]);
  await site.database.rows('DELETE FROM auth.membership WHERE user_id = $1', [user.id]);
  await site.database.rows(`UPDATE auth."user" SET role = 'admin', tenant_id = NULL WHERE id = $1`, [user.id]);
  return signedIn(site, person(site, { ...user, role: 'admin', tenantId: null }, email));
}

/** Makes the owner of a restaurant an admin, who runs it. */
export async function makeAdmin(site: Site, restaurant: Restaurant): Promise<Restaurant> {
  await site.database.rows(`UPDATE auth."user" SET role = 'admin' WHERE id = $1`, [restaurant.user.id]);
  const admin = person(site, { ...restaurant.user, role: 'admin' }, restaurant.email);
  return Object.assign(restaurant, admin, { token: await admin.newToken() });
}

/** Suspends a restaurant, as an admin does, and waits until the gateway knows it. */
export async function suspend(site: Site, { tenantId, call }: Owner, by: { token: string }): Promise<void> {
  const body = { isActive: false, reason: 'Unpaid' };
  const { status } = await callsBy(site)('PUT', `/api/admin/tenants/${tenantId}/status`, { token: by.token, body });
  if (status !== 200) throw new Error(`suspending answered ${status}`);
  await vi.waitFor(
    async () => {
      const { status } = await call('GET', '/api/categories');
      if (status !== 401) throw new Error(`the gateway answers ${status}`);
    },
    { timeout: 20_000, interval: 50 },
  );
}
