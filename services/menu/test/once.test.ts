import { describeDoneOnce } from '@tavola/test-kit/done-once.ts';
import { makeOwner, startMenu } from './setup.ts';

// A request sent twice with a key adds one object.

const menu = await startMenu();
const { call, database } = menu;
const kept = { database, schema: 'menu', db: menu.deps.db, owner: 'tenant' } as const;

describeDoneOnce('POST /api/categories', {
  ...kept,
  async start() {
    const owner = makeOwner(menu);
    return {
      send: (body, key) =>
        call('POST', '/api/categories', { token: owner.token, body, headers: { 'idempotency-key': key } }),
      body: { name: 'Primi' },
      other: { name: 'Secondi' },
      made: async () => (await owner.categories()).length,
    };
  },
});

describeDoneOnce('POST /api/menu-items', {
  ...kept,
  async start() {
    const owner = makeOwner(menu);
    const { id: categoryId } = await owner.category();
    return {
      send: (body, key) =>
        call('POST', '/api/menu-items', { token: owner.token, body, headers: { 'idempotency-key': key } }),
      body: { name: 'Ragù', price: 12, categoryId },
      other: { name: 'Ragù', price: 13, categoryId },
      refused: { body: { name: 'Ragù', price: 12, categoryId: 2_000_000_000 }, status: 400 },
      made: async () => (await owner.items()).length,
    };
  },
});
