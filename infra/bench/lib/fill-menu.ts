import { QUOTAS } from '@tavola/contracts/quotas.ts';
import pg from 'pg';
import type { Site } from '../neighbours/scenario.ts';
import type { Owner } from './neighbour-owner.ts';

/** Gives the owner's menu as many dishes as it may have, past the service. `more` then runs on the same connection. */
export async function fillMenu(
  { adminUrl }: Site,
  { itemId }: Owner,
  more: (client: pg.Client) => Promise<unknown> = async () => {},
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(
    `INSERT INTO menu.item (tenant_id, category_id, name, description, price, position)
     SELECT tenant_id, category_id, 'Dish ' || n, repeat('With lemon. ', 20), 9.5, n + 1
     FROM menu.item, generate_series(1, $2::int) AS n WHERE id = $1`,
    [itemId, QUOTAS.items.most - 1],
  );
  await more(client);
  await client.end();
}
