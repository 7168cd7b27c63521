import { randomUUID } from 'node:crypto';
import type { AnalyticsExport, AuthExport, MenuExport, QrExport } from '@tavola/contracts/export.ts';
import { aCategory, anItem, aTenant } from '@tavola/test-kit/entities.ts';
import { describeSignedInOnly, expectProblem } from '@tavola/test-kit/refusals.ts';
import { person } from '@tavola/test-kit/tokens.ts';
import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Answers, startAdmin } from './setup.ts';

const PATH = '/api/account/export';
const AT = '2026-11-20T10:00:00.000Z';
const LOGO = Buffer.from('a picture');
const kept = { createdAt: AT, updatedAt: AT };
const ada = person();
const tenantId = ada.tenantId as string;

const profile: AuthExport = {
  tenant: {
    ...aTenant({
      id: tenantId,
      slug: 'da-ada',
      description: 'Fish, "fresh"\nevery day',
      timeZone: 'Europe/Berlin',
    }),
    ...kept,
  },
  slugs: ['da-ada', 'ada'],
  users: [
    { id: ada.userId, name: 'Ada', email: 'ada@example.com', role: 'owner', isActive: true, createdAt: AT },
    { id: randomUUID(), name: '+Bea', email: 'bea@example.com', role: 'owner', isActive: false, createdAt: AT },
  ],
};
const dishes: MenuExport = {
  categories: [{ ...aCategory({ id: 1, name: 'Primi' }), ...kept }],
  items: [
    { ...anItem({ id: 7, name: 'Carbonara', price: 13.5, categoryId: 1, isFeatured: true }), ...kept },
    { ...anItem({ id: 8, name: '=HYPERLINK("http://evil.test","x")', price: 0.07 }), ...kept },
  ],
};
const codes: QrExport = {
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
  style: {
    foreground: '#112233',
    background: '#ffffff',
    caption: null,
    logo: `data:image/png;base64,${LOGO.toString('base64')}`,
  },
};
const visits: AnalyticsExport = {
  quarters: [{ quarter: '2026-11-20T10:15:00Z', views: 3, viewSeconds: 90, scans: 1, visitors: 2 }],
  codes: [{ day: '2026-11-20', codeId: 'abcd2345', views: 2, scans: 1 }],
  items: [
    { day: '2026-11-20', itemId: 7, seen: 3, opened: 1 },
    { day: '2026-11-20', itemId: 99, seen: 1, opened: 0 },
  ],
};

const EXPORT_PATH = /^\/internal\/tenants\/[0-9a-f-]{36}\/export$/;

/** The token of an owner of a restaurant of their own. */
const anOwner = () => person({ tenantId: randomUUID() }).token;

/** The default answers of the fake services; a test may replace them. */
const parts = { auth: profile, menu: dishes, qr: codes, analytics: visits };
const says: Record<keyof typeof parts, Answers> = { auth: () => 0, menu: () => 0, qr: () => 0, analytics: () => 0 };
const names = Object.keys(parts) as (keyof typeof parts)[];
beforeEach(() => {
  // Extra fields: anything outside the contract must not be exported.
  const secret = { passwordHash: '$argon2id$' };
  const said = { ...parts, auth: { ...profile, users: profile.users.map((user) => ({ ...user, ...secret })) } };
  for (const name of names) {
    says[name] = (path) => (EXPORT_PATH.test(path) ? { ...said[name], ...secret } : undefined);
  }
});

const { call, url, metrics, asked } = await startAdmin(
  (path) => says.auth(path),
  (path) => says.menu(path),
  { qr: (path) => says.qr(path), analytics: (path) => says.analytics(path) },
);

/** The response to an owner's export request, and the files in it. */
async function exported() {
  const response = await fetch(url + PATH, { headers: { authorization: `Bearer ${ada.token}` } });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const files = unzipSync(bytes);
  return { response, files, text: (name: string) => strFromU8(files[name] as Uint8Array) };
}

/** How many export requests have ended, answered or not. */
async function closedRequests(): Promise<number> {
  const text = await metrics.getSingleMetricAsString('tavola_http_request_duration_seconds');
  const counts = text.split('\n').filter((line) => line.includes('_count{') && line.includes(`route="${PATH}`));
  return counts.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

const TABLES = [
  'restaurant',
  'menu-addresses',
  'users',
  'categories',
  'items',
  'qr-codes',
  'qr-style',
  'visits-by-quarter-hour',
  'visits-by-code',
  'visits-by-item',
];

describe('GET /api/account/export', () => {
  it('is a zip with every table as JSON and as CSV, and a file that says what each is', async () => {
    const { response, files, text } = await exported();
    expect(response.status).toBe(200);
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

  it('has every value as the API has it, and ids with what they stand for', async () => {
    const { text } = await exported();
    const json = (table: string) => JSON.parse(text(`json/${table}.json`));
    expect(json('restaurant')).toEqual([profile.tenant]);
    expect(json('menu-addresses')).toEqual([
      { slug: 'da-ada', isCurrent: true },
      { slug: 'ada', isCurrent: false },
    ]);
    expect(json('users')).toEqual(profile.users);
    expect(json('categories')).toEqual(dishes.categories);
    expect(json('items')).toEqual([
      { ...dishes.items[0], category: 'Primi' },
      { ...dishes.items[1], category: null },
    ]);
    expect(json('qr-codes')).toEqual(codes.codes);
    expect(json('qr-style')).toEqual([{ ...codes.style, logo: 'qr-logo.png' }]);
    expect(json('visits-by-quarter-hour')).toEqual(visits.quarters);
    expect(json('visits-by-code')).toEqual([{ ...visits.codes[0], code: 'Main code' }]);
    expect(json('visits-by-item')).toEqual([
      { ...visits.items[0], item: 'Carbonara' },
      { ...visits.items[1], item: null },
    ]);
  });

  it('has the same as CSV in UTF-8 with its mark, where text is never a formula', async () => {
    const { files, text } = await exported();
    expect([...(files['csv/items.csv'] as Uint8Array).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, carbonara, formula] = text('csv/items.csv').split('\r\n');
    const cells = Object.entries(dishes.items[0] as object);
    cells.splice(cells.findIndex(([name]) => name === 'categoryId') + 1, 0, ['category', 'Primi']);
    expect(head).toBe(cells.map(([name]) => name).join());
    expect(head).toMatch(/^id,name,description,price,categoryId,category,isAvailable,/);
    expect(carbonara).toBe(cells.map(([, value]) => value ?? '').join());
    expect(carbonara).toMatch(/^7,Carbonara,,13\.5,1,Primi,true,/);
    expect(formula).toMatch(/^8,"'=HYPERLINK\(""http:\/\/evil\.test"",""x""\)",,0\.07,,,true,/);
    expect(text('csv/users.csv')).toContain(`,'+Bea,bea@example.com,`);
    expect(text('csv/restaurant.csv')).toContain('"Fish, ""fresh""\nevery day"');
  });

  it('asks each owner of data for the restaurant of who is signed in, and takes only what was agreed on', async () => {
    const before = asked.length;
    const { files, text } = await exported();
    expect(asked.slice(before)).toEqual(Array(4).fill(`/internal/tenants/${tenantId}/export`));
    for (const name of Object.keys(files)) expect(text(name), name).not.toMatch(/argon2|passwordHash/);
  });

  it('has all of a restaurant that has nothing yet, and of one with years of visits', async () => {
    says.menu = () => ({ categories: [], items: [] });
    says.qr = () => ({ codes: [], style: { ...codes.style, logo: null } });
    const many = Array.from({ length: 20_000 }, (_, nth) => ({
      day: '2026-11-20',
      itemId: nth + 1,
      seen: (nth * 7919) % 1000,
      opened: 1,
    }));
    says.analytics = () => ({ quarters: [], codes: [], items: many });
    const { files, text } = await exported();
    expect(JSON.parse(text('json/items.json'))).toEqual([]);
    expect(text('csv/qr-codes.csv')).toBe('id,name,link,isMain,createdAt,retiredAt\r\n');
    expect(files['qr-logo.png']).toBeUndefined();
    expect(JSON.parse(text('json/visits-by-item.json'))).toEqual(many.map((row) => ({ ...row, item: null })));
  });

  it.each<[string, Answers]>([
    [
      'fails',
      () => {
        throw new Error('away');
      },
    ],
    ['says something else', () => ({ items: [{ id: 'not one' }] })],
  ])(
    'is a 503 that says when to try again, and no zip, while any of the owners of data %s [P11]',
    async (_what, answers) => {
      for (const name of names) {
        const before = says[name];
        says[name] = answers;
        const answer = await call('GET', PATH, { token: ada.token });
        expectProblem(answer, 503);
        expect(answer.headers.get('retry-after'), name).toBe('2');
        expect(answer.headers.get('content-disposition'), name).toBeNull();
        says[name] = before;
      }
    },
  );

  it('is a 503 while one knows nothing of such a question, as the version before does not, and a 404 where there is no restaurant', async () => {
    says.analytics = () => undefined;
    expectProblem(await call('GET', PATH, { token: ada.token }), 503);
    says.analytics = () => visits;
    says.auth = () => undefined;
    expectProblem(await call('GET', PATH, { token: ada.token }), 404);
  });

  it('has null, or what a new one has, for what the release before of an owner of data does not say yet', async () => {
    const whole = (await exported()).text('json/items.json');
    const items = dishes.items.map(
      ({ description: _description, image: _image, isPopular: _isPopular, ...rest }) => rest,
    );
    says.menu = () => ({ ...dishes, items });
    says.qr = () => ({ ...codes, style: { foreground: '#112233', background: '#ffffff' } });
    const { response, text } = await exported();
    expect(response.status).toBe(200);
    expect(text('json/items.json')).toBe(whole);
    expect(JSON.parse(text('json/qr-style.json'))).toMatchObject([{ caption: null, logo: null }]);
  });

  it('is not for an admin without a restaurant, and asks nobody', async () => {
    const before = asked.length;
    const { token } = person({ role: 'admin', tenantId: null });
    expectProblem(await call('GET', PATH, { token }), 403);
    expect(asked.slice(before)).toEqual([]);
  });

  it('is made once at a time for a restaurant: a second one is a 429 that says when to try again', async () => {
    const { promise, resolve } = Promise.withResolvers<AnalyticsExport>();
    says.analytics = () => promise;
    const answers = Array.from({ length: 6 }, () => call('GET', PATH, { token: ada.token }));
    const refused = await Promise.race(answers);
    expectProblem(refused, 429);
    expect(refused.headers.get('retry-after')).toBe('5');
    // Another owner's waits meanwhile.
    const other = call('GET', PATH, { token: anOwner() });
    resolve(visits);
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 429, 429, 429, 429, 429]);
    expect((await other).status).toBe(200);
    expect((await exported()).response.status).toBe(200);
  });

  it('is made for one restaurant at a time: four wait, and the next is a 503 that says when to try again', async () => {
    const { promise, resolve } = Promise.withResolvers<AnalyticsExport>();
    says.analytics = () => promise;
    const answers = Array.from({ length: 6 }, () => call('GET', PATH, { token: anOwner() }));
    const refused = await Promise.race(answers);
    expectProblem(refused, 503);
    expect(refused.headers.get('retry-after')).toBe('2');
    resolve(visits);
    await Promise.all(answers);
  });

  it('is not made for who went away while others had their turn', async () => {
    const { promise, resolve } = Promise.withResolvers<AnalyticsExport>();
    says.analytics = () => promise;
    const [before, closed] = [asked.length, await closedRequests()];
    const first = call('GET', PATH, { token: ada.token });
    await expect.poll(() => asked.length - before, { timeout: 20_000 }).toBe(4);
    const gone = new AbortController();
    const wait = () => fetch(url + PATH, { headers: { authorization: `Bearer ${anOwner()}` }, signal: gone.signal });
    const waiting = Array.from({ length: 5 }, wait);
    // With five requests one is too many; after its refusal the other four are waiting.
    expect((await Promise.race(waiting)).status).toBe(503);
    gone.abort();
    await Promise.allSettled(waiting);
    await expect.poll(closedRequests, { timeout: 20_000 }).toBe(closed + 5);
    resolve(visits);
    expect((await first).status).toBe(200);
    expect((await exported()).response.status).toBe(200);
    expect(asked.length - before).toBe(8);
  });
});

describeSignedInOnly(() => call, [{ method: 'GET', path: PATH }]);
