import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { readCode } from '../../../services/qr/test/read-code.ts';
import { downloadedBy } from './downloads.ts';
import { dialogOf } from './owner.ts';
import { visitors } from './visitors.ts';

// The main user journey: an owner's phone and laptop, and a guest's phone, on the site as nginx serves it.

const origin = inject('origin');
const visit = visitors();

describe('from sign-up to a guest’s phone', () => {
  it('signs up, fills the menu, gets the code, and a changed price is what the guest reads [S1.3 S2.7 S2.61]', async () => {
    // Different in each run: a restaurant that signed up stays.
    const key = randomBytes(3).toString('hex');
    const slug = `osteria-della-prova-${key}`;
    const page = await visit(origin, { serviceWorkers: 'allow' });
    await signUp(page, key);

    await goTo(page, 'Categories');
    await page.getByRole('button', { name: 'Add Category' }).first().click();
    await dialogOf(page).getByLabel('Name').fill('Primi');
    await dialogOf(page).getByLabel('Description').fill('Made this morning');
    await dialogOf(page).getByRole('button', { name: 'Add Category' }).click();
    await toastSays(page, 'Category added');
    await page.getByText('Made this morning').waitFor();

    await goTo(page, 'Menu Items');
    await addItem(page, { name: 'Tagliatelle al ragù', price: '13.5', category: 'Primi' });
    await addItem(page, { name: 'Gnocchi', price: '11', category: 'Primi' });

    const code = await openCode(page, origin, slug);
    const scanned = await fetch(code, { redirect: 'manual' });
    // The page removes the code from its URL after reading it.
    expect([scanned.status, scanned.headers.get('location')]).toEqual([
      302,
      `/menu/${slug}?c=${code.split('/').at(-1)}`,
    ]);
    await page.keyboard.press('Escape');

    const phone = await visit(code, { serviceWorkers: 'allow' });
    await phone.waitForURL(`${origin}/menu/${slug}`);
    await phone.getByRole('heading', { name: 'Osteria della Prova' }).waitFor();
    await expectPrice(phone, 'Tagliatelle al ragù', '$13.50');
    await expectPrice(phone, 'Gnocchi', '$11.00');

    await goTo(page, 'Menu Items');
    await page.getByRole('button', { name: 'Edit Tagliatelle al ragù' }).click();
    await dialogOf(page).getByLabel('Price').fill('14.25');
    await dialogOf(page).getByRole('button', { name: 'Save Changes' }).click();
    await toastSays(page, 'Item updated');
    await page.getByRole('switch', { name: 'Gnocchi available' }).click();
    await page.getByRole('switch', { name: 'Gnocchi available', checked: false }).waitFor();

    await phone.reload();
    await expectPrice(phone, 'Tagliatelle al ragù', '$14.25');
    await phone.getByText('Out of Stock', { exact: true }).waitFor();

    await logOut(page);
    await page.waitForURL(`${origin}/`);
    await page.getByRole('link', { name: 'Start Free Trial' }).first().waitFor();
    expect(await page.evaluate('localStorage.getItem("token")')).toBeNull();
  });
});

async function signUp(page: Page, key: string): Promise<void> {
  await page.getByRole('link', { name: 'Start Free Trial' }).first().click();
  await page.getByLabel('Your Name').fill('Rosa Prova');
  await page.getByLabel('Email Address').fill(`rosa-${key}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('sugo di nonna');
  await page.getByLabel('Restaurant Name').fill(`Osteria della Prova ${key}`);
  expect(await page.getByLabel('Menu URL').inputValue()).toBe(`osteria-della-prova-${key}`);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL(`${origin}/dashboard`);
  await toastSays(page, 'Account created successfully');
  await page.getByText('Total Menu Views').waitFor();
}

const goTo = (page: Page, entry: string) => page.getByRole('link', { name: entry, exact: true }).first().click();

const toastSays = (page: Page, title: string) => page.getByText(title, { exact: true }).first().waitFor();

async function addItem(page: Page, item: { name: string; price: string; category: string }): Promise<void> {
  await page.getByRole('button', { name: 'Add Item' }).first().click();
  await dialogOf(page).getByLabel('Name').fill(item.name);
  await dialogOf(page).getByLabel('Price').fill(item.price);
  await dialogOf(page).getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: item.category }).click();
  await dialogOf(page).getByRole('button', { name: 'Add Item' }).click();
  await dialogOf(page).waitFor({ state: 'hidden' });
  await page.getByText(item.name, { exact: true }).first().waitFor();
}

/** Opens the QR dialog, tries its functions, and returns the URL in the image. */
async function openCode(page: Page, site: string, slug: string): Promise<string> {
  await goTo(page, 'QR Codes');
  await page.getByRole('button', { name: 'Generate QR Code' }).click();
  const image = dialogOf(page).getByRole('img', { name: 'QR code of your menu' });
  await image.waitFor();
  expect(await dialogOf(page).getByRole('textbox').inputValue()).toBe(`${site}/menu/${slug}`);
  expect(await dialogOf(page).getByRole('link', { name: 'View Menu' }).getAttribute('href')).toBe(
    `${site}/menu/${slug}`,
  );
  const download = dialogOf(page).getByRole('link', { name: 'Download QR Code' });
  const file = await downloadedBy(page, () => download.click());
  expect(file.name).toBe('menu-qr-code.png');
  const link = await readCode(file.bytes);
  expect(link).toMatch(new RegExp(`^${site}/q/[a-z0-9]{8}$`));
  return link as string;
}

async function expectPrice(phone: Page, item: string, price: string): Promise<void> {
  const row = phone.getByRole('listitem').filter({ has: phone.getByRole('heading', { name: item }) });
  await row.getByText(price, { exact: true }).waitFor();
}

async function logOut(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'More' });
  if (await more.isVisible()) await more.click();
  await page.getByRole('button', { name: 'Logout' }).first().click();
}
