import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { describe, expect, inject, it } from 'vitest';
import { READER_FOLDER } from '../../../web/src/features/import/photo/reader-files.ts';
import { asPdf } from '../../dev/evaluate-import/print-pdf.ts';
import { asPhonePhoto, asPictures } from '../../dev/evaluate-import/print-picture.ts';
import { type TrueDish, trueMenus } from '../../dev/evaluate-import/truth.ts';
import { expectAccessible } from './accessible.ts';
import { AT_DESK, answer, expectToast } from './owner.ts';
import { newRestaurant } from './restaurant.ts';
import { tokenOf } from './screens.ts';
import { sideways, visitors } from './visitors.ts';

// @module-tag full
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

/** A PDF of which each page is a red picture. */
async function scanOf(pages: number): Promise<Buffer> {
  const picture = sharp({ create: { width: 595, height: 842, channels: 3, background: '#d02020' } });
  const jpeg = await picture.jpeg().toBuffer();
  const pdf = new PDFDocument({ size: [595, 842], margin: 0, autoFirstPage: false });
  for (let page = 0; page < pages; page++) pdf.addPage().image(jpeg, 0, 0, { width: 595 });
  pdf.end();
  return Buffer.from(await new Response(Readable.toWeb(pdf as unknown as Readable) as ReadableStream).arrayBuffer());
}

describe('Import', () => {
  it('from sign-up to the guest’s open page, and back', async () => {
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
    await expectToast(desk, 'Import undone', 'That change is undone.');
    await expect.poll(() => guest.getByRole('heading', { level: 3 }).count()).toBe(0);
    expect(await desk.getByLabel('Your menu').inputValue()).toBe(MENU);
  });

  it('reads a bistro’s PDF of two columns on a phone, up to the guests’ menu', async () => {
    const bistro = (await trueMenus()).find(({ name }) => name === 'bistro');
    if (!bistro) throw new Error('The seed has no bistro.');
    const owner = await newRestaurant(origin, 'Chez Preuve');
    const phone = await visit(`${origin}/dashboard/import`, { viewport: PHONE, token: owner.token });
    const choose = (buffer: Buffer) =>
      phone.getByLabel('Menu file').setInputFiles({ name: 'Carte.pdf', mimeType: 'application/pdf', buffer });
    await choose(Buffer.from('%PDF-1.7 and nothing else'));
    await phone.getByText("This PDF can't be read.").waitFor();
    await choose(Buffer.from(await asPdf({ title: '', sections: [] }, 1)));
    await phone.getByText('No text was found in this picture').waitFor({ timeout: 60_000 });
    await choose(Buffer.from(await asPdf(bistro, 2)));
    await phone.getByRole('button', { name: 'Import 45 Dishes' }).waitFor();
    const [section] = bistro.sections;
    const preview = phone.getByRole('region', { name: section?.name ?? '' });
    await preview.getByText(section?.dishes[0]?.description ?? '').waitFor();
    expect(await sideways(phone)).toBeLessThanOrEqual(0);
    await expectAccessible(phone);
    await phone.getByRole('button', { name: 'Import 45 Dishes' }).click();
    await phone.getByText('45 dishes and 9 new categories added').waitFor();

    const guest = await visit(`${origin}/menu/${owner.slug}`);
    await guest.getByRole('heading', { level: 3, name: section?.dishes[0]?.name ?? '', exact: true }).waitFor();
    // It wraps.
    const [longest] = bistro.sections
      .flatMap(({ dishes }) => dishes.map(({ name }) => name))
      .sort((a, b) => b.length - a.length);
    await guest.getByRole('heading', { level: 3, name: longest ?? '', exact: true }).waitFor();
    expect(await guest.getByRole('heading', { level: 3 }).count()).toBe(45);
  });

  it('reads photos in their order in the browser, and sends them nowhere', async () => {
    const owner = await newRestaurant(origin, 'Da Prova');
    const asked: string[] = [];
    const desk = await visit(`${origin}/dashboard/import`, { ...AT_DESK, token: owner.token });
    desk.on('request', (request) => asked.push(`${request.method()} ${request.url().replace(origin, '')}`));
    const printed = async (name: string, dishes: TrueDish[]) => {
      const [page] = await asPictures({ title: 'Da Prova', sections: [{ name, description: null, dishes }] });
      return page as Buffer;
    };
    const pasta = await printed('Pasta', [
      { name: 'Carbonara', description: 'Eggs, cheese and guanciale', price: 13 },
      { name: 'Cacio e pepe', description: null, price: 12.5 },
    ]);
    const sweet = await printed('Dolci', [
      { name: 'Tiramisù', description: null, price: 7.5 },
      { name: 'Crème brûlée', description: null, price: 8.5 },
    ]);
    // As a phone that was held sideways saves it.
    const turned = await sharp(await asPhonePhoto(sweet))
      .rotate(270)
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const files = [
      { name: '1.png', mimeType: 'image/png', buffer: pasta },
      { name: '2.jpg', mimeType: 'image/jpeg', buffer: turned },
    ];
    expect(asked.filter((url) => url.includes(READER_FOLDER))).toEqual([]);
    await desk.getByLabel('Menu file').setInputFiles(files);
    await desk.getByRole('button', { name: 'Cancel' }).click();
    await desk.getByRole('progressbar').waitFor({ state: 'detached' });
    await desk.getByLabel('Menu file').setInputFiles(files);
    const inSection = (name: string, text: string) => desk.getByRole('region', { name }).getByText(text);
    await inSection('Pasta', '$12.50').waitFor({ timeout: 90_000 });
    for (const text of ['Eggs, cheese and guanciale', 'Cacio e pepe']) await inSection('Pasta', text).waitFor();
    for (const text of ['Tiramisù', 'Crème brûlée', '$8.50']) await inSection('Dolci', text).waitFor();
    await desk.getByText("Read on this device. Your photo wasn't sent anywhere.").waitFor();
    // What it needs, and what the preview asks about the menu.
    expect(asked.filter((url) => !/^GET \/(assets\/|api\/|favicon\.svg)/.test(url))).toEqual([]);
    await expectAccessible(desk);
    await desk.getByRole('button', { name: 'Import 4 Dishes' }).click();
    await desk.getByText('4 dishes and 2 new categories added').waitFor();
  });

  it('reads the first pages of a scan as photos where an AI is set up', async () => {
    // With an address that is confirmed, which the AI asks for.
    const token = await tokenOf(origin, 'owner');
    const read: Buffer[] = [];
    const desk = await visit(`${origin}/dashboard/import`, {
      ...AT_DESK,
      token: token as string,
      before: async (context) => {
        await answer(context, 'GET /api/assistant', 200, { isOn: true });
        await context.route('**/api/assistant/photo', async (route) => {
          read.push(route.request().postDataBuffer() as Buffer);
          const dishes = [{ name: `Dish ${read.length}`, description: null, price: read.length }];
          await route.fulfill({ json: { sections: [{ name: 'Pasta', dishes }] } });
        });
      },
    });
    const buffer = await scanOf(7);
    await desk.getByLabel('Menu file').setInputFiles({ name: 'Scan.pdf', mimeType: 'application/pdf', buffer });
    // This browser finds no text on them.
    await desk.getByRole('button', { name: 'Read with AI' }).click({ timeout: 60_000 });
    await expectToast(
      desk,
      '5 of 7 pages read',
      'Only the first 5 pages of a scan are read. Import the rest as a separate PDF.',
    );
    await desk.getByText('5 new · 1 category').waitFor();
    // The picture on the page, as large as a photo is sent.
    const { info, data } = await sharp(read[0]).raw().toBuffer({ resolveWithObject: true });
    expect([read.length, info.width, info.height]).toEqual([5, 1448, 2048]);
    const [red = 0, green = 0, blue = 0] = data.subarray(3 * (1_024 * 1_448 + 724));
    expect([red > 180, green < 80, blue < 80]).toEqual([true, true, true]);
  });
});
