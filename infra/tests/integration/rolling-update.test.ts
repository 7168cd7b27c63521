import { randomUUID } from 'node:crypto';
import { callsTo } from '@tavola/test-kit/http.ts';
import { describe, expect, it, vi } from 'vitest';
import { startSite } from '../harness/in-process.ts';
import { previousCommit } from './previous-commit.ts';

// @module-tag full
// In the middle of a rolling update: menu and public-menu of the previous commit beside the current ones, on one Redis and
// one database (with the current migrations). Each public-menu calls the other commit's menu.

const services = await startSite({ names: ['auth', 'menu'] });
const [auth, menu] = [services.processOf('auth').call, services.processOf('menu').call];
const previous = await previousCommit();
const previousMenuUrl = await previous.start('menu', services.envOf('menu'));
const previousPublicMenuUrl = await previous.start('public-menu', services.envOf('public-menu'));
const menus = { "today's": menu, 'the previous': callsTo(previousMenuUrl) };
const readers = {
  "today's": (await services.start('public-menu', { MENU_URL: previousMenuUrl })).call,
  'the previous': callsTo(previousPublicMenuUrl),
};
const commits = ["today's", 'the previous'] as const;

const slug = `ada-${randomUUID()}`;
const account = { name: 'Ada', email: `${slug}@example.com`, password: 'open sesame', restaurantName: 'Da Ada', slug };
const { token } = (await auth('POST', '/api/auth/signup', { body: account })).body;
const category = (await menu('POST', '/api/categories', { token, body: { name: 'Pasta' } })).body;
const dish = { name: 'Carbonara', price: 0, categoryId: category.id };
const item = (await menu('POST', '/api/menu-items', { token, body: dish })).body;

/** Waits until this public-menu shows the dish at `price`, then checks that it keeps showing it, on the page as well. */
async function shows(reader: keyof typeof readers, price: number): Promise<void> {
  const read = readers[reader];
  const seen = async () => {
    const { status, body } = await read('GET', `/api/public/menu/${slug}`);
    return status === 200 ? body.items.find(({ id }: { id: number }) => id === item.id)?.price : status;
  };
  await vi.waitFor(async () => expect(await seen()).toBe(price), { timeout: 10_000, interval: 50 });
  for (let n = 0; n < 5; n += 1) expect(await seen()).toBe(price);
  const page = await read('GET', `/menu/${slug}`);
  expect(page.status).toBe(200);
  expect(page.body).toContain(`"price":${price}`);
}

it('both show one change after the other, whoever writes, and neither goes back', async () => {
  for (let price = 1; price <= 20; price += 1) {
    const write = menus[commits[price % 2] as keyof typeof menus];
    const body = { name: item.name, price, categoryId: category.id };
    expect((await write('PUT', `/api/menu-items/${item.id}`, { token, body })).status).toBe(200);
    await Promise.all(commits.map((reader) => shows(reader, price)));
  }
});

describe.each(commits)('a translation that %s menu writes', (writer) => {
  it.each(commits)('is shown by %s public-menu, and stays', async (reader) => {
    const languages = { base: 'en', others: ['fr'], always: ['fr'] };
    const tenant = await auth('PUT', '/api/tenant', { token, body: { name: 'Da Ada', languages } });
    expect(tenant.status).toBe(200);
    const text = `Écrit par ${writer}, lu par ${reader}`;
    const body = { changes: [{ kind: 'item', id: item.id, field: 'name', text, base: item.name }] };
    expect((await menus[writer]('PUT', '/api/translations/fr', { token, body })).status).toBe(200);
    const seen = async () => {
      const { body: menu } = await readers[reader]('GET', `/api/public/menu/${slug}/fr`);
      return menu?.items?.find(({ id }: { id: number }) => id === item.id)?.name;
    };
    await vi.waitFor(async () => expect(await seen()).toBe(text), { timeout: 10_000, interval: 50 });
    for (let n = 0; n < 5; n += 1) expect(await seen()).toBe(text);
    expect((await readers[reader]('GET', `/menu/${slug}/fr`)).body).toContain(text);
  });
});

it('each lists what the other has made', async () => {
  for (const [at, maker] of commits.entries()) {
    const body = { name: `Dish of ${maker} menu`, price: 5, categoryId: category.id };
    const made = await menus[maker]('POST', '/api/menu-items', { token, body });
    expect(made.status).toBe(201);
    const other = menus[commits[1 - at] as keyof typeof menus];
    const { body: list } = await other('GET', '/api/menu-items', { token });
    expect(list).toContainEqual(expect.objectContaining({ id: made.body.id, name: body.name, price: 5 }));
  }
});
