import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { problemBody } from '@tavola/contracts/errors.ts';
import type { Operation } from '@tavola/contracts/operations/operation.ts';
import { OPERATIONS } from '@tavola/contracts/operations/operations.ts';
import { callsTo } from '@tavola/test-kit/http.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BAD_IDS, BAD_QUERIES, BAD_VALUES, type FieldKind, type QueryKind } from './bad-values.ts';
import { newAdmin, newRestaurant, PASSWORD, plainHeaders } from './people.ts';
import { rowsOf } from './rows-of.ts';
import { startSite } from './site.ts';

// Bad input, field by field and route by route: a problem that names the field, and nothing written.

const site = await startSite();
const owner = await newRestaurant(site);
const other = await newRestaurant(site);
const admin = await newAdmin(site);
const call = callsTo(site.urlOf('gateway'));
const send = (method: string, path: string, sent: Parameters<typeof call>[2] = {}) =>
  call(method, path, { ...sent, headers: { ...plainHeaders(), ...sent.headers } });

/** A field: of which kind, and a value that would be taken. */
type Fields = Record<string, readonly [FieldKind, unknown]>;

const newcomer = {
  companyName: ['name', 'Da Ines'],
  email: ['email', 'ines@example.com'],
  contactName: ['name', 'Ines'],
  phone: ['note', '1'],
  restaurantType: ['note', 'Bar'],
  estimatedTables: ['note', '7'],
} as const;
const category = { name: ['name', 'Pasta'], description: ['note', 'x'], isActive: ['flag', true] } as const;
const item = {
  name: ['name', 'Carbonara'],
  description: ['note', 'x'],
  price: ['price', 1.5],
  categoryId: ['id', owner.categoryIds[0]],
  isAvailable: ['flag', true],
  isPopular: ['flag', true],
  isFeatured: ['flag', true],
  image: ['url', 'https://x.example/x.png'],
} as const;
const status = { isActive: ['flag', false], reason: ['name', 'Unpaid'] } as const;
const again = { password: ['password', PASSWORD] } as const;

/** Every field of every body that can be sent. */
const BODIES: Record<string, Fields> = {
  logIn: {
    email: ['login', owner.email],
    password: ['password', PASSWORD],
    rememberMe: ['flag', true],
    code: ['loginCode', '123456'],
  },
  signUp: {
    email: ['email', `${randomUUID()}@example.com`],
    password: ['newPassword', PASSWORD],
    name: ['name', 'Ada'],
    restaurantName: ['name', 'Da Ada'],
    slug: ['slug', 'never-signed-up'],
  },
  changePassword: { currentPassword: ['password', PASSWORD], newPassword: ['newPassword', PASSWORD] },
  setUpTwoFactor: again,
  confirmTwoFactor: { code: ['digits', '123456'] },
  disableTwoFactor: again,
  renewRecoveryCodes: again,
  askPasswordReset: { email: ['email', owner.email] },
  resetPassword: { token: ['token', 'x'], password: ['newPassword', PASSWORD] },
  changeTenant: {
    name: ['name', 'Da Ada'],
    description: ['note', 'x'],
    phone: ['note', '1'],
    address: ['note', 'x'],
    logo: ['url', 'https://x.example/x.png'],
    themeColor: ['color', '#059669'],
    slug: ['slug', owner.slug],
    timeZone: ['zone', 'Europe/Rome'],
  },
  askForDeletion: {
    name: ['name', `Da ${owner.mark}`],
    password: ['password', PASSWORD],
    code: ['loginCode', '123456'],
  },
  addCategory: category,
  changeCategory: category,
  orderCategories: { ids: ['ids', owner.categoryIds] },
  addItem: item,
  changeItem: item,
  orderItems: { ids: ['ids', owner.itemIds] },
  addCode: { name: ['name', 'Bar'] },
  addCodeRun: { prefix: ['name', 'Table'], from: ['whole', 1], to: ['whole', 2] },
  renameCode: { name: ['name', 'Bar'] },
  changeCodeStyle: {
    foreground: ['color', '#000000'],
    background: ['color', '#ffffff'],
    logo: ['picture', null],
    caption: ['note', 'x'],
  },
  makeSheet: {
    codeIds: ['codeIds', owner.codeIds],
    paper: ['choice', 'A4'],
    layout: ['choice', '4'],
    format: ['choice', 'pdf'],
  },
  countVisit: {
    tenantId: ['uuid', owner.tenantId],
    seconds: ['seconds', 1],
    source: ['code', 'abc'],
    seen: ['itemIds', [1]],
    opened: ['itemIds', [1]],
  },
  applyForBeta: newcomer,
  changeTenantStatus: status,
  changeUserStatus: status,
  reviewBetaApplication: { status: ['choice', 'accepted'], note: ['note', 'x'], version: ['id', 1] },
};

/** Fields that take anything on purpose, each with the reason. */
const TAKES_ANYTHING: Readonly<Record<string, string>> = {
  'signUp.timeZone': 'a guess of the browser, which is dropped where it says nothing',
  'watchMenu.v': 'the version that a page says it has: any that is not the last one is an old one',
  'logIn.knownDevice': 'a mark that only auth can make: any other is a stranger’s',
};

/** Every field of every query that can be sent. */
const QUERIES: Readonly<Record<string, QueryKind>> = {
  'getAnalytics.from': 'day',
  'getAnalytics.to': 'day',
  'exportAnalytics.from': 'day',
  'exportAnalytics.to': 'day',
  'getCodeImage.format': 'choice',
  'getCodeImage.size': 'choice',
  'listTenants.limit': 'number',
  'listUsers.limit': 'number',
  'listBetaApplications.status': 'choice',
  'listBetaApplications.after': 'number',
  'listBetaApplications.limit': 'number',
  'listAuditEntries.kind': 'choice',
  'listAuditEntries.subjectId': 'subject',
  'listAuditEntries.after': 'number',
  'listAuditEntries.limit': 'number',
};

const withBody = OPERATIONS.filter(({ body }) => body);
const ids: Record<string, string> = {
  changeCategory: String(owner.categoryIds[0]),
  changeItem: String(owner.itemIds[0]),
  renameCode: owner.codeIds[0] as string,
  getCodeImage: owner.codeIds[0] as string,
  changeTenantStatus: owner.tenantId,
  changeUserStatus: owner.user.id,
};
const pathOf = ({ id, path }: Operation) => path.replace('{id}', ids[id] ?? '1');
const tokenFor = ({ who }: Operation) => (who === 'anyone' ? undefined : who === 'admin' ? admin.token : owner.token);
const bodyOf = (id: string) =>
  Object.fromEntries(Object.entries(BODIES[id] as Fields).map(([name, [, value]]) => [name, value]));
const signed = (operation: Operation) => {
  const token = tokenFor(operation);
  return token === undefined ? {} : { token };
};
const asJson = { 'content-type': 'application/json' };

/** All that a route could have written. */
const state = async () => ({
  owner: await rowsOf(site.database, owner),
  applications: await site.database.rows('SELECT * FROM admin.beta_application ORDER BY id'),
  audit: await site.database.rows('SELECT count(*) FROM admin.audit_entry'),
  people: await site.database.rows('SELECT count(*) FROM auth."user"'),
});

describe('the table of bodies', () => {
  it.each(withBody)('has every field of $id', ({ id, body }) => {
    const { properties = {} } = z.toJSONSchema(body as z.ZodType, { io: 'input', unrepresentable: 'any' });
    const expected = Object.keys(properties).filter((name) => !(`${id}.${name}` in TAKES_ANYTHING));
    expect(Object.keys(BODIES[id] ?? {}).toSorted()).toEqual(expected.toSorted());
  });
});

describe.each(withBody)('$id', (operation) => {
  const { id, method } = operation;

  it.each(Object.entries(BODIES[id] ?? {}).map(([name, [kind]]) => [name, kind] as const))(
    'refuses by its name what %s (%s) can not be, and writes nothing',
    async (name, kind) => {
      const before = await state();
      for (const value of BAD_VALUES[kind]) {
        const { status, body } = await send(method, pathOf(operation), {
          ...signed(operation),
          body: { ...bodyOf(id), [name]: value },
        });
        const what = JSON.stringify(value).slice(0, 80);
        expect(status, `${what}: ${JSON.stringify(body)}`).toBe(400);
        const { errors = [] } = problemBody.parse(body);
        expect(
          errors.map(({ field }) => field.split('.')[0]),
          what,
        ).toContain(name);
      }
      expect(await state()).toEqual(before);
    },
  );

  it('refuses bodies that it can not read, and writes nothing', async () => {
    const before = await state();
    const good = JSON.stringify(bodyOf(id));
    const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);
    const firstField = Object.keys(BODIES[id] as Fields)[0];
    const refused: [string, string | Uint8Array<ArrayBuffer>, number, Record<string, string>?][] = [
      ['empty', '', 400],
      ['a list', '[]', 400],
      ['text', '"x"', 400],
      ['null', 'null', 400],
      ['NaN', good.replace(/:.*?([,}])/, ':NaN$1'), 400],
      ['cut off', good.slice(0, -1), 400],
      ['twice', good + good, 400],
      ['deep lists', deep('[', ']'), 400],
      ['a field of deep lists', `{"${firstField}":${deep('[', ']')}}`, 400],
      ['5 MB', `{"${firstField}":"${'x'.repeat(5_000_000)}"}`, 413],
      ['gzip', new Uint8Array(gzipSync(good)), 415, { 'content-encoding': 'gzip' }],
      ['a gzip bomb', new Uint8Array(gzipSync(Buffer.alloc(50_000_000, ' '))), 415, { 'content-encoding': 'gzip' }],
      ['of an unknown coding', good, 415, { 'content-encoding': 'x' }],
      ['text/plain', good, 415, { 'content-type': 'text/plain' }],
      ['a form', 'name=x', 415, { 'content-type': 'application/x-www-form-urlencoded' }],
      ['a form with files', good, 415, { 'content-type': 'multipart/form-data; boundary=x' }],
      ['XML', '<x/>', 415, { 'content-type': 'application/xml' }],
      ['of a broken type', good, 415, { 'content-type': ';' }],
      ['UTF-16', good, 415, { 'content-type': 'application/json; charset=utf-16' }],
      ['UTF-7', good, 415, { 'content-type': 'application/json; charset=utf-7' }],
    ];
    // What is too large in a style is its picture, which is said by that field's name.
    const statusOf = (expected: number) => (expected === 413 && id === 'changeCodeStyle' ? 400 : expected);
    for (const to of ['gateway', operation.service as 'auth'] as const) {
      for (const [what, raw, expected, headers] of refused) {
        const answer = await callsTo(site.urlOf(to))(method, pathOf(operation), {
          ...signed(operation),
          raw,
          headers: { ...asJson, ...plainHeaders(), ...headers },
        });
        expect(answer.status, `${what} at ${to}: ${JSON.stringify(answer.body)}`).toBe(statusOf(expected));
        expectProblem(answer, statusOf(expected));
      }
    }
    expect(await state()).toEqual(before);
  });

  it('takes nothing from __proto__ or constructor', async () => {
    const raw = `{"__proto__":{"polluted":true,"name":"x","isActive":false},"constructor":{"prototype":{"polluted":true}}}`;
    const answer = await send(method, pathOf(operation), { ...signed(operation), raw, headers: asJson });
    // Where every field may be left out, nothing was said.
    expect([200, 400]).toContain(answer.status);
    expect(({} as { polluted?: boolean }).polluted).toBe(undefined);
  });
});

/** What a header that ties a write to something can not be. */
const BAD_HEADERS = {
  'idempotency-key': ['', ' ', 'a b', 'ü', 'x'.repeat(201), 'x, y'],
  'if-match': ['', 'x', '"x', '"x" "y"', "'x'", 'W/x'],
} as const;

describe.each(Object.entries(BAD_HEADERS))('the header %s', (header, values) => {
  const takes = header === 'if-match' ? 'acceptsIfMatch' : 'acceptsIdempotencyKey';

  it.each(OPERATIONS.filter((operation) => operation[takes]))(
    'is refused by $id where it is none, and nothing is written',
    async (operation) => {
      const before = await state();
      const body = operation.body && bodyOf(operation.id);
      for (const value of values) {
        const sent = { ...signed(operation), body, headers: { [header]: value } };
        const answer = await send(operation.method, pathOf(operation), sent);
        expect(answer.body.type, JSON.stringify(value)).toBe('urn:tavola:problem:malformed-request');
        expectProblem(answer, 400);
      }
      expect(await state()).toEqual(before);
    },
  );
});

describe('a category of another restaurant', () => {
  it.each([
    ['POST', '/api/menu-items'],
    ['PUT', `/api/menu-items/${owner.itemIds[0]}`],
  ])('is none: %s %s', async (method, path) => {
    const before = [await rowsOf(site.database, owner), await rowsOf(site.database, other)];
    for (const categoryId of [...other.categoryIds, 2 ** 31 - 1]) {
      const body = { ...bodyOf('addItem'), categoryId };
      expectProblem(await send(method, path, { token: owner.token, body }), 400, ['categoryId']);
    }
    expect([await rowsOf(site.database, owner), await rowsOf(site.database, other)]).toEqual(before);
  });
});

describe('odd verbs', () => {
  it.each(OPERATIONS.map(({ path }) => path).filter((path, at, all) => all.indexOf(path) === at))(
    'do nothing at %s',
    async (path) => {
      const before = await state();
      for (const method of ['PATCH', 'PROPFIND', 'MKCOL', 'PURGE', 'LOCK', 'REPORT', 'SEARCH', 'QUERY']) {
        for (const token of [undefined, owner.token, admin.token]) {
          const answer = await send(method, path.replace(/\{\w+\}/, '1'), token === undefined ? {} : { token });
          expect([401, 403, 404, 405], `${method}`).toContain(answer.status);
        }
      }
      expect(await state()).toEqual(before);
    },
  );
});

describe('addresses', () => {
  it.each(OPERATIONS.filter(({ params }) => params))(
    'with an id that is none are refused, and nothing is written: $id',
    async (operation) => {
      const before = await state();
      for (const id of BAD_IDS) {
        const answer = await send(operation.method, operation.path.replace(/\{\w+\}/, id), {
          ...signed(operation),
          ...(operation.body && { body: bodyOf(operation.id) }),
        });
        expect([400, 404], `${id}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
      }
      expect(await state()).toEqual(before);
    },
  );
});

describe('queries', () => {
  const fields = OPERATIONS.flatMap((operation) =>
    Object.keys(operation.query?.shape ?? {}).map((name) => ({ what: `${operation.id}.${name}`, name, operation })),
  ).filter(({ what }) => !(what in TAKES_ANYTHING));

  it('are all in the table', () => {
    expect(fields.map(({ what }) => what).toSorted()).toEqual(Object.keys(QUERIES).toSorted());
  });

  it.each(fields)('are refused by the name of what can not be: $what', async ({ what, name, operation }) => {
    const asked = (query: string) => send('GET', `${pathOf(operation)}?${query}`, signed(operation));
    expect((await asked('')).status).toBe(200);
    for (const value of BAD_QUERIES[QUERIES[what] as QueryKind]) {
      expectProblem(await asked(`${name}=${value}`), 400, [name]);
    }
    expectProblem(await asked(`${name}=1&${name}=2`), 400, [name]);
    // A list or an object is not looked for: the field was not said.
    for (const other of [`${name}[]=1`, `${name}[x]=1`, `__proto__[${name}]=1`]) {
      expect((await asked(other)).status, other).toBeLessThan(500);
    }
  });
});
