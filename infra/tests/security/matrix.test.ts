import { INTERNAL_OPERATIONS } from '@tavola/contracts/operations/internal/internal-operations.ts';
import { OPERATIONS } from '@tavola/contracts/operations/operations.ts';
import { pictureAt } from '@tavola/contracts/rules/pictures.ts';
import { callsTo } from '@tavola/test-kit/http.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { badTokens } from '@tavola/test-kit/tokens.ts';
import { whenNotBusy } from '@tavola/test-kit/when-not-busy.ts';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../../../gateway/src/routes.ts';
import { startSite } from '../harness/in-process.ts';
import { type Asking, EXCEPTIONS, EXPECTED, OTHER_VERBS, type Row, statusesOf } from './expectations.ts';
import {
  type Caller,
  makeAdmin,
  newAdmin,
  newHomeless,
  newMember,
  newRestaurant,
  plainHeaders,
  type Restaurant,
  suspend,
} from './people.ts';
import { rowsOf } from './rows-of.ts';

// All callers × all routes × all verbs, at the gateway, with all services on one database.

const VERBS = ['GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'DELETE'] as const;
type Verb = (typeof VERBS)[number];

const site = await startSite();
// Gives ids the same length as the unused one.
for (const sequence of ['category_id_seq', 'item_id_seq', 'option_group_id_seq', 'menu_change_id_seq']) {
  await site.database.rows(`SELECT setval('menu.${sequence}', 1000)`);
}
let owner = await newRestaurant(site);
let other = await newRestaurant(site);
/** The restaurant of the manager and the staff, who change what is in it. */
const theirs = await newRestaurant(site);
const run = await makeAdmin(site, await newRestaurant(site));
const suspended = await newRestaurant(site);
const admin = await newAdmin(site);
await suspend(site, suspended, admin);
const members: Partial<Record<Asking, Caller>> = {
  manager: await newMember(site, theirs, 'manager'),
  staff: await newMember(site, theirs, 'staff'),
  'declaring staff': await newMember(site, theirs, 'staff', true),
  'another manager': await newMember(site, other, 'manager'),
  'another staff': await newMember(site, other, 'staff'),
  'person without a restaurant': await newHomeless(site, other),
};

/** Each kind of caller: who it is, if anybody, and the restaurant used in its requests. */
const asking = (): Record<Asking, { by?: Caller | undefined; of: Restaurant }> => ({
  anonymous: { of: owner },
  owner: { by: owner, of: owner },
  manager: { by: members.manager, of: theirs },
  staff: { by: members.staff, of: theirs },
  'declaring staff': { by: members['declaring staff'], of: theirs },
  'another owner': { by: other, of: other },
  'another manager': { by: members['another manager'], of: other },
  'another staff': { by: members['another staff'], of: other },
  'suspended owner': { by: suspended, of: owner },
  admin: { by: admin, of: owner },
  'admin with a restaurant': { by: run, of: run },
  'person without a restaurant': { by: members['person without a restaurant'], of: owner },
});

/** A verb at a path, and its operation, if there is one. */
interface Cell {
  verb: Verb;
  path: string;
  row: Row | undefined;
  /** Whether an operation answers it, be it that of a word of the path as its parameter. */
  isOperation: boolean;
  /** The expected status, by caller. */
  expected: Readonly<Record<Asking, number>>;
}

const rowOf = (id: string): Row => {
  const row = EXPECTED[id];
  if (!row) throw new Error(`${id} has no row in infra/tests/security/expectations.ts`);
  return row;
};

const paths = [...new Set(OPERATIONS.map(({ path }) => path))];
const everyCell: Cell[] = VERBS.flatMap((verb) =>
  paths.map((path) => {
    const operation = OPERATIONS.find((one) => one.path === path && one.method === (verb === 'HEAD' ? 'GET' : verb));
    const row = operation && rowOf(operation.id);
    const { door } = rowOf((OPERATIONS.find((one) => one.path === path) as { id: string }).id);
    const { none, OPTIONS } = OTHER_VERBS[door];
    const answered = EXCEPTIONS[`${verb} ${path}`] ?? row?.is;
    const expected = statusesOf(answered ?? (verb === 'OPTIONS' ? OPTIONS : none));
    return { verb, path, row, isOperation: answered !== undefined, expected };
  }),
);
const cells = everyCell.toSorted((one, next) => Number(one.row?.isLast ?? 0) - Number(next.row?.isLast ?? 0));

/** `path` with `id` for its parameter, and the first version of a menu where it names one, too. */
const at = (path: string, id = ''): string => path.replace('{version}', '1').replace(/\{.+\}/, id);

/** The row that gives the value of `path`'s parameter. */
const withId = (path: string) => OPERATIONS.filter((one) => one.path === path).map(({ id }) => rowOf(id))[0] as Row;

interface Answer {
  status: number;
  headers: [name: string, value: string][];
  body: string;
}

/** Sends one request as `who`; of a stream only the beginning is read. */
const ask = (who: Asking, cell: Cell, id: string | undefined): Promise<Answer> =>
  whenNotBusy(() => askOnce(who, cell, id));

async function askOnce(who: Asking, { verb, path, row }: Cell, id: string | undefined): Promise<Answer> {
  const { by, of } = asking()[who];
  const hasBody = row?.body !== undefined || verb === 'POST' || verb === 'PUT' || verb === 'PATCH';
  const stop = new AbortController();
  const response = await fetch(site.urlOf('gateway') + at(path, id), {
    method: verb,
    redirect: 'manual',
    signal: stop.signal,
    headers: {
      ...plainHeaders(),
      ...(by && { authorization: `Bearer ${by.token}` }),
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    ...(hasBody && { body: JSON.stringify(row?.body?.(of) ?? {}) }),
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const body = isStream ? '' : legible(new Uint8Array(await response.arrayBuffer()), response);
  stop.abort();
  if (row?.endsSession && response.ok && by) by.token = await by.newToken();
  return { status: response.status, headers: [...response.headers], body };
}

/** A body as text; a zip is unpacked, and its files' names are part of it. */
function legible(body: Uint8Array, { headers }: Response): string {
  const isZip = headers.get('content-type') === 'application/zip' && body.length > 0;
  const parts = isZip ? Object.entries(unzipSync(body)).flat() : [body];
  return parts.map((part) => Buffer.from(part).toString('latin1')).join('\n');
}

/** A response without the parts that always differ. */
const comparable = ({ status, headers, body }: Answer, id: string) => ({
  status,
  headers: headers.filter(([name]) => name !== 'date' && name !== 'x-request-id').toSorted(),
  body: body.replace(/"requestId":"[^"]*"/, '"requestId":"…"').replaceAll(id, '{id}'),
});

/** Callers that are asked by every verb; which ones no operation has is the same for all others. Admins: where only they come in. */
const BY_EVERY_VERB: readonly Asking[] = ['anonymous', 'another owner'];
const isAsked = (who: Asking, { isOperation, path }: Cell) =>
  isOperation || BY_EVERY_VERB.includes(who) || (who === 'admin' && path.startsWith('/api/admin/'));
const cellsOf = (who: Asking) => cells.filter((cell) => isAsked(who, cell));

/** Callers that must not be able to tell the owner's rows from missing ones. */
const STRANGERS = [
  'anonymous',
  'another owner',
  'another manager',
  'another staff',
  'suspended owner',
  'person without a restaurant',
] as const;

/** Callers that change their own restaurants. Who may change most comes after those of the same restaurant. */
const INSIDERS = ['staff', 'declaring staff', 'manager', 'owner', 'admin with a restaurant'] as const;

/** Callers whose role, or lack of a restaurant, is refused. */
const REFUSED = ['manager', 'staff', 'declaring staff', 'person without a restaurant'] as const;

/** Texts that only the owner and admins may read: all of them or, for a public page, those not on it. */
const secrets = (
  {
    mark,
    tenantId,
    user,
    sheetId,
    uploadId,
    pictureUrl,
    sessionId,
    codeIds,
    memberId,
    invitationId,
    deviceId,
    email,
    passwordHash,
  }: Restaurant & { passwordHash: string },
  isPublic?: boolean,
) =>
  isPublic
    ? [user.id, sheetId, uploadId, sessionId, memberId, invitationId, deviceId, email, passwordHash]
    : [
        mark,
        tenantId,
        user.id,
        sheetId,
        uploadId,
        pictureAt(pictureUrl)?.hash as string,
        sessionId,
        memberId,
        invitationId,
        deviceId,
        passwordHash,
        ...codeIds,
      ];

const [{ hash: passwordHash }] = (await site.database.rows<{ hash: string }>(
  'SELECT password_hash AS hash FROM auth."user" WHERE id = $1',
  [owner.user.id],
)) as [{ hash: string }];

describe('the table of expectations', () => {
  it('has a row for every operation, and none for what is no operation', () => {
    expect(Object.keys(EXPECTED).toSorted()).toEqual(OPERATIONS.map(({ id }) => id).toSorted());
  });

  it('says what every parameter is tried with', () => {
    for (const { id, path } of OPERATIONS)
      expect([id, EXPECTED[id]?.id !== undefined]).toEqual([id, path.includes('{')]);
  });
});

describe('strangers and admins', () => {
  it.each(cells.filter(({ path }) => withId(path).missing))(
    "can't tell the owner's row from one that nobody has: $verb $path [P5]",
    async (cell) => {
      const { id, missing = '' } = withId(cell.path);
      const theirs = id?.(owner) ?? '';
      expect(theirs).toHaveLength(missing.length);
      for (const who of STRANGERS.filter((who) => isAsked(who, cell))) {
        expect(comparable(await ask(who, cell, theirs), theirs), who).toEqual(
          comparable(await ask(who, cell, missing), missing),
        );
      }
    },
  );

  it("get what each route and verb has for them, see nothing of the owner's, and change none of it", async () => {
    const before = await rowsOf(site.database, owner);
    expect(before.count).toBeGreaterThan(15);
    const wrong: string[] = [];
    for (const who of [...STRANGERS, 'admin'] as const) {
      for (const cell of cellsOf(who)) {
        const answer = await ask(who, cell, withId(cell.path).id?.(owner));
        const what = `${who}: ${cell.verb} ${cell.path}`;
        if (answer.status !== cell.expected[who]) wrong.push(`${what} is ${answer.status}, not ${cell.expected[who]}`);
        if (who === 'admin') continue;
        const said = JSON.stringify(answer);
        const known = cell.path.includes('{') ? withId(cell.path).id?.(owner) : undefined;
        for (const secret of secrets({ ...owner, passwordHash }, withId(cell.path).isPublic)) {
          if (secret !== known && said.includes(secret)) wrong.push(`${what} says ${secret}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(await rowsOf(site.database, owner)).toEqual(before);
  }, 400_000);
});

describe('each service, asked past the gateway', () => {
  const guarded = OPERATIONS.filter(({ id }) => EXPECTED[id]?.door !== 'anyone');

  it.each(guarded)(
    'lets nobody in without a token, and only admins where it is for them: $method $path',
    async (operation) => {
      const { id, method, path, service } = operation;
      const row = rowOf(id);
      const body = row.body && JSON.stringify(row.body(owner));
      const sent = async (token?: string) => {
        const url = site.urlOf(service as Service) + at(path, row.id?.(owner));
        const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
        return (await fetch(url, { method, headers, ...(body && { body }) })).status;
      };
      expect([await sent(), await sent(badTokens()['signed with another key'])]).toEqual([401, 401]);
      if (row.door === 'admin') expect(await sent(other.token)).toBe(403);
    },
  );

  it.each(guarded)('refuses roles that may not, and who has no restaurant: $method $path', async (operation) => {
    const { id, method, path, service } = operation;
    const row = rowOf(id);
    const body = row.body && JSON.stringify(row.body(theirs));
    const url = site.urlOf(service as Service) + at(path, row.id?.(theirs));
    for (const who of REFUSED.filter((who) => statusesOf(row.is)[who] === 403)) {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${members[who]?.token}` };
      expect((await fetch(url, { method, headers, ...(body && { body }) })).status, who).toBe(403);
    }
  });

  it.each(INTERNAL_OPERATIONS)(
    'keeps its calls for services from everybody: $service $method $path',
    async ({ service, method, path }) => {
      const url = site.urlOf(service as Service) + path.replace(/\{\w+\}/g, owner.tenantId);
      const sent = async (headers: Record<string, string>) =>
        (await fetch(url, { method, headers, ...(method === 'PUT' && { body: '{}' }) })).status;
      expect([await sent({}), await sent({ 'x-service-token': 'x' })]).toEqual([404, 404]);
      for (const { token } of [owner, other, admin]) expect(await sent({ authorization: `Bearer ${token}` })).toBe(404);
    },
  );
});

describe("another owner who names the owner's rows in a body", () => {
  /** The response to `other`, without the ids that were sent. */
  const sent = async (method: string, path: string, body: unknown, ids: readonly string[]) => {
    const { status, headers, body: said } = await other.call(method, path, body);
    const text = JSON.stringify(said)?.replace(/"requestId":"[^"]*"/, '');
    return {
      status,
      type: headers.get('content-type'),
      said: ids.reduce((left, id) => left.replaceAll(id, '{id}'), text),
    };
  };
  const MISSING = [9_997, 9_998, 9_999];
  const MISSING_CODES = ['zzzzzzzx', 'zzzzzzzy', 'zzzzzzzz'];
  const texts = (ids: readonly (number | string)[]) => ids.map(String);

  it.each<
    [
      what: string,
      method: string,
      path: () => string,
      body: (ids: readonly (number | string)[]) => unknown,
      theirs: () => readonly (number | string)[],
      missing: readonly (number | string)[],
      status: number,
    ]
  >([
    [
      'a new item in their category',
      'POST',
      () => '/api/menu-items',
      ([id]) => ({ name: 'Loot', price: 1, categoryId: id }),
      () => owner.categoryIds,
      MISSING,
      400,
    ],
    [
      'an item moved to their category',
      'PUT',
      () => `/api/menu-items/${other.itemIds[1]}`,
      ([id]) => ({ categoryId: id }),
      () => owner.categoryIds,
      MISSING,
      400,
    ],
    [
      'their categories in another order',
      'PUT',
      () => '/api/categories/order',
      (ids) => ({ ids: [...ids].reverse() }),
      () => owner.categoryIds,
      MISSING,
      200,
    ],
    [
      'their items in another order',
      'PUT',
      () => '/api/menu-items/order',
      (ids) => ({ ids: [...ids].reverse() }),
      () => owner.itemIds,
      MISSING,
      200,
    ],
    [
      'a sheet of their codes',
      'POST',
      () => '/api/qr-codes/sheets',
      (codeIds) => ({ codeIds }),
      () => owner.codeIds.slice(0, 3),
      MISSING_CODES,
      400,
    ],
    [
      'their restaurant to switch to',
      'POST',
      () => '/api/auth/switch',
      ([tenantId]) => ({ tenantId }),
      () => [owner.tenantId],
      ['00000000-0000-4000-8000-000000000000'],
      404,
    ],
  ])(
    'is answered as for ids that nobody has, and changes nothing: %s',
    async (_what, method, path, body, theirs, missing, status) => {
      const before = await rowsOf(site.database, owner);
      const answer = await sent(method, path(), body(theirs()), texts(theirs()));
      expect(answer.status).toBe(status);
      expect(answer).toEqual(await sent(method, path(), body(missing), texts(missing)));
      expect(await rowsOf(site.database, owner)).toEqual(before);
    },
  );

  it("may call things as the owner's are called", async () => {
    expect((await other.call('POST', '/api/categories', { name: `Pasta 1 ${owner.mark}` })).status).toBe(201);
    expect((await other.call('POST', '/api/qr-codes', { name: `Table 1 ${owner.mark}` })).status).toBe(201);
  });
});

describe('whoever belongs to a restaurant', () => {
  it.each(INSIDERS)(
    'gets what each route and verb has for them: %s',
    async (who) => {
      const wrong: string[] = [];
      // Operations that end sessions come late, since they end all of them.
      const lateness = ({ row }: Cell) => Number(row?.endsSession ?? 0) + 2 * Number(row?.isLast ?? 0);
      for (const cell of cellsOf(who).toSorted((one, next) => lateness(one) - lateness(next))) {
        const { status } = await ask(who, cell, withId(cell.path).id?.(asking()[who].of));
        if (status !== cell.expected[who])
          wrong.push(`${cell.verb} ${cell.path} is ${status}, not ${cell.expected[who]}`);
      }
      expect(wrong).toEqual([]);
    },
    120_000,
  );
});

describe('with row-level security switched off, the stores by themselves', () => {
  beforeAll(async () => {
    owner = await newRestaurant(site);
    other = await newRestaurant(site);
    const tables = await site.database.rows<{ name: string }>(
      `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
       WHERE relrowsecurity AND relkind = 'r'`,
    );
    for (const { name } of tables) await site.database.rows(`ALTER TABLE ${name} DISABLE ROW LEVEL SECURITY`);
  });

  it("answer another owner's stale save as one of what is not there", async () => {
    const call = callsTo(site.urlOf('gateway'));
    for (const path of [`/api/categories/${owner.categoryIds[0]}`, `/api/menu-items/${owner.itemIds[0]}`]) {
      const headers = { ...plainHeaders(), 'if-match': '"an older one"' };
      expectProblem(await call('PUT', path, { token: other.token, body: { name: 'Loot' }, headers }), 404);
    }
  });

  it("show another owner nothing of the owner's, and change none of it", async () => {
    const before = await rowsOf(site.database, owner);
    const wrong: string[] = [];
    for (const cell of cells.filter(({ isOperation }) => isOperation)) {
      const row = withId(cell.path);
      const id = row.id?.(owner);
      const answer = await ask('another owner', cell, id);
      const what = `${cell.verb} ${cell.path}`;
      if (answer.status !== cell.expected['another owner']) wrong.push(`${what} is ${answer.status}`);
      const said = JSON.stringify(answer);
      for (const secret of secrets({ ...owner, passwordHash }, row.isPublic)) {
        if (secret !== id && said.includes(secret)) wrong.push(`${what} says ${secret}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await rowsOf(site.database, owner)).toEqual(before);
  }, 120_000);

  it("count none of the owner's visits as another's", async () => {
    const figures = ['/api/analytics', '/api/dashboard/stats'];
    const seen = ({ call }: Restaurant) => Promise.all(figures.map(async (path) => (await call('GET', path)).body));
    const before = await seen(other);
    await site.database.rows(
      `INSERT INTO analytics.quarter_tally (tenant_id, quarter, views, view_seconds, scans, visitors)
       VALUES ($1, date_trunc('hour', now()), 7, 70, 3, 5)`,
      [owner.tenantId],
    );
    expect(await seen(owner)).toMatchObject([{ hasData: true, totals: { views: 7, scans: 3 } }, { totalViews: 7 }]);
    expect(await seen(other)).toEqual(before);
  });

  it.each<[what: string, method: string, path: string, body: () => unknown, status: number]>([
    [
      'a category',
      'POST',
      '/api/menu-items',
      () => ({ name: 'Loot', price: 1, categoryId: owner.categoryIds[0] }),
      400,
    ],
    ['categories', 'PUT', '/api/categories/order', () => ({ ids: owner.categoryIds.toReversed() }), 200],
    ['items', 'PUT', '/api/menu-items/order', () => ({ ids: owner.itemIds.toReversed() }), 200],
    ['codes', 'POST', '/api/qr-codes/sheets', () => ({ codeIds: owner.codeIds }), 400],
  ])("take none of the owner's %s from a body", async (_what, method, path, body, status) => {
    const before = await rowsOf(site.database, owner);
    expect((await other.call(method, path, body())).status).toBe(status);
    expect(await rowsOf(site.database, owner)).toEqual(before);
  });

  // menu reads the row before it changes a text, so the changes above are refused by the read alone.
  it.each<[what: string, path: () => string, body: object]>([
    ['categories', () => `/api/categories/${owner.categoryIds[0]}`, { isActive: false }],
    ['items', () => `/api/menu-items/${owner.itemIds[0]}`, { isAvailable: false }],
  ])("change none of the owner's %s where nothing is read first", async (_what, path, body) => {
    const before = await rowsOf(site.database, owner);
    expect((await other.call('PUT', path(), body)).status).toBe(404);
    expect(await rowsOf(site.database, owner)).toEqual(before);
  });
});
