import type { MenuTranslations } from '@tavola/contracts/translations.ts';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { VIEWPORTS } from './browser.ts';
import { AT_DESK, dialogOf, expectFocus, expectToast } from './owner.ts';
import { newRestaurant, type Restaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag full
// A menu in several languages: the owner translates it, and guests read it in theirs.

const origin = inject('origin');
const visit = visitors();

const dish = (page: Page, name: string): Locator => page.getByRole('heading', { level: 3, name, exact: true });
const langOf = (page: Page) => page.evaluate('document.documentElement.lang');
const remembered = (page: Page) => page.evaluate('localStorage.getItem("menu-language")');
const pathOf = (page: Page) => new URL(page.url()).pathname;

/** Chooses a language in the switch of a guest's page. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('banner').locator('summary').click();
  await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
}

/** Translates names of the menu by the API. */
async function translate(owner: Restaurant, lang: string, names: Readonly<Record<string, string>>): Promise<void> {
  const path = `/api/translations/${lang}`;
  const { texts } = await owner.call<MenuTranslations>('GET', path);
  const changes = texts.flatMap(({ kind, id, field, base }) =>
    names[base] === undefined ? [] : [{ kind, id, field, base, text: names[base] }],
  );
  await owner.call('PUT', path, { changes });
}

it('the owner adds a language and translates the menu by keyboard; guests read it, and a changed name in the original at once', async () => {
  const owner = await newRestaurant(origin, 'The Mill');
  const { id: categoryId } = await owner.addCategory('Starters');
  await owner.addItem({ name: 'Onion soup', categoryId, price: 8.5 });
  await owner.addItem({ name: 'Baked trout', categoryId });

  const desk = await visit(`${origin}/dashboard/languages`, { ...AT_DESK, token: owner.token });
  const press = (key: string) => desk.keyboard.press(key);
  await desk.getByLabel('Add a language').focus();
  await desk.keyboard.type('French');
  await press('Tab');
  await press('Enter');
  await expectToast(desk, 'French added');
  await desk.getByText('Not shown yet').waitFor();
  await desk.getByRole('link', { name: 'Translate into French' }).focus();
  await press('Enter');

  const field = (name: string) => desk.getByRole('textbox', { name: `Name of ${name} in French` });
  await field('Starters').focus();
  for (const [name, text] of [
    ['Starters', 'Entrées'],
    ['Onion soup', 'Soupe à l’oignon'],
    ['Baked trout', 'Truite au four'],
  ] as const) {
    await expectFocus(field(name));
    await desk.keyboard.type(text);
    await press('Control+Enter');
  }
  await desk.getByText('3 of 3 names translated').waitFor();
  await desk.getByRole('link', { name: 'All Languages' }).click();
  await desk.getByText('Shown to guests').waitFor();

  const guest = await visit(`${origin}/menu/${owner.slug}/fr`);
  expect(await langOf(guest)).toBe('fr');
  await guest.getByRole('heading', { level: 2, name: 'Entrées' }).waitFor();
  await dish(guest, 'Truite au four').waitFor();
  await guest.getByRole('tab', { name: 'Toute la carte' }).waitFor();
  const heading = dish(guest, 'Soupe à l’oignon');
  await heading.waitFor();
  expect(await heading.getAttribute('lang')).toBeNull();

  await desk.getByRole('link', { name: 'Menu Items' }).click();
  await desk.getByRole('button', { name: 'Edit Onion soup' }).click();
  const dialog = dialogOf(desk);
  await dialog.getByLabel('Name', { exact: true }).fill('Leek soup');
  // One that is only a typo may keep them; this one is another dish.
  expect(await dialog.getByRole('checkbox', { name: 'Translations are still correct' }).isChecked()).toBe(false);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(desk, 'Item updated', 'Menu item has been updated successfully.');

  await dish(guest, 'Leek soup').waitFor({ timeout: 2000 });
  await expect.poll(() => dish(guest, 'Leek soup').getAttribute('lang')).toBe('en');
  expect(await dish(guest, 'Truite au four').getAttribute('lang')).toBeNull();
  expect(pathOf(guest)).toBe(`/menu/${owner.slug}/fr`);

  await desk.getByRole('link', { name: /^Translations/ }).click();
  await desk.getByText('The original has changed. Guests see it until you review this.').waitFor();
  await desk.getByText('2 of 3 names translated · 1 to review').waitFor();
  await desk.getByRole('radio', { name: /^To review/ }).click();
  await field('Leek soup').fill('Soupe aux poireaux');
  await press('Control+Enter');
  await desk.getByText('3 of 3 names translated').waitFor();
  await dish(guest, 'Soupe aux poireaux').waitFor({ timeout: 2000 });
  await expect.poll(() => dish(guest, 'Soupe aux poireaux').getAttribute('lang')).toBeNull();
});

describe('a guest', () => {
  async function twoLanguages(): Promise<Restaurant> {
    const owner = await newRestaurant(origin, 'The Mill', { languages: { base: 'en', others: ['fr'] } });
    const { id: categoryId } = await owner.addCategory('Starters');
    await owner.addItem({ name: 'Onion soup', categoryId });
    await translate(owner, 'fr', { Starters: 'Entrées', 'Onion soup': 'Soupe à l’oignon' });
    return owner;
  }

  it('reads a dish that has the focus beside the offer of another language, not behind it', async () => {
    const owner = await twoLanguages();
    const { id: categoryId } = await owner.addCategory('Mains');
    const dishes = Array.from({ length: 12 }, (_, at) => `Dish ${at + 1}`);
    for (const name of dishes) await owner.addItem({ name, description: 'With a green salad.', categoryId });
    // A language that lacks names is not offered.
    await translate(owner, 'fr', Object.fromEntries(['Mains', ...dishes].map((name) => [name, `${name} (fr)`])));
    const page = await visit(`${origin}/menu/${owner.slug}`, { locale: 'fr-FR' });
    const offer = page.getByRole('link', { name: 'Aussi en français' });
    await offer.waitFor();
    await page.getByRole('link', { name: 'Onion soup' }).focus();
    for (const name of dishes) {
      await page.keyboard.press('Tab');
      const link = page.getByRole('link', { name, exact: true });
      await expectFocus(link);
      const boxOf = async (part: Locator) => (await part.boundingBox()) as { y: number; height: number };
      const isAboveOffer = async () => {
        const { y, height } = await boxOf(link);
        return y + height < (await boxOf(offer)).y;
      };
      await expect.poll(isAboveOffer).toBe(true);
    }
  });

  it('changes the language on the page, and the phone remembers it', async () => {
    const { slug } = await twoLanguages();
    const page = await visit(`${origin}/menu/${slug}`, { locale: 'en-US' });
    await dish(page, 'Onion soup').waitFor();
    await page.evaluate('window.isTheSamePage = true');
    // A tap beside the list closes it, and follows no link there.
    await page.getByRole('banner').locator('summary').click();
    const french = page.getByRole('banner').getByRole('link', { name: 'Français' });
    await french.waitFor();
    await page.mouse.click(VIEWPORTS.phone.width / 2, VIEWPORTS.phone.height - 40);
    await french.waitFor({ state: 'hidden' });
    expect(pathOf(page)).toBe(`/menu/${slug}`);
    await choose(page, 'Français');
    await dish(page, 'Soupe à l’oignon').waitFor();
    expect([pathOf(page), await langOf(page), await remembered(page)]).toEqual([`/menu/${slug}/fr`, 'fr', 'fr']);
    await page.goBack();
    await dish(page, 'Onion soup').waitFor();
    expect([pathOf(page), await langOf(page)]).toEqual([`/menu/${slug}`, 'en']);
    expect(await page.evaluate('window.isTheSamePage')).toBe(true);

    // Opened again at the base language's address, as from a search, the page offers the language chosen last.
    await page.goto(`${origin}/menu/${slug}`);
    await page.getByRole('link', { name: 'Aussi en français' }).click();
    await dish(page, 'Soupe à l’oignon').waitFor();
    await choose(page, 'English');
    await dish(page, 'Onion soup').waitFor();
    await page.reload();
    await dish(page, 'Onion soup').waitFor();
    expect(await page.getByRole('link', { name: 'Aussi en français' }).count()).toBe(0);
  });
});
