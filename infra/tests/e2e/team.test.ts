import { randomUUID } from 'node:crypto';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { describe, expect, inject, it } from 'vitest';
import { AT_DESK, dialogOf, expectToast, failing, questionOf, signedInOnce, tokenOfPage } from './owner.ts';
import { callsAs, newRestaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag full
// A cook joins by a code, marks a dish, and is removed while marking the next one.

const origin = inject('origin');
const visit = visitors();

/** How soon a removed member is refused, in milliseconds. */
const REFUSED_MS = 1_000;

describe('A cook', () => {
  it('joins by a code on a phone, marks a dish as sold out, and is refused once the owner has removed them', async () => {
    const { token, slug, call, addCategory, addItem } = await newRestaurant(origin, 'Harbor');
    const { id: categoryId } = await addCategory('Primi');
    await addItem({ name: 'Ragù', price: 12, categoryId });
    await addItem({ name: 'Pesto', price: 11, categoryId });
    const laptop = await visit(`${origin}/dashboard/settings/team`, { ...AT_DESK, before: signedInOnce(token) });
    await laptop.getByRole('button', { name: 'Invite', exact: true }).click();
    await dialogOf(laptop).getByRole('radio', { name: 'Show a code' }).click();
    await dialogOf(laptop).getByRole('button', { name: 'Show Code' }).click();
    const link = await dialogOf(laptop).getByRole('textbox', { name: 'Invitation link' }).inputValue();
    await dialogOf(laptop).getByRole('button', { name: 'Done' }).click();

    const phone = await visit(link, {
      reducedMotion: 'reduce',
      // What is sent after the removal.
      expected: failing('/api/', 401),
    });
    await phone.getByRole('heading', { level: 1, name: 'Join Harbor' }).waitFor();
    expect(phone.url()).toBe(`${origin}/join`);
    await phone.getByLabel('Your Name').fill('Nina Cook');
    await phone.getByLabel('Email Address').fill(`test-${randomUUID().slice(0, 8)}@example.com`);
    await phone.getByLabel('Password', { exact: true }).fill('brodo di nonna');
    await phone.getByRole('button', { name: 'Create Account and Join' }).click();
    await phone.waitForURL(`${origin}/dashboard/kitchen`);
    const dish = (name: string) => phone.getByRole('button', { name: new RegExp(`^${name}`) }).last();
    await dish('Ragù').click();
    await expect
      .poll(async () => (await call<MenuItem[]>('GET', '/api/menu-items')).find(({ name }) => name === 'Ragù'))
      .toMatchObject({ isAvailable: false });
    const cook = callsAs(origin, await tokenOfPage(phone));

    await laptop.reload();
    await laptop.getByRole('button', { name: 'More about Nina Cook' }).click();
    await laptop.getByRole('menuitem', { name: 'Remove from Team' }).click();
    await questionOf(laptop).getByRole('button', { name: 'Remove' }).click();
    await expectToast(laptop, 'Removed from the team', 'Nina Cook');
    const refused = () =>
      cook('GET', '/api/tenant').then(
        () => false,
        (error: Error) => error.message.includes(': 401 '),
      );
    await expect.poll(refused, { timeout: REFUSED_MS, interval: 50 }).toBe(true);

    await dish('Pesto').click();
    await expectToast(phone, 'Your session has ended. Please sign in again.');
    expect(new URL(phone.url()).pathname).toBe('/login');
    const menu = await call<MenuItem[]>('GET', '/api/menu-items');
    expect(menu.find(({ name }) => name === 'Pesto')?.isAvailable).toBe(true);
    const [latest] = (await call<{ changes: { by: string }[] }>('GET', '/api/history')).changes;
    const names = await call<{ userId: string; name: string }[]>('GET', '/api/team/names');
    expect(names.find(({ userId }) => userId === latest?.by)?.name, slug).toBe('Nina Cook');
  });
});
