import type { Pool } from '@tavola/service-kit/data/postgres.ts';
import type { ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeTenants } from './tenants.ts';

it('a restaurant that is known is found however many made-up ids are asked for, which are limited', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const ada = { slug: 'ada', timeZone: 'UTC', isActive: true };
  const find = vi.fn(async (_operation: object, { params }: { params: { id: string } }) =>
    params.id === 'ada' ? ada : null,
  );
  const pool = { query: async () => ({ rows: [] }) };
  const log = makeLog('test', 'silent');
  const tenants = makeTenants({ find } as unknown as ServiceClient<'auth'>, pool as unknown as Pool, log);
  await tenants.findSparingly('ada');
  vi.advanceTimersByTime(61_000);
  for (let n = 0; n < 300; n++) await tenants.findSparingly(`made-up-${n}`);
  expect(find).toHaveBeenCalledTimes(201);
  expect(await tenants.findSparingly('ada')).toEqual(ada);
  // More than are kept, at the limit of each second.
  for (let n = 0; n < 51_000; n++) {
    if (n % 200 === 0) vi.advanceTimersByTime(1_000);
    await tenants.findSparingly(`unknown-${n}`);
  }
  for (let n = 0; n < 201; n++) await tenants.findSparingly(`more-${n}`);
  expect(await tenants.findSparingly('ada')).toEqual(ada);
});
