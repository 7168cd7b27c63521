import { setTimeout as rest } from 'node:timers/promises';
import { listen } from '@tavola/test-kit/http.ts';
import pg from 'pg';
import { expect, it } from 'vitest';
import { makeApp } from '../src/app.ts';
import { makeOwner, startMenu } from './setup.ts';

const menu = await startMenu();
const { url } = await listen(makeApp(menu.deps));
const owner = makeOwner(menu);

/** How many statements are waiting for a lock. */
const waiting = async () => {
  const [row] = await menu.database.rows<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
  );
  return row?.count ?? 0;
};

it('a change whose client has disconnected is not made, so that it cannot follow a newer one', {
  tags: 'full',
}, async () => {
  const item = await owner.item({ price: 1 });
  const holder = new pg.Client({ connectionString: menu.database.adminUrl });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM menu.menu_version WHERE tenant_id = $1 FOR UPDATE', [owner.tenantId]);

  const leaving = new AbortController();
  const givenUp = fetch(`${url}/api/menu-items/${item.id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ price: 2 }),
    signal: leaving.signal,
  });
  givenUp.catch(() => {});
  await expect.poll(waiting, { timeout: 15_000 }).toBe(1);
  leaving.abort();
  await expect(givenUp).rejects.toThrow();
  // The service learns of it over the network.
  await rest(500);
  await holder.query('COMMIT');
  await holder.end();

  expect((await owner.send('PUT', `/api/menu-items/${item.id}`, { price: 3 })).status).toBe(200);
  await expect.poll(waiting, { timeout: 15_000 }).toBe(0);
  await rest(500);
  expect(await owner.items()).toMatchObject([{ id: item.id, price: 3 }]);
  // The write was not made: only the newer one raised the version.
  expect(await owner.version()).toBe(3);
});
