import { setImmediate as nextIteration } from 'node:timers/promises';
import { json, operations } from '@tavola/contracts/operations/operation.ts';
import { asTenant, type Pool, readAsTenant } from '@tavola/service-kit/data/postgres.ts';
import { mountOperations, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import { inRequest, type RequestContext } from '@tavola/service-kit/observability/request-context.ts';
import { TRANSACTIONS_AT_ONCE, TRANSACTIONS_WAITING, tenantQueues } from '@tavola/service-kit/runtime/tenant-queues.ts';
import { listenWith } from '@tavola/test-kit/http.ts';
import { limitsTable } from '@tavola/test-kit/limits-table.ts';
import { keys, person } from '@tavola/test-kit/tokens.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { tokenCheck } from '../src/http/access.ts';

/** Transactions and reads that go on until the test ends them, by their tenant. */
const open: { tenantId: string; end: () => void }[] = [];
const openOf = (tenantId: string) => open.filter((one) => one.tenantId === tenantId);
const begin = (tenantId: string) => new Promise<void>((end) => open.push({ tenantId, end }));
const endFirst = (tenantId: string) => {
  const [first] = openOf(tenantId);
  if (first) open.splice(open.indexOf(first), 1);
  first?.end();
};

const db = { $transaction: <Result>(act: (tx: { $executeRaw(): Promise<number> }) => Promise<Result>) => act(tx) };
const tx = { $executeRaw: async () => 0 };
const poolOf = (tenantId: string) =>
  ({
    connect: async () => {
      await begin(tenantId);
      return { query: (query: { callback: Done }) => query.callback(undefined, { rows: [] }), release() {} };
    },
  }) as unknown as Pool;
type Done = (error: undefined, result: { rows: [] }) => void;

const owners = { who: 'signed-in', needs: 'menu.write', summary: '' } as const;
const answers = { 200: json('', z.unknown()) };
const table = operations('menu', {
  write: { ...owners, method: 'PUT', path: '/thing', answers },
  read: { ...owners, method: 'GET', path: '/thing', answers },
  readAtOnce: { ...owners, method: 'GET', path: '/figures', answers },
});

const { call } = await listenWith((app) => {
  const routes = operationRoutes({ checkToken: tokenCheck(keys.publicKey) });
  const transaction = async ({ tenantId }: { tenantId: string }) => {
    await asTenant(db, tenantId, () => begin(tenantId));
    return {};
  };
  serve(routes, table.write, transaction);
  serve(routes, table.read, transaction);
  serve(routes, table.readAtOnce, async ({ tenantId }) => readAsTenant(poolOf(tenantId), tenantId, 'SELECT 1'));
  mountOperations(app, table, routes);
});

afterEach(async () => {
  while (open.length > 0) {
    for (const { end } of open.splice(0)) end();
    await nextIteration();
  }
});

const WAIT = { timeout: 15_000 };

/** Waits until a tenant has this many transactions open. */
const untilOpen = (tenantId: string, count: number) =>
  vi.waitFor(() => expect(openOf(tenantId)).toHaveLength(count), { ...WAIT, interval: 1 });

const somebody = () => person() as { token: string; tenantId: string };

describe('the transactions of one restaurant', () => {
  it.each([
    ['PUT', '/thing', TRANSACTIONS_AT_ONCE.write],
    ['GET', '/thing', TRANSACTIONS_AT_ONCE.read],
    ['GET', '/figures', TRANSACTIONS_AT_ONCE.read],
  ])('queue before they take a connection: %s %s', async (method, path, atOnce) => {
    const [busy, other] = [somebody(), somebody()];
    const refused: (string | null)[] = [];
    const all = Array.from({ length: atOnce + TRANSACTIONS_WAITING + 2 }, async () => {
      const { status, headers } = await call(method, path, { token: busy.token });
      if (status === 429) refused.push(headers.get('retry-after'));
      return status;
    });
    await vi.waitFor(() => expect(refused).toEqual(['1', '1']), WAIT);
    expect(openOf(busy.tenantId)).toHaveLength(atOnce);
    const others = call(method, path, { token: other.token });
    await untilOpen(other.tenantId, 1);
    endFirst(other.tenantId);
    expect((await others).status).toBe(200);
    for (let left = atOnce + TRANSACTIONS_WAITING; left > 0; left -= 1) {
      await untilOpen(busy.tenantId, Math.min(left, atOnce));
      endFirst(busy.tenantId);
    }
    expect((await Promise.all(all)).filter((status) => status === 200)).toHaveLength(atOnce + TRANSACTIONS_WAITING);
  });

  it('do not begin for a client that has disconnected', async () => {
    const queues = tenantQueues();
    const { tenantId } = somebody();
    const leaving = new AbortController();
    const request: RequestContext = {
      requestId: 'request-1',
      gone: leaving.signal,
      inTurn: (work) => queues({ restaurant: tenantId, person: tenantId }, 'write', work),
    };
    const transaction = () => inRequest(request, () => asTenant(db, tenantId, () => begin(tenantId)));
    const [first, second] = [transaction(), transaction()];
    await nextIteration();
    leaving.abort();
    endFirst(tenantId);
    await expect(first).rejects.toThrow('Nobody waits');
    await expect(second).rejects.toThrow('Nobody waits');
    expect(openOf(tenantId)).toHaveLength(0);
  });
});

describe('the transactions of one person', () => {
  it('queue in all of their restaurants together, and leave the others there theirs', async () => {
    const userId = crypto.randomUUID();
    const places = Array.from({ length: TRANSACTIONS_AT_ONCE.write + 3 }, () => person({ userId }));
    const writes = places.map(({ token }) => call('PUT', '/thing', { token }));
    await vi.waitFor(() => expect(open).toHaveLength(TRANSACTIONS_AT_ONCE.write), WAIT);
    const tenantId = places.at(-1)?.tenantId as string;
    const colleague = call('PUT', '/thing', { token: person({ tenantId }).token });
    await untilOpen(tenantId, 1);
    expect(open).toHaveLength(TRANSACTIONS_AT_ONCE.write + 1);
    endFirst(tenantId);
    expect((await colleague).status).toBe(200);
    for (const { tenantId } of places) {
      await untilOpen(tenantId as string, 1);
      endFirst(tenantId as string);
    }
    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(places.map(() => 200));
  });
});

it('docs/limits.md shows the table as it is', () => {
  const { read, write } = TRANSACTIONS_AT_ONCE;
  expect(limitsTable('restaurant')).toEqual([
    `| of reads | ${read} | ${TRANSACTIONS_WAITING} |`,
    `| of writes | ${write} | ${TRANSACTIONS_WAITING} |`,
  ]);
});
