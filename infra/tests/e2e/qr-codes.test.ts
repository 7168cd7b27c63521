import type { DashboardStats } from '@tavola/contracts/analytics.ts';
import type { Code, CodeList, CodeRun } from '@tavola/contracts/qr.ts';
import type { Download, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { VIEWPORTS } from './browser.ts';
import {
  AT_DESK,
  answer,
  callsOf,
  dialogOf,
  expectFocus,
  expectRefusal,
  expectToast,
  failing,
  hold,
  LOOKS,
  overflow,
  problem,
  questionOf,
} from './owner.ts';
import { readCode, readPages } from './read-code.ts';
import { newRestaurant, type Restaurant } from './restaurant.ts';
import { visitors } from './visitors.ts';

// @module-tag browser
// QR Codes: a restaurant's codes, their style, and printing.

const origin = inject('origin');
const visit = visitors();
const open = (token: string, options: Parameters<typeof visit>[1] = {}) =>
  visit(`${origin}/dashboard/qr`, { ...AT_DESK, acceptDownloads: true, token, ...options });

const LIST = 'GET /api/qr-codes';
const AWAY = 'The printing workers are away; this goes on by itself.';
const SHEET_ID = '3f0c7f0e-6f1c-4f4e-9a53-0a4d1f2b7c11';

const codes = (page: Page) => page.getByRole('list', { name: 'Codes', exact: true }).getByRole('listitem');
const tick = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });
const press = (part: Page | Locator, name: string) => part.getByRole('button', { name, exact: true }).click();

const listOf = (owner: Restaurant) => owner.call<CodeList>('GET', '/api/qr-codes');
const addCode = (owner: Restaurant, name: string) => owner.call<Code>('POST', '/api/qr-codes', { name });
const addRun = (owner: Restaurant, to: number) =>
  owner.call<CodeRun>('POST', '/api/qr-codes/run', { prefix: 'Table', from: 1, to });

async function bytesOf(download: Download): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function downloadedBy(page: Page, act: () => Promise<unknown>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), bytes: await bytesOf(download) };
}

describe('The codes of a restaurant', () => {
  it('begin with the main code, which can be downloaded and renamed but not retired', { tags: 'core' }, async () => {
    const owner = await newRestaurant(origin);
    const page = await open(owner.token);
    await codes(page).getByText('Main code', { exact: true }).waitFor();
    const { codes: known, linkBase } = await listOf(owner);
    await codes(page)
      .getByText((linkBase + known[0]?.id).replace(/^https?:\/\//, ''))
      .waitFor();
    await page.getByText('A code for every place').waitFor();
    await codes(page).getByRole('button', { name: 'Download Main code' }).waitFor();
    expect(
      await codes(page)
        .getByRole('button', { name: /Retire/ })
        .count(),
    ).toBe(0);
    await press(page, 'Rename Main code');
    await dialogOf(page).getByLabel('Name').fill('Front door');
    await press(dialogOf(page), 'Rename');
    await expectToast(page, 'Code renamed', 'What is printed stays as it is.');
    // After the renaming it is still marked as the main code.
    await codes(page).getByText('Main', { exact: true }).waitFor();
    expect((await listOf(owner)).codes).toEqual([{ ...known[0], name: 'Front door' }]);
  });

  it('are made one by one, found at once, and chosen for printing', { tags: 'core' }, async () => {
    const owner = await newRestaurant(origin);
    const page = await open(owner.token);
    await press(page, 'Add your first codes');
    await dialogOf(page).getByLabel('Name').fill('Takeaway bag');
    await press(dialogOf(page), 'Add Code');
    await expectToast(page, 'Code added', '1 code ready to print.');
    await codes(page).getByText('Takeaway bag', { exact: true }).waitFor();
    expect(await tick(page, 'Takeaway bag').isChecked()).toBe(true);
    await page.getByText('1 selected', { exact: true }).waitFor();
    expect((await listOf(owner)).codes.map(({ name }) => name)).toEqual(['Main code', 'Takeaway bag']);
  });

  it('are refused at the field: no name, a name that is taken, a run that ends before it begins', async () => {
    const owner = await newRestaurant(origin);
    await addCode(owner, 'Window');
    const page = await open(owner.token, { expected: failing('/api/qr-codes', 409) });
    await press(page, 'Add Codes');
    await press(dialogOf(page), 'Add Code');
    await expectRefusal(dialogOf(page), 'Name', 'Name is required.');
    await dialogOf(page).getByLabel('Name').fill('Window');
    await press(dialogOf(page), 'Add Code');
    await expectRefusal(dialogOf(page), 'Name', "There is a code called 'Window' already.");
    await dialogOf(page).getByRole('radio', { name: 'A numbered run' }).click();
    await dialogOf(page).getByLabel('Last number').fill('0');
    await press(dialogOf(page), 'Add Codes');
    await expectRefusal(dialogOf(page), 'Last number', "The last number can't be below the first.");
    await dialogOf(page).getByLabel('Last number').fill('201');
    await press(dialogOf(page), 'Add Codes');
    await expectRefusal(dialogOf(page), 'Last number', 'A run can have at most 200 codes.');
  });

  it('are renamed, and the link stays', async () => {
    const owner = await newRestaurant(origin);
    const { id } = await addCode(owner, 'Table 4');
    const page = await open(owner.token);
    await press(page, 'Rename Table 4');
    await dialogOf(page).getByLabel('Name').fill('Terrace');
    await press(dialogOf(page), 'Rename');
    await expectToast(page, 'Code renamed', 'What is printed stays as it is.');
    await expectFocus(page.getByRole('button', { name: 'Rename Terrace' }));
    expect((await listOf(owner)).codes.find((code) => code.id === id)?.name).toBe('Terrace');
  });

  it('are retired once one is sure: gone from the list, kept under Retired, and what is printed leads to the menu', async () => {
    const owner = await newRestaurant(origin);
    const { id } = await addCode(owner, 'Old window');
    const page = await open(owner.token);
    await press(page, 'Retire Old window');
    await questionOf(page).getByText('What is printed keeps leading to your menu.').waitFor();
    await press(questionOf(page), 'Cancel');
    await expect.poll(() => codes(page).count()).toBe(2);
    await press(page, 'Retire Old window');
    await press(questionOf(page), 'Retire');
    await expectToast(page, 'Code retired', 'You find it under “Retired”.');
    await expect.poll(() => codes(page).count()).toBe(1);
    await page.getByText('Retired', { exact: true }).click();
    await page.getByRole('list', { name: 'Retired codes' }).getByText('Old window').waitFor();
    const scan = await fetch(`${origin}/q/${id}`, { redirect: 'manual' });
    expect([scan.status, scan.headers.get('location')]).toEqual([302, `/menu/${owner.slug}?c=${id}`]);
  });

  it('lead who asks not to be tracked to the menu as well, without counting the scan', async () => {
    const owner = await newRestaurant(origin);
    const { id } = await addCode(owner, 'Window');
    const scan = (headers: Record<string, string>) => fetch(`${origin}/q/${id}`, { redirect: 'manual', headers });
    for (const name of ['DNT', 'Sec-GPC']) {
      const { status, headers: said } = await scan({ [name]: '1' });
      expect([status, said.get('location')]).toEqual([302, `/menu/${owner.slug}?c=${id}`]);
    }
    await scan({});
    // Scans are counted in order: once the last one is counted, the earlier ones would be too.
    const scans = async () => (await owner.call<DashboardStats>('GET', '/api/dashboard/stats')).totalScans;
    await expect.poll(scans, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(await scans()).toBe(1);
  });

  it('are found by their names among many', async () => {
    const owner = await newRestaurant(origin);
    await addRun(owner, 40);
    const page = await open(owner.token);
    await page.getByRole('searchbox', { name: 'Search codes' }).fill('table 12');
    await expect.poll(() => codes(page).count()).toBe(1);
    await tick(page, 'Select all found').click();
    await page.getByText('1 selected', { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Search codes' }).fill('roof');
    await page.getByText('No codes found').waitFor();
    await press(page, 'Show all codes');
    await expect.poll(() => codes(page).count()).toBe(41);
    expect(await tick(page, 'Table 12').isChecked()).toBe(true);
  });

  it('say how often each was scanned; a dash where nobody knows', async () => {
    const owner = await newRestaurant(origin);
    const { id } = await addCode(owner, 'Window');
    const row = (page: Page, name: string) => codes(page).filter({ has: page.getByText(name, { exact: true }) });
    const known = await open(owner.token, {
      before: (context) =>
        answer(context, 'GET /api/analytics', 200, { sources: [{ codeId: id, views: 3, scans: 1234 }] }),
    });
    await row(known, 'Window').getByText('1,234 scans', { exact: true }).waitFor();
    await row(known, 'Main code').getByText('0 scans', { exact: true }).waitFor();
    const unknown = await open(owner.token, {
      before: (context) => answer(context, 'GET /api/analytics', 503),
      expected: failing('/api/analytics', 503),
    });
    await row(unknown, 'Window').getByText('Scans not known').waitFor({ state: 'attached' });
    await row(unknown, 'Window').getByText('–', { exact: true }).waitFor();
  });

  it('are downloaded as PNG in three sizes or as SVG, under names that say what is inside', async () => {
    const owner = await newRestaurant(origin);
    const { id } = await addCode(owner, 'Table 4');
    const page = await open(owner.token);
    const { linkBase } = await listOf(owner);
    for (const [item, size] of [
      ['PNG, small', 512],
      ['PNG, medium', 1024],
      ['PNG, large', 2048],
    ] as const) {
      await press(page, 'Download Table 4');
      const file = await downloadedBy(page, () => page.getByRole('menuitem', { name: item }).click());
      expect(file.name).toBe(`table-4-qr-${size}.png`);
      expect((await sharp(file.bytes).metadata()).width).toBe(size);
      expect(await readCode(file.bytes)).toBe(linkBase + id);
    }
    await press(page, 'Download Table 4');
    const svg = await downloadedBy(page, () => page.getByRole('menuitem', { name: 'SVG' }).click());
    expect(svg.name).toBe('table-4-qr.svg');
    expect(await readCode(await sharp(svg.bytes).resize(800).png().toBuffer())).toBe(linkBase + id);
  });
});

describe('A print sheet', () => {
  it('of a run of 40: made, selected, followed and downloaded as a PDF of ten pages whose codes say forty right links', async () => {
    const owner = await newRestaurant(origin);
    const page = await open(owner.token);
    await press(page, 'Add Codes');
    await dialogOf(page).getByRole('radio', { name: 'A numbered run' }).click();
    await dialogOf(page).getByLabel('Last number').fill('40');
    await dialogOf(page).getByText('40 codes: Table 1 to Table 40', { exact: true }).waitFor();
    await press(dialogOf(page), 'Add Codes');
    await expectToast(page, 'Codes added', '40 codes ready to print.');
    await expect.poll(() => codes(page).count()).toBe(41);
    expect(await tick(page, 'Table 40').isChecked()).toBe(true);
    expect(await tick(page, 'Main code').isChecked()).toBe(false);

    await press(page, 'Print Sheet');
    await dialogOf(page).getByText('40 codes on 10 pages', { exact: true }).waitFor();
    await dialogOf(page).getByRole('radio', { name: 'Table tent' }).click();
    await dialogOf(page).getByText('40 codes on 40 pages', { exact: true }).waitFor();
    await dialogOf(page).getByRole('radio', { name: '4 a page' }).click();
    await dialogOf(page).getByRole('radio', { name: 'Letter' }).click();
    await press(dialogOf(page), 'Make PDF');
    const ready = dialogOf(page).getByRole('button', { name: 'Download PDF' });
    await ready.waitFor({ timeout: 60_000 });
    await expectFocus(ready);
    const file = await downloadedBy(page, () => page.keyboard.press('Enter'));
    expect(file.name).toBe('table-1-to-table-40-qr-codes-letter-4-per-page.pdf');
    expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-');

    const { codes: made, linkBase } = await listOf(owner);
    const links = made.filter((code) => !code.isMain).map((code) => linkBase + code.id);
    expect(links).toHaveLength(40);
    const pages = await readPages(file.bytes, 2, 2);
    expect(pages).toHaveLength(10);
    expect(pages.flat()).toEqual(links);
    // The printed link leads to the menu.
    const scan = await fetch(links[39] as string, { redirect: 'manual' });
    expect([scan.status, scan.headers.get('location')]).toEqual([302, `/menu/${owner.slug}?c=${made.at(-1)?.id}`]);
  });

  it('as a zip has neither layout nor paper', async () => {
    const owner = await newRestaurant(origin);
    await addRun(owner, 3);
    const page = await open(owner.token);
    await tick(page, 'Select all').click();
    await press(page, 'Print Sheet');
    await dialogOf(page).getByRole('radio', { name: 'Zip of PNGs' }).click();
    expect(await dialogOf(page).getByRole('radiogroup', { name: 'Layout' }).count()).toBe(0);
    await dialogOf(page).getByText('4 pictures', { exact: true }).waitFor();
    await press(dialogOf(page), 'Make Zip');
    const ready = dialogOf(page).getByRole('button', { name: 'Download Zip' });
    await ready.waitFor({ timeout: 60_000 });
    const file = await downloadedBy(page, () => ready.click());
    expect(file.name).toMatch(/\.zip$/);
    expect(file.bytes.subarray(0, 2).toString()).toBe('PK');
  });

  it('shows how far it is, and why it failed', async () => {
    const owner = await newRestaurant(origin);
    await addRun(owner, 3);
    const page = await open(owner.token);
    await tick(page, 'Select all').click();
    await answer(page, 'POST /api/qr-codes/sheets', 202, { id: SHEET_ID });
    await answer(page, `GET /api/qr-codes/sheets/${SHEET_ID}`, 200, { state: 'working', done: 12, total: 40 });
    await press(page, 'Print Sheet');
    await press(dialogOf(page), 'Make PDF');
    await dialogOf(page).getByText('12 of 40', { exact: true }).waitFor();
    const bar = dialogOf(page).getByRole('progressbar', { name: 'Codes drawn' });
    expect([await bar.getAttribute('aria-valuenow'), await bar.getAttribute('aria-valuemax')]).toEqual(['12', '40']);
    await expectAccessible(page);
    await answer(page, `GET /api/qr-codes/sheets/${SHEET_ID}`, 200, {
      state: 'failed',
      done: 12,
      total: 40,
      reason: 'One of the codes could not be drawn.',
    });
    await dialogOf(page).getByRole('alert').getByText('One of the codes could not be drawn.').waitFor();
    await press(dialogOf(page), 'Try again');
    await dialogOf(page).getByRole('button', { name: 'Make PDF' }).waitFor();
  });

  it('that nobody takes up says that the workers are away, and goes on by itself', async () => {
    const owner = await newRestaurant(origin);
    await addRun(owner, 3);
    const page = await open(owner.token, { expected: failing('/api/qr-codes/sheets', 503) });
    await tick(page, 'Select all').click();
    await answer(
      page,
      'POST /api/qr-codes/sheets',
      503,
      problem('unavailable', 'Printing is not available right now.'),
    );
    await press(page, 'Print Sheet');
    await press(dialogOf(page), 'Make PDF');
    await dialogOf(page).getByText(AWAY, { exact: true }).waitFor();
    await expectAccessible(page);
    await page.unrouteAll();
    await dialogOf(page).getByRole('button', { name: 'Download PDF' }).waitFor({ timeout: 60_000 });

    await press(dialogOf(page), 'Back');
    await answer(page, 'POST /api/qr-codes/sheets', 202, { id: SHEET_ID });
    await answer(page, `GET /api/qr-codes/sheets/${SHEET_ID}`, 200, { state: 'waiting', done: 0, total: 4 });
    await press(dialogOf(page), 'Make PDF');
    await dialogOf(page).getByText('Waiting for its turn…', { exact: true }).waitFor();
    await dialogOf(page).getByText(AWAY, { exact: true }).waitFor();
  });
});

describe('The style of the codes', () => {
  it('that no phone could read is refused at its field, with the reason', async () => {
    const owner = await newRestaurant(origin);
    const page = await open(owner.token, { expected: failing('/api/qr-codes/style', 400) });
    await press(page, 'Change Style');
    await dialogOf(page).getByLabel('Foreground').fill('#fff0d8');
    const [refused] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/style') && response.status() === 400),
      press(dialogOf(page), 'Save Style'),
    ]);
    const [{ field, message }] = ((await refused.json()) as { errors: [{ field: string; message: string }] }).errors;
    const label = field === 'background' ? 'Background' : 'Foreground';
    await expectRefusal(dialogOf(page), label, message);
    await expectFocus(dialogOf(page).getByLabel(label));
    expect((await listOf(owner)).style.foreground).toBe('#000000');
    await expectAccessible(page);
  });

  it('is sketched while it is chosen, saved, and what is downloaded then has it and is read', async () => {
    const owner = await newRestaurant(origin);
    const page = await open(owner.token);
    await press(page, 'Change Style');
    await dialogOf(page).getByRole('img', { name: 'Your main code as it is printed' }).waitFor();
    await dialogOf(page).getByLabel('Foreground').fill('#0b5a3c');
    await dialogOf(page).getByLabel('Caption').fill('Scan for our menu');
    const sketch = dialogOf(page).getByRole('img', { name: 'Preview of your style' });
    await sketch.getByText('Scan for our menu').waitFor();
    const logo = await sharp({ create: { width: 120, height: 120, channels: 3, background: '#8c2f2b' } })
      .png()
      .toBuffer();
    const picture = dialogOf(page).locator('input[type=file]');
    await picture.setInputFiles({ name: 'logo.gif', mimeType: 'image/gif', buffer: logo });
    await dialogOf(page).getByText('The logo must be a PNG or JPEG picture.', { exact: true }).waitFor();
    await picture.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(201 * 1024) });
    await dialogOf(page).getByText('The logo can be at most 200 KB large.', { exact: true }).waitFor();
    await picture.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
    await dialogOf(page).getByRole('img', { name: 'Your logo' }).waitFor();
    await press(dialogOf(page), 'Save Style');
    await expectToast(page, 'Style saved', 'What you print from now on looks like this.');
    const { style, codes: known, linkBase } = await listOf(owner);
    expect(style).toMatchObject({ foreground: '#0b5a3c', background: '#ffffff', caption: 'Scan for our menu' });
    expect(style.logo).toMatch(/^data:image\/png;base64,/);

    await press(page, 'Download Main code');
    const file = await downloadedBy(page, () => page.getByRole('menuitem', { name: 'PNG, medium' }).click());
    expect(await readCode(file.bytes)).toBe(linkBase + known[0]?.id);
    const { width, height } = await sharp(file.bytes).metadata();
    expect(height).toBeGreaterThan(width);

    const calls = callsOf(page);
    await press(page, 'Change Style');
    await press(dialogOf(page), 'Remove the logo');
    await press(dialogOf(page), 'Save Style');
    await expect.poll(async () => (await listOf(owner)).style.logo).toBe(null);
    // Only the change is sent.
    expect(calls.body('PUT /api/qr-codes/style')).toEqual({ logo: null });
  });

  it('that is not saved yet is asked about', async () => {
    const owner = await newRestaurant(origin);
    const page = await open(owner.token);
    await press(page, 'Change Style');
    await dialogOf(page).getByLabel('Caption').fill('Scan me');
    await page.keyboard.press('Escape');
    await press(questionOf(page), 'Keep editing');
    expect(await dialogOf(page).getByLabel('Caption').inputValue()).toBe('Scan me');
    await page.keyboard.press('Escape');
    await press(questionOf(page), 'Discard changes');
    await dialogOf(page).waitFor({ state: 'hidden' });
    await expectFocus(page.getByRole('button', { name: 'Change Style' }));
  });
});

describe('The states of QR Codes', () => {
  it('shows skeletons while the codes load', async () => {
    const { token } = await newRestaurant(origin);
    let release = () => {};
    const page = await open(token, {
      before: async (context) => {
        release = await hold(context, LIST);
      },
    });
    await page.getByText('Loading codes…').waitFor({ state: 'attached' });
    expect(await page.locator('[data-skeleton]').count()).toBeGreaterThan(5);
    release();
    await codes(page).first().waitFor();
    expect(await page.locator('[data-skeleton]').count()).toBe(0);
  });

  it('says so when they could not be loaded, still gives the main code, and asks again', async () => {
    const { token } = await newRestaurant(origin);
    const page = await open(token, {
      before: (context) => answer(context, LIST, 500),
      expected: failing('/api/qr-codes', 500),
    });
    await page.getByRole('alert').getByText("Your codes couldn't be loaded").waitFor();
    await page.getByRole('button', { name: 'Generate QR Code' }).waitFor();
    await page.context().unrouteAll();
    await press(page, 'Try again');
    await codes(page).first().waitFor();
  });

  it('goes by keyboard alone: selects, prints and comes back to where it was', async () => {
    const owner = await newRestaurant(origin);
    await addRun(owner, 3);
    const page = await open(owner.token);
    await tick(page, 'Table 2').focus();
    await page.keyboard.press('Space');
    expect(await tick(page, 'Table 2').isChecked()).toBe(true);
    const print = page.getByRole('button', { name: 'Print Sheet' });
    await print.focus();
    await page.keyboard.press('Enter');
    await dialogOf(page).getByText('1 code selected.').waitFor();
    for (let stop = 0; stop < 8; stop += 1) {
      await page.keyboard.press('Tab');
      expect(await dialogOf(page).locator(':focus').count(), `Tab stop ${stop + 1}`).toBe(1);
    }
    await page.keyboard.press('Escape');
    await expectFocus(print);
  });

  it.each(Object.entries(VIEWPORTS))('long, Japanese and Arabic names hold on a %s', async (_, viewport) => {
    const owner = await newRestaurant(origin);
    for (const name of ['Ristorantissimo'.repeat(4), '窓際のテーブル'.repeat(6), 'طاولة بجانب النافذة الكبيرة']) {
      await addCode(owner, name);
    }
    const page = await open(owner.token, { viewport });
    await codes(page).nth(3).waitFor();
    expect(await overflow(page)).toBe(0);
  });

  it.each(LOOKS)('axe finds nothing, in the list and in its dialogs: $device, $colorScheme', async (look) => {
    const owner = await newRestaurant(origin);
    await addRun(owner, 12);
    await owner.call('DELETE', `/api/qr-codes/${(await addCode(owner, 'Old window')).id}`);
    const page = await open(owner.token, look);
    await page.getByText('Retired', { exact: true }).click();
    await tick(page, 'Select all').click();
    await expectAccessible(page);
    for (const [button, ready] of [
      ['Print Sheet', 'Paper'],
      ['Change Style', 'As it is printed now'],
      ['Add Codes', 'One code'],
    ] as const) {
      await press(page, button);
      await dialogOf(page).getByText(ready, { exact: true }).waitFor();
      await expectAccessible(page);
      await press(dialogOf(page), 'Close');
      await dialogOf(page).waitFor({ state: 'hidden' });
    }
  });
});
