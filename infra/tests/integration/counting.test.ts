import { exported as exportedBy } from '@tavola/test-kit/exported.ts';
import { callsTo } from '@tavola/test-kit/http.ts';
import { expect, it } from 'vitest';
import { startSite } from '../harness/in-process.ts';
import { newOwner, type Owner, plainHeaders } from '../security/people.ts';

// @module-tag full
// What guests' beacons leave in a restaurant's figures and export, from the gateway to the tables: menu and qr know what exists.

const site = await startSite({ names: ['auth', 'menu', 'qr', 'analytics', 'gateway'] });
const call = callsTo(site.urlOf('gateway'));

const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36';

/** Reports a view, as a guest's page does. */
async function leave({ tenantId }: Owner, view: { source?: string; seen?: number[]; opened?: number[] }) {
  const headers = { 'x-forwarded-for': plainHeaders()['x-forwarded-for'], 'user-agent': PHONE };
  const answer = await call('POST', '/api/public/visits', { body: { tenantId, seconds: 5, ...view }, headers });
  expect(answer).toMatchObject({ status: 204 });
}

const exported = async ({ tenantId }: Owner) => {
  const { quarters, codes, items } = await exportedBy(site.processOf('analytics').call, 'analytics', tenantId);
  return {
    views: quarters.reduce((sum, { views }) => sum + views, 0),
    codes: codes.map(({ codeId, views, scans }) => ({ codeId, views, scans })),
    items: items.map(({ itemId, seen, opened }) => ({ itemId, seen, opened })),
  };
};

const untilCounted = (owner: Owner, views: number) =>
  expect.poll(async () => (await exported(owner)).views, { timeout: 30_000 }).toBe(views);

it('is nothing of dishes and codes that do not exist, and all that guests did with those that do', async () => {
  const [ada, bea] = [await newOwner(site), await newOwner(site)];
  const newItem = async ({ call: ask }: Owner, name: string): Promise<number> => {
    const { id: categoryId } = (await ask('POST', '/api/categories', { name: `For ${name}` })).body;
    return (await ask('POST', '/api/menu-items', { name, price: 1, categoryId })).body.id;
  };
  const newCode = async ({ call: ask }: Owner, name: string): Promise<string> =>
    (await ask('POST', '/api/qr-codes', { name })).body.id;
  const [dish, another] = [await newItem(ada, 'Carbonara'), await newItem(bea, 'Gnocchi')];
  const [window, table] = [await newCode(ada, 'Window'), await newCode(bea, 'Table 1')];
  await ada.call('DELETE', `/api/qr-codes/${window}`);

  // A made-up id beside each real one; another restaurant's dish and code are made up, too.
  for (let n = 0; n < 260; n += 1) {
    const seen = Array.from({ length: 199 }, (_, place) => 1_000_000 + n * 199 + place);
    await leave(ada, { source: `madeup${n}`, seen: [...seen, another], opened: seen.slice(0, 50) });
  }
  await leave(ada, { source: window, seen: [dish, 999_999], opened: [dish] });
  await leave(ada, { source: table });
  await leave(bea, { source: table, seen: [another] });
  await call('GET', `/q/${window}`, { headers: { 'user-agent': PHONE } });

  await untilCounted(ada, 262);
  await untilCounted(bea, 1);
  await expect
    .poll(async () => (await exported(ada)).codes)
    // A retired code still leads to the menu.
    .toEqual([{ codeId: window, views: 1, scans: 1 }]);
  expect((await exported(ada)).items).toEqual([{ itemId: dish, seen: 1, opened: 1 }]);
  expect(await exported(bea)).toMatchObject({
    codes: [{ codeId: table, views: 1, scans: 0 }],
    items: [{ itemId: another, seen: 1, opened: 0 }],
  });

  // A dish counts from its first view on.
  const added = await newItem(bea, 'Tiramisu');
  await leave(bea, { seen: [added] });
  await expect.poll(async () => (await exported(bea)).items).toContainEqual({ itemId: added, seen: 1, opened: 0 });
});
