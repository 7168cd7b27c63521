import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { expectToast } from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { sideways, visitors } from './visitors.ts';

// @module-tag full
// One rule changes many dishes while a guest has the menu open, and is taken back.

const origin = inject('origin');
const visit = visitors();
const PHONE = { width: 390, height: 844 };

describe('Change Many Dishes', () => {
  it('raises all prices of a category on a phone, to the guest’s open page, and back', async () => {
    const owner = await newRestaurant(origin, 'Da Prova');
    const { id: categoryId } = await owner.addCategory('Pizza');
    const { id: drinks } = await owner.addCategory('Drinks');
    await owner.addItem({ name: 'Margherita', price: 9, categoryId });
    await owner.addItem({ name: 'Calzone', price: 12.4, categoryId });
    await owner.addItem({ name: 'Chinotto', price: 4, categoryId: drinks });
    const guest = await visit(`${origin}/menu/${owner.slug}`);
    // What changes is announced in words, too.
    const price = (text: string) => guest.getByText(text, { exact: true });
    await price('$12.40').waitFor();

    const phone = await visit(`${origin}/dashboard/items/change`, {
      viewport: PHONE,
      token: owner.token,
      permissions: ['clipboard-write', 'clipboard-read'],
    });
    await phone.getByRole('combobox', { name: 'Category' }).click();
    await phone.getByRole('option', { name: 'Pizza' }).click();
    await phone.getByLabel('By', { exact: true }).focus();
    await phone.evaluate("navigator.clipboard.writeText('4,0')");
    await phone.keyboard.press('Control+V');
    await phone.getByRole('combobox', { name: 'Round to' }).click();
    await phone.getByRole('option', { name: 'Ending in .50' }).click();
    await phone.getByRole('button', { name: 'Change 2 Dishes' }).waitFor();
    await expectAccessible(phone);
    expect(await sideways(phone)).toBeLessThanOrEqual(0);
    await phone.getByRole('button', { name: 'Change 2 Dishes' }).click();
    await phone.getByText('2 dishes changed').waitFor();
    await price('$9.50').waitFor();
    await price('$12.50').waitFor();
    expect(await price('$4.00').count()).toBe(1);

    await phone.getByRole('button', { name: 'Undo', exact: true }).click();
    await expectToast(phone, 'Undone', 'That change is undone.');
    await price('$12.40').waitFor();
    await price('$9.00').waitFor();
  });
});
