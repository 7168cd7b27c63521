import { MAIN_CODE_NAME } from '@tavola/contracts/qr.ts';
import { describeDoneOnce } from '@tavola/test-kit/done-once.ts';
import { startQr } from './setup.ts';

// A request that is repeated with the same key adds only once.

const qr = await startQr();
const { call, database, owner } = qr;

/** An owner's codes without the main one. */
function someone(path: string) {
  const { token } = owner();
  return {
    send: (body: object, key: string) => call('POST', path, { token, body, headers: { 'idempotency-key': key } }),
    made: async () => (await call('GET', '/api/qr-codes', { token })).body.codes.length - 1,
  };
}

const kept = {
  database,
  schema: 'qr',
  db: qr.deps.db,
  owner: 'tenant' as const,
  // Once the key has expired, a repeat finds the name taken.
  again: 409,
};

describeDoneOnce('POST /api/qr-codes', {
  ...kept,
  start: async () => ({
    ...someone('/api/qr-codes'),
    body: { name: 'Table 1' },
    other: { name: 'Table 2' },
    refused: { body: { name: MAIN_CODE_NAME }, status: 409 },
  }),
});

describeDoneOnce('POST /api/qr-codes/run', {
  ...kept,
  start: async () => ({
    ...someone('/api/qr-codes/run'),
    body: { prefix: 'Table', from: 1, to: 1 },
    other: { prefix: 'Table', from: 2, to: 2 },
  }),
});
