import { randomUUID } from 'node:crypto';
import { describeDoneOnce } from '@tavola/test-kit/done-once.ts';
import { signedUp, startAuth } from './setup.ts';

// A request sent twice with a key adds one restaurant.

const { call, database, db } = await startAuth();

const aPlace = () => ({ name: 'Harbor', slug: `h-${randomUUID().slice(0, 8)}` });

describeDoneOnce('POST /api/restaurants', {
  database,
  schema: 'auth',
  db,
  owner: 'user',
  // Under another key it asks for a second restaurant with the same address.
  again: 409,
  async start() {
    const { token, body } = await signedUp(call);
    const { id, restaurants } = body.user;
    return {
      send: (sent, key) => call('POST', '/api/restaurants', { token, body: sent, headers: { 'idempotency-key': key } }),
      body: aPlace(),
      other: aPlace(),
      refused: { body: { ...aPlace(), slug: restaurants[0].slug }, status: 409 },
      made: async () =>
        (await database.rows('SELECT 1 FROM auth.membership WHERE user_id = $1', [id])).length - restaurants.length,
    };
  },
});
