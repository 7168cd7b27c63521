import { gunzipSync } from 'node:zlib';
import type { StoredTexts } from '@tavola/contracts/languages.ts';
import { publicMenu } from '@tavola/contracts/public-menu.ts';
import { ALLERGENS } from '@tavola/contracts/rules/allergens.ts';
import { basisOf } from '@tavola/contracts/rules/declared-allergens.ts';
import { moneyPattern } from '@tavola/contracts/rules/money-pattern.ts';
import type { ServiceName } from '@tavola/contracts/topology.ts';
import { hashOfText } from '@tavola/service-kit/data/texts.ts';
import { makeServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { agreedFetch } from '@tavola/test-kit/agreed-answers.ts';
import { aCategory, anItem } from '@tavola/test-kit/entities.ts';
import { SERVICE_TOKEN } from '@tavola/test-kit/tokens.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OWN_FINGERPRINTS } from '../src/menu/fingerprints.ts';
import type { MasterMenu } from '../src/menu/master-menu.ts';
import { menuCache } from '../src/menu/menu-cache.ts';
import { menuMemory } from '../src/menu/menu-memory.ts';
import { menuOrigin } from '../src/menu/menu-origin.ts';
import { menuReader } from '../src/menu/menu-reader.ts';
import {
  fakeOwners,
  makeRestaurant,
  PUBLIC_ORIGIN,
  type Restaurant,
  startPublicMenu,
  untilCached,
  untilSeen,
} from './setup.ts';

const WAIT = { timeout: 15_000 };
const owners = await fakeOwners();
const service = await startPublicMenu(owners);
const other = await startPublicMenu(owners);
const { call } = service;

/** Texts as stored, by language and field, made from the base texts `bases`. */
const stored = (bases: Record<string, string>, byLanguage: Record<string, Record<string, string>>): StoredTexts =>
  Object.fromEntries(
    Object.entries(byLanguage).map(([lang, fields]) => [
      lang,
      Object.fromEntries(
        Object.entries(fields).map(([field, t]) => [
          field,
          { t, of: hashOfText(bases[field] ?? ''), by: 'h' as const },
        ]),
      ),
    ]),
  );

const CATEGORY = { name: 'Pasta' };
const CARBONARA = { name: 'Carbonara', description: 'Rich' };
const GRICIA = { name: 'Gricia', description: 'Salty' };

/** A restaurant in English with French and Arabic; one of three names lacks its French translation. */
function restaurant(fields: Partial<Restaurant['tenant']> = {}): Restaurant {
  const category = aCategory(CATEGORY);
  const bases = { description: 'Fresh' };
  const made = makeRestaurant(
    {
      name: 'Da Ada',
      ...bases,
      languages: { base: 'en', others: ['fr', 'ar'] },
      texts: stored(bases, { fr: { description: 'Frais' }, ar: { description: 'طازج' } }),
      ...fields,
    },
    {
      categories: [{ ...category, texts: stored(CATEGORY, { fr: { name: 'Pâtes' }, ar: { name: 'باستا' } }) }],
      items: [
        {
          ...anItem({ ...CARBONARA, categoryId: category.id }),
          texts: stored(CARBONARA, { fr: { name: 'À la carbonara' }, ar: { name: 'كاربونارا', description: 'غني' } }),
        },
        { ...anItem({ ...GRICIA, categoryId: category.id }), texts: stored(GRICIA, { ar: { name: 'غريتشا' } }) },
      ],
    },
  );
  owners.restaurants.push(made);
  return made;
}

const plain = makeRestaurant();
owners.restaurants.push(plain);
await Promise.all([untilCached(service, plain.tenant.slug), untilCached(other, plain.tenant.slug)]);

const data = (path: string, headers: Record<string, string> = {}, from = service) =>
  from.call('GET', `/api/public/menu/${path}`, { headers });
const page = async (path: string) => (await call('GET', `/menu/${path}`)).body as string;
const names = (body: { items: { name: string }[] }) => body.items.map(({ name }) => name);
const ENGLISH = ['Carbonara', 'Gricia'];
const FRENCH = ['À la carbonara', 'Gricia'];

describe('a menu in several languages', () => {
  it('is served in each, with the base text for missing translations, from every cache level', async () => {
    const { tenant, menu } = restaurant();
    for (const from of [service, service, other, other]) {
      const base = await data(tenant.slug, {}, from);
      expect(publicMenu.strict().parse(base.body)).toEqual(base.body);
      expect(base.body).toMatchObject({ language: { tag: 'en', base: 'en', offered: ['en', 'fr', 'ar'] } });
      expect([base.body.tenant.description, names(base.body)]).toEqual(['Fresh', ENGLISH]);
      const french = await data(`${tenant.slug}/fr`, {}, from);
      expect(french.body.language).toEqual({ tag: 'fr', base: 'en', offered: ['en', 'fr', 'ar'] });
      expect(french.body.tenant).toEqual({ ...base.body.tenant, description: 'Frais' });
      expect(french.body.categories).toEqual([{ ...base.body.categories[0], name: 'Pâtes' }]);
      const [one, two] = base.body.items;
      expect(french.body.items).toEqual([
        { ...one, name: 'À la carbonara', untranslated: ['description'] },
        { ...two, untranslated: ['name', 'description'] },
      ]);
      const arabic = await data(`${tenant.slug}/ar`, {}, from);
      expect(names(arabic.body)).toEqual(['كاربونارا', 'غريتشا']);
      expect(arabic.headers.get('x-menu-version')).toBe(`${tenant.version}.${menu.version}`);
      const etags = [base, french, arabic].map(({ headers }) => headers.get('etag'));
      expect(new Set(etags).size).toBe(3);
      for (const [at, lang] of ['en', 'fr', 'ar'].entries()) expect(etags[at]).toContain(`-${lang}-`);
      const known = await data(`${tenant.slug}/fr`, { 'if-none-match': etags[1] as string }, from);
      expect(known.status).toBe(304);
    }
  });

  it('has a page in each, with language, direction, links to all, and data for search engines', async () => {
    const { tenant, menu } = restaurant();
    menu.items = menu.items.map((item, at) => (at === 1 ? { ...item, categoryId: null } : item));
    const url = `${PUBLIC_ORIGIN}/menu/${tenant.slug}`;
    const [base, arabic] = [await page(tenant.slug), await page(`${tenant.slug}/ar`)];
    expect(base).toContain('<html lang="en" dir="ltr"');
    expect(arabic).toContain('<html lang="ar" dir="rtl"');
    expect(base).toContain(`<link rel="canonical" href="${url}">`);
    expect(arabic).toContain(`<link rel="canonical" href="${url}/ar">`);
    for (const html of [base, arabic]) {
      for (const [tag, href] of [
        ['en', url],
        ['fr', `${url}/fr`],
        ['ar', `${url}/ar`],
        ['x-default', url],
      ]) {
        expect(html).toContain(`<link rel="alternate" hreflang="${tag}" href="${href}">`);
      }
    }
    expect(arabic).toContain('<meta property="og:locale" content="ar">');
    expect(arabic).toContain('<meta property="og:locale:alternate" content="fr">');
    expect(arabic).toContain('"name":"In ar: Da Ada","inLanguage":"ar"');
    expect(arabic).toContain('"name":"More in ar","hasMenuItem":[{"@type":"MenuItem","name":"غريتشا"');
    expect(base).toContain('"name":"More","hasMenuItem":[{"@type":"MenuItem","name":"Gricia"');
    expect(arabic).toContain('<title>In ar: Da Ada');
    expect(arabic).toContain('"words":{"title":"In ar: {name}"');
    expect(base).not.toContain('"words"');
    expect(arabic).toContain('"name":"كاربونارا"');
  });

  it('has its notes in each language', async () => {
    const bases = { 'notes.tax': 'Incl. VAT', 'announcements.second': 'Tonight: oysters' };
    const [first, second] = [
      { text: 'Kitchen closes at ten', place: 'foot' as const },
      { text: 'Tonight: oysters', place: 'top' as const },
    ];
    const { tenant } = restaurant({
      notes: { tax: 'Incl. VAT', tip: 'Tips welcome' },
      announcements: { first, second },
      texts: stored(bases, { fr: { 'notes.tax': 'TVA comprise', 'announcements.second': 'Ce soir : huîtres' } }),
    });
    const { body } = await data(`${tenant.slug}/fr`);
    expect(body.tenant.notes).toEqual({ tax: 'TVA comprise', tip: 'Tips welcome' });
    expect(body.tenant.announcements).toEqual({ first, second: { ...second, text: 'Ce soir : huîtres' } });
    expect(body.tenant.untranslated).toEqual(['description', 'notes.tip', 'announcements.first']);
  });

  it('has its prices written as in each language, in the restaurant’s currency', async () => {
    const languages = { base: 'pl', others: ['en', 'ar'], always: ['en', 'ar'] };
    const moneyIn = async ({ tenant }: Restaurant) => {
      const answers = await Promise.all(['', '/en', '/ar'].map((lang) => data(tenant.slug + lang)));
      expect(answers.map(({ body }) => body.language.tag)).toEqual(['pl', 'en', 'ar']);
      return answers.map(({ body }) => body.money);
    };
    const inZloty = await moneyIn(restaurant({ languages, currency: 'PLN' }));
    expect(inZloty).toEqual(['pl', 'en', 'ar'].map((lang) => moneyPattern(lang, 'PLN')));
    expect(inZloty[0]).toMatchObject({ before: '', after: '\u00a0zł', decimal: ',' });
    expect(inZloty[1]).not.toEqual(inZloty[0]);
    const inDollars = await moneyIn(restaurant({ languages, currency: 'USD' }));
    expect(inDollars).toEqual([moneyPattern('pl', 'USD'), undefined, moneyPattern('ar', 'USD')]);
  });

  it('is read with two queries, for any number of languages, sizes, options and declarations', async () => {
    // A busy machine may lose the change feed for a moment, and reads again then.
    await vi.waitFor(
      async () => {
        const others = ['fr', 'ar'];
        const { tenant, menu } = restaurant({ languages: { base: 'en', others, always: others } });
        const choice = { id: 1, name: 'Large', price: 9, isAvailable: true };
        const options = [{ ...choice, isDefault: false }];
        menu.optionGroups = [{ id: 1, name: 'Sauce', min: 1, max: 1, options }];
        const sized = { ...anItem({ optionGroups: [1] }), variants: [choice, { ...choice, id: 2, name: 'Small' }] };
        const states = 'f'.repeat(ALLERGENS.length);
        const said = { states, by: null, at: new Date().toISOString(), basis: basisOf(sized) };
        menu.items = [...menu.items, { ...sized, allergens: said }];
        owners.asked.length = 0;
        for (const path of ['', '/fr', '/ar']) {
          const { body } = await data(tenant.slug + path);
          expect([body.items.at(-1).allergens.s, body.optionGroups.length]).toEqual([states, 1]);
        }
        await page(`${tenant.slug}/fr`);
        expect(owners.asked).toHaveLength(2);
      },
      { timeout: 30_000 },
    );
  });

  it('with only a base language is the master with that language in it', async () => {
    const { tenant } = restaurant({ languages: { base: 'ja', others: [] } });
    const { body } = await data(tenant.slug);
    expect(body.language).toEqual({ tag: 'ja', base: 'ja', offered: ['ja'] });
    expect(JSON.stringify(body)).not.toContain('texts');
    const html = await page(tenant.slug);
    expect(html).toContain('<html lang="ja" dir="ltr"');
    expect(html).not.toContain('hreflang');
  });

  it('without languages is the cached bytes, unchanged', async () => {
    const { slug } = plain.tenant;
    const { headers } = await data(slug, { 'accept-encoding': 'gzip' });
    const kept = service.deps.memory.find(slug);
    expect(kept?.made.get('datagzip')?.body).toBe(kept?.gzip);
    expect(headers.get('etag')).toMatch(/^"[0-9a-f]{8}-1\.1-[0-9a-f]{8}-gzip"$/);
    const html = await page(slug);
    for (const none of ['dir=', 'hreflang', 'og:locale', 'inLanguage', '"words"', '"language"']) {
      expect(html).not.toContain(none);
    }
  });
});

describe('a language is offered to guests', () => {
  const some = (always?: string[]) => {
    const made = restaurant({ languages: { base: 'en', others: ['fr', 'ar'], ...(always && { always }) } });
    // One of three names in French: too few.
    made.menu.categories = made.menu.categories.map(({ texts: _texts, ...category }) => category);
    return made;
  };

  it('from 60 % of the names', async () => {
    const made = some();
    const { slug } = made.tenant;
    expect((await data(slug)).body.language.offered).toEqual(['en', 'ar']);
    expect((await call('GET', `/menu/${slug}/fr`)).status).toBe(302);
    // Three of five names.
    const more = ['Arrabbiata', 'Amatriciana'].map((name) => ({
      ...anItem({ name, categoryId: null }),
      texts: stored({ name }, { fr: { name: `L’${name}` } }),
    }));
    await service.changeMenu(made, { items: [...made.menu.items, ...more] });
    await untilSeen({ read: () => data(slug) }, slug, ({ body }) => body.items.length === 4);
    expect((await data(slug)).body.language.offered).toEqual(['en', 'fr']);
  });

  it('with fewer, if the owner always offers it', async () => {
    const { tenant } = some(['fr']);
    expect((await data(tenant.slug)).body.language.offered).toEqual(['en', 'fr', 'ar']);
    expect((await data(`${tenant.slug}/fr`)).body.tenant.description).toBe('Frais');
  });

  it('as soon as a change of the dishes adds the names, with the restaurant’s texts', async () => {
    const made = some();
    const { slug } = made.tenant;
    await data(slug);
    const bases = { name: made.menu.items[1]?.name ?? '' };
    const items = made.menu.items.map((item, at) =>
      at === 1 ? { ...item, texts: { ...item.texts, ...stored(bases, { fr: { name: 'La gricia' } }) } } : item,
    );
    owners.asked.length = 0;
    await service.changeMenu(made, { items });
    const { body } = await untilSeen({ read: () => data(`${slug}/fr`) }, slug, ({ status }) => status === 200);
    expect([names(body), body.tenant.description]).toEqual([['À la carbonara', 'La gricia'], 'Frais']);
  });
});

describe('addresses', () => {
  it('(10) /events is the stream, /EN and unlisted ones redirect to the base, /FR to /fr, /en/ to the URL without a slash', async () => {
    const { tenant } = restaurant();
    const { slug } = tenant;
    const leaving = new AbortController();
    const events = await agreedFetch(`${service.url}/api/public/menu/${slug}/events`, { signal: leaving.signal });
    expect(events.headers.get('content-type')).toBe('text/event-stream');
    leaving.abort();
    for (const start of ['/menu', '/api/public/menu']) {
      const to = async (path: string) => {
        const { status, headers } = await call('GET', `${start}/${path}`);
        return `${status} ${headers.get('location')}`;
      };
      const base = `${start}/${slug}`;
      for (const tag of ['EN', 'en', 'de', 'fr-FR', 'nonsense', '%3Cb%3E', '__proto__']) {
        expect(await to(`${slug}/${tag}`), tag).toBe(`302 ${base}`);
      }
      expect(await to(`${slug}/FR?c=k7m2p9xw`)).toBe(`308 ${base}/fr?c=k7m2p9xw`);
      expect(await to(`${slug}/fr/`)).toBe(`308 ${base}/fr`);
      expect(await to(`${slug}/EN/`)).toBe(`308 ${base}/EN`);
      expect((await call('GET', `${start}/nobody-has-it/fr`)).status).toBe(404);
    }
    expect((await call('GET', `/menu/${slug}/manifest.webmanifest`)).body.start_url).toBe(`/menu/${slug}`);
  });

  it('(9) the query is kept with a language, without a slash, and in the redirect to the base', async () => {
    const { slug } = restaurant().tenant;
    const to = async (path: string) => (await call('GET', `/menu/${path}`)).headers.get('location');
    expect(await to(`${slug}/fr/?c=k7m2p9xw&at=table`)).toBe(`/menu/${slug}/fr?c=k7m2p9xw&at=table`);
    expect(await to(`${slug}/xx?c=k7m2p9xw&at=table`)).toBe(`/menu/${slug}?c=k7m2p9xw&at=table`);
    expect((await call('GET', `/menu/${slug}/fr?c=k7m2p9xw`)).status).toBe(200);
  });
});

describe('after an acknowledged write', () => {
  it('(1) an edited base text replaces its translations within the promised time, in every process', async () => {
    const made = restaurant({ languages: { base: 'en', others: ['fr', 'ar'], always: ['fr'] } });
    const { slug } = made.tenant;
    for (const from of [service, other]) {
      expect(names((await data(`${slug}/fr`, {}, from)).body)).toEqual(FRENCH);
      expect(names((await data(`${slug}/ar`, {}, from)).body)).toEqual(['كاربونارا', 'غريتشا']);
    }
    const items = made.menu.items.map((item, at) => (at === 0 ? { ...item, name: 'Carbonara with peanuts' } : item));
    await service.changeMenu(made, { items });
    for (const from of [service, other]) {
      for (const path of [slug, `${slug}/fr`, `${slug}/ar`]) {
        const { body } = await untilSeen({ read: () => data(path, {}, from) }, path, ({ body }) =>
          names(body).includes('Carbonara with peanuts'),
        );
        expect(names(body)[1]).toBe(path.endsWith('ar') ? 'غريتشا' : 'Gricia');
      }
    }
  });

  it('(4) a removed language redirects its open phones to the base, and their stream continues', async () => {
    const made = restaurant();
    const { slug } = made.tenant;
    expect((await data(`${slug}/fr`)).status).toBe(200);
    const leaving = new AbortController();
    const { body } = await agreedFetch(`${service.url}/api/public/menu/${slug}/events?v=1.1`, {
      signal: leaving.signal,
    });
    const texts: string[] = [];
    const reading = (async () => {
      for await (const part of body as ReadableStream<Uint8Array>) texts.push(new TextDecoder().decode(part));
    })().catch(() => {});
    await service.changeTenant(made, { languages: { base: 'en', others: ['ar'] } });
    await untilSeen({ read: () => data(`${slug}/fr`) }, slug, ({ status }) => status === 302);
    await vi.waitFor(() => expect(texts.join('')).toContain('data: 2.1'), WAIT);
    await service.changeMenu(made, {});
    await vi.waitFor(() => expect(texts.join('')).toContain('data: 2.2'), WAIT);
    expect((await data(`${slug}/ar`)).status).toBe(200);
    leaving.abort();
    await reading;
  });

  it('an edge that has a removed language gets the redirect in its place; other edges do not cache it', async () => {
    const { slug } = restaurant().tenant;
    const time = { 'x-edge-time': '1700000000.5' };
    const lifetime = async (headers: Record<string, string>) => {
      const answer = await data(`${slug}/de`, headers);
      expect([answer.status, answer.headers.get('x-menu-version')]).toEqual([302, '1.1']);
      return answer.headers.get('x-accel-expires');
    };
    expect(await lifetime({ ...time, 'x-edge-refresh': '1' })).toBe('@1700000000');
    expect([await lifetime(time), await lifetime(time)]).toEqual(['0', '0']);
  });
});

describe('in a rolling update', () => {
  /** How far the clock of these processes is ahead, in milliseconds. */
  let ahead = 0;
  const realNow = Date.now;
  beforeEach(() => {
    ahead = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead);
  });
  afterEach(() => void vi.restoreAllMocks());

  /** What a process that just started reads, beside others on one Redis. */
  const startProcess = () => {
    const trust = { isTrusted: () => true, epoch: 0 };
    const memory = menuMemory(trust, 1_000_000, Date.now);
    const clientOf = <Name extends ServiceName>(name: Name, url: string) =>
      makeServiceClient({ name, url, serviceToken: SERVICE_TOKEN });
    const reader = menuReader({
      memory,
      trust,
      cache: menuCache(service.redis),
      origin: menuOrigin(clientOf('auth', owners.authUrl), clientOf('menu', owners.menuUrl)),
      log: service.deps.log,
      now: Date.now,
    });
    return async (slug: string) => {
      const { menu, level } = await reader.read(slug);
      const master: MasterMenu = JSON.parse(gunzipSync(menu?.gzip ?? '').toString());
      return { level, item: master.items[0]?.texts?.fr?.name, tenant: master.tenant.texts?.fr?.description };
    };
  };

  const WHOLE = { item: 'À la carbonara', tenant: 'Frais' };

  it.each([
    ['menu', { item: undefined, tenant: 'Frais' }],
    ['tenant', { item: 'À la carbonara', tenant: undefined }],
  ] as const)(
    'translations that %s of the older release did not send are there ten seconds later',
    async (source, less) => {
      const made = restaurant({ languages: { base: 'en', others: ['fr'], always: ['fr'] } });
      const { slug } = made.tenant;
      const today = structuredClone({ tenant: made.tenant, menu: made.menu });
      const older = structuredClone(today);
      delete older[source].shape;
      delete older.tenant.texts;
      for (const item of older.menu.items) delete item.texts;
      const answeredBy = (release: Restaurant) => Object.assign(made, { [source]: release[source] });
      const [one, two] = [startProcess(), startProcess()];

      answeredBy(older);
      expect(await one(slug)).toEqual({ level: 'origin', ...less });
      answeredBy(today);
      expect(await one(slug)).toEqual({ level: 'memory', ...less });
      await vi.waitFor(async () => expect(await startProcess()(slug)).toEqual({ level: 'redis', ...less }), WAIT);
      expect(await two(slug)).toEqual({ level: 'redis', ...less });

      ahead += 11_000;
      for (const read of [one, two]) {
        expect(await read(slug)).toMatchObject(WHOLE);
        expect(await read(slug)).toEqual({ level: 'memory', ...WHOLE });
      }
      // Read from the older release once more: what is known of the same version stays.
      ahead += 16 * 60_000;
      answeredBy(older);
      expect(await one(slug)).toEqual({ level: 'origin', ...WHOLE });
      await vi.waitFor(async () => expect(await startProcess()(slug)).toEqual({ level: 'redis', ...WHOLE }), WAIT);
    },
  );

  it('a menu of the older release has another tag than this release’s at the same version', async () => {
    const made = restaurant();
    const tagOf = async () => (await data(`${made.tenant.slug}/ar`)).headers.get('etag');
    delete made.menu.shape;
    const tag = await tagOf();
    expect(tag).toMatch(/^"[0-9a-f]{8}-1\.1-[0-9a-f]{8}\.none-ar-/);
    await service.changeMenu(made, { shape: OWN_FINGERPRINTS.menu });
    await vi.waitFor(async () => expect(await tagOf()).toMatch(/^"[0-9a-f]{8}-1\.2-ar-/), WAIT);
  });
});

describe('the sitemap', () => {
  it('links all languages of a menu at each of its URLs', async () => {
    const own = await fakeOwners();
    own.restaurants.push(
      makeRestaurant({ slug: 'bistro', languages: { base: 'fr', others: ['en'] } }),
      makeRestaurant({ slug: 'cafe' }),
    );
    const { body } = await (await startPublicMenu(own)).call('GET', '/sitemap.xml');
    const url = `${PUBLIC_ORIGIN}/menu/bistro`;
    const links = [
      ['fr', url],
      ['en', `${url}/en`],
      ['x-default', url],
    ]
      .map(([tag, href]) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${href}"/>`)
      .join('');
    for (const loc of [url, `${url}/en`]) expect(body).toContain(`<url><loc>${loc}</loc>${links}</url>`);
    expect(body).toContain(`<url><loc>${PUBLIC_ORIGIN}/menu/cafe</loc></url>`);
  });
});
