import { hash } from '@node-rs/argon2';
import type { Role } from '@tavola/contracts/auth.ts';
import { emailKey } from '@tavola/contracts/fields.ts';
import type { StoredTexts } from '@tavola/contracts/languages.ts';
import { type ChoiceKind, choiceField } from '@tavola/contracts/rules/choices.ts';
import { basisOf } from '@tavola/contracts/rules/declared-allergens.ts';
import { textsOfTenant } from '@tavola/contracts/rules/tenant-texts.ts';
import { MENU_TEXTS, TENANT_TEXTS } from '@tavola/contracts/translations.ts';
import { columnsOf, storedNames, toRow } from '@tavola/service-kit/data/columns.ts';
import { inPoolTransaction } from '@tavola/service-kit/data/postgres.ts';
import { hashOfText } from '@tavola/service-kit/data/texts.ts';
import type { Pool, PoolClient } from 'pg';
import { makeRestaurants } from './make-restaurants.ts';
import { givePicture, type OwnPicture } from './pictures.ts';
import {
  declaredIn,
  type Restaurant,
  readRestaurants,
  seededCategory,
  seededDaypart,
  seededGroup,
  seededItem,
  seededProfile,
} from './read-restaurants.ts';
import { seedId } from './seed-id.ts';
import { seedVisits } from './seed-visits.ts';

/** The restaurant that the site's demo link shows. */
const DEMO_SLUG = 'demo';

export const DEMO_PASSWORD = 'demo-password';
export const ADMIN_EMAIL = 'admin@tavola.test';
export const ADMIN_PASSWORD = 'admin-password';

/** Restaurants per transaction: large enough to hide round trips, small enough to keep a batch's JSON at about 2 MB. */
const BATCH_SIZE = 250;

/** How many rows a run added, and how many restaurants existed already. */
export interface SeedTotals {
  readonly restaurants: number;
  readonly categories: number;
  readonly items: number;
  readonly users: number;
  readonly alreadyThere: number;
}

interface SeedOptions {
  /** Password of all seeded owners. */
  readonly ownerPassword?: string;
  /** Password of the platform's admin. */
  readonly adminPassword?: string;
  /** Media's folder of pictures. Without it, there are none. */
  readonly storage?: string;
  /** Whether to add the platform's admin; default true. */
  readonly hasAdmin?: boolean;
  /** Called with the totals so far after every committed batch. */
  readonly onProgress?: (totals: SeedTotals) => void;
}

interface UserRow {
  readonly id: string;
  readonly tenant_id: string | null;
  readonly name: string;
  readonly email: string;
  readonly email_key: string;
  readonly role: Role;
}

const NOTHING: SeedTotals = { restaurants: 0, categories: 0, items: 0, users: 0, alreadyThere: 0 };

const PROFILE_COLUMNS = columnsOf([...storedNames(seededProfile), 'texts']);
const CATEGORY_COLUMNS = columnsOf([...storedNames(seededCategory), 'texts']);
const DAYPART_COLUMNS = columnsOf([...storedNames(seededDaypart), 'texts']);
const GROUP_COLUMNS = columnsOf([...storedNames(seededGroup), 'texts']);
const ITEM_COLUMN_NAMES = [...storedNames(seededItem), 'image', 'texts'];

const INSERT_TENANTS = `
  INSERT INTO auth.tenant (id, ${PROFILE_COLUMNS})
  SELECT id, ${PROFILE_COLUMNS} FROM json_populate_recordset(NULL::auth.tenant, $1::json) AS seed
  WHERE NOT EXISTS (SELECT FROM auth.tenant_slug WHERE tenant_slug.slug = seed.slug)
  ON CONFLICT DO NOTHING
  RETURNING id`;

const INSERT_USERS = `
  INSERT INTO auth."user" (id, tenant_id, name, email, email_key, email_confirmed_at, password_hash, role)
  SELECT id, tenant_id, name, email, email_key, now(), $2, role
  FROM json_to_recordset($1::json) AS seed
    (id uuid, tenant_id uuid, name text, email text, email_key text, role text)
  ON CONFLICT DO NOTHING`;

const INSERT_MENU_VERSIONS = `
  INSERT INTO menu.menu_version (tenant_id, version)
  SELECT tenant_id, 1 FROM unnest($1::uuid[]) AS tenant_id`;

const INSERT_DAYPARTS = `
  INSERT INTO menu.daypart (tenant_id, position, ${DAYPART_COLUMNS})
  SELECT tenant_id, position, ${DAYPART_COLUMNS}
  FROM json_populate_recordset(NULL::menu.daypart, $1::json)
  RETURNING id, tenant_id AS "tenantId", position`;

const INSERT_GROUPS = `
  INSERT INTO menu.option_group (tenant_id, position, ${GROUP_COLUMNS})
  SELECT tenant_id, position, ${GROUP_COLUMNS}
  FROM json_populate_recordset(NULL::menu.option_group, $1::json)
  RETURNING id, tenant_id AS "tenantId", position`;

const NEW_CHOICE_IDS = `SELECT nextval('menu.choice_id')::float8 AS id FROM generate_series(1, $1::int)`;

// The evidence of what the dishes and options of new tenants declare.
const INSERT_DECLARATIONS = `
  INSERT INTO menu.allergen_declaration (tenant_id, version, at, "by", kind, target_id, name, states, kinds, basis)
  SELECT tenant_id, 1, (said ->> 'at')::timestamptz, (said ->> 'by')::uuid, kind, id, name, said ->> 'states',
    coalesce(said -> 'kinds', '[]'), said ->> 'basis'
  FROM (
    SELECT tenant_id, 'item' AS kind, id, name, facets -> 'allergens' AS said FROM menu.item
    UNION ALL
    SELECT tenant_id, 'option', (option ->> 'id')::bigint, option ->> 'name', option -> 'allergens'
    FROM menu.option_group, jsonb_array_elements(options) AS option
  ) AS declared
  WHERE tenant_id = ANY ($1::uuid[]) AND said IS NOT NULL
  ORDER BY tenant_id, kind, id`;

// The database assigns the categories' ids. Here an item's category_id is its category's position in the tenant's menu.
// Items are inserted in seed order, so that a tenant's rows are adjacent on disk.
const INSERT_MENUS = `
  WITH category AS (
    INSERT INTO menu.category (tenant_id, position, ${CATEGORY_COLUMNS})
    SELECT tenant_id, position, ${CATEGORY_COLUMNS}
    FROM json_populate_recordset(NULL::menu.category, $1::json)
    RETURNING id, tenant_id, position
  )
  INSERT INTO menu.item (tenant_id, category_id, position, ${columnsOf(ITEM_COLUMN_NAMES)})
  SELECT seed.tenant_id, category.id, seed.position, ${columnsOf(ITEM_COLUMN_NAMES, 'seed')}
  FROM ROWS FROM (json_populate_recordset(NULL::menu.item, $2::json)) WITH ORDINALITY AS seed
  JOIN category ON category.tenant_id = seed.tenant_id AND category.position = seed.category_id
  ORDER BY seed.ordinality`;

const INSERT_PICTURES = `
  INSERT INTO media.picture (tenant_id, hash, width, height, color, bytes)
  SELECT tenant_id, hash, width, height, color, bytes FROM json_to_recordset($1::json) AS seed
    (tenant_id uuid, hash text, width int, height int, color text, bytes int)
  ON CONFLICT DO NOTHING`;

const SET_COVERS = `
  UPDATE auth.tenant
  SET settings = settings || jsonb_build_object('look', coalesce(settings -> 'look', '{}') || jsonb_build_object('cover', cover))
  FROM json_to_recordset($1::json) AS seed (tenant_id uuid, cover text)
  WHERE tenant.id = tenant_id`;

/** Argon2id (the library's default algorithm) with the same cost as auth uses. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

async function insertUsers(client: PoolClient, users: readonly UserRow[], passwordHash: string): Promise<number> {
  const { rowCount } = await client.query(INSERT_USERS, [JSON.stringify(users), passwordHash]);
  return rowCount ?? 0;
}

/** A row of a seed file, with translations by language and field. */
interface Translated {
  readonly translations?: Readonly<Record<string, Readonly<Record<string, string | null | undefined>>>> | undefined;
}

/**
 * The translations of a row with the texts `bases` as stored. Each of `fields` that it has and that is translated gets one, and so do
 * its sizes or options.
 */
function textsOf(
  fields: object,
  row: Translated,
  bases = row as Readonly<Record<string, unknown>>,
  { kind, list }: Choices = { kind: 'variant', list: [] },
): StoredTexts {
  const translated = (field: string, base: unknown, t: string | null | undefined) =>
    typeof base === 'string' && t ? [[field, { t, of: hashOfText(base), by: 'h' as const }] as const] : [];
  return Object.fromEntries(
    Object.entries(row.translations ?? {}).map(([tag, texts]) => [
      tag,
      Object.fromEntries([
        ...Object.keys(fields).flatMap((field) => translated(field, bases[field], texts[field])),
        ...list.flatMap(({ id, name, translations }) =>
          translated(choiceField(kind, id), name, translations?.[tag]?.name),
        ),
      ]),
    ]),
  );
}

/** The sizes of a dish, or the options of a group, with their ids. */
interface Choices {
  readonly kind: ChoiceKind;
  readonly list: readonly (Translated & { readonly id: number; readonly name: string })[];
}

/** Gives ids to sizes and options of new tenants, which no other has or will have. */
async function choiceIds(client: PoolClient, restaurants: readonly Restaurant[]) {
  const items = restaurants.flatMap(({ categories }) => categories.flatMap((category) => category.items));
  const options = restaurants.flatMap(({ optionGroups }) => optionGroups.flatMap((group) => group.options));
  const count = options.length + items.reduce((sum, { variants = [] }) => sum + variants.length, 0);
  const { rows } = await client.query<{ id: number }>(NEW_CHOICE_IDS, [count]);
  const ids = rows.map(({ id }) => id).values();
  return <Choice extends object>(choice: Choice) => ({ id: ids.next().value as number, ...choice });
}
type GiveId = Awaited<ReturnType<typeof choiceIds>>;

/** What the owner of the restaurant declares of `row`, for the texts that it has; nothing where the seed file says nothing. */
function declarationBy(
  owner: string,
  given: Parameters<typeof declaredIn>[0] | undefined,
  row: Parameters<typeof basisOf>[0],
) {
  if (!given) return {};
  const { errors: _none, ...declared } = declaredIn(given);
  return { allergens: { ...declared, by: owner, at: new Date().toISOString(), basis: basisOf(row) } };
}

/** Adds the option groups of new tenants; returns their ids, in their order, by tenant. */
async function insertGroups(client: PoolClient, restaurants: readonly Restaurant[], giveId: GiveId) {
  const groups = restaurants.flatMap(({ slug, owner, optionGroups }) =>
    optionGroups.map(({ options, ...group }, position) => {
      const list = options.map(giveId);
      return {
        tenant_id: seedId('tenant', slug),
        position,
        ...toRow(seededGroup, group),
        options: list.map(({ translations: _texts, allergens, ...option }) => ({
          ...option,
          isAvailable: true,
          ...declarationBy(seedId('user', emailKey(owner.email)), allergens, option),
        })),
        texts: textsOf(MENU_TEXTS['option-group'], group, undefined, { kind: 'option', list }),
      };
    }),
  );
  return insertPlaced(client, INSERT_GROUPS, groups);
}

/** Adds the dayparts of new tenants; returns their ids, in their order, by tenant. */
async function insertDayparts(client: PoolClient, restaurants: readonly Restaurant[]) {
  const dayparts = restaurants.flatMap((restaurant) =>
    restaurant.dayparts.map((daypart, position) => ({
      tenant_id: seedId('tenant', restaurant.slug),
      position,
      ...toRow(seededDaypart, daypart),
      texts: textsOf(MENU_TEXTS.daypart, daypart),
    })),
  );
  return insertPlaced(client, INSERT_DAYPARTS, dayparts);
}

/** Adds rows with a position; returns their ids, in their order, by tenant. */
async function insertPlaced(client: PoolClient, statement: string, placed: readonly object[]) {
  const { rows } = await client.query<{ id: number; tenantId: string; position: number }>(statement, [
    JSON.stringify(placed),
  ]);
  const ofTenant = Map.groupBy(
    rows.toSorted((one, other) => one.position - other.position),
    ({ tenantId }) => tenantId,
  );
  return new Map([...ofTenant].map(([tenantId, own]) => [tenantId, own.map(({ id }) => id)]));
}

type Item = Restaurant['categories'][number]['items'][number];
type Naming = Partial<Pick<Item, 'dayparts' | 'offers'>>;

/** Replaces the places of dayparts in a row by their `ids`, and those of sizes by the ids of `sizes`. */
const namingDayparts =
  (ids: readonly number[]) =>
  <Row extends Naming>({ dayparts, offers, ...row }: Row, sizes: readonly { id: number }[] = []) => ({
    ...row,
    ...(dayparts && { dayparts: dayparts.map((place) => ids[place - 1]) }),
    ...(offers && {
      offers: offers.map(({ daypart, price, variant }) => ({
        daypart: ids[daypart - 1],
        price,
        ...(variant !== undefined && { variant: sizes[variant - 1]?.id }),
      })),
    }),
  });

/** Gives new tenants their covers and the pictures of their dishes; returns the dishes' addresses by tenant and name. */
async function insertPictures(client: PoolClient, restaurants: readonly Restaurant[], storage: string) {
  const given: OwnPicture[] = [];
  const addresses = new Map<string, string>();
  const covers: object[] = [];
  for (const { slug, cover, categories } of restaurants) {
    const tenantId = seedId('tenant', slug);
    if (cover) {
      const picture = await givePicture(cover, tenantId, storage);
      given.push(picture);
      covers.push({ tenant_id: tenantId, cover: picture.address });
    }
    for (const name of new Set(categories.flatMap(({ items }) => items.flatMap(({ picture }) => picture ?? [])))) {
      const picture = await givePicture(name, tenantId, storage);
      given.push(picture);
      addresses.set(`${tenantId} ${name}`, picture.address);
    }
  }
  const rows = given.map(({ tenantId, ...picture }) => ({ tenant_id: tenantId, ...picture }));
  await client.query(INSERT_PICTURES, [JSON.stringify(rows)]);
  await client.query(SET_COVERS, [JSON.stringify(covers)]);
  return addresses;
}

/** Adds the menus of new tenants; returns the number of categories and items. */
async function insertMenus(client: PoolClient, restaurants: readonly Restaurant[], storage: string | undefined) {
  const tenantIds: string[] = [];
  const categories: object[] = [];
  const items: object[] = [];
  const giveId = await choiceIds(client, restaurants);
  const daypartIds = await insertDayparts(client, restaurants);
  const groupIds = await insertGroups(client, restaurants, giveId);
  const addresses = storage === undefined ? undefined : await insertPictures(client, restaurants, storage);
  for (const restaurant of restaurants) {
    const tenantId = seedId('tenant', restaurant.slug);
    tenantIds.push(tenantId);
    const withIds = namingDayparts(daypartIds.get(tenantId) ?? []);
    // Both positions count through the whole menu.
    let itemPosition = 0;
    for (const [categoryPosition, category] of restaurant.categories.entries()) {
      categories.push({
        tenant_id: tenantId,
        position: categoryPosition,
        ...toRow(seededCategory, withIds(category)),
        texts: textsOf(MENU_TEXTS.category, category),
      });
      for (const item of category.items) {
        const sizes = item.variants?.map(giveId) ?? [];
        const variants = sizes.map(({ translations: _texts, ...size }) => ({ ...size, isAvailable: true }));
        const optionGroups = item.optionGroups?.map((place) => groupIds.get(tenantId)?.[place - 1] as number);
        const own = {
          ...withIds(item, sizes),
          ...(variants.length > 0 && { variants }),
          ...(optionGroups && { optionGroups }),
        };
        const { facets, ...row } = toRow(seededItem, own);
        const owner = seedId('user', emailKey(restaurant.owner.email));
        items.push({
          tenant_id: tenantId,
          category_id: categoryPosition,
          position: itemPosition,
          ...row,
          facets: {
            ...(facets as object),
            ...declarationBy(owner, item.allergens, { ...item, variants, optionGroups }),
          },
          image: addresses?.get(`${tenantId} ${item.picture}`) ?? null,
          texts: textsOf(MENU_TEXTS.item, item, undefined, { kind: 'variant', list: sizes }),
        });
        itemPosition += 1;
      }
    }
  }
  await client.query(INSERT_MENU_VERSIONS, [tenantIds]);
  await client.query(INSERT_MENUS, [JSON.stringify(categories), JSON.stringify(items)]);
  await client.query(INSERT_DECLARATIONS, [tenantIds]);
  return { categories: categories.length, items: items.length };
}

/** Adds the restaurants whose slug was never used, each with its menu and its owner (unless the e-mail is taken). */
async function insertRestaurants(
  client: PoolClient,
  restaurants: readonly Restaurant[],
  passwordHash: string,
  storage?: string,
): Promise<SeedTotals> {
  const tenants = restaurants.map((restaurant) => ({
    id: seedId('tenant', restaurant.slug),
    ...toRow(seededProfile, restaurant),
    texts: textsOf(TENANT_TEXTS.tenant, restaurant, textsOfTenant(restaurant)),
  }));
  const { rows } = await client.query<{ id: string }>(INSERT_TENANTS, [JSON.stringify(tenants)]);
  const addedIds = new Set(rows.map((row) => row.id));
  // Existing restaurants belong to their owners: their profile and menu stay unchanged.
  const added = restaurants.filter((restaurant) => addedIds.has(seedId('tenant', restaurant.slug)));
  const alreadyThere = restaurants.length - added.length;
  if (added.length === 0) return { ...NOTHING, alreadyThere };

  const owners = added.map(
    ({ slug, owner }): UserRow => ({
      id: seedId('user', emailKey(owner.email)),
      tenant_id: seedId('tenant', slug),
      name: owner.name,
      email: owner.email,
      email_key: emailKey(owner.email),
      role: 'owner',
    }),
  );
  const users = await insertUsers(client, owners, passwordHash);
  return { restaurants: added.length, ...(await insertMenus(client, added, storage)), users, alreadyThere };
}

function sum(one: SeedTotals, other: SeedTotals): SeedTotals {
  return {
    restaurants: one.restaurants + other.restaurants,
    categories: one.categories + other.categories,
    items: one.items + other.items,
    users: one.users + other.users,
    alreadyThere: one.alreadyThere + other.alreadyThere,
  };
}

function* inBatches<Value>(values: Iterable<Value>, size: number): Generator<Value[]> {
  let batch: Value[] = [];
  for (const value of values) {
    batch.push(value);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Adds the demonstration restaurants with their owners and, by default, the platform's admin. The demo-link restaurant
 * also gets visits.
 * Existing slugs and e-mails stay unchanged, so running it again adds nothing.
 * The pool's role must bypass row-level security.
 */
export async function seedDemo(pool: Pool, options: SeedOptions = {}): Promise<SeedTotals> {
  const restaurants = [...(await readRestaurants()).values()];
  const ownerHash = await hashPassword(options.ownerPassword ?? DEMO_PASSWORD);
  const adminHash = await hashPassword(options.adminPassword ?? ADMIN_PASSWORD);
  const admin: UserRow = {
    id: seedId('user', ADMIN_EMAIL),
    tenant_id: null,
    name: 'Platform Admin',
    email: ADMIN_EMAIL,
    email_key: emailKey(ADMIN_EMAIL),
    role: 'admin',
  };
  const totals = await inPoolTransaction(pool, async (client) => {
    const added = await insertRestaurants(client, restaurants, ownerHash, options.storage);
    await seedVisits(client, seedId('tenant', DEMO_SLUG), DEMO_SLUG, new Date());
    const admins = options.hasAdmin === false ? 0 : await insertUsers(client, [admin], adminHash);
    return { ...added, users: added.users + admins };
  });
  options.onProgress?.(totals);
  return totals;
}

/**
 * Adds the generated restaurants 1 to `n`, each with an owner, one transaction per batch.
 * Existing slugs and e-mails stay unchanged. After an interruption, running it again adds the rest.
 * The pool's role must bypass row-level security.
 */
export async function seedMany(pool: Pool, n: number, options: SeedOptions = {}): Promise<SeedTotals> {
  const kitchens = await readRestaurants();
  const ownerHash = await hashPassword(options.ownerPassword ?? DEMO_PASSWORD);
  let totals = NOTHING;
  for (const batch of inBatches(makeRestaurants(n, kitchens), BATCH_SIZE)) {
    totals = sum(totals, await inPoolTransaction(pool, (client) => insertRestaurants(client, batch, ownerHash)));
    options.onProgress?.(totals);
  }
  // Otherwise the planner assumes empty tables until autovacuum runs.
  if (totals.restaurants > 0) {
    await pool.query('ANALYZE auth.tenant, auth.tenant_slug, auth."user", menu.menu_version, menu.category, menu.item');
  }
  return totals;
}
