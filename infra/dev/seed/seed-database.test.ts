import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verify } from '@node-rs/argon2';
import type { DeclaredAllergens } from '@tavola/contracts/allergens.ts';
import type { Option } from '@tavola/contracts/choices.ts';
import { emailKey } from '@tavola/contracts/fields.ts';
import type { StoredTexts } from '@tavola/contracts/languages.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { isConfirmed } from '@tavola/contracts/rules/declared-allergens.ts';
import {
  PICTURE_FORMATS,
  type Picture,
  pictureAt,
  pictureFile,
  pictureWidths,
} from '@tavola/contracts/rules/pictures.ts';
import { hashOfText } from '@tavola/service-kit/data/texts.ts';
import { testDatabase } from '@tavola/test-kit/database.ts';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { makeRestaurant } from './make-restaurants.ts';
import { readRestaurants } from './read-restaurants.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD, DEMO_PASSWORD, type SeedTotals, seedDemo, seedMany } from './seed.ts';

const database = await testDatabase();
const pool = new pg.Pool({ connectionString: database.adminUrl, max: 2 });
afterAll(() => pool.end());

const restaurants = await readRestaurants();
const storage = await mkdtemp(join(tmpdir(), 'tavola-pictures-'));
afterAll(() => rm(storage, { recursive: true, force: true }));
const demo = await seedDemo(pool, { storage });
const many = await seedMany(pool, 50);

const count = async (table: string) => {
  const [row] = await database.rows<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
  return row?.count;
};
const everything = async () => {
  const tables = ['auth.tenant', 'auth."user"', 'menu.menu_version', 'menu.category', 'menu.item'];
  return Promise.all(tables.map((table) => database.rows(`SELECT * FROM ${table} AS t ORDER BY t::text`)));
};

/** The English of `row` as stored: each of `fields` with a hash of the text that it translates. */
const stored = (row: object | undefined, ...fields: string[]) => {
  const texts = row as { translations?: { en?: Record<string, string> } } & Record<string, string>;
  const { en = {} } = texts.translations ?? {};
  const translated = fields.flatMap((field) =>
    texts[field] ? [[field, { t: en[field], of: hashOfText(texts[field]), by: 'h' }]] : [],
  );
  return { en: Object.fromEntries(translated) };
};

describe('seeding a migrated database', () => {
  it('adds the written restaurants with all of their dishes', async () => {
    const rows = await database.rows(
      `SELECT slug, count(*)::int AS items FROM auth.tenant JOIN menu.item ON tenant_id = tenant.id
       WHERE slug NOT LIKE '%-000__' GROUP BY slug ORDER BY items`,
    );
    const [cafe, mezze, bistro, trattoria, japanese] = ['cafe', 'mezze', 'bistro', 'trattoria', 'japanese'].map(
      (kitchen) => restaurants.get(kitchen)?.slug,
    );
    expect(rows).toEqual([
      { slug: cafe, items: 19 },
      { slug: mezze, items: 23 },
      { slug: bistro, items: 45 },
      { slug: trattoria, items: 65 },
      { slug: japanese, items: 120 },
    ]);
    expect(trattoria).toBe('demo');
  });

  it('gives dishes and headers pictures of their restaurant’s own, with every file that a page asks for', async () => {
    const named = [...restaurants.values()].flatMap(({ categories }) => categories.flatMap(({ items }) => items));
    const dishes = await database.rows<{ image: string; tenantId: string }>(
      'SELECT image, tenant_id AS "tenantId" FROM menu.item WHERE image IS NOT NULL',
    );
    expect(dishes).toHaveLength(named.filter(({ picture }) => picture).length);
    const covers = await database.rows<{ image: string; tenantId: string; template: string }>(
      `SELECT settings -> 'look' ->> 'cover' AS image, id AS "tenantId", settings -> 'look' ->> 'template' AS template
       FROM auth.tenant WHERE settings -> 'look' ? 'cover'`,
    );
    const { look, cover } = restaurants.get('bistro') ?? {};
    expect(cover).toBeDefined();
    expect(covers.map(({ template }) => template)).toEqual([look?.template]);
    const shown = [...dishes, ...covers];
    const pictures = shown.map(({ image }) => pictureAt(image) as Picture);
    expect(pictures.map(({ tenantId }) => tenantId)).toEqual(shown.map(({ tenantId }) => tenantId));
    for (const picture of pictures) {
      const files = PICTURE_FORMATS.flatMap((format) =>
        pictureWidths(picture.width, format).map((width) => pictureFile(picture, width, format)),
      );
      const sizes = await Promise.all(files.map(async (file) => (await stat(join(storage, file))).size));
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(120_000);
    }
    const known = await database.rows('SELECT tenant_id AS "tenantId", hash, width, height, color FROM media.picture');
    expect(known).toEqual(expect.arrayContaining(pictures));
  });

  it('says how many rows it added, and that many are there', async () => {
    expect(demo).toMatchObject({ restaurants: 5, items: 272, users: 6, alreadyThere: 0 });
    expect(many).toMatchObject({ restaurants: 50, users: 50, alreadyThere: 0 });
    const sum = (figure: keyof SeedTotals) => demo[figure] + many[figure];
    expect(await count('auth.tenant')).toBe(sum('restaurants'));
    expect(await count('auth."user"')).toBe(sum('users'));
    expect(await count('menu.category')).toBe(sum('categories'));
    expect(await count('menu.item')).toBe(sum('items'));
  });

  it('gives every restaurant a menu version, without which its menu is not public', async () => {
    const without = await database.rows(
      'SELECT slug FROM auth.tenant LEFT JOIN menu.menu_version ON tenant_id = tenant.id WHERE menu_version.version IS NULL',
    );
    expect(without).toEqual([]);
    expect(await count('menu.menu_version')).toBe(55);
  });

  it('keeps what was written down, word for word and in its order', async () => {
    const written = restaurants.get('japanese');
    const rows = await database.rows<{ category: string; name: string; price: string; is_available: boolean }>(
      `SELECT category.name AS category, item.name, item.price::text, item.is_available
       FROM menu.item JOIN menu.category ON category.id = category_id
       WHERE item.tenant_id = (SELECT id FROM auth.tenant WHERE slug = $1) ORDER BY item.position`,
      [written?.slug],
    );
    expect(rows).toEqual(
      written?.categories.flatMap((category) =>
        category.items.map((item) => ({
          category: category.name,
          name: item.name,
          price: item.price.toFixed(2),
          is_available: item.isAvailable,
        })),
      ),
    );
  });

  it('gives dishes and categories the ids of their restaurant’s dayparts', async () => {
    const cafe = restaurants.get('cafe');
    const own = `tenant_id = (SELECT id FROM auth.tenant WHERE slug = '${cafe?.slug}')`;
    const dayparts = await database.rows<{ id: number; name: string }>(
      `SELECT id, name FROM menu.daypart WHERE ${own} ORDER BY position`,
    );
    expect(dayparts.map(({ name }) => name)).toEqual(cafe?.dayparts.map(({ name }) => name));
    const [served, last] = dayparts.map(({ id }) => id);
    const named = await database.rows<{ name: string; facets: MenuItem }>(
      `SELECT name, facets FROM menu.category WHERE ${own} AND facets ? 'dayparts'
       UNION ALL SELECT name, facets FROM menu.item WHERE ${own} AND facets ? 'offers' ORDER BY name`,
    );
    expect(named.map(({ name, facets: { dayparts: ids, offers } }) => [name, ids, offers])).toEqual([
      ['Banana Bread', undefined, [{ daypart: last, price: 2.1 }]],
      ['Breakfast & Lunch', [served], undefined],
      ['Butter Croissant', undefined, [{ daypart: last, price: 1.9 }]],
      ['Cardamom Bun', undefined, [{ daypart: last, price: 2.2 }]],
    ]);
  });

  it('gives sizes and options ids of their own, and declarations that are confirmed and kept as evidence', async () => {
    const items = await database.rows<{
      name: string;
      description: string;
      facets: Partial<MenuItem>;
      texts: StoredTexts;
    }>('SELECT name, description, facets, texts FROM menu.item');
    const groups = await database.rows<{ id: number; options: Option[] }>('SELECT id, options FROM menu.option_group');
    const options = groups.flatMap((group) => group.options);
    const sizes = items.flatMap(({ facets: { variants = [] } }) => variants);
    const ids = [...sizes, ...options].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const named = new Set(items.flatMap(({ facets: { optionGroups = [] } }) => optionGroups));
    expect(named).toEqual(new Set(groups.map(({ id }) => id)));
    const rows = [...items.map(({ facets, ...row }) => ({ ...row, ...facets })), ...options];
    const declared = rows.filter(({ allergens }) => allergens);
    for (const row of declared) expect(isConfirmed(row.allergens as DeclaredAllergens, row), row.name).toBe(true);
    expect(await count('menu.allergen_declaration')).toBe(declared.length);
    const tartare = items.find(({ name, texts }) => name.startsWith('Tartare de bœuf') && texts.en);
    const main = tartare?.facets.variants?.[1];
    expect(main).toMatchObject({ name: 'En plat, avec des frites', price: 29, isAvailable: true });
    expect(tartare?.texts.en?.[`variant.${main?.id}`]).toEqual({
      t: 'As a main course, with fries',
      of: hashOfText('En plat, avec des frites'),
      by: 'h',
    });
  });

  it('keeps the settings and the translations of a menu in two languages', async () => {
    const mezze = restaurants.get('mezze');
    const [tenant] = await database.rows<{ id: string; settings: object; texts: StoredTexts }>(
      'SELECT id, settings, texts FROM auth.tenant WHERE slug = $1',
      [mezze?.slug],
    );
    const { languages, currency, pricesIncludeTax, notes, hours, links, wifi, look } = mezze ?? {};
    expect(tenant?.settings).toEqual({ languages, currency, pricesIncludeTax, notes, hours, links, wifi, look });
    expect(tenant?.texts).toEqual(
      stored({ ...mezze, 'notes.service': notes?.service }, 'description', 'notes.service'),
    );

    const rowsOf = (table: string) =>
      database.rows<{ texts: StoredTexts }>(`SELECT texts FROM menu.${table} WHERE tenant_id = $1 ORDER BY position`, [
        tenant?.id,
      ]);
    const categories = mezze?.categories ?? [];
    const items = categories.flatMap((category) => category.items);
    expect((await rowsOf('category')).map(({ texts }) => texts)).toEqual(
      categories.map((category) => stored(category, 'name', 'description')),
    );
    const ofDishes = (await rowsOf('item')).map(({ texts: { en, ...others } }) => ({
      ...others,
      en: Object.fromEntries(Object.entries(en ?? {}).filter(([field]) => !field.startsWith('variant.'))),
    }));
    expect(ofDishes).toEqual(items.map((item) => stored(item, 'name', 'description')));
  });

  it('gives a menu in one language no translations', async () => {
    for (const table of ['menu.category', 'menu.item']) {
      const translated = await database.rows(
        `SELECT DISTINCT slug FROM ${table} AS t JOIN auth.tenant ON tenant.id = tenant_id WHERE t.texts <> '{}'`,
      );
      const inSeveral = ['bistro', 'mezze', 'japanese'].map((kitchen) => restaurants.get(kitchen)?.slug);
      expect(translated.map(({ slug }) => slug).sort()).toEqual(inSeveral.sort());
    }
  });

  it.each([
    ['demo@tavola.test', 'owner', DEMO_PASSWORD],
    [ADMIN_EMAIL, 'admin', ADMIN_PASSWORD],
    ['owner-00042@load.tavola.test', 'owner', DEMO_PASSWORD],
  ])('lets %s sign in as %s', async (email, role, password) => {
    const [user] = await database.rows<{ password_hash: string; role: string; tenant_id: string | null }>(
      'SELECT password_hash, role, tenant_id FROM auth."user" WHERE email_key = $1 AND is_active',
      [emailKey(email)],
    );
    expect(user?.role).toBe(role);
    expect(user?.tenant_id === null).toBe(role === 'admin');
    expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verify(user?.password_hash ?? '', password)).toBe(true);
    expect(await verify(user?.password_hash ?? '', `${password}x`)).toBe(false);
  });

  it('adds nothing when it is run again, and leaves alone what an owner has changed since', async () => {
    await database.rows("UPDATE auth.tenant SET name = 'Renamed' WHERE slug = 'demo'");
    await database.rows("UPDATE auth.tenant SET slug = 'moved' WHERE slug = 'sushi-nami'");
    await database.rows('DELETE FROM menu.item WHERE id = (SELECT min(id) FROM menu.item)');
    const before = await everything();
    expect(await seedDemo(pool)).toEqual({ restaurants: 0, categories: 0, items: 0, users: 0, alreadyThere: 5 });
    expect(await seedMany(pool, 50)).toEqual({ restaurants: 0, categories: 0, items: 0, users: 0, alreadyThere: 50 });
    expect(await everything()).toEqual(before);
  });

  it('adds the rest when more are wanted, but none at a slug that another restaurant has left', async () => {
    const { slug } = makeRestaurant(52, restaurants);
    await database.rows("INSERT INTO auth.tenant (id, name, slug) VALUES (gen_random_uuid(), 'First here', $1)", [
      slug,
    ]);
    await database.rows("UPDATE auth.tenant SET slug = 'elsewhere' WHERE slug = $1", [slug]);
    expect(await seedMany(pool, 53)).toMatchObject({ restaurants: 2, users: 2, alreadyThere: 51 });
  });
});
