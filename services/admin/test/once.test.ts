import { randomUUID } from 'node:crypto';
import { describeDoneOnce } from '@tavola/test-kit/done-once.ts';
import { startAdmin } from './setup.ts';

// A request that is repeated with the same key is saved only once.

const nobody = () => undefined;
const { call, database, deps } = await startAdmin(nobody, nobody);

describeDoneOnce('POST /api/beta-signup', {
  database,
  schema: 'admin',
  db: deps.db,
  owner: null,
  async start() {
    const email = `${randomUUID()}@example.com`;
    const body = { companyName: 'Da Ada', contactName: 'Ada Conti', email };
    return {
      send: (sent, key) => call('POST', '/api/beta-signup', { body: sent, headers: { 'idempotency-key': key } }),
      body,
      other: { ...body, phone: '1' },
      made: async () => (await database.rows('SELECT 1 FROM admin.beta_application WHERE email = $1', [email])).length,
    };
  },
});
