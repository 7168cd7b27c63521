import { randomUUID } from 'node:crypto';
import { internalMenu } from '@tavola/contracts/menu.ts';
import { makePool } from '@tavola/service-kit/postgres.ts';
import { describeNeighboursOnly, expectProblem } from '@tavola/test-kit/refusals.ts';
import { SERVICE_TOKEN } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it, vi } from 'vitest';
import { makeOwner, startMenu } from './setup.ts';

const menu = await startMenu();
const { call, database, deps } = menu;
const ask = (path: string) => call('GET', path, { headers: { 'x-service-token': SERVICE_TOKEN } });

describe('GET /internal/menus/{tenantId}', () => {
  it('gives the whole menu in display order, with its version, inactive categories and all', async () => {
    const owner = makeOwner(menu);
    const first = await owner.category({ name: 'Z first' });
    const second = await owner.category({ name: 'A second', isActive: false });
    const items = [
      await owner.item({ name: 'Z', categoryId: second.id, price: 0.07 }),
      await owner.item({ name: 'A', categoryId: first.id, isAvailable: false }),
    ];
    const { status, body } = await ask(`/internal/menus/${owner.tenantId}`);
    expect(status).toBe(200);
    expect(body).toEqual({ version: 4, categories: [first, second], items });
    expect(internalMenu.parse(body)).toEqual(body);
  });

  it('gives an empty menu at version 0 for a restaurant that has written nothing', async () => {
    expect((await ask(`/internal/menus/${randomUUID()}`)).body).toEqual({ version: 0, categories: [], items: [] });
  });

  it.each(['12', 'demo', '%00', `${randomUUID()}x`])('refuses the tenant id %s', async (id) => {
    expectProblem(await ask(`/internal/menus/${id}`), 400, ['tenantId']);
    expectProblem(await ask(`/internal/menus/${id}/stats`), 400, ['tenantId']);
  });

  it('gives a menu as it was at its version, even when it changes while it is read', async () => {
    const owner = makeOwner(menu);
    const { id } = await owner.item({ price: 1 });
    // Reading stops between the version and the items, at the categories, until the lock is gone.
    const unlock = await lockedCategories();
    const reading = ask(`/internal/menus/${owner.tenantId}`);
    await vi.waitFor(async () => expect(await waitingForCategories()).toBe(1), { timeout: 5_000 });
    expect((await owner.send('PUT', `/api/menu-items/${id}`, { price: 2 })).status).toBe(200);
    await unlock();
    const { body } = await reading;
    expect({ version: body.version, price: body.items[0].price }).toEqual({ version: 2, price: 1 });
    expect((await ask(`/internal/menus/${owner.tenantId}`)).body).toMatchObject({ version: 3, items: [{ price: 2 }] });
  });
});

describe('figures', () => {
  it('count a restaurant’s items, and those of them that are available', async () => {
    const owner = makeOwner(menu);
    const stats = async () => (await ask(`/internal/menus/${owner.tenantId}/stats`)).body;
    expect(await stats()).toEqual({ totalItems: 0, availableItems: 0 });
    await owner.item({ isAvailable: false });
    const { id } = await owner.item();
    await owner.item();
    await makeOwner(menu).item();
    expect(await stats()).toEqual({ totalItems: 3, availableItems: 2 });
    await owner.send('DELETE', `/api/menu-items/${id}`);
    expect(await stats()).toEqual({ totalItems: 2, availableItems: 1 });
  });

  it('count the items of the whole platform', async () => {
    const before = (await ask('/internal/stats')).body.totalMenuItems;
    await makeOwner(menu).item();
    await makeOwner(menu).item();
    expect((await ask('/internal/stats')).body).toEqual({ totalMenuItems: before + 2 });
  });
});

describe('health', () => {
  it('is live and ready while the database answers', async () => {
    expect(await call('GET', '/health/live')).toMatchObject({ status: 200, body: { status: 'live' } });
    expect(await call('GET', '/health/ready')).toMatchObject({ status: 200, body: { status: 'ready' } });
  });
});

describeNeighboursOnly(
  () => call,
  ['/internal/stats', `/internal/menus/${randomUUID()}`, `/internal/menus/${randomUUID()}/stats`, '/internal/nothing'],
);

/** Locks the table of categories against everybody; gives what unlocks it. */
async function lockedCategories(): Promise<() => Promise<void>> {
  const pool = makePool(database.adminUrl, 'lock', deps.log, 1);
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE menu.category IN ACCESS EXCLUSIVE MODE');
  return async () => {
    await client.query('ROLLBACK');
    client.release();
    await pool.end();
  };
}

async function waitingForCategories(): Promise<number> {
  const [row] = await database.rows<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND relation = 'menu.category'::regclass",
  );
  return row?.count ?? 0;
}
