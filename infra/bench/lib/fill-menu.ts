import { QUOTAS } from '@tavola/contracts/quotas.ts';
import pg from 'pg';
import { LOG_ROWS_MAX } from '../../../services/menu/src/history/prune-log.ts';
import type { Site } from '../neighbours/scenario.ts';
import type { Owner } from './neighbour-owner.ts';

/** Gives the owner's menu `count` dishes, by default as many as it may have, past the service. `more` then runs on the same connection. */
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
     SELECT tenant_id, category_id, 'Dish ' || n, repeat('With lemon. ', 20), 9.5, n + 1
     FROM menu.item, generate_series(1, $2::int) AS n WHERE id = $1`,
    [itemId, count - 1],
  );
  await more(client);
  await client.end();
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
