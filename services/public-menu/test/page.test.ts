import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { aCategory, anItem } from '@tavola/test-kit/entities.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { describe, expect, it } from 'vitest';
import { DATA_ITEMS_MAX } from '../src/page/menu-html.ts';
import { fakeOwners, makeRestaurant, PUBLIC_ORIGIN, startPublicMenu, untilCached } from './setup.ts';

const owners = await fakeOwners();
const service = await startPublicMenu(owners);
const { call } = service;

function restaurant(...given: Parameters<typeof makeRestaurant>) {
  const made = makeRestaurant(...given);
  owners.restaurants.push(made);
  return made;
}
await untilCached(service, restaurant().tenant.slug);

const page = async (slug: string) => (await call('GET', `/menu/${slug}`)).body as string;
/** The parsed content of the page's script of this type. */
const dataIn = (html: string, type: string) =>
  JSON.parse(
    new RegExp(`<script type="${type.replace('+', '\\+')}"[^>]*>([\\s\\S]*?)</script>`).exec(html)?.[1] ?? 'null',
  );

const NASTY = `</script><b>"R&D" 'x' $& $1 $$ \u2028 <!--menu--> <!--/head-->`;

describe('GET /menu/{slug}', () => {
  it('returns the page with the menu, title, canonical URL and manifest', async () => {
    const { tenant } = restaurant({ name: 'Da Ada', description: 'Pasta &\n more' });
    const html = await page(tenant.slug);
    expect(html).not.toContain("The shell's own title");
    expect(html).toContain('<title>Menu of Da Ada');
    expect(html).toContain(`<link rel="canonical" href="${PUBLIC_ORIGIN}/menu/${tenant.slug}">`);
    expect(html).toContain(`<link rel="manifest" href="/menu/${tenant.slug}/manifest.webmanifest">`);
    expect(html).toContain('<meta name="description" content="Pasta &amp; more">');
    expect(html).toContain(`data-rendered="${tenant.slug}"`);
    const { body } = await service.read(tenant.slug);
    expect(dataIn(html, 'application/json')).toEqual({ version: '1.1', menu: body });
  });

  it('holds the dishes of a large menu once, as HTML', async () => {
    const items = Array.from({ length: DATA_ITEMS_MAX + 1 }, (_, n) =>
      anItem({ name: `Dish-${n}-`, description: null }),
    );
    const { tenant } = restaurant({ name: 'Da Ada' }, { categories: [], items });
    const html = await page(tenant.slug);
    const rendered = /<main data-rendered[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
    for (const text of [html, rendered]) expect(text.split(/Dish-\d+-/)).toHaveLength(items.length + 1);
    expect(dataIn(html, 'application/json')).toEqual({ version: '1.1' });
    expect(dataIn(html, 'application/ld+json')).toMatchObject({ '@type': 'Restaurant', name: 'Da Ada' });
  });

  it('links the terms and the privacy policy of an operator who has some, in the menu’s language', async () => {
    const { tenant } = restaurant({ name: 'Da Ada', languages: { base: 'de', others: [] } });
    expect(await page(tenant.slug)).not.toContain('operator-links');
    const operators = await startPublicMenu(owners, {
      TERMS_URL: 'https://example.com/terms?a=1&b="2',
      PRIVACY_URL: 'https://example.com/privacy',
    });
    const links = async (slug: string) =>
      (await operators.call('GET', `/menu/${slug}`)).text.match(/<nav class="operator.*?<\/nav>/)?.[0];
    expect(await links(tenant.slug)).toBe(
      '<nav class="operator-links"><a href="https://example.com/terms?a=1&amp;b=&quot;2" rel="nofollow">Nutzungsbedingungen</a>' +
        '<a href="https://example.com/privacy" rel="nofollow">Datenschutz</a></nav>',
    );
    expect(await links('no-such-menu')).toContain('>Privacy</a>');
  });

  it('escapes all text [P2]', async () => {
    const items = [anItem({ name: NASTY, description: NASTY })];
    const { tenant } = restaurant({ name: NASTY, description: NASTY }, { categories: [], items });
    const html = await page(tenant.slug);
    expect(dataIn(html, 'application/json').menu.items[0].name).toBe(NASTY);
    expect(dataIn(html, 'application/ld+json').name).toBe(NASTY);
    expect(html.match(/<\/script>/g)).toHaveLength(3);
    expect(html).not.toContain('<b>');
    const attribute = NASTY.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
    expect(html).toContain(`<meta property="og:title" content="Menu of ${attribute}">`);
    expect(html.trimEnd().endsWith('</html>')).toBe(true);
  });

  it('describes dishes, prices and availability for search engines', async () => {
    const category = aCategory({ name: 'Pasta' });
    const items = [
      anItem({ name: 'In', price: 4.5, categoryId: category.id }),
      anItem({ name: 'Out', price: 10, isAvailable: false }),
    ];
    const { tenant } = restaurant({}, { categories: [category], items });
    const schema = dataIn(await page(tenant.slug), 'application/ld+json');
    expect(schema['@type']).toBe('Restaurant');
    const offers = schema.hasMenu.hasMenuSection.map((section: { name: string; hasMenuItem: { offers: object }[] }) => [
      section.name,
      section.hasMenuItem.map((item) => item.offers),
    ]);
    const offer = { '@type': 'Offer', priceCurrency: 'USD' };
    expect(offers).toEqual([
      ['Pasta', [{ ...offer, price: '4.50', availability: 'https://schema.org/InStock' }]],
      ['More', [{ ...offer, price: '10.00', availability: 'https://schema.org/SoldOut' }]],
    ]);
  });

  it('describes the energy of a dish for search engines, if set', async () => {
    const { tenant } = restaurant({}, { items: [anItem({ energy: 640, spice: 2 }), anItem({ spice: 0 })] });
    const schema = dataIn(await page(tenant.slug), 'application/ld+json');
    const [dish, other] = schema.hasMenu.hasMenuSection.at(-1).hasMenuItem;
    expect(dish.nutrition).toEqual({ '@type': 'NutritionInformation', calories: '640 kcal' });
    expect(Object.keys(other)).toEqual(['@type', 'name', 'offers']);
  });

  it('says that energy is called Calories where the restaurant is American and a dish has any', async () => {
    const says = async (rest: object, energy: object = { energy: 640 }) => {
      const { tenant } = restaurant({ timeZone: 'America/Chicago', ...rest }, { items: [anItem(energy)] });
      return (await call('GET', `/api/public/menu/${tenant.slug}`)).body.saysCalories;
    };
    expect(await says({})).toBe(true);
    expect(await says({ languages: { base: 'es', others: [] }, currency: 'USD' })).toBe(true);
    expect(await says({ timeZone: 'Europe/Rome' })).toBe(undefined);
    expect(await says({ currency: 'GBP' })).toBe(undefined);
    expect(await says({}, {})).toBe(undefined);
  });

  it('describes opening hours and special days for search engines', async () => {
    const weekly = Array.from({ length: 7 }, () => [[1_080, 1_560] as [number, number]]);
    const today = new Date().toISOString().slice(0, 10);
    const special = [{ from: today, to: '9999-12-31', intervals: [], reason: NASTY.slice(0, 60) }];
    const { tenant } = restaurant({ hours: { weekly, special }, timeZone: 'UTC' });
    const schema = dataIn(await page(tenant.slug), 'application/ld+json');
    const closed = { validFrom: today, validThrough: '9999-12-31', opens: '00:00', closes: '00:00' };
    expect(schema).toMatchObject({
      openingHoursSpecification: [{ '@type': 'OpeningHoursSpecification', opens: '18:00', closes: '02:00' }],
      specialOpeningHoursSpecification: [{ ...closed, description: NASTY.slice(0, 60) }],
    });
    const { tenant: other } = restaurant();
    expect(Object.keys(dataIn(await page(other.slug), 'application/ld+json')).join()).not.toContain('Hours');
  });

  it('describes the currency of prices for search engines, rounded if it has no decimals', async () => {
    const made = restaurant({ currency: 'JPY' }, { categories: [], items: [anItem({ price: 1200.5 })] });
    const html = await page(made.tenant.slug);
    const schema = dataIn(html, 'application/ld+json');
    expect(schema.hasMenu.hasMenuSection[0].hasMenuItem[0].offers).toMatchObject({
      price: '1201',
      priceCurrency: 'JPY',
    });
    expect(dataIn(html, 'application/json').menu.money).toMatchObject({ before: '¥', digits: 0 });
  });

  it.each([
    [[{ image: 'https://e.x/a.png' }, { image: 'https://e.x/b.png', isFeatured: true }], 'https://e.x/b.png'],
    [[{}, { image: 'https://e.x/a.png' }], 'https://e.x/a.png'],
    [[{}], 'https://e.x/logo.png'],
  ])('shows the menu’s main dish or the logo in link previews (%#)', async (dishes, picture) => {
    const { tenant } = restaurant({ logo: 'https://e.x/logo.png' }, { items: dishes.map((dish) => anItem(dish)) });
    expect(await page(tenant.slug)).toContain(`<meta property="og:image" content="${picture}">`);
  });

  it('shows the cover before any dish in link previews, and before the logo to search engines', async () => {
    const cover = `/m/${'0'.repeat(32)}/${'ab'.repeat(12)}-2048x683-aabbcc/1280.jpg`;
    const items = [anItem({ image: 'https://e.x/a.png', isFeatured: true })];
    const { tenant } = restaurant({ look: { cover }, logo: 'https://e.x/logo.png' }, { items });
    const html = await page(tenant.slug);
    expect(html).toMatch(new RegExp(`<meta property="og:image" content="https?://[^/"]+${cover}">`));
    const image = expect.stringMatching(new RegExp(`^https?://[^/]+${cover}$`));
    expect(dataIn(html, 'application/ld+json')).toMatchObject({ logo: 'https://e.x/logo.png', image });
  });

  it('names the restaurant’s own pictures by their whole address, for those who read it elsewhere', async () => {
    const at = `/m/${'0'.repeat(32)}/${'ab'.repeat(12)}-800x600-aabbcc/800.jpg`;
    const { tenant } = restaurant({ logo: at }, { items: [anItem({ image: at })] });
    const html = await page(tenant.slug);
    expect(html).toMatch(new RegExp(`<meta property="og:image" content="https?://[^/"]+${at}">`));
    const schema = dataIn(html, 'application/ld+json');
    const whole = expect.stringMatching(new RegExp(`^https?://[^/]+${at}$`));
    expect(schema).toMatchObject({ logo: whole, image: whole });
    expect(JSON.stringify(schema.hasMenu)).toMatch(new RegExp(`"image":"https?://[^/"]+${at}"`));
  });

  it('is a 404 page without a menu, not indexed, for an unknown slug', async () => {
    for (const slug of ['nobody-has-it', 'No_Slug']) {
      const { status, headers, body } = await call('GET', `/menu/${slug}`);
      expect({ status, type: headers.get('content-type') }).toEqual({ status: 404, type: 'text/html; charset=utf-8' });
      expect(body).toContain('<meta name="robots" content="noindex">');
      expect(dataIn(body, 'application/json')).toEqual({ version: '', menu: null });
    }
  });

  it('is not indexed while no address of its restaurant is confirmed, whichever cache it comes from', async () => {
    const made = restaurant({ isListed: false });
    const { slug } = made.tenant;
    const robots = async ({ call } = service) => (await call('GET', `/menu/${slug}`)).headers.get('x-robots-tag');
    await untilCached(service, slug);
    expect([await robots(), await robots(await startPublicMenu(owners))]).toEqual(['noindex', 'noindex']);
    await service.changeMenu(made, {});
    expect(await robots()).toBe('noindex');
    await service.changeTenant(made, { isListed: true });
    await expect.poll(() => robots()).toBeNull();
  });

  it('can be installed, with its own manifest', async () => {
    const { tenant } = restaurant({ name: NASTY });
    const { body, headers } = await call('GET', `/menu/${tenant.slug}/manifest.webmanifest`);
    expect(headers.get('content-type')).toMatch(/^application\/manifest\+json/);
    const start = `/menu/${tenant.slug}`;
    expect(body).toMatchObject({ start_url: start, scope: start, short_name: NASTY, theme_color: tenant.themeColor });
    const priced = restaurant({
      name: NASTY,
      currency: 'PLN',
      pricesIncludeTax: true,
      notes: { tip: 'Thanks' },
    }).tenant;
    const { body: other } = await call('GET', `/menu/${priced.slug}/manifest.webmanifest`);
    expect(JSON.stringify(other)).toBe(JSON.stringify(body).replaceAll(tenant.slug, priced.slug));
    expectProblem(await call('GET', '/menu/nobody-has-it/manifest.webmanifest'), 404);
  });
});

describe("the kitchen's screen", () => {
  it("can be installed, under its restaurant's name", async () => {
    const { tenant } = restaurant({ name: NASTY });
    const { body, headers } = await call('GET', `/menu/${tenant.slug}/kitchen.webmanifest`);
    expect(headers.get('content-type')).toMatch(/^application\/manifest\+json/);
    const start = '/dashboard/kitchen';
    expect(body).toMatchObject({ id: start, start_url: start, name: `${NASTY} Kitchen`, display: 'standalone' });
    const files = join(import.meta.dirname, '../../../web/public');
    for (const { src } of body.icons) expect(existsSync(join(files, src)), src).toBe(true);
    expectProblem(await call('GET', '/menu/nobody-has-it/kitchen.webmanifest'), 404);
  });
});

describe('files for search engines', () => {
  it('are a robots.txt that names the sitemap', async () => {
    const { body } = await call('GET', '/robots.txt');
    expect(body).toContain(`Sitemap: ${PUBLIC_ORIGIN}/sitemap.xml`);
    expect(body).toContain('Disallow: /api/');
  });

  it.each([0, 10_000])('are one sitemap for %d menus', async (count) => {
    owners.slugs = Array.from({ length: count }, (_, at) => `s-${String(at).padStart(6, '0')}`);
    const own = await startPublicMenu(owners);
    const { body } = await own.call('GET', '/sitemap.xml');
    expect(body.match(/<loc>/g)?.length ?? 0).toBe(count);
    if (count > 0) expect(body).toContain(`<loc>${PUBLIC_ORIGIN}/menu/s-000000</loc>`);
  });

  it('are an index of sitemaps above 50,000 menus', { tags: 'full' }, async () => {
    owners.slugs = Array.from({ length: 50_001 }, (_, at) => `s-${String(at).padStart(6, '0')}`);
    const own = await startPublicMenu(owners);
    const { body } = await own.call('GET', '/sitemap.xml');
    expect(body.match(/<loc>[^<]*/g)).toEqual([1, 2].map((n) => `<loc>${PUBLIC_ORIGIN}/sitemaps/${n}.xml`));
    expect((await own.call('GET', '/sitemaps/1.xml')).body.match(/<url>/g)).toHaveLength(50_000);
    expect((await own.call('GET', '/sitemaps/2.xml')).body.match(/<url>/g)).toHaveLength(1);
    for (const none of ['3.xml', '0.xml', 'x.xml']) expectProblem(await own.call('GET', `/sitemaps/${none}`), 404);
  });

  it('are a 503 while auth is down', async () => {
    const away = await fakeOwners();
    const own = await startPublicMenu(away);
    await away.closeAuth();
    expectProblem(await own.call('GET', '/sitemap.xml'), 503);
  });
});
