import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { problemSchema } from '@tavola/contracts/errors.ts';
import type { Operation } from '@tavola/contracts/operations/operation.ts';
import { OPERATIONS } from '@tavola/contracts/operations/operations.ts';
import { callsTo } from '@tavola/test-kit/http.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { startSite } from '../harness/in-process.ts';
import { BAD_IDS, BAD_QUERIES, badValuesOf, type QueryKind } from './bad-values.ts';
import { newAdmin, newRestaurant, PASSWORD, plainHeaders } from './people.ts';
import { rowsOf } from './rows-of.ts';

// Bad input, field by field and route by route, gets a problem that names the field; nothing is written.

// @module-tag full

const site = await startSite();
const owner = await newRestaurant(site);
const admin = await newAdmin(site);
const call = callsTo(site.urlOf('gateway'));
const send = (method: string, path: string, sent: Parameters<typeof call>[2] = {}) =>
  call(method, path, { ...sent, headers: { ...plainHeaders(), ...sent.headers } });

const newcomer = {
  companyName: 'Da Ines',
  email: 'ines@example.com',
  contactName: 'Ines',
  phone: '1',
  restaurantType: 'Bar',
  estimatedTables: '7',
};
const category = { name: 'Pasta' };
const item = { name: 'Carbonara', price: 1.5, categoryId: owner.categoryIds[0] };
const status = { isActive: false, reason: 'Unpaid' };
const again = { password: PASSWORD };

/** A valid body for every operation that takes one. */
const BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  logIn: {
    email: owner.email,
    password: PASSWORD,
    rememberMe: true,
    code: '123456',
  },
  signUp: {
    email: `${randomUUID()}@example.com`,
    password: PASSWORD,
    name: 'Ada',
    restaurantName: 'Da Ada',
    slug: 'never-signed-up',
  },
  changePassword: { currentPassword: PASSWORD, newPassword: PASSWORD },
  setUpTwoFactor: again,
  confirmTwoFactor: { code: '123456' },
  disableTwoFactor: again,
  renewRecoveryCodes: again,
  askPasswordReset: { email: owner.email },
  confirmEmail: { token: 'x' },
  changeCurrentUser: { name: 'Ada' },
  askEmailChange: { email: `${randomUUID()}@example.com`, password: PASSWORD },
  confirmEmailChange: { token: 'x' },
  resetPassword: { token: 'x', password: PASSWORD },
  changeTenant: { name: 'Da Ada', slug: owner.slug },
  deleteAccount: { password: PASSWORD, code: '123456' },
  switchRestaurant: { tenantId: owner.tenantId },
  addRestaurant: { name: 'Da Ada', slug: 'never-added' },
  invite: { email: `${randomUUID()}@example.com`, role: 'staff', mayDeclare: false },
  changeMember: { role: 'staff', mayDeclare: false },
  setUpDevice: { name: 'Tablet', pin: '4071' },
  unlockDevice: { key: 'x', pin: '4071' },
  readInvitation: { token: 'x' },
  acceptInvitation: { token: 'x', name: 'Ada', email: `${randomUUID()}@example.com`, password: PASSWORD },
  join: { token: 'x' },
  askForDeletion: {
    name: `Da ${owner.mark}`,
    password: PASSWORD,
    code: '123456',
  },
  addCategory: category,
  changeCategory: category,
  orderCategories: { ids: owner.categoryIds },
  addItem: item,
  changeItem: item,
  orderItems: { ids: owner.itemIds },
  changeAvailability: { changes: [{ item: owner.itemIds[0], isAvailable: true }] },
  changeDayparts: { dayparts: [] },
  addOptionGroup: { name: 'Milk', options: [{ name: 'Oat milk' }] },
  changeOptionGroup: { name: 'Milk' },
  orderOptionGroups: { ids: [owner.optionGroupId] },
  declareAllergens: { states: 'u'.repeat(15) },
  declareOptionAllergens: { options: [{ id: owner.optionId, states: 'u'.repeat(15) }] },
  confirmAllergens: { items: [{ id: owner.itemIds[0], basis: 'x' }] },
  confirmDraft: { sections: [{ category, items: [{ name: 'Carbonara', price: 1.5 }] }] },
  changeTranslations: {
    changes: [{ kind: 'item', id: owner.itemIds[0], field: 'name', text: 'Pâtes', base: 'Pasta' }],
  },
  suggestTranslations: { from: 'en', to: 'fr', texts: ['Pasta'] },
  suggestRules: { text: 'All pizzas +4 %' },
  suggestDish: { name: 'Pasta', description: 'With sage', category: 'Primi', language: 'en' },
  changeTenantTranslations: {
    changes: [{ kind: 'tenant', id: owner.tenantId, field: 'description', text: 'Pâtes', base: 'Pasta' }],
  },
  addCode: { name: 'Bar' },
  addCodeRun: { prefix: 'Table', from: 1, to: 2 },
  renameCode: { name: 'Bar' },
  changeCodeStyle: {
    foreground: '#000000',
    background: '#ffffff',
    logo: null,
    caption: 'x',
  },
  makeSheet: {
    codeIds: owner.codeIds,
    paper: 'A4',
    layout: '4',
    format: 'pdf',
  },
  countVisit: {
    tenantId: owner.tenantId,
    seconds: 1,
    source: 'abc',
    seen: [1],
    opened: [1],
  },
  applyForBeta: newcomer,
  changeTenantStatus: status,
  changeUserStatus: status,
  removePicture: { picture: owner.pictureUrl, reason: 'x' },
  reviewBetaApplication: { status: 'accepted', note: 'x', version: 1 },
};

/** The fields that each body needs, as in the specification; other operations take an empty one. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  logIn: ['email', 'password'],
  signUp: ['name', 'email', 'password', 'restaurantName', 'slug'],
  changePassword: ['currentPassword', 'newPassword'],
  setUpTwoFactor: ['password'],
  confirmTwoFactor: ['code'],
  disableTwoFactor: ['password'],
  renewRecoveryCodes: ['password'],
  askPasswordReset: ['email'],
  resetPassword: ['token', 'password'],
  confirmEmail: ['token'],
  changeCurrentUser: ['name'],
  askEmailChange: ['email', 'password'],
  confirmEmailChange: ['token'],
  changeTenant: ['name'],
  changeTenantTranslations: ['changes'],
  deleteAccount: ['password'],
  switchRestaurant: ['tenantId'],
  addRestaurant: ['name', 'slug'],
  invite: ['role'],
  setUpDevice: ['name', 'pin'],
  unlockDevice: ['key', 'pin'],
  readInvitation: ['token'],
  acceptInvitation: ['token', 'name', 'password'],
  join: ['token'],
  askForDeletion: ['name', 'password'],
  addCategory: ['name'],
  orderCategories: ['ids'],
  addItem: ['name', 'price', 'categoryId'],
  orderItems: ['ids'],
  changeAvailability: ['changes'],
  confirmDraft: ['sections'],
  changeDayparts: ['dayparts'],
  addOptionGroup: ['name', 'options'],
  orderOptionGroups: ['ids'],
  declareAllergens: ['states'],
  declareOptionAllergens: ['options'],
  confirmAllergens: ['items'],
  changeTranslations: ['changes'],
  suggestTranslations: ['from', 'to', 'texts'],
  suggestDish: ['name', 'language'],
  suggestRules: ['text'],
  addCode: ['name'],
  addCodeRun: ['prefix', 'from', 'to'],
  renameCode: ['name'],
  makeSheet: ['codeIds'],
  countVisit: ['tenantId', 'seconds'],
  applyForBeta: ['companyName', 'contactName', 'email'],
  changeTenantStatus: ['isActive', 'reason'],
  changeUserStatus: ['isActive', 'reason'],
  removePicture: ['picture', 'reason'],
  reviewBetaApplication: ['status', 'version'],
};

/** Fields that accept anything on purpose, each with the reason. */
const TAKES_ANYTHING: Readonly<Record<string, string>> = {
  'signUp.timeZone': 'a guess of the browser, which is dropped where it says nothing',
  'addRestaurant.timeZone': 'likewise',
  'followCode.p': 'the version that was printed: what is none is dropped, the guest still comes to the menu',
  'watchMenu.v': 'the version that a page says it has: any that is not the last one is an old one',
  'logIn.knownDevice': 'a mark that only auth can make: any other is a stranger’s',
};

/** Every field of every query. */
const QUERIES: Readonly<Record<string, QueryKind>> = {
  'getAnalytics.from': 'day',
  'getAnalytics.to': 'day',
  'exportAnalytics.from': 'day',
  'exportAnalytics.to': 'day',
  'checkMenu.scheme': 'choice',
  'getCodeImage.format': 'choice',
  'getCodeImage.size': 'choice',
  'getCodeImage.printed': 'version',
  'listTenants.limit': 'number',
  'listUsers.limit': 'number',
  'findTenants.q': 'search',
  'findTenants.standing': 'choice',
  'findTenants.after': 'subject',
  'findTenants.limit': 'number',
  'findUsers.q': 'search',
  'findUsers.standing': 'choice',
  'findUsers.after': 'subject',
  'findUsers.limit': 'number',
  'listBetaApplications.status': 'choice',
  'listBetaApplications.after': 'number',
  'listBetaApplications.limit': 'number',
  'listAuditEntries.kind': 'choice',
  'listAuditEntries.subjectId': 'subject',
  'listAuditEntries.after': 'number',
  'listChanges.item': 'number',
  'listChanges.before': 'number',
  'listChanges.draft': 'number',
  'listAuditEntries.limit': 'number',
};

const withBody = OPERATIONS.filter(({ body }) => body);
const ids: Record<string, string> = {
  changeCategory: String(owner.categoryIds[0]),
  changeItem: String(owner.itemIds[0]),
  changeOptionGroup: String(owner.optionGroupId),
  declareAllergens: String(owner.itemIds[0]),
  declareOptionAllergens: String(owner.optionGroupId),
  renameCode: owner.codeIds[0] as string,
  getCodeImage: owner.codeIds[0] as string,
  changeTenantStatus: owner.tenantId,
  changeUserStatus: owner.user.id,
  removePicture: owner.tenantId,
};
const pathOf = ({ id, path }: Operation) =>
  path
    .replace('{id}', ids[id] ?? '1')
    .replace('{userId}', owner.memberId)
    .replace('{lang}', 'fr');
const tokenFor = ({ who }: Operation) => (who === 'anyone' ? undefined : who === 'admin' ? admin.token : owner.token);
const bodyOf = (id: string) => BODIES[id] ?? {};
/** The fields of an operation's body, except those that accept anything. */
const fieldsOf = ({ id, body }: Operation) =>
  Object.entries((body as z.ZodObject).shape as Record<string, z.ZodType>).filter(
    ([name]) => !(`${id}.${name}` in TAKES_ANYTHING),
  );
const signed = (operation: Operation) => {
  const token = tokenFor(operation);
  return token === undefined ? {} : { token };
};
/** Operations that do not read their body with service-kit's `jsonBody()` as it is. */
const OWN_READERS: readonly string[] = ['changeCodeStyle', 'countVisit'];
/** The first operation of each service and those that read their body their own way: only these get huge bodies. */
const GETS_HUGE_BODIES = new Set([
  ...OWN_READERS,
  ...[...Map.groupBy(withBody, ({ service }) => service).values()].map(([first]) => first?.id),
]);
/** 50 MB of spaces. */
const GZIP_BOMB = new Uint8Array(gzipSync(Buffer.alloc(50_000_000, ' ')));
const asJson = { 'content-type': 'application/json' };

/** Everything that a route could have written. */
const state = async () => ({
  owner: await rowsOf(site.database, owner),
  applications: await site.database.rows('SELECT * FROM admin.beta_application ORDER BY id'),
  audit: await site.database.rows('SELECT count(*) FROM admin.audit_entry'),
  people: await site.database.rows('SELECT count(*) FROM auth."user"'),
});

describe('the table of bodies', () => {
  it.each(withBody)('has one that $id takes', ({ id, body }) => {
    expect((body as z.ZodType).safeParse(bodyOf(id)).error).toBe(undefined);
  });
});

describe.each(withBody)('$id', (operation) => {
  const { id, method } = operation;

  it.each(fieldsOf(operation))('refuses by its name what %s can not be, and writes nothing', async (name, schema) => {
    const before = await state();
    for (const value of badValuesOf(schema)) {
      const { status, body } = await send(method, pathOf(operation), {
        ...signed(operation),
        body: { ...bodyOf(id), [name]: value },
      });
      const what = JSON.stringify(value).slice(0, 80);
      expect(status, `${what}: ${JSON.stringify(body)}`).toBe(400);
      const { errors = [] } = problemSchema.parse(body);
      expect(
        errors.map(({ field }) => field.split('.')[0]),
        what,
      ).toContain(name);
    }
    expect(await state()).toEqual(before);
  });

  it('names the fields that it needs where the body has none', async () => {
    const { status, body } = await send(method, pathOf(operation), { ...signed(operation), body: {} });
    const { errors = [] } = status === 400 ? problemSchema.parse(body) : {};
    expect(errors.map(({ field }) => field).toSorted()).toEqual((REQUIRED[id] ?? []).toSorted());
  });

  it('refuses bodies that it can not read, and writes nothing', async () => {
    const before = await state();
    const good = JSON.stringify(bodyOf(id));
    const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);
    const firstField = fieldsOf(operation)[0]?.[0];
    type Refused = [string, string | Uint8Array<ArrayBuffer>, number, Record<string, string>?];
    const huge = (): Refused[] => [
      ['deep lists', deep('[', ']'), 400],
      ['a field of deep lists', `{"${firstField}":${deep('[', ']')}}`, 400],
      ['5 MB', `{"${firstField}":"${'x'.repeat(5_000_000)}"}`, 413],
      ['a gzip bomb', GZIP_BOMB, 415, { 'content-encoding': 'gzip' }],
    ];
    const refused: Refused[] = [
      ['empty', '', 400],
      ['a list', '[]', 400],
      ['text', '"x"', 400],
      ['null', 'null', 400],
      ['NaN', good.replace(/:.*?([,}])/, ':NaN$1'), 400],
      ['cut off', good.slice(0, -1), 400],
      ['twice', good + good, 400],
      ['gzip', new Uint8Array(gzipSync(good)), 415, { 'content-encoding': 'gzip' }],
      ['of an unknown coding', good, 415, { 'content-encoding': 'x' }],
      ['text/plain', good, 415, { 'content-type': 'text/plain' }],
      ['a form', 'name=x', 415, { 'content-type': 'application/x-www-form-urlencoded' }],
      ['a form with files', good, 415, { 'content-type': 'multipart/form-data; boundary=x' }],
      ['XML', '<x/>', 415, { 'content-type': 'application/xml' }],
      ['of a broken type', good, 415, { 'content-type': ';' }],
      ['UTF-16', good, 415, { 'content-type': 'application/json; charset=utf-16' }],
      ['UTF-7', good, 415, { 'content-type': 'application/json; charset=utf-7' }],
      ...(GETS_HUGE_BODIES.has(id) ? huge() : []),
    ];
    // In a style, only the picture can be too large; the error names that field.
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
    // When all fields are optional, such a body counts as empty.
    expect([200, 400]).toContain(answer.status);
    expect(({} as { polluted?: boolean }).polluted).toBe(undefined);
  });
});

/** Invalid values for conditional-request and idempotency headers. */
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

describe('odd verbs', () => {
  it.each(OPERATIONS.map(({ path }) => path).filter((path, at, all) => all.indexOf(path) === at))(
    'do nothing at %s',
    async (path) => {
      const before = await state();
      for (const method of ['PROPFIND', 'PURGE', 'QUERY']) {
        for (const token of [undefined, owner.token, admin.token]) {
          const answer = await send(method, path.replace(/\{\w+\}/g, '1'), token === undefined ? {} : { token });
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
        const answer = await send(operation.method, operation.path.replace(/\{\w+\}/g, id), {
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
    // A list or an object in a query is ignored: the field counts as missing.
    for (const other of [`${name}[]=1`, `${name}[x]=1`, `__proto__[${name}]=1`]) {
      expect((await asked(other)).status, other).toBeLessThan(500);
    }
  });
});
