import type { DraftInput } from '@tavola/contracts/drafts.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../lib/http/query-client.ts';
import { api, calls } from '../../../test/api.ts';
import { expectToast, fill, findHeading, openApp } from '../../../test/app.tsx';
import { aScannedLine, fakePhotoReader } from '../../../test/photo-reader.ts';
import { aCategory, anItem, aPutBack, aTenant, aUser } from '../../../test/samples.ts';

// Import (/dashboard/import): a pasted menu, what was read of it, and adding it.

const POST = 'POST /api/menu-drafts';
const MENU = 'STARTERS\nBurrata ....... 14.50\nTomatoes and basil\nOlives 4.50\n\nPASTA\nCarbonara 13';

async function open(tenant = aTenant()): Promise<UserEvent> {
  api.answers('GET /api/tenant', tenant);
  api.answers(POST, { change: 42, categories: 2, added: 3, changed: 0, removed: 0 });
  const user = openApp('/dashboard/import', { as: aUser() });
  await screen.findByLabelText('Your menu');
  return user;
}
const paste = (text: string) => fill(screen.getByLabelText('Your menu'), text);
const importButton = (name: string | RegExp) => screen.findByRole('button', { name });
const section = (name: string) => screen.findByRole('region', { name });
const sent = () => calls.body(POST) as Required<DraftInput> | undefined;

describe('Import (/dashboard/import)', () => {
  it('shows what was pasted by category, adds it, and leads to the items', async () => {
    const user = await open();
    screen.getByText('Nothing to import yet');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true);
    paste(MENU);
    const starters = within(await section('STARTERS'));
    starters.getByText('Tomatoes and basil');
    starters.getByText('$14.50');
    await user.click(await importButton('Import 3 Dishes'));
    await screen.findByText('3 dishes and 2 new categories added');
    expect(sent()).toEqual({
      sections: [
        {
          category: { name: 'STARTERS', description: null },
          items: [
            { name: 'Burrata', description: 'Tomatoes and basil', price: 14.5 },
            { name: 'Olives', price: 4.5 },
          ],
        },
        {
          category: { name: 'PASTA', description: null },
          items: [{ name: 'Carbonara', price: 13 }],
        },
      ],
    });
    expect(calls.last(POST)?.headers['idempotency-key']).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'See Your Menu Items' }));
    await findHeading('Menu Items');
  });

  it('leaves allergens and diets of a text in its descriptions, and asks about them afterwards', {
    tags: 'full',
  }, async () => {
    const user = await open();
    paste('SUPPEN\nBrühe (A, C, G) 4.50\nCurry (V, GF) 9.00\nKuchen 3.00\ncontains nuts');
    await user.click(await importButton('Import 3 Dishes'));
    const description = [{ description: '(A, C, G)' }, { description: '(V, GF)' }, { description: 'contains nuts' }];
    await waitFor(() => expect(sent()).toMatchObject({ sections: [{ items: description }] }));
    expect(JSON.stringify(sent())).not.toMatch(/allergens|diet/);
    // What is on the menu then.
    api.answers('GET /api/menu-items', [
      anItem({ name: 'Brühe', description: '(A, C, G)' }),
      anItem({ id: 2, name: 'Curry', description: '(V, GF)' }),
      anItem({ id: 3, name: 'Kuchen', description: 'contains nuts' }),
      anItem({ id: 4 }),
    ]);
    void queryClient.invalidateQueries({ queryKey: ['/api/menu-items'] });
    await screen.findByText('3 dishes name allergens or diets in the text');
    expect(calls.list.filter((call) => /allergens/.test(call))).toEqual([]);
    await user.click(screen.getByRole('link', { name: 'Check Them' }));
    await screen.findByRole('radio', { name: 'In your text 3' });
  });

  it('is shown once it is pasted, where that is below the field', async () => {
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 900, 350, 900));
    await open();
    fireEvent.paste(screen.getByLabelText('Your menu'));
    paste(MENU);
    const starters = await section('STARTERS');
    await waitFor(() => expect(shown.mock.contexts.at(-1)).toSatisfy((card: Element) => card.contains(starters)));
    shown.mockClear();
    paste(`${MENU}\nGricia 12`);
    await screen.findByText('Gricia');
    expect(shown).not.toHaveBeenCalled();
  });

  it('is undone, and what was pasted is still there', async () => {
    const user = await open();
    paste(MENU);
    await user.click(await importButton('Import 3 Dishes'));
    api.answers('POST /api/history/:id/put-back', aPutBack(['Olives']));
    await user.click(await importButton('Undo Import'));
    await expectToast('Import undone', 'Changed since, so left as is: Olives.');
    expect(calls.count('POST /api/history/42/put-back')).toBe(1);
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Your menu')).value).toBe(MENU);
  });

  it('changes the price of a dish that the menu has, and adds the rest but for what the owner leaves out', async () => {
    const carbonara = anItem({ id: 1, name: 'Carbonara', price: 12, categoryId: 7 });
    api.answers('GET /api/categories', [aCategory({ id: 7, name: 'Pasta' })]);
    api.answers('GET /api/menu-items', [carbonara, anItem({ id: 2, name: 'Gricia', price: 12, categoryId: 7 })]);
    const user = await open();
    paste(`${MENU}\nGricia 12`);
    const pasta = within(await section('Pasta'));
    pasta.getByText('Already a category');
    pasta.getByText('On your menu: new price');
    pasta.getByText('$13.00');
    expect(screen.getByRole('checkbox', { name: 'Gricia' }).getAttribute('aria-checked')).toBe('false');
    pasta.getByText('Already on your menu');
    await screen.findByText('1 changed · 2 new · 1 unchanged · 1 category');
    await user.click(screen.getByRole('checkbox', { name: 'Olives' }));
    api.answers(POST, { change: 42, categories: 1, added: 1, changed: 1, removed: 0 });
    await user.click(await importButton('Save Changes'));
    await screen.findByText('1 dish added, 1 changed · 1 category');
    expect(sent()).toMatchObject({
      sections: [{ items: [{ name: 'Burrata' }] }],
      changes: [{ item: 1, etag: entityTag(carbonara), fields: { price: 13 } }],
    });
  });

  it('has nothing to save where every dish is on the menu or left out', async () => {
    api.answers('GET /api/categories', [aCategory({ id: 7, name: 'Pasta' })]);
    api.answers('GET /api/menu-items', [anItem({ id: 2, name: 'Gricia', price: 12, categoryId: 7 })]);
    const user = await open();
    paste('PASTA\nOur own, rolled by hand every morning\n\nGricia 12\nCarbonara 13');
    await user.click(await screen.findByRole('checkbox', { name: 'Carbonara' }));
    await screen.findByText('1 unchanged · 1 left out');
    expect((await importButton('Import')).hasAttribute('disabled')).toBe(true);
  });

  it('asks for a price that can be read two ways, and for one that is missing', async () => {
    const user = await open();
    paste('WINES\nBarolo 1,234\n\nCHEESE\nPecorino\nTaleggio 6');
    const open_ = within(await section('Prices to check'));
    await user.click(open_.getByRole('button', { name: '$1,234.00' }));
    expect(open_.getByRole('button', { name: '$1,234.00' }).getAttribute('aria-pressed')).toBe('true');
    const field = open_.getByLabelText<HTMLInputElement>('Barolo, price');
    expect(field.value).toBe('1234');
    fill(field, '');
    const before = await screen.findByRole('button', { name: 'Import 1 Dish' });
    expect(before).toBeTruthy();
    fill(field, '34.5');
    await user.click(await importButton('Import 2 Dishes'));
    await waitFor(() => expect(sent()?.sections[0]?.items[0]).toMatchObject({ name: 'Barolo', price: 34.5 }));
  });

  it('offers sizes where a dish has several prices, and asks how they are called', async () => {
    const user = await open();
    paste('SOUPS\nClam chowder 7 / 11\nGazpacho 6–7');
    const asked = within(await section('Prices to check'));
    await user.click(asked.getByRole('button', { name: 'Two Sizes' }));
    expect(asked.getByRole('button', { name: 'Two Sizes' }).getAttribute('aria-pressed')).toBe('true');
    asked.getByText('1 price to check');
    const names = within(asked.getByRole('group', { name: 'Sizes of Clam chowder' })).getAllByRole<HTMLInputElement>(
      'textbox',
    );
    expect(names.map(({ value }) => value)).toEqual(['Small', 'Large']);
    fill(names[0] as HTMLInputElement, 'Large');
    asked.getByText('Sizes need different names.');
    asked.getByText('2 prices to check');
    fill(names[0] as HTMLInputElement, 'Cup');
    await user.click(await importButton('Import 1 Dish'));
    await waitFor(() =>
      expect(sent()?.sections[0]?.items).toMatchObject([
        {
          name: 'Clam chowder',
          price: 7,
          variants: [
            { name: 'Cup', price: 7 },
            { name: 'Large', price: 11 },
          ],
        },
      ]),
    );
  });

  it('asks which sizes of a dish on the menu prices are of, or whether they take their place', async () => {
    const variants = [
      { id: 31, name: 'Cup', price: 7, isAvailable: true },
      { id: 32, name: 'Bowl', price: 11, isAvailable: true },
    ];
    const soups = ['Clam chowder', 'Bisque', 'Ramen', 'Pho', 'Gazpacho'];
    api.answers('GET /api/categories', [aCategory({ id: 7, name: 'Soups' })]);
    api.answers(
      'GET /api/menu-items',
      soups.map((name, at) => anItem({ id: at + 1, name, categoryId: 7, price: 7, variants })),
    );
    const user = await open();
    paste('SOUPS\nClam chowder 12\nBisque 8 / 12\nRamen 9\nPho 8 / 9\nGazpacho 7 / 11');
    const asked = within(await section('Prices to check'));
    asked.getByText('4 prices to check');
    await importButton('Import');
    const choose = (dish: string, name: string) =>
      user.click(within(asked.getByRole('group', { name: dish })).getByRole('button', { name }));
    await choose('Clam chowder', 'Bowl');
    await choose('Bisque', 'These Sizes');
    await choose('Ramen', 'One Price, No Sizes');
    await choose('Pho', 'New Sizes Instead');
    asked.getByText('All prices are set');
    await screen.findByText('4 changed · 1 unchanged');
    await user.click(await importButton('Save Changes'));
    const priced = (prices: number[]) => variants.map((size, at) => ({ ...size, price: prices[at] }));
    await waitFor(() =>
      expect(sent()?.changes.map(({ fields }) => fields)).toEqual([
        { variants: priced([7, 12]) },
        { variants: priced([8, 12]) },
        { variants: null, price: 9 },
        {
          variants: [
            { name: 'Small', price: 8, isAvailable: true },
            { name: 'Large', price: 9, isAvailable: true },
          ],
        },
      ]),
    );
  });

  it('asks for a price with decimals in a currency without them', async () => {
    await open(aTenant({ currency: 'JPY' }));
    paste('Shoyu 9.50\nMiso 1,450\nShio 8,50 / 900');
    await importButton('Import 1 Dish');
    const asked = within(await section('Prices to check'));
    await asked.findByLabelText('Shoyu, price');
    expect(asked.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['¥900']);
  });

  it('counts the prices that are still open, and says beside a field why a price is none', async () => {
    const user = await open();
    paste('12. Margherita 8,50 / 10,50\nLobster MP\nSoup 6,50');
    const region = within(await section('Prices to check'));
    region.getByText('2 prices to check');
    await user.click(region.getByRole('button', { name: '$10.50' }));
    region.getByText('1 price to check');
    const field = region.getByLabelText<HTMLInputElement>('Lobster, price');
    fill(field, '-3');
    region.getByText("Price can't be negative.");
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await importButton('Import 2 Dishes');
    fill(field, '44');
    region.getByText('All prices are set');
    expect(field.getAttribute('aria-invalid')).toBeNull();
    await importButton('Import 3 Dishes');
  });

  it('says that a menu would hold too many dishes before the server does', async () => {
    api.answers(
      'GET /api/menu-items',
      Array.from({ length: 1_999 }, (_, id) => anItem({ id: id + 1, name: `Dish ${id}` })),
    );
    await open();
    paste(MENU);
    await screen.findByText('2 dishes are left out: a menu holds at most 2,000.');
    await importButton('Import 1 Dish');
  });

  it('asks before a file takes the place of what was typed', async () => {
    const user = await open();
    const choose = (text: string) =>
      user.upload(screen.getByLabelText('Menu file'), new File([text], 'menu.txt', { type: 'text/plain' }));
    const value = () => screen.getByLabelText<HTMLTextAreaElement>('Your menu').value;
    paste(MENU);
    await choose('Soup 8');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
    expect(value()).toBe(MENU);
    await choose('Soup 8');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Replace' }));
    await waitFor(() => expect(value()).toBe('Soup 8'));
  });

  it('names what was left out without a price, and leads back to the text; a foreign currency is said, and may be changed meanwhile', {
    tags: 'full',
  }, async () => {
    const user = await open();
    paste('WINES\nBarolo € 1,234\nChianti € 7,50\n\nCHEESE\nPecorino\nTaleggio 6');
    await screen.findByText(/^Your menu says €, but your prices are in USD/);
    const toSettings = screen.getByRole('link', { name: 'Change the Currency' });
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await user.click(toSettings);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Keep Editing' }));
    full.mockRestore();
    await user.click(toSettings);
    await findHeading('Prices & Currency');
    window.history.back();
    await screen.findByText('We kept what you typed.');
    expect((await importButton('Import')).hasAttribute('disabled')).toBe(true);
    await user.click(await importButton('Use These Numbers in USD'));
    await user.click(await importButton(/^Import \d/));
    await screen.findByText(/^Left out \(no price\): Barolo/);
    await user.click(screen.getByRole('button', { name: 'Back to Your Text' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Your menu')));
  });

  it("says the server's words when it refuses, and keeps everything", async () => {
    const user = await open();
    paste(MENU);
    api.refuses(POST, 'quota-reached', 'A menu can have at most 2,000 items.');
    await user.click(await importButton('Import 3 Dishes'));
    within(await screen.findByRole('alert')).getByText('A menu can have at most 2,000 items.');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Your menu').value).toBe(MENU);
    await importButton('Import 3 Dishes');
  });

  it('reads a text file in several encodings, and says of others what to do', async () => {
    const user = await open();
    const choose = (content: BlobPart, name: string) =>
      user.upload(screen.getByLabelText('Menu file'), new File([content], name, { type: 'text/plain' }));
    await choose(Uint8Array.from([0x43, 0x61, 0x66, 0xe9, 0x20, 0x33]), 'menu.txt');
    await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Your menu').value).toBe('Café 3'));
    await choose(Uint8Array.from([0xfe, 0xff, 0, 0x54, 0, 0x65, 0, 0xe9, 0, 0x20, 0, 0x34]), 'menu.txt');
    await user.click(await screen.findByRole('button', { name: 'Replace' }));
    await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Your menu').value).toBe('Teé 4'));
    await choose('\n', 'menu.txt');
    await screen.findByText('This file is empty.');
    await choose('PK\0\0', 'menu.txt');
    await screen.findByText("This file isn't text. Open it, copy everything, and paste it here.");
    await choose('', 'menu.pdf');
    await screen.findByText('This file is empty.');
    await choose('x'.repeat(1_000_001), 'menu.txt');
    await screen.findByText('This file is too large for a menu. It can have at most 1 MB.');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Your menu').value).toBe('Teé 4');
  });

  it('says where it found no dish, and which lines are none', async () => {
    await open();
    paste('We are closed on Mondays.');
    await screen.findByText('No dishes found');
    paste(`${MENU}\n\nTel. 06 123456`);
    await screen.findByText('1 line skipped');
  });
});

describe('Several lines pasted into a quick-add row', () => {
  it('open Import under the name of its category, and one line does not', async () => {
    api.answers('GET /api/categories', [aCategory({ id: 7, name: 'Süßes' })]);
    api.answers('GET /api/menu-items', [anItem({ categoryId: 7 })]);
    openApp('/dashboard/items', { as: aUser() });
    const row = await screen.findByLabelText('Quick add to Süßes');
    const pasteInto = (text: string) => fireEvent.paste(row, { clipboardData: { getData: () => text } });
    pasteInto('Gricia 12');
    expect(window.location.pathname).toBe('/dashboard/items');
    pasteInto('Gricia 12\nAmatriciana 12.50\n');
    await within(await section('Süßes')).findByText('$12.50');
    await importButton('Import 2 Dishes');
  });
});

const choosePhotos = (user: UserEvent, ...names: string[]) =>
  user.upload(
    screen.getByLabelText('Menu file'),
    names.map((name) => new File(['photo'], name, { type: 'image/jpeg' })),
  );

describe('a photo of a menu, read on the device', () => {
  const PASTA = [
    aScannedLine(100, [['PASTA', 95]]),
    aScannedLine(200, [
      ['Carbonara', 94],
      ['13.00', 95],
    ]),
  ];
  const value = () => screen.getByLabelText<HTMLTextAreaElement>('Your menu').value;

  it('fills the text, says that nothing was sent, and sends nothing', async () => {
    const seen = fakePhotoReader([PASTA]);
    const user = await open(aTenant({ languages: { base: 'de', others: [] } }));
    await choosePhotos(user, 'menu.jpg');
    await within(await section('PASTA')).findByText('Carbonara');
    screen.getByText("Read on this device. Your photo wasn't sent anywhere.");
    expect(screen.queryByRole('button', { name: 'Read with AI' })).toBe(null);
    expect(seen.workers).toEqual([expect.stringMatching(/\/assets\/photo-reader\/.*\/worker\.js$/)]);
    expect(seen.languages).toEqual(['deu']);
    expect(seen.ended).toBe(1);
    await importButton('Import 1 Dish');
  });

  it('of a kind that the browser has no name for is a photo, too, and no text that is too large', async () => {
    fakePhotoReader([PASTA]);
    await open();
    const photo = new File([new Uint8Array(2_000_000)], 'IMG_0042.HEIC');
    fireEvent.drop(screen.getByLabelText('Your menu'), { dataTransfer: { files: [photo] } });
    await section('PASTA');
  });

  it('marks words that were hard to read, and asks for their prices', async () => {
    fakePhotoReader([
      [
        ...PASTA,
        aScannedLine(300, [
          ['Gricia', 60],
          ['12.00', 95],
        ]),
        aScannedLine(400, [
          ['Ragù', 95],
          ['14.00', 55],
        ]),
      ],
    ]);
    const user = await open();
    await choosePhotos(user, 'menu.jpg');
    const asked = within(await section('Prices to check'));
    asked.getByLabelText('Ragù, price');
    await screen.findByText('Marked words were hard to read. Check them against your photo.');
    expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['Gricia']);
    await importButton('Import 1 Dish');
    for (const price of ['$12.00', '$14.00']) await user.click(asked.getByRole('button', { name: price }));
    await importButton('Import 3 Dishes');
  });

  it('is read after another one in their order, and below those that were read before', async () => {
    const page = (name: string) => [
      aScannedLine(200, [
        [name, 94],
        ['13.00', 95],
      ]),
    ];
    fakePhotoReader([page('One'), page('Two'), page('Three')]);
    const user = await open();
    await choosePhotos(user, '1.jpg', '2.jpg');
    await waitFor(() => expect(value().match(/One|Two|Three/g)).toEqual(['One', 'Two']));
    await choosePhotos(user, '3.jpg');
    await waitFor(() => expect(value().match(/One|Two|Three/g)).toEqual(['One', 'Two', 'Three']));
  });

  it('can be cancelled while it is read', async () => {
    const seen = fakePhotoReader([undefined]);
    const user = await open();
    await choosePhotos(user, 'menu.jpg');
    const bar = await screen.findByRole('progressbar', { name: 'Reading' });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(bar.isConnected).toBe(false));
    await waitFor(() => expect(seen.ended).toBe(1));
    expect(value()).toBe('');
  });

  it('without text says so, and leaves the text', async () => {
    fakePhotoReader([[]]);
    const user = await open();
    paste(MENU);
    await choosePhotos(user, 'menu.jpg');
    await screen.findByText('No text was found in this picture. Try a sharper one, straight from above.');
    expect(value()).toBe(MENU);
  });
});

describe('a photo of a menu, read by the AI', () => {
  const PHOTO = 'POST /api/assistant/photo';
  const readByAi = async (user: UserEvent) => user.click(await screen.findByRole('button', { name: 'Read with AI' }));

  it('fills the text with the menu on it, exactly, to be checked and imported as any other', async () => {
    fakePhotoReader([[]]);
    api.answers('GET /api/assistant', { isOn: true });
    api.answers(PHOTO, {
      sections: [
        {
          name: 'Menüs',
          dishes: [
            { name: 'Menu 2', description: 'Soup, "dessert"\nand wine', price: 20, sizes: [] },
            { name: 'Pecorino', description: null, price: null, sizes: [] },
            {
              name: 'Beer',
              description: null,
              price: null,
              sizes: [
                { name: '0.3 l', price: 4 },
                { name: '0.5 l', price: 6 },
              ],
            },
          ],
        },
      ],
    });
    const user = await open();
    await choosePhotos(user, 'menu.jpg');
    await screen.findByText(/Photos are read on this device, unless you choose Read with AI\.$/);
    expect(calls.count(PHOTO)).toBe(0);
    await readByAi(user);
    await screen.findByText('2 new · 1 left out · 1 category');
    screen.getByText('0.3 l $4.00 · 0.5 l $6.00');
    // In the column's values, and in the preview.
    expect(screen.getAllByText('Soup, "dessert" and wine')).toHaveLength(2);
    screen.getByText('$20.00');
    within(await section('Prices to check')).getByLabelText('Pecorino, price');
    expect(calls.all.find(({ call }) => call === PHOTO)?.headers['content-type']).toBe('image/jpeg');
    expect(calls.count(POST)).toBe(0);
    screen.getByText('Read with AI. Your photo was sent to the AI.');
    await importButton('Save Changes');
  });

  it('is read with those that were chosen before, in their order', async () => {
    fakePhotoReader([
      [
        aScannedLine(200, [
          ['One', 94],
          ['13.00', 95],
        ]),
      ],
      [
        aScannedLine(200, [
          ['Two', 94],
          ['14.00', 95],
        ]),
      ],
    ]);
    api.answers('GET /api/assistant', { isOn: true });
    api.answers(PHOTO, {
      sections: [{ name: 'Pasta', dishes: [{ name: 'Gnocchi', description: null, price: 12, sizes: [] }] }],
    });
    const user = await open();
    await choosePhotos(user, '1.jpg');
    await importButton('Import 1 Dish');
    await choosePhotos(user, '2.jpg');
    await importButton('Import 2 Dishes');
    await readByAi(user);
    const value = 'Category,Name,Description,Price\nPasta,Gnocchi,,12.00\nPasta,Gnocchi,,12.00';
    await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Your menu').value).toBe(value));
    expect(calls.count(PHOTO)).toBe(2);
  });

  it('without a menu, or that the AI can not read, says so and leaves the text', async () => {
    fakePhotoReader([[]]);
    api.answers('GET /api/assistant', { isOn: true });
    api.answers(PHOTO, { sections: [] });
    const user = await open();
    paste(MENU);
    await choosePhotos(user, 'menu.jpg');
    await readByAi(user);
    await screen.findByText('No dishes were found in this photo. Try a sharper one, straight from above.');
    screen.getByText('Read on this device. Your photo was sent to the AI.');
    api.refuses(PHOTO, 'assistant-failed', 'The AI declined to answer this.');
    await readByAi(user);
    await screen.findByText('The AI declined to answer this.');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Your menu').value).toBe(MENU);
  });
});
