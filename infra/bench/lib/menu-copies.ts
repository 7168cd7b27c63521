import { tenantInput } from '@tavola/contracts/auth.ts';
import { newOptionGroup } from '@tavola/contracts/choices.ts';
import { newCategory, newMenuItem } from '@tavola/contracts/menu.ts';
import { columnsOf, storedNames } from '@tavola/service-kit/data/columns.ts';
import type pg from 'pg';

const PROFILE_COLUMNS = storedNames(tenantInput.omit({ slug: true, keepsTexts: true }));
const CATEGORY_COLUMNS = storedNames(newCategory);
const GROUP_COLUMNS = storedNames(newOptionGroup);
const ITEM_COLUMNS = storedNames(newMenuItem.omit({ categoryId: true }));

// Copies repeat the demo's menu exactly, so their responses have its size; only name and slug differ.
const TENANTS = `
  INSERT INTO auth.tenant (id, slug, ${columnsOf(PROFILE_COLUMNS)})
  SELECT gen_random_uuid(), $1 || '-' || lpad(number::text, 6, '0'), ${columnsOf(PROFILE_COLUMNS)}
  FROM auth.tenant, generate_series(1, $2) AS number WHERE slug = 'demo'`;

const VERSIONS = `
  INSERT INTO menu.menu_version (tenant_id, version)
  SELECT id, 1 FROM auth.tenant WHERE starts_with(slug, $1 || '-')`;

const CATEGORIES = `
  INSERT INTO menu.category (tenant_id, position, ${columnsOf(CATEGORY_COLUMNS)})
  SELECT copy.id, category.position, ${columnsOf(CATEGORY_COLUMNS, 'category')}
  FROM auth.tenant AS copy, auth.tenant AS demo JOIN menu.category ON category.tenant_id = demo.id
  WHERE demo.slug = 'demo' AND starts_with(copy.slug, $1 || '-')
  ORDER BY copy.id, category.position`;

const GROUPS = `
  INSERT INTO menu.option_group (tenant_id, position, ${columnsOf(GROUP_COLUMNS)})
  SELECT copy.id, option_group.position, ${columnsOf(GROUP_COLUMNS, 'option_group')}
  FROM auth.tenant AS copy, auth.tenant AS demo JOIN menu.option_group ON option_group.tenant_id = demo.id
  WHERE demo.slug = 'demo' AND starts_with(copy.slug, $1 || '-')`;

const ITEMS = `
  INSERT INTO menu.item (tenant_id, category_id, position, ${columnsOf(ITEM_COLUMNS)})
  SELECT copy.id, own.id, item.position, ${columnsOf(ITEM_COLUMNS, 'item')}
  FROM auth.tenant AS demo
  JOIN menu.item ON item.tenant_id = demo.id
  JOIN menu.category ON category.id = item.category_id
  JOIN auth.tenant AS copy ON starts_with(copy.slug, $1 || '-')
  JOIN menu.category AS own ON own.tenant_id = copy.id AND own.position = category.position
  WHERE demo.slug = 'demo'
  ORDER BY copy.id, item.position`;

// The dishes name the copies' own groups.
const NAMED_GROUPS = `
  UPDATE menu.item SET facets = item.facets || jsonb_build_object('optionGroups', (
    SELECT jsonb_agg(own.id ORDER BY place)
    FROM jsonb_array_elements(item.facets -> 'optionGroups') WITH ORDINALITY AS named (id, place)
    JOIN menu.option_group AS demo ON demo.id = named.id::int
    JOIN menu.option_group AS own ON own.tenant_id = item.tenant_id AND own.position = demo.position))
  FROM auth.tenant AS copy
  WHERE copy.id = item.tenant_id AND starts_with(copy.slug, $1 || '-') AND item.facets ? 'optionGroups'`;

/** Adds `count` restaurants with the demo's menu and slugs that begin with `prefix`; returns their slugs. */
export async function copyDemo(db: pg.Pool, prefix: string, count: number): Promise<string[]> {
  await db.query(TENANTS, [prefix, count]);
  for (const statement of [VERSIONS, CATEGORIES, GROUPS, ITEMS, NAMED_GROUPS]) await db.query(statement, [prefix]);
  await db.query('ANALYZE auth.tenant, menu.menu_version, menu.category, menu.item');
  const { rows } = await db.query<{ slug: string }>('SELECT slug FROM auth.tenant WHERE starts_with(slug, $1)', [
    `${prefix}-`,
  ]);
  return rows.map((row) => row.slug);
}

/** SQL: each restaurant's item whose price benches write and read, as tenant_id and item_id. */
export const PRICED_ITEMS =
  'SELECT tenant_id, min(id) AS item_id FROM menu.item WHERE category_id IS NOT NULL GROUP BY tenant_id';
