import { menuChanges } from '@tavola/contracts/history.ts';
import { makeServiceClient, type ServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { listenAsAgreed } from '@tavola/test-kit/http.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { SERVICE_TOKEN } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { makeApp } from '../src/app.ts';
import { COMPARISONS_WAITING, changesSince } from '../src/menu/changes-since.ts';
import { fakeOwners, gate, makeRestaurant, startPublicMenu, untilCached, untilSeen } from './setup.ts';

const owners = await fakeOwners();
const service = await startPublicMenu(owners);

function restaurant(...given: Parameters<typeof makeRestaurant>) {
  const made = makeRestaurant(...given);
  owners.restaurants.push(made);
  return made;
}
const since = (slug: string, version: number | string) =>
  service.call('GET', `/api/public/menu/${slug}/changes/${version}`);
const comparisons = () => owners.asked.filter((path) => path.includes('/changes?'));

await untilCached(service, restaurant().tenant.slug);

describe('GET /api/public/menu/{slug}/changes/{version}', () => {
  it('counts what changed since a version, and asks menu once', async () => {
    const { tenant } = restaurant({}, { version: 5 });
    const before = comparisons().length;
    const answers = await Promise.all([since(tenant.slug, 3), since(tenant.slug, 3)]);
    answers.push(await since(tenant.slug, 3));
    for (const { status, body, headers } of answers) {
      expect(status).toBe(200);
      expect(menuChanges.strict().parse(body)).toEqual({
        since: 3,
        now: 5,
        isKnown: true,
        prices: 2,
        gone: 1,
        added: 0,
        soldOut: 0,
        choicesGone: 0,
        choicesSoldOut: 0,
      });
      expect([headers.get('x-accel-expires'), headers.get('cache-control')]).toEqual(['0', 'public, max-age=10']);
    }
    expect(comparisons().length - before).toBe(1);
  });

  it('counts anew after another change', async () => {
    const made = restaurant({}, { version: 2 });
    const { slug } = made.tenant;
    expect((await since(slug, 2)).body.prices).toBe(0);
    await service.changeMenu(made, {});
    await untilSeen(service, slug, ({ headers }) => headers.get('x-menu-version') === '1.3');
    expect((await since(slug, 2)).body.prices).toBe(1);
  });

  it('counts anew after a while: a dish that was sold out for a time is back by itself', async () => {
    let soldOut = 1;
    const counts = { since: 3, now: 5, isKnown: true, prices: 0, gone: 0, added: 0 };
    const menu = { call: async () => [{ ...counts, soldOut }] } as unknown as ServiceClient<'menu'>;
    const compare = changesSince(menu, 20);
    const soldOutNow = async () => (await compare({ tenantId: 'a', versions: { tenant: 1, menu: 5 } }, 3)).soldOut;
    expect(await soldOutNow()).toBe(1);
    soldOut = 0;
    await expect.poll(soldOutNow).toBe(0);
  });

  it('does not know a version that the menu has not reached, and does not ask menu', async () => {
    const { tenant } = restaurant({}, { version: 5 });
    const before = comparisons().length;
    expect((await since(tenant.slug, 6)).body).toEqual({
      since: 6,
      now: 5,
      isKnown: false,
      prices: 0,
      gone: 0,
      added: 0,
      soldOut: 0,
      choicesGone: 0,
      choicesSoldOut: 0,
    });
    expect(comparisons().length).toBe(before);
  });

  it.each(['-1', '01', '1.5', 'x', '2147483648', '%00'])('refuses the version %s', async (version) => {
    expectProblem(await since(restaurant().tenant.slug, version), 400, ['version']);
  });

  it('answers 404 for an unknown or inactive restaurant', async () => {
    expectProblem(await since('no-such-menu', 1), 404);
    expectProblem(await since(restaurant({ isActive: false }).tenant.slug, 1), 404);
  });

  it('compares one at a time per restaurant; some requests wait, others are refused', async () => {
    // The comparison that is held must not time out, however slow the machine is.
    const patient = makeServiceClient({
      name: 'menu',
      url: owners.menuUrl,
      serviceToken: SERVICE_TOKEN,
      timeoutMs: 600_000,
    });
    const { call } = await listenAsAgreed(makeApp({ ...service.deps, changesSince: changesSince(patient) }));
    const { tenant } = restaurant({}, { version: 1_000 });
    const compare = (version: number) => call('GET', `/api/public/menu/${tenant.slug}/changes/${version}`);
    await compare(1_000);
    const { arrived, wait, open } = gate();
    owners.beforeMenuAnswers = wait;
    const first = compare(0);
    await arrived;
    const before = comparisons().length;
    const others = Array.from({ length: COMPARISONS_WAITING + 3 }, (_, nth) => compare(nth + 1));
    const refused: number[] = [];
    for (const other of others) void other.then(({ status }) => status === 429 && refused.push(status));
    await expect.poll(() => refused.length).toBeGreaterThan(1);
    expect(comparisons().length).toBe(before);
    owners.beforeMenuAnswers = () => {};
    open();
    const statuses = (await Promise.all([first, ...others])).map(({ status }) => status);
    // One is being made, and one may be between two turns.
    const done = statuses.filter((status) => status === 200).length;
    expect(done).toBeGreaterThanOrEqual(COMPARISONS_WAITING + 1);
    expect(done).toBeLessThanOrEqual(COMPARISONS_WAITING + 2);
  });

  // Last: menu does not come back.
  it('answers that it cannot tell while menu is down, and does not cache that', async () => {
    const { tenant } = restaurant({}, { version: 5 });
    await service.read(tenant.slug);
    owners.beforeMenuAnswers = () => Promise.reject(new Error('menu fails'));
    expectProblem(await since(tenant.slug, 1), 503);
    owners.beforeMenuAnswers = () => {};
    expect((await since(tenant.slug, 1)).status).toBe(200);
    await owners.closeMenu();
    expectProblem(await since(tenant.slug, 2), 503);
  });
});
