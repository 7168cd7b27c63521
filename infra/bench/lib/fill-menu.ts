import { ITEM_GROUPS_MAX, OPTIONS_MAX, VARIANTS_MAX } from '@tavola/contracts/choices.ts';
import { QUOTAS } from '@tavola/contracts/quotas.ts';
import pg from 'pg';
import { LOG_ROWS_MAX } from '../../../services/menu/src/history/prune-log.ts';
import type { Site } from '../neighbours/scenario.ts';
import type { Owner } from './neighbour-owner.ts';

/**
 * Gives the owner's menu `count` dishes, by default as many as it may have, past the service, and all choices of `fillChoices`. `more`
 * then runs on the same connection.
 */
export async function fillMenu(
  { adminUrl }: Site,
  { itemId }: Owner,
  more: (client: pg.Client) => Promise<unknown> = async () => {},
  count: number = QUOTAS.items.most,
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(
    `INSERT INTO menu.item (tenant_id, category_id, name, description, price, position)
     SELECT tenant_id, category_id, 'Dish ' || n, 'With lemon.', 9.5, n + 1
     FROM menu.item, generate_series(1, $2::int) AS n WHERE id = $1`,
    [itemId, count - 1],
  );
  await fillChoices(client, itemId);
  await more(client);
  await client.end();
}

/** One dish in so many has sizes: if all had, the menu would hold more bytes than it may. */
const SIZED_EVERY = 8;

/**
 * Gives the restaurant of the dish `itemId` as many option groups as it may have, nearly as long as they may be, past the service. Its
 * other dishes name as many as they may, and some have as many sizes as they may.
 */
export async function fillChoices(client: pg.Client, itemId: number): Promise<void> {
  await client.query(
    `INSERT INTO menu.option_group (tenant_id, name, min, options, position)
     SELECT tenant_id, 'Group ' || n, n % 2, (
       SELECT jsonb_agg(jsonb_build_object('id', nextval('menu.choice_id'), 'name', left(md5(n || '-' || option), 16),
         'price', option / 10.0, 'isDefault', false, 'isAvailable', true))
       FROM generate_series(1, $3::int) AS option
     ), n FROM menu.item, generate_series(1, $2::int) AS n WHERE id = $1`,
    [itemId, QUOTAS.optionGroups.most, OPTIONS_MAX],
  );
  await client.query(
    `UPDATE menu.item SET facets = item.facets || jsonb_build_object('optionGroups', (
         SELECT jsonb_agg(ids[1 + (item.position * $2 + place) % cardinality(ids)]) FROM generate_series(1, $2::int) AS place
       )) || CASE WHEN item.position % $3::int > 0 THEN '{}' ELSE jsonb_build_object('variants', (
         SELECT jsonb_agg(jsonb_build_object('id', nextval('menu.choice_id'), 'name', 'Size ' || size, 'price', item.price + size - 1,
           'isAvailable', true))
         FROM generate_series(1, $4::int) AS size
       )) END
     FROM menu.item AS own
       CROSS JOIN LATERAL (SELECT array_agg(id ORDER BY position) AS ids FROM menu.option_group WHERE tenant_id = own.tenant_id) AS groups
     WHERE own.id = $1 AND item.tenant_id = own.tenant_id AND item.id <> own.id`,
    [itemId, ITEM_GROUPS_MAX, SIZED_EVERY, VARIANTS_MAX],
  );
}

/** The bytes of the log's changes at its limit (docs/limits.md). */
const LOG_BYTES = 20_000_000;

/** Fills the log of the restaurant of the dish `itemId` up to its limits, past the service. Each change is of one version. */
export async function fillLog(client: pg.Client, itemId: number): Promise<void> {
  // Half of them before, half of them after the change; a hash has 32 bytes.
  const hashes = Math.floor((LOG_BYTES / LOG_ROWS_MAX / 2 - 20) / 32);
  await client.query(
    `INSERT INTO menu.menu_change (tenant_id, version, kind, act, target_id, name, before, after)
     SELECT tenant_id, version + n, 'item', 'changed', item.id, item.name, was, becomes
     FROM menu.item JOIN menu.menu_version USING (tenant_id)
       CROSS JOIN generate_series(1, $2 - (SELECT count(*) FROM menu.menu_change WHERE tenant_id = item.tenant_id)) AS n
       CROSS JOIN LATERAL (
         SELECT jsonb_build_object('description', string_agg(md5(n || '-' || part), '')) AS was,
           jsonb_build_object('description', string_agg(md5(part || '-' || n), '')) AS becomes
         FROM generate_series(1, $3::int) AS part WHERE n > 0
       ) AS texts
     WHERE item.id = $1`,
    [itemId, LOG_ROWS_MAX, hashes],
  );
  await client.query(
    `UPDATE menu.menu_version AS own SET version = (SELECT max(version) FROM menu.menu_change WHERE tenant_id = own.tenant_id)
     WHERE tenant_id = (SELECT tenant_id FROM menu.item WHERE id = $1)`,
    [itemId],
  );
}
