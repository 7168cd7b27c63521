import { randomBytes } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { publicMenu } from '@tavola/contracts/public-menu.ts';
import { aCategory, anItem } from '@tavola/test-kit/entities.ts';
import type { Answer } from '@tavola/test-kit/http.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { describe, expect, it } from 'vitest';
import { OWN_FINGERPRINTS } from '../src/menu/fingerprints.ts';
import { MENU_FORMAT } from '../src/menu/master-menu.ts';
import { menuCache } from '../src/menu/menu-cache.ts';
import { fakeOwners, gate, makeRestaurant, startPublicMenu, untilCached } from './setup.ts';

const owners = await fakeOwners();
const service = await startPublicMenu(owners);
const { read, call, redis } = service;

/** Adds a restaurant to auth and menu. */
function restaurant(...given: Parameters<typeof makeRestaurant>) {
  const made = makeRestaurant(...given);
  owners.restaurants.push(made);
  return made;
}

const known = restaurant();
/** Another process on the same Redis, with an empty memory. */
const other = await startPublicMenu(owners);
await Promise.all([untilCached(service, known.tenant.slug), untilCached(other, known.tenant.slug)]);

describe('GET /api/public/menu/{slug}', () => {
  it('returns tenant, categories and items as in the contract, and nothing else [S3.12 S7.23]', async () => {
    const { tenant, menu } = restaurant({
      name: 'Sushi 寿司',
      description: 'Fresh',
      phone: '+81 3 3123 4567',
      logo: 'https://e.x/l.png',
    });
    const { status, body } = await read(tenant.slug);
    expect(status).toBe(200);
    const { version: _version, shape: _shape, ...shown } = tenant;
    const calls = [{ text: '+81 3 3123 4567', href: 'tel:+81331234567' }];
    expect(body).toEqual({ tenant: { ...shown, calls }, categories: menu.categories, items: menu.items });
    expect(publicMenu.strict().parse(body)).toEqual(body);
  });

  it('has a pattern for prices in other currencies than US dollars, whose body is unchanged', async () => {
    const { tenant } = restaurant({ currency: 'PLN' });
    const inPolish = { before: '', after: '\u00a0zł', decimal: ',', group: '.', grouping: 3, digits: 2 };
    expect((await read(tenant.slug)).body).toMatchObject({ tenant: { currency: 'PLN' }, money: inPolish });
    for (const plain of [restaurant(), restaurant({ currency: 'USD' })]) {
      expect(Object.keys((await read(plain.tenant.slug)).body)).toEqual(['tenant', 'categories', 'items']);
    }
  });

  it('hides inactive categories and their items, and keeps items without a category', async () => {
    const [shown, hidden, empty] = [aCategory(), aCategory({ isActive: false }), aCategory()];
    const items = [
      anItem({ categoryId: null, name: 'First of all' }),
      anItem({ categoryId: hidden.id, name: 'Hidden' }),
      anItem({ categoryId: shown.id, isAvailable: false, name: 'Out of stock, but shown' }),
      anItem({ categoryId: null, name: 'Last of all' }),
    ];
    const { tenant } = restaurant({}, { categories: [empty, hidden, shown], items });
    const { body } = await read(tenant.slug);
    expect(body.categories).toEqual([empty, shown]);
    expect(body.items).toEqual([items[0], items[2], items[3]]);
  });

  it('shows a restaurant with an empty menu', async () => {
    const { tenant } = restaurant({}, { version: 0, categories: [], items: [] });
    expect((await read(tenant.slug)).body).toMatchObject({ categories: [], items: [] });
    await expect.poll(async () => (await read(tenant.slug)).headers.get('x-cache')).toBe('memory');
  });

  it('makes clients revalidate every cached response', async () => {
    const { tenant } = restaurant();
    for (const { headers } of [await read(tenant.slug), await read(tenant.slug)]) {
      expect(headers.get('cache-control')).toBe('public, no-cache');
      // Only an edge that says its time may cache it.
      expect(headers.get('x-accel-expires')).toBe('0');
      expect(headers.get('vary')).toBe('Accept-Encoding');
      expect(headers.get('age')).toMatch(/^[0-2]$/);
      expect(headers.get('x-menu-version')).toBe('1.1');
      expect(headers.get('content-type')).toMatch(/^application\/json/);
    }
  });
});

describe('what an edge caches', () => {
  it('is menus in frequent use, the others now and then, and its own requests', { tags: 'full' }, async () => {
    const { tenant } = restaurant();
    const until = async (headers: Record<string, string> = {}) =>
      (
        await call('GET', `/api/public/menu/${tenant.slug}`, {
          headers: { 'x-edge-time': '1700000000.999', ...headers },
        })
      ).headers.get('x-accel-expires');
    expect([await until(), await until()]).toEqual(['@1700000000', '@1700000000']);
    await sleep(2_100);
    expect(await until()).toBe('0');
    expect(await until()).toBe('@1700000000');
    await sleep(2_100);
    expect(await until({ 'x-edge-refresh': '1' })).toBe('@1700000000');
    for (const time of ['', '@1', '-1', '1e9', '1700000000.9, 1800000000']) {
      expect(await until({ 'x-edge-refresh': '1', 'x-edge-time': time })).toBe('0');
    }
  });

  it('is one answer of a burst, in each second, and every one of its own requests', async () => {
    const { tenant } = restaurant();
    const marks = (time: string, headers: Record<string, string> = {}) =>
      Promise.all(
        Array.from({ length: 8 }, async () => {
          const answer = await call('GET', `/api/public/menu/${tenant.slug}`, {
            headers: { 'x-edge-time': time, ...headers },
          });
          expect(answer.headers.get('x-accel-expires')).toBe(`@${time.slice(0, 10)}`);
          return answer.headers.get('x-edge-no-cache');
        }),
      );
    // Not always at the first try: on a busy machine they may take longer than a burst lasts.
    const both = { timeout: 10_000 };
    await expect.poll(() => marks('1700000000.999'), both).toEqual(expect.arrayContaining([null, '1']));
    await expect.poll(() => marks('1700000001.000'), both).toEqual(expect.arrayContaining([null, '1']));
    const refreshed = await marks('1700000001.001', { 'x-edge-refresh': '1' });
    expect(new Set(refreshed)).toEqual(new Set([null]));
  });
});

describe('a menu that is not there', () => {
  const told = ({ status, body, headers }: Answer) => ({
    status,
    body: { ...body, requestId: '' },
    // nginx takes X-Accel-Expires out.
    headers: [...headers].filter(([name]) => !['x-request-id', 'date', 'x-cache', 'x-accel-expires'].includes(name)),
  });

  it('is the same 404 for an unknown slug and an inactive restaurant', async () => {
    const { tenant } = restaurant({ isActive: false });
    const answers = [await read(`unknown-${tenant.slug}`), await read(tenant.slug), await read(tenant.slug)];
    for (const answer of answers) expectProblem(answer, 404);
    for (const answer of answers) expect(told(answer)).toEqual(told(answers[0] as Answer));
    expectProblem(await read('No_Slug'), 404);
  });

  it.each(['Upper', 'two--hyphens', 'a%00', '..%2F..%2Finternal%2Fstats', 'a%3Fb', 'x'.repeat(64)])(
    'is not looked up with a malformed slug: %s',
    async (slug) => {
      owners.asked.length = 0;
      expectProblem(await read(slug), 404);
      expect(owners.asked).toEqual([]);
    },
  );
});

describe('conditional requests and encodings', () => {
  const raw = (slug: string, headers: Record<string, string>, method = 'GET') =>
    new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      const asked = request(`${service.url}/api/public/menu/${slug}`, { method, headers }, async (answer) => {
        const parts: Buffer[] = [];
        for await (const part of answer) parts.push(part);
        const body = Buffer.concat(parts);
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body });
      });
      asked.on('error', reject);
      asked.end();
    });
  const plain = { gzip: gunzipSync, br: brotliDecompressSync, identity: (body: Buffer) => body };

  it.each(['gzip', 'br', 'identity'] as const)('is the same menu in %s, with an ETag of its own', async (coding) => {
    const { tenant } = restaurant();
    const { body: menu } = await read(tenant.slug);
    const sent = { 'accept-encoding': coding };
    for (let n = 0; n < 2; n += 1) {
      const answer = await raw(tenant.slug, sent);
      expect(answer.headers['content-encoding']).toBe(coding === 'identity' ? undefined : coding);
      expect(Number(answer.headers['content-length'])).toBe(answer.body.length);
      expect(JSON.parse(plain[coding](answer.body).toString())).toEqual(menu);
      const { etag = '' } = answer.headers;
      expect(etag).toMatch(/^"[^"]*1\.1[^"]*"$/);
      for (const tags of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const same = await raw(tenant.slug, { ...sent, 'if-none-match': tags });
        expect(same).toMatchObject({ status: 304, body: Buffer.alloc(0), headers: { etag, vary: 'Accept-Encoding' } });
      }
      expect((await raw(tenant.slug, { ...sent, 'if-none-match': `"x${etag.slice(1)}` })).status).toBe(200);
    }
    const head = await raw(tenant.slug, sent, 'HEAD');
    expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0) });
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['br;q=0.000, gzip;q=0', undefined],
    ['br ; q=0 , gzip ; q=0.1', 'gzip'],
    ['br;q=0.001', 'br'],
    ['x-gzip, brr', undefined],
    ['deflate', undefined],
  ])('match %j and %j', async (accepted, coding) => {
    const answer = await raw(known.tenant.slug, { 'accept-encoding': accepted });
    expect(answer.headers['content-encoding']).toBe(coding);
  });

  it('asks auth and menu once for any number of parallel requests', async () => {
    const { tenant } = restaurant();
    owners.asked.length = 0;
    const slow = gate();
    owners.beforeMenuAnswers = slow.wait;
    const reads = Array.from({ length: 30 }, () => read(tenant.slug));
    await slow.arrived;
    // By this answer, the requests that were sent before have arrived, too.
    expectProblem(await read('nobody'), 404);
    slow.open();
    owners.beforeMenuAnswers = () => {};
    expect(new Set((await Promise.all(reads)).map(({ status }) => status))).toEqual(new Set([200]));
    // Once each, or a few times more if the machine is so busy that the process stops trusting its subscription.
    expect(owners.asked.length).toBeLessThan(10);
  });

  it('stays within its memory limit, and still answers', async () => {
    const small = await startPublicMenu(owners, { MENU_MEMORY_MB: 1 });
    const many = Array.from({ length: 40 }, () => {
      const noise = Array.from({ length: 60 }, () => anItem({ description: randomBytes(750).toString('base64') }));
      return restaurant({}, { items: noise });
    });
    for (const { tenant } of many) expect((await small.read(tenant.slug)).status).toBe(200);
    expect(small.deps.memory.size).toBeLessThan(40);
    expect(small.deps.memory.bytes).toBeLessThanOrEqual(1024 * 1024);
  });
});

/** A menu as Redis has it. */
const entryOf = ({ slug, id }: { slug: string; id: string }) => ({
  slug,
  tenantId: id,
  versions: { tenant: 1, menu: 1 },
  at: Date.now(),
  restaurantAt: Date.now(),
  fingerprints: OWN_FINGERPRINTS,
  isListed: true,
  gzip: Buffer.from('another format'),
  offered: [],
  turns: [],
  made: new Map(),
});

describe('during a rolling update', () => {
  it('the cached body of another release is neither read nor replaced', async () => {
    const { tenant } = restaurant();
    const theirs = menuCache(redis, 'another format');
    const { dataSet } = await theirs.read(tenant.slug);
    const kept = entryOf(tenant);
    await theirs.fill(kept, dataSet);
    const answer = await read(tenant.slug);
    expect(answer).toMatchObject({ status: 200, body: { tenant: { id: tenant.id } } });
    expect(answer.headers.get('x-cache')).toBe('origin');
    // By now, our body is stored next to it.
    expect((await other.read(tenant.slug)).headers.get('x-cache')).toBe('redis');
    expect(await theirs.read(tenant.slug)).toMatchObject({ outdated: [], menu: { gzip: kept.gzip } });
  });

  it('responses of older releases get defaults, and unknown fields are dropped', async () => {
    const made = restaurant();
    const { id, slug, name, themeColor, timeZone, isActive, version } = made.tenant;
    const [category, item] = [made.menu.categories[0], made.menu.items[0]];
    made.tenant = { id, slug, name, themeColor, timeZone, isActive, version, secret: 'x' } as never;
    made.menu = {
      version: 1,
      categories: [{ id: category?.id, name: 'Pasta', secret: 'x' }],
      items: [{ id: item?.id, name: 'Carbonara', price: 12, categoryId: category?.id, secret: 'x' }],
      secret: 'x',
    } as never;
    const { status, body } = await read(slug);
    expect(status).toBe(200);
    expect(publicMenu.strict().parse(body)).toEqual(body);
    expect(body.tenant).toMatchObject({ name, description: null, logo: null });
    expect(body.categories).toMatchObject([{ name: 'Pasta', description: null, isActive: true }]);
    expect(body.items).toMatchObject([{ name: 'Carbonara', isAvailable: true, isPopular: false, image: null }]);
    expect(JSON.stringify(body)).not.toContain('secret');
  });
});

describe('an invalid cache entry', () => {
  const slugKey = (slug: string) => `slug:${slug}`;
  const entryKey = (id: string) => `menu:${id}`;
  const bodyKey = (id: string) => `${entryKey(id)}:${MENU_FORMAT}`;

  it('is ignored if it was made for another slug', async () => {
    const { tenant } = restaurant();
    const cache = menuCache(redis);
    const { dataSet } = await cache.read(tenant.slug);
    await cache.fill({ ...entryOf(tenant), slug: 'elsewhere', gzip: gzipSync('{}') }, dataSet);
    await redis.set(slugKey(tenant.slug), tenant.id);
    const answer = await read(tenant.slug);
    expect(answer).toMatchObject({ status: 200, body: { tenant: { id: tenant.id } } });
    expect(answer.headers.get('x-cache')).toBe('origin');
  });

  it('is ignored with random bytes in it', async () => {
    const { tenant } = restaurant();
    await read(tenant.slug);
    await redis.hSet(bodyKey(tenant.id), 'body', '\u0000\ufffd\u0007');
    const answer = await other.read(tenant.slug);
    expect(answer).toMatchObject({ status: 200, body: { tenant: { id: tenant.id } } });
    expect(answer.headers.get('x-cache')).toBe('origin');
  });

  it('is ignored if it has another type', async () => {
    const { tenant } = restaurant();
    await read(tenant.slug);
    await redis.set(entryKey(tenant.id), 'text');
    expect((await other.read(tenant.slug)).status).toBe(200);
    await redis.del(entryKey(tenant.id));
    await redis.del(slugKey(tenant.slug));
    await redis.lPush(slugKey(tenant.slug), 'x');
    expect((await read(tenant.slug)).status).toBe(200);
  });

  it('is ignored if the slug’s entry is invalid', async () => {
    const { tenant } = restaurant();
    await redis.set(slugKey(tenant.slug), 'nobody');
    expect(await read(tenant.slug)).toMatchObject({ status: 200, body: { tenant: { id: tenant.id } } });
  });
});
