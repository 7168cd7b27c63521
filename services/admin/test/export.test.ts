import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EXPORTED_TABLES } from '@tavola/contracts/export.ts';
import { namesOf } from '@tavola/contracts/field-list.ts';
import { inPoolTransaction, makePool } from '@tavola/service-kit/data/postgres.ts';
import { aCategory, anItem, aTenant } from '@tavola/test-kit/entities.ts';
import { type Exported, fakeExport } from '@tavola/test-kit/exported.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { person } from '@tavola/test-kit/tokens.ts';
import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  beginRun,
  EXPORT_MS,
  exportStore,
  forgetExpiredExports,
  NEXT_EXPORT_MS,
  RUN_MS,
  runStore,
  unmadeExports,
} from '../src/export/export-store.ts';
import { exportWorker } from '../src/export/export-worker.ts';
import { type Answers, startAdmin } from './setup.ts';

// @module-tag full

const PATH = '/api/account/export';
const PROGRESS = `${PATH}/progress`;
const FILE = `${PATH}/file`;
const AT = '2026-11-20T10:00:00.000Z';
const LOGO = Buffer.from('a picture');
const kept = { createdAt: AT, updatedAt: AT };
const ada = person();
const tenantId = ada.tenantId as string;

const profile: Exported<'auth'> = {
  tenant: [
    {
      ...aTenant({
        id: tenantId,
        slug: 'da-ada',
        description: 'Fish, "fresh"\nevery day',
        timeZone: 'Europe/Berlin',
      }),
      ...kept,
    },
  ],
  slugs: [{ slug: 'ada' }, { slug: 'da-ada' }],
  users: [
    { id: ada.userId, name: 'Ada', email: 'ada@example.com', role: 'owner', isActive: true, createdAt: AT },
    { id: randomUUID(), name: '+Bea', email: 'bea@example.com', role: 'owner', isActive: false, createdAt: AT },
  ],
  invitations: [
    {
      id: randomUUID(),
      email: null,
      role: 'staff',
      mayDeclare: true,
      invitedBy: 'Ada',
      createdAt: AT,
      expiresAt: '2026-11-27T10:00:00.000Z',
    },
  ],
  kitchenDevices: [],
};
const dishes: Exported<'menu'> = {
  categories: [{ ...aCategory({ id: 1, name: 'Primi' }), ...kept, position: 1 }],
  items: [
    { ...anItem({ id: 7, name: 'Carbonara', price: 13.5, categoryId: 1, isFeatured: true }), ...kept, position: 1 },
    {
      ...anItem({ id: 8, name: '=HYPERLINK("http://evil.test","x")', price: 0.07, spice: 0, energy: 640 }),
      ...kept,
      position: 2,
    },
  ],
  dayparts: [
    {
      id: 5,
      name: 'Lunch',
      weekly: [[[720, 900]], [], [], [], [], [], []],
      special: [],
      isActive: true,
      ...kept,
      position: 1,
    },
  ],
  optionGroups: [
    {
      id: 6,
      name: 'Milk',
      min: 1,
      max: 1,
      options: [{ id: 9, name: 'Oat milk', price: 0.5, isAvailable: true, isDefault: false }],
      ...kept,
      position: 1,
    },
  ],
  changes: [
    {
      id: 3,
      version: 4,
      at: AT,
      by: ada.userId,
      kind: 'item',
      act: 'changed',
      targetId: 7,
      name: 'Carbonara',
      before: { price: 13 },
      after: { price: 13.5 },
    },
  ],
  declarations: [
    {
      id: 1,
      version: 4,
      at: AT,
      by: ada.userId,
      kind: 'item',
      targetId: 7,
      name: 'Carbonara',
      states: 'ccufffmuuuuuuuu',
      kinds: ['wheat'],
    },
  ],
};
const codes: Exported<'qr'> = {
  codes: [
    {
      id: 'abcd2345',
      name: 'Main code',
      isMain: true,
      createdAt: AT,
      retiredAt: null,
      link: 'https://m.test/q/abcd2345',
    },
  ],
  style: [
    {
      foreground: '#112233',
      background: '#ffffff',
      caption: null,
      logo: `data:image/png;base64,${LOGO.toString('base64')}`,
    },
  ],
};
const pictures: Exported<'media'> = {
  pictures: [{ url: '/m/x/y/640.jpg', width: 640, height: 480, color: '#aabbcc', bytes: 90_000, createdAt: AT }],
};
const visits: Exported<'analytics'> = {
  quarters: [{ quarter: '2026-11-20T10:15:00Z', views: 3, viewSeconds: 90, scans: 1, visitors: 2 }],
  codes: [{ day: '2026-11-20', codeId: 'abcd2345', views: 2, scans: 1 }],
  items: [
    { day: '2026-11-20', itemId: 7, seen: 3, opened: 1 },
    { day: '2026-11-20', itemId: 99, seen: 1, opened: 0 },
  ],
};

/** An owner of a restaurant of their own. */
const anOwner = () => person({ tenantId: randomUUID() });

/** The answers of a service that exports `tables`; a newer release adds a field to each answer. */
const exporting =
  (tables: Readonly<Record<string, readonly object[]>>): Answers =>
  (path) => {
    const answer = fakeExport(path, tables);
    return answer && { ...answer, passwordHash: '$argon2id$' };
  };

/** The default answers of the fake services; a test may replace them. */
const parts = { auth: profile, menu: dishes, qr: codes, media: pictures, analytics: visits };
const says: Record<keyof typeof parts, Answers> = {
  auth: () => 0,
  menu: () => 0,
  qr: () => 0,
  media: () => 0,
  analytics: () => 0,
};
const names = Object.keys(parts) as (keyof typeof parts)[];
beforeEach(() => {
  // Extra fields: anything outside the contract must not be exported.
  const secret = { passwordHash: '$argon2id$' };
  const said = {
    ...parts,
    auth: { ...profile, users: profile.users.map((user) => ({ ...user, ...secret })) },
    // By id; the files are in the order of the menu.
    menu: { ...dishes, items: dishes.items.toReversed() },
  };
  for (const name of names) says[name] = exporting(said[name]);
});

const { call, url, deps, database, redis, asked } = await startAdmin(
  (path) => says.auth(path),
  (path) => says.menu(path),
  { qr: (path) => says.qr(path), media: (path) => says.media(path), analytics: (path) => says.analytics(path) },
);
const { rows } = database;

const start = (token: string) => call('POST', PATH, { token });
const progress = async (token: string) => (await call('GET', PROGRESS, { token })).body;

/** The export once it has ended. */
async function ended(token: string) {
  await expect.poll(async () => (await progress(token)).state, { timeout: 50_000 }).toMatch(/^(done|failed|none)$/);
  return progress(token);
}

const download = (token: string, method = 'GET') =>
  fetch(url + FILE, { method, headers: { authorization: `Bearer ${token}` } });

/** Has an export made and downloads it: the response, and the files in it. */
async function exported({ token } = anOwner()) {
  expect((await start(token)).status).toBe(202);
  expect(await ended(token)).toMatchObject({ state: 'done', progress: 100 });
  const response = await download(token);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const files = unzipSync(bytes);
  return { response, bytes, files, text: (name: string) => strFromU8(files[name] as Uint8Array) };
}

/** As if the restaurant had asked for its export `ms` milliseconds earlier. */
const backdate = (tenantId: string | null, ms: number) =>
  rows(
    `UPDATE admin.data_export SET requested_at = requested_at - $2 * interval '1 ms',
       deadline_at = deadline_at - $2 * interval '1 ms', expires_at = expires_at - $2 * interval '1 ms' WHERE tenant_id = $1`,
    [tenantId, ms],
  );

/** An answer of analytics that waits for `answer`. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  says.analytics = async (path) => {
    await promise;
    return exporting(visits)(path);
  };
  return { answer: resolve };
}

/** `row` without its place in the menu, which no file has. */
const shown = ({ position: _position, ...row }: Record<string, unknown> = {}) => row;

/** How many pages the restaurant has: one of each table. */
const PAGES = 17;

const TABLES = [
  'restaurant',
  'menu-addresses',
  'users',
  'invitations',
  'kitchen-devices',
  'categories',
  'items',
  'dayparts',
  'option-groups',
  'menu-history',
  'allergen-declarations',
  'qr-codes',
  'qr-style',
  'pictures',
  'visits-by-quarter-hour',
  'visits-by-code',
  'visits-by-item',
];

describe('an export', () => {
  let made: ReturnType<typeof exported> | undefined;
  /** An export that several tests look at. */
  const adas = () => {
    made ??= exported(ada);
    return made;
  };

  it('is a zip with every table as JSON and CSV, and a file that describes each', async () => {
    const { response, bytes, files, text } = await adas();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const name = /^attachment; filename="?da-ada-(\d{4}-\d\d-\d\d)\.zip"?$/.exec(
      response.headers.get('content-disposition') ?? '',
    );
    expect(name?.[1], 'the day it was made').toBe(/Made at (\S{10})/.exec(text('README.txt'))?.[1]);
    expect(Object.keys(files).toSorted()).toEqual(
      [
        'README.txt',
        'qr-logo.png',
        ...TABLES.flatMap((table) => [`csv/${table}.csv`, `json/${table}.json`]),
      ].toSorted(),
    );
    for (const table of TABLES) expect(text('README.txt')).toContain(`\n${table}\n`);
    expect(Buffer.from(files['qr-logo.png'] as Uint8Array)).toEqual(LOGO);
  });

  it('has every value as in the API, and names beside ids', async () => {
    const { text } = await adas();
    const json = (table: string) => JSON.parse(text(`json/${table}.json`));
    expect(json('restaurant')).toEqual(profile.tenant);
    expect(json('menu-addresses')).toEqual([
      { slug: 'da-ada', isCurrent: true },
      { slug: 'ada', isCurrent: false },
    ]);
    expect(json('users')).toEqual(profile.users);
    expect(json('invitations')).toEqual(profile.invitations);
    expect(json('categories')).toEqual(dishes.categories.map(shown));
    expect(json('items')).toEqual([
      { ...shown(dishes.items[0]), category: 'Primi' },
      { ...shown(dishes.items[1]), category: null },
    ]);
    expect(json('option-groups')).toEqual(dishes.optionGroups.map(shown));
    const [{ id: _id, ...change }] = dishes.changes as [Exported<'menu'>['changes'][number]];
    expect(json('menu-history')).toEqual([{ ...change, before: '{"price":13}', after: '{"price":13.5}' }]);
    const said = {
      at: AT,
      by: ada.userId,
      byName: profile.users[0]?.name,
      kind: 'item',
      targetId: 7,
      name: 'Carbonara',
    };
    const states = { contains: 'gluten, wheat', mayContain: 'soy', freeFrom: 'eggs, fish, peanuts', kinds: 'wheat' };
    expect(json('allergen-declarations')).toEqual([{ ...said, ...states, version: 4 }]);
    expect(json('qr-codes')).toEqual(codes.codes);
    expect(json('qr-style')).toEqual([{ ...codes.style[0], logo: 'qr-logo.png' }]);
    expect(json('pictures')).toEqual(pictures.pictures);
    expect(json('visits-by-quarter-hour')).toEqual(visits.quarters);
    expect(json('visits-by-code')).toEqual([{ ...visits.codes[0], code: 'Main code' }]);
    expect(json('visits-by-item')).toEqual([
      { ...visits.items[0], item: 'Carbonara' },
      { ...visits.items[1], item: null },
    ]);
  });

  it('has the same data as CSV in UTF-8 with a byte order mark, where text is never a formula', async () => {
    const { files, text } = await adas();
    expect([...(files['csv/items.csv'] as Uint8Array).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, carbonara, formula] = text('csv/items.csv').split('\r\n');
    const dish: Record<string, unknown> = { ...dishes.items[0], category: 'Primi' };
    // A facet has a column, whether any dish has it or not.
    const columns: string[] = namesOf(EXPORTED_TABLES.menu.items).filter((name) => name !== 'position');
    columns.splice(columns.indexOf('categoryId') + 1, 0, 'category');
    expect(head).toBe(columns.join());
    expect(head).toMatch(/^id,name,description,price,categoryId,category,isAvailable,/);
    expect(carbonara).toBe(columns.map((column) => dish[column] ?? '').join());
    expect(carbonara).toMatch(/^7,Carbonara,,13\.5,1,Primi,true,/);
    expect(formula).toContain(',0,640,');
    expect(formula).toMatch(/^8,"'=HYPERLINK\(""http:\/\/evil\.test"",""x""\)",,0\.07,,,true,/);
    expect(text('csv/users.csv')).toContain(`,'+Bea,bea@example.com,`);
    expect(text('csv/restaurant.csv')).toContain('"Fish, ""fresh""\nevery day"');
  });

  it('works for a new restaurant', async () => {
    says.menu = exporting({ categories: [], items: [], dayparts: [], optionGroups: [], changes: [], declarations: [] });
    says.qr = exporting({ codes: [], style: [{ ...codes.style[0], logo: null }] });
    const { files, text } = await exported();
    expect(JSON.parse(text('json/items.json'))).toEqual([]);
    expect(text('csv/qr-codes.csv')).toBe('id,name,link,isMain,createdAt,retiredAt\r\n');
    expect(files['qr-logo.png']).toBeUndefined();
  });

  it('has null, or a default, for fields that an older release of a service does not send', async () => {
    const items = dishes.items.map(
      ({ description: _description, image: _image, isPopular: _isPopular, ...rest }) => rest,
    );
    says.menu = exporting({ ...dishes, items });
    says.qr = exporting({ ...codes, style: [{ foreground: '#112233', background: '#ffffff' }] });
    const { text } = await exported();
    expect(JSON.parse(text('json/items.json'))).toEqual([
      { ...shown(dishes.items[0]), category: 'Primi' },
      { ...shown(dishes.items[1]), category: null },
    ]);
    expect(JSON.parse(text('json/qr-style.json'))).toMatchObject([{ caption: null, logo: null }]);
  });
});

describe('a background export', () => {
  it('shows its progress, and links its file for an hour', async () => {
    const { token, tenantId } = anOwner();
    expect(await progress(token)).toEqual({ state: 'none', progress: 0 });
    expectProblem(await call('GET', FILE, { token }), 404);
    const { answer } = held();
    const started = await start(token);
    expect([started.status, started.body]).toEqual([202, { state: 'waiting', progress: 0 }]);
    await expect.poll(async () => (await progress(token)).state, { timeout: 20_000 }).toBe('working');
    expectProblem(await call('GET', FILE, { token }), 404);
    answer();
    const { file, ...rest } = await ended(token);
    expect(rest).toEqual({ state: 'done', progress: 100 });
    expect(file.name).toMatch(/^da-ada-.*\.zip$/);
    const goodForMs = new Date(file.expiresAt).getTime() - Date.now();
    expect(goodForMs).toBeGreaterThan(EXPORT_MS - 60_000);
    expect(goodForMs).toBeLessThanOrEqual(EXPORT_MS);
    const head = await download(token, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(file.bytes)]);
    expect((await (await download(token)).arrayBuffer()).byteLength).toBe(file.bytes);
    await backdate(tenantId, EXPORT_MS);
    expect(await progress(token)).toEqual({ state: 'none', progress: 0 });
    expectProblem(await call('GET', FILE, { token }), 404);
  });

  it('is shared by requests made meanwhile, and read once', async () => {
    const { token } = anOwner();
    const before = asked.length;
    const { answer } = held();
    const answers = await Promise.all(Array.from({ length: 6 }, () => start(token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(202));
    answer();
    expect((await ended(token)).state).toBe('done');
    expect(asked.length - before).toBe(PAGES);
  });

  it('can be repeated after a minute, and the new file replaces the old one', async () => {
    const owner = anOwner();
    await exported(owner);
    // However long it took to be made.
    await rows(`UPDATE admin.data_export SET requested_at = requested_at - interval '1 hour' WHERE tenant_id = $1`, [
      owner.tenantId,
    ]);
    const refused = await start(owner.token);
    expectProblem(refused, 429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(await progress(owner.token)).toMatchObject({ state: 'done' });
    await backdate(owner.tenantId, NEXT_EXPORT_MS);
    says.menu = exporting({ ...dishes, items: [] });
    const { text } = await exported(owner);
    expect(JSON.parse(text('json/items.json'))).toEqual([]);
    const runs = await rows('SELECT DISTINCT run_id FROM admin.data_export_part WHERE tenant_id = $1', [
      owner.tenantId,
    ]);
    expect(runs).toHaveLength(1);
  });

  it('may have tables of many pages, and a file of many parts, sent as one', async () => {
    const owner = anOwner();
    const many = Array.from({ length: 25_000 }, (_, nth) => ({
      day: '2026-11-20',
      itemId: (nth * 48_271) % 2_147_483_647,
      seen: (nth * 7919) % 100_003,
      opened: (nth * 104_729) % 1_299_709,
    }));
    // In pages of 10,000, which are asked for one after the other.
    says.analytics = (path) => {
      const { searchParams } = new URL(path, url);
      if (searchParams.get('table') !== 'items') return { rows: [], next: null };
      const from = Number(searchParams.get('after') ?? 0);
      const next = from + 10_000;
      return { rows: many.slice(from, next), next: next < many.length ? String(next) : null };
    };
    const { text, bytes } = await exported(owner);
    expect(JSON.parse(text('json/visits-by-item.json'))).toEqual(many.map((row) => ({ ...row, item: null })));
    const parts = await rows<{ number: number; size: number }>(
      'SELECT number, length(bytes) AS size FROM admin.data_export_part WHERE tenant_id = $1 ORDER BY number',
      [owner.tenantId],
    );
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.reduce((sum, { size }) => sum + size, 0)).toBe(bytes.length);
  });

  it('allows two parallel downloads per restaurant, and per person', async () => {
    const { token, tenantId, userId } = anOwner();
    await rows(
      `INSERT INTO admin.data_export (tenant_id, state, run_id, file_name, file_bytes, expires_at)
       VALUES ($1, 'done', $1, 'da-ada.zip', 3, now() + interval '1 hour')`,
      [tenantId],
    );
    await rows(`INSERT INTO admin.data_export_part (tenant_id, run_id, number, bytes) VALUES ($1, $1, 0, 'zip')`, [
      tenantId,
    ]);
    const locking = makePool(database.adminUrl, 'test', deps.log, 1);
    const statuses: number[] = [];
    const asking = await inPoolTransaction(locking, async (client) => {
      await client.query('LOCK TABLE admin.data_export_part');
      const begun = Array.from({ length: 6 }, async () => statuses.push((await call('GET', FILE, { token })).status));
      await expect.poll(() => statuses, { timeout: 20_000 }).toEqual([429, 429, 429, 429]);
      expectProblem(await call('GET', FILE, { token: person({ userId }).token }), 429);
      return { begun };
    });
    await locking.end();
    await Promise.all(asking.begun);
    expect(statuses).toEqual([429, 429, 429, 429, 200, 200]);
  });

  it('aborts a download whose file is deleted meanwhile', async () => {
    const owner = anOwner();
    await exported(owner);
    await rows('UPDATE admin.data_export SET file_bytes = file_bytes + 1 WHERE tenant_id = $1', [owner.tenantId]);
    const response = await download(owner.token);
    await expect(response.arrayBuffer()).rejects.toThrow();
  });

  it.each<[string, Answers, readonly (keyof typeof parts)[]]>([
    [
      'fails',
      () => {
        throw new Error('away');
      },
      names,
    ],
    ['says something else', () => ({ rows: [{ id: 'not one' }], next: null }), ['menu']],
    ['is of an older release, which says everything in one answer', () => ({ ...dishes, ...codes }), ['menu', 'qr']],
    ['knows nothing of such a question', () => undefined, ['analytics']],
  ])('fails, and says so, if one of the services %s [P11]', async (_what, answers, owners) => {
    for (const name of owners) {
      const { token } = anOwner();
      const before = says[name];
      says[name] = answers;
      await start(token);
      expect(await ended(token), name).toEqual({
        state: 'failed',
        progress: 0,
        reason: 'Part of the service is unavailable right now. Please try again in a moment.',
      });
      expectProblem(await call('GET', FILE, { token }), 404);
      says[name] = before;
    }
  });

  it('can be repeated as soon as it has failed', async () => {
    const owner = anOwner();
    says.menu = () => undefined;
    await start(owner.token);
    expect((await ended(owner.token)).state).toBe('failed');
    says.menu = exporting(dishes);
    expect((await exported(owner)).response.status).toBe(200);
  });

  it('is gone when its restaurant is deleted', async () => {
    const { token } = anOwner();
    says.auth = exporting({ tenant: [] });
    await start(token);
    expect(await ended(token)).toEqual({ state: 'none', progress: 0 });
  });

  it('is one of two in a process', async () => {
    const owners = [anOwner(), anOwner(), anOwner(), anOwner()];
    const before = asked.length;
    const { answer } = held();
    for (const { token } of owners) await start(token);
    const read = () => new Set(asked.slice(before).map((path) => path.split('/')[3]));
    await expect.poll(() => read().size, { timeout: 20_000 }).toBe(2);
    await expect.poll(() => asked.at(-1), { timeout: 20_000 }).toContain('?table=quarters');
    expect(read().size).toBe(2);
    answer();
    for (const { token } of owners) expect((await ended(token)).state).toBe('done');
    expect(asked.slice(before)).toHaveLength(owners.length * PAGES);
  });

  it('does not wait for large ones, of which one is made at a time, that first which has waited longest', async () => {
    const [first, second, third, small] = [anOwner(), anOwner(), anOwner(), anOwner()];
    const rest = Promise.withResolvers<void>();
    /** A table of 1.4 MB in the file, whose last page waits. */
    const ROWS = 100_000;
    says.analytics = async (path) => {
      const { searchParams } = new URL(path, url);
      if (path.includes(small.tenantId as string)) return exporting(visits)(path);
      if (searchParams.get('table') !== 'items') return { rows: [], next: null };
      const from = Number(searchParams.get('after') ?? 0);
      if (from >= ROWS) {
        await rest.promise;
        return { rows: [], next: null };
      }
      const made = Array.from({ length: 10_000 }, (_, nth) => ({
        day: '2026-11-20',
        itemId: ((from + nth) * 48_271) % 2_147_483_647,
        seen: ((from + nth) * 7919) % 100_003,
        opened: ((from + nth) * 104_729) % 1_299_709,
      }));
      return { rows: made, next: String(from + made.length) };
    };
    const states = () => Promise.all([first, second].map(async ({ token }) => (await progress(token)).state));
    for (const { token } of [first, second]) await start(token);
    const hasBegun = ({ tenantId }: typeof first) =>
      asked.some((path) => path.includes(tenantId as string) && path.includes('?table=items'));
    await expect.poll(() => hasBegun(first) && hasBegun(second), { timeout: 50_000 }).toBe(true);
    await expect.poll(async () => (await states()).toSorted(), { timeout: 50_000 }).toEqual(['waiting', 'working']);
    await start(small.token);
    expect((await ended(small.token)).state).toBe('done');
    expect((await states()).toSorted()).toEqual(['waiting', 'working']);
    await start(third.token);
    await expect.poll(() => hasBegun(third), { timeout: 50_000 }).toBe(true);
    rest.resolve();
    for (const { token } of [first, second]) expect((await ended(token)).state).toBe('done');
    expect((await progress(third.token)).state).not.toBe('done');
    expect((await ended(third.token)).state).toBe('done');
  }, 180_000);

  it('is asked for without the queue, and made once that is back', async () => {
    const { token } = anOwner();
    await redis.stop();
    const started = await start(token);
    expect([started.status, started.body]).toEqual([202, { state: 'waiting', progress: 0 }]);
    expect(await progress(token)).toEqual({ state: 'waiting', progress: 0 });
    await redis.start();
    // The client looks only later: the process finds it by itself.
    await expect
      .poll(() => rows('SELECT FROM admin.data_export WHERE state = $1', ['waiting']), { timeout: 50_000 })
      .toEqual([]);
    expect((await ended(token)).state).toBe('done');
  });
});

describe('several processes', () => {
  const { db, log } = deps;
  /** An export that waits for a worker. */
  const waiting = async () => {
    const { tenantId, token } = anOwner();
    await exportStore(db, tenantId as string).request();
    return { tenantId: tenantId as string, token };
  };
  const begun = async (tenantId: string) => {
    const run = await beginRun(db, tenantId);
    if (!run) throw new Error('nothing waits');
    return run;
  };

  it('take over from one that died, which then writes nothing more, and give up after three tries', async () => {
    const { tenantId, token } = await waiting();
    const dead = await begun(tenantId);
    expect(dead).toMatchObject({ tenantId, runs: 1 });
    const store = runStore(db, dead);
    expect([await store.begin(), await store.add(0, new Uint8Array(3), 50)]).toEqual([true, true]);
    expect(await unmadeExports(db), 'it is being made').not.toContain(tenantId);
    const next = await begun(tenantId);
    expect(next).toMatchObject({ tenantId, runs: 2 });
    expect(await progress(token)).toEqual({ state: 'working', progress: 50 });
    expect([await store.add(1, new Uint8Array(3), 90), await store.finish({ name: 'x.zip', bytes: 6 })]).toEqual([
      false,
      false,
    ]);
    expect(await runStore(db, next).begin()).toBe(true);
    expect(await rows('SELECT FROM admin.data_export_part WHERE tenant_id = $1', [tenantId])).toEqual([]);
    expect(await begun(tenantId)).toMatchObject({ tenantId, runs: 3 });
    // Its job was lost, and it is found by its deadline.
    await backdate(tenantId, 2 * RUN_MS);
    expect(await ended(token)).toMatchObject({ state: 'failed' });
    expect(await beginRun(db, tenantId)).toBeNull();
  });

  it('give up an export whose job has failed for good', async () => {
    const { tenantId, token } = await waiting();
    await begun(tenantId);
    await exportStore(db, tenantId).giveUp('Only a test.');
    expect(await progress(token)).toEqual({ state: 'failed', progress: 0, reason: 'Only a test.' });
  });

  it('take over what a stopping process has begun', async () => {
    const busy = held();
    const both = [anOwner(), anOwner()];
    for (const { token } of both) {
      await start(token);
      await expect.poll(async () => (await progress(token)).state, { timeout: 20_000 }).toBe('working');
    }
    const hung = await new Promise<Server>((resolve) => {
      const server = createServer(() => {}).listen(0, '127.0.0.1', () => resolve(server));
    });
    const hungUrl = `http://127.0.0.1:${(hung.address() as AddressInfo).port}`;
    const stopping = exportWorker({
      db,
      redisUrl: redis.url,
      queue: deps.exports,
      owners: {
        urls: { auth: hungUrl, menu: hungUrl, qr: hungUrl, media: hungUrl, analytics: hungUrl },
        serviceToken: 'x',
      },
      log,
    });
    // This process makes two already, so the other one takes it.
    const { tenantId } = await waiting();
    await deps.exports.add({ tenantId });
    const stateOf = async () =>
      (
        await rows<{ state: string; runs: number }>('SELECT state, runs FROM admin.data_export WHERE tenant_id = $1', [
          tenantId,
        ])
      )[0];
    await expect.poll(stateOf, { timeout: 20_000 }).toEqual({ state: 'working', runs: 1 });
    await stopping.close();
    expect(await stateOf()).toEqual({ state: 'waiting', runs: 0 });
    hung.closeAllConnections();
    hung.close();
    busy.answer();
    await expect.poll(stateOf, { timeout: 20_000 }).toMatchObject({ state: 'done' });
  });

  it('delete only what has expired, with its files', async () => {
    const [old, young] = [anOwner(), anOwner()];
    await exported(old);
    await exported(young);
    await backdate(old.tenantId, EXPORT_MS + 1_000);
    await forgetExpiredExports(db);
    const left = (table: string) =>
      rows(`SELECT DISTINCT tenant_id FROM admin.${table} WHERE tenant_id = ANY ($1)`, [
        [old.tenantId, young.tenantId],
      ]);
    expect(await left('data_export')).toEqual([{ tenant_id: young.tenantId }]);
    expect(await left('data_export_part')).toEqual([{ tenant_id: young.tenantId }]);
  });
});

describe("a restaurant's deletion", () => {
  it('deletes its export in any state', async () => {
    const [done, working] = [anOwner(), anOwner()];
    await exported(done);
    const { answer } = held();
    await start(working.token);
    await expect.poll(async () => (await progress(working.token)).state, { timeout: 20_000 }).toBe('working');
    for (const { tenantId } of [done, working]) await exportStore(deps.db, tenantId as string).remove();
    answer();
    for (const { token } of [done, working]) {
      await start(anOwner().token);
      expect(await progress(token)).toEqual({ state: 'none', progress: 0 });
    }
    const ids = [done.tenantId, working.tenantId];
    expect(await rows('SELECT FROM admin.data_export_part WHERE tenant_id = ANY ($1)', [ids])).toEqual([]);
  });
});
