import type { Account, TwoFactorSetup } from '@tavola/contracts/auth.ts';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { appCode } from './authenticator.ts';
import {
  AT_DESK,
  answer,
  dialogOf,
  expectFocus,
  expectRefusal,
  expectToast,
  failing,
  LOOKS,
  overflow,
  pressEscape,
} from './owner.ts';
import { newRestaurant, type Restaurant } from './restaurant.ts';
import { type Visit, visitors } from './visitors.ts';

// @module-tag browser
// A restaurant's end: asked for in Settings, said on every screen, and taken back with one press.

const origin = inject('origin');
const visit = visitors();
const open = (path: string, options: Visit = {}) => visit(origin + path, { ...AT_DESK, ...options });
const PATH = '/api/account/deletion';
const NOT_FOUND = 'Menu not found. Please check the URL and try again.';
const DAY_MS = 24 * 60 * 60 * 1000;

const begin = (page: Page) => page.getByRole('button', { name: 'Delete this Restaurant' }).click();
const submit = (page: Page) => dialogOf(page).getByRole('button', { name: 'Delete in 30 Days' }).click();
const banner = (page: Page) => page.getByRole('region', { name: 'Deletion' });
const ask = (owner: Restaurant) => owner.call<Account>('POST', PATH, { name: owner.name, password: owner.password });
const menuStatus = async ({ slug }: Restaurant) => (await fetch(`${origin}/menu/${slug}`)).status;
const dayOf = (iso: string) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date(iso));

async function fill(page: Page, { name, password }: Pick<Restaurant, 'name' | 'password'>) {
  await dialogOf(page).getByLabel('Restaurant name', { exact: true }).fill(name);
  await dialogOf(page).getByLabel('Your password', { exact: true }).fill(password);
}

/** Turns two-factor on; gives the session that goes on, and what the codes are made of. */
async function withTwoFactor(owner: Restaurant) {
  const { secret } = await owner.call<TwoFactorSetup>('POST', '/api/auth/two-factor/setup', {
    password: owner.password,
  });
  const { token } = await owner.call<{ token: string }>('POST', '/api/auth/two-factor/confirm', {
    code: appCode(secret),
  });
  return { token, secret };
}

describe('deleting a restaurant', () => {
  it('says what happens, asks for its name and the password, and takes the menu away at once', {
    tags: 'core',
  }, async () => {
    const owner = await newRestaurant(origin, 'Da Rosa');
    const page = await open('/settings', { token: owner.token });
    await begin(page);
    await dialogOf(page).getByText('Printed codes never lead to anybody else.').waitFor();
    await fill(page, owner);
    await submit(page);
    await banner(page).waitFor();
    const { deleteAt } = await owner.call<Account>('GET', '/api/account');
    await expectToast(page, 'Your menu is offline', `Until ${dayOf(deleteAt as string)} you can keep it.`);
    const days = (Date.parse(deleteAt as string) - Date.now()) / DAY_MS;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);
    await banner(page)
      .getByText(`This restaurant will be deleted on ${dayOf(deleteAt as string)}.`)
      .waitFor();
    expect(await page.getByRole('button', { name: 'Delete this Restaurant' }).count()).toBe(0);
    await expect.poll(() => menuStatus(owner), { timeout: 20_000, interval: 50 }).toBe(404);
  });

  it('is refused at the field that is wrong, and by Cancel', async () => {
    const owner = await newRestaurant(origin, 'Da Rosa');
    const page = await open('/settings', { token: owner.token, expected: failing(PATH, 400) });
    await begin(page);
    await submit(page);
    await expectRefusal(dialogOf(page), 'Restaurant name', 'Restaurant name is required.');
    await expectRefusal(dialogOf(page), 'Your password', 'Password is required.');
    await fill(page, { ...owner, name: 'Da Nino' });
    await submit(page);
    await expectRefusal(dialogOf(page), 'Restaurant name', 'This is not the name of your restaurant.');
    await fill(page, { ...owner, password: 'not this one' });
    await submit(page);
    await expectRefusal(dialogOf(page), 'Your password', 'This is not your password.');
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await expectFocus(page.getByRole('button', { name: 'Delete this Restaurant' }));
    expect(await owner.call('GET', '/api/account')).toEqual({ deleteAt: null });
    expect(await menuStatus(owner)).toBe(200);
  });

  it('asks for a code, where two-factor is on', async () => {
    const owner = await newRestaurant(origin, 'Da Rosa');
    const { token, secret } = await withTwoFactor(owner);
    const page = await open('/settings', { token, expected: failing(PATH, 400) });
    await begin(page);
    const code = dialogOf(page).getByLabel('Code', { exact: true });
    await code.waitFor();
    await fill(page, owner);
    await submit(page);
    await expectRefusal(dialogOf(page), 'Code', 'Enter the code that your authenticator app shows.');
    // The one of the next half minute: this one's was used.
    await code.fill(appCode(secret, 1));
    await submit(page);
    await banner(page).waitFor();
  });
});

describe('by keyboard alone', () => {
  it('is asked for: the banner comes, and what had focus has passed it on', async () => {
    const owner = await newRestaurant(origin, 'Da Rosa');
    const page = await open('/settings', { token: owner.token });
    const opener = page.getByRole('button', { name: 'Delete this Restaurant' });
    await opener.press('Enter');
    await expectFocus(dialogOf(page).getByLabel('Restaurant name', { exact: true }));
    await page.keyboard.type(owner.name);
    await page.keyboard.press('Tab');
    await expectFocus(dialogOf(page).getByLabel('Your password', { exact: true }));
    await page.keyboard.type(owner.password);
    await page.keyboard.press('Enter');
    await banner(page).waitFor();
    await dialogOf(page).waitFor({ state: 'detached' });
    await expectFocus(page.getByRole('heading', { name: 'Settings', level: 1 }));
  });

  it('is left by Escape: focus returns to the button', async () => {
    const owner = await newRestaurant(origin, 'Da Rosa');
    const page = await open('/settings', { token: owner.token });
    const opener = page.getByRole('button', { name: 'Delete this Restaurant' });
    await opener.press('Enter');
    await expectFocus(dialogOf(page).getByLabel('Restaurant name', { exact: true }));
    await pressEscape(dialogOf(page));
    await dialogOf(page).waitFor({ state: 'detached' });
    await expectFocus(opener);
  });
});

describe('what could not be loaded', () => {
  it('when it is deleted is asked again by itself, once', async () => {
    const owner = await newRestaurant(origin, 'Da Rosa');
    await ask(owner);
    const page = await open('/dashboard', {
      token: owner.token,
      expected: failing('/api/account', 503),
      before: (context) => context.route('**/api/account', (route) => route.fulfill({ status: 503 }), { times: 1 }),
    });
    await banner(page).waitFor();
  });

  it('when it is deleted says so in Settings, and is asked for again', async () => {
    const owner = await newRestaurant(origin, 'Da Rosa');
    const page = await open('/settings', {
      token: owner.token,
      expected: failing('/api/account', 503),
      before: (context) => answer(context, 'GET /api/account', 503),
    });
    // After three more tries.
    await page.getByRole('alert').getByText("This couldn't be loaded").waitFor({ timeout: 30_000 });
    await page.context().unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Delete this Restaurant' }).waitFor();
  });

  it('whether two-factor is on: the code is asked for once it was refused', async () => {
    const owner = await newRestaurant(origin, 'Da Rosa');
    const { token, secret } = await withTwoFactor(owner);
    const page = await open('/settings', {
      token,
      expected: (url, status) => failing(PATH, 400)(url, status) || failing('/api/auth/two-factor', 503)(url, status),
      before: (context) => answer(context, 'GET /api/auth/two-factor', 503),
    });
    await begin(page);
    await fill(page, owner);
    await submit(page);
    await expectRefusal(dialogOf(page), 'Code', 'Enter the code that your authenticator app shows.');
    const code = dialogOf(page).getByLabel('Code', { exact: true });
    await expectFocus(code);
    await code.pressSequentially(appCode(secret, 1));
    await submit(page);
    await banner(page).waitFor();
  });
});

describe('a restaurant that will be deleted', () => {
  it('says so on every screen, and is kept with one press', { tags: 'core' }, async () => {
    const owner = await newRestaurant(origin, 'Da Rosa');
    const { deleteAt } = await ask(owner);
    const page = await open('/dashboard', { token: owner.token });
    const text = `This restaurant will be deleted on ${dayOf(deleteAt as string)}.`;
    for (const path of ['', '/items', '/categories', '/qr', '/analytics']) {
      await page.goto(`${origin}/dashboard${path}`);
      await banner(page).getByText(text).waitFor();
    }
    for (const path of ['/settings/account', '/settings']) {
      await page.goto(origin + path);
      await banner(page).getByText(text).waitFor();
    }
    await banner(page).getByRole('button', { name: 'Keep it' }).click();
    await expectToast(page, 'Your restaurant is kept', 'Your menu is online again.');
    await banner(page).waitFor({ state: 'detached' });
    await expectFocus(page.locator('#main'));
    await page.getByRole('button', { name: 'Delete this Restaurant' }).waitFor();
    await expect.poll(() => menuStatus(owner), { timeout: 20_000, interval: 50 }).toBe(200);
  });

  it('that could not be kept says so, and stays where it is', async () => {
    const owner = await newRestaurant(origin);
    await ask(owner);
    const page = await open('/dashboard', {
      token: owner.token,
      expected: failing(PATH, 503),
      before: (context) => answer(context, `DELETE ${PATH}`, 503),
    });
    await banner(page).getByRole('button', { name: 'Keep it' }).click();
    await expectToast(page, 'Not kept yet', 'Please try again.');
    await banner(page).waitFor();
  });

  it('vanishes from the phones on which its menu is open', async () => {
    const owner = await newRestaurant(origin);
    const { id } = await owner.addCategory('Pasta');
    await owner.addItem({ name: 'Carbonara', categoryId: id });
    const streams: string[] = [];
    const phone = await visit(`${origin}/menu/${owner.slug}`, {
      expected: (_url, status) => status === 404,
      before: async (context) => {
        context.on('response', (response) => response.url().includes('/events?') && streams.push(response.url()));
      },
    });
    await phone.getByText('Carbonara').first().waitFor();
    await expect.poll(() => streams.length, { timeout: 20_000 }).toBe(1);
    await ask(owner);
    await phone.getByText(NOT_FOUND).waitFor();
  });

  it('has no such banner for anybody else', async () => {
    const owner = await newRestaurant(origin);
    const page = await open('/settings', { token: owner.token });
    await page.getByRole('button', { name: 'Delete this Restaurant' }).waitFor();
    expect(await banner(page).count()).toBe(0);
  });
});

describe.each(LOOKS)('on a $device in $colorScheme mode', ({ viewport, colorScheme }) => {
  it('dialog and banner are accessible and fit', async () => {
    const owner = await newRestaurant(origin, 'Trattoria alla Vecchia Stazione');
    const page = await visit(`${origin}/settings`, {
      viewport,
      colorScheme,
      reducedMotion: 'reduce',
      token: owner.token,
    });
    await begin(page);
    await dialogOf(page).waitFor();
    await expectAccessible(page);
    await fill(page, owner);
    await submit(page);
    await banner(page).waitFor();
    await dialogOf(page).waitFor({ state: 'detached' });
    await expectAccessible(page);
    expect(await overflow(page)).toBe(0);
  });
});
