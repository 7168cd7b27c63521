import { randomBytes } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { AT_DESK, expectToast } from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { sideways, visitors } from './visitors.ts';

// @module-tag browser
// A menu is pasted, looked at, added at once, and taken away again, while a guest has the menu open.

const origin = inject('origin');
const visit = visitors();
const PHONE = { width: 390, height: 844 };

const MENU = `
ANTIPASTI
Burrata ............ 14,50
Tomatoes, basil, olive oil
Olives ............. 4,50

PRIMI
Carbonara 13,-
Cacio e pepe 12,50
`;

describe('Import', () => {
  it('from sign-up to the guest’s open page, and back', { tags: 'core' }, async () => {
    const began = performance.now();
    const desk = await visit(`${origin}/signup`, { ...AT_DESK, permissions: ['clipboard-read', 'clipboard-write'] });
    await desk.evaluate(`navigator.clipboard.writeText(${JSON.stringify(MENU)})`);
    const slug = `da-prova-${randomBytes(6).toString('hex')}`;
    await desk.getByLabel('Your Name').fill('Dana');
    await desk.getByLabel('Email Address').fill(`${slug}@example.com`);
    await desk.getByLabel('Password', { exact: true }).fill(randomBytes(9).toString('hex'));
    await desk.getByLabel('Restaurant Name').fill('Da Prova');
    await desk.getByLabel('Menu URL').fill(slug);
    await desk.getByRole('button', { name: 'Create Account' }).click();
    await desk.getByRole('heading', { name: 'Start with your menu' }).waitFor();
    const guest = await visit(`${origin}/menu/${slug}`);
    const dish = (name: string) => guest.getByRole('heading', { level: 3, name, exact: true });

    await desk.keyboard.press('Control+V');
    await desk.getByRole('region', { name: 'ANTIPASTI' }).getByText('Tomatoes, basil, olive oil').waitFor();
    await expectAccessible(desk);
    await desk.getByRole('button', { name: 'Import 4 Dishes' }).click();
    await desk.getByText('4 dishes and 2 new categories added').waitFor();
    await dish('Cacio e pepe').waitFor();
    // All of it at once, with the prices as they were written.
    await dish('Burrata').waitFor();
    await guest.getByText('$14.50').waitFor();
    // A minute from sign-up to a public dish, for a person; the script needs a few seconds of it.
    expect(performance.now() - began).toBeLessThan(60_000);

    await desk.getByRole('button', { name: 'Undo Import' }).click();
    await expectToast(desk, 'Import undone', 'Your menu is as it was.');
    await expect.poll(() => guest.getByRole('heading', { level: 3 }).count()).toBe(0);
    expect(await desk.getByLabel('Your menu').inputValue()).toBe(MENU);
  });

  it('takes a whole menu from a file on a phone, and is one line of the history', async () => {
    const owner = await newRestaurant(origin, 'Da Prova');
    const phone = await visit(`${origin}/dashboard/import`, { viewport: PHONE, token: owner.token });
    const line = (index: number) =>
      `Dish number ${index} of this very long menu ${index + 1}.50\nWith a description that makes it long\n`;
    // Above the 64 KiB that other requests may have.
    const menu = `ALL\n${Array.from({ length: 700 }, (_, index) => line(index)).join('')}`;
    const file = { name: 'menu.txt', mimeType: 'text/plain', buffer: Buffer.from(menu) };
    await phone.getByLabel('Menu file').setInputFiles(file);
    await phone.getByRole('button', { name: 'Import 700 Dishes' }).click();
    await phone.getByText('700 dishes and 1 new category added').waitFor();
    await phone.goto(`${origin}/dashboard/history`);
    await phone.locator('p', { hasText: 'and 699 more dishes added' }).waitFor();
    expect(await phone.getByRole('article').count()).toBe(1);
    expect(await sideways(phone)).toBeLessThanOrEqual(0);
  });
});
