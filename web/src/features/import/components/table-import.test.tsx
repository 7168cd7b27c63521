import type { DraftInput } from '@tavola/contracts/drafts.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import type { MenuTranslations } from '@tavola/contracts/translations.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api, calls } from '../../../test/api.ts';
import { expectFocus, expectToast, fill, findHeading, openApp } from '../../../test/app.tsx';
import { aCategory, aDaypart, anItem, aTenant, aUser } from '../../../test/samples.ts';
import { ThreadlessWorker } from '../../../test/threadless-worker.ts';

// Import with a table: what it would change, and changing that.

const POST = 'POST /api/menu-drafts';

const carbonara = anItem({ id: 7, name: 'Carbonara', price: 13, categoryId: 1 });
const gricia = anItem({ id: 8, name: 'Gricia', price: 12, categoryId: 1 });

beforeEach(() => vi.stubGlobal('Worker', ThreadlessWorker));
/** Opens Import on a menu with Carbonara and Gricia, which a draft changes. */
async function open(): Promise<UserEvent> {
  let items: MenuItem[] = [carbonara, gricia];
  api.answers('GET /api/tenant', aTenant({ languages: { base: 'en', others: ['fr'] } }));
  api.answers('GET /api/categories', [aCategory({ id: 1, name: 'Pasta' })]);
  api.answers('GET /api/menu-items', () => items);
  const french = (): MenuTranslations => ({
    texts: items.map(({ id, name }) => ({ kind: 'item', id, field: 'name', base: name, text: null, isStale: false })),
  });
  api.answers('GET /api/tenant/translations/fr', { texts: [] });
  api.answers('GET /api/translations/fr', french);
  api.answers(POST, ({ changes = [], sections = [] }: DraftInput) => {
    const added = sections.flatMap(({ items }) => items);
    items = [
      ...items.map((item) => ({ ...item, ...(changes.find((one) => one.item === item.id)?.fields as object) })),
      ...added.map((item, index) => anItem({ ...(item as object), id: 100 + index, categoryId: 1 })),
    ];
    return { change: 42, categories: 0, added: added.length, changed: changes.length, removed: 0 };
  });
  const user = openApp('/dashboard/import', { as: aUser() });
  await screen.findByLabelText('Your menu');
  return user;
}

const paste = (text: string) => fill(screen.getByLabelText('Your menu'), text);
const save = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Save Changes' });

describe('A table', () => {
  it('that is pasted shows each change before and after, and makes them in one step', async () => {
    const user = await open();
    paste(
      'ID,Category,Name,Price,Name:fr,Category:fr,Chef\n7,Pasta,Carbonara,14.50,,,Rosa\n8,,Gricia,12,Gricia blanche,,\n,Pasta,Norma,11,La Norma,,\n,Dolci,Cannoli,6,,Desserts,',
    );
    await screen.findByText('2 changed · 2 new · 1 category');
    const [, changed, , added] = screen
      .getAllByRole('listitem')
      .filter((row) => row.closest('main') && !row.closest('details'));
    within(changed as HTMLElement).getByText('$13.00');
    within(changed as HTMLElement).getByText('$14.50');
    within(added as HTMLElement).getByText('New');
    screen.getByText('Chef');
    await user.click(await save());
    await screen.findByText('2 dishes added, 2 changed');
    screen.getByRole('button', { name: 'Undo Import' });
    expect(calls.body(POST)).toEqual({
      sections: [
        { categoryId: 1, items: [{ name: 'Norma', price: 11, texts: { fr: { name: 'La Norma' } } }] },
        {
          category: { name: 'Dolci', description: null, texts: { fr: { name: 'Desserts' } } },
          items: [{ name: 'Cannoli', price: 6 }],
        },
      ],
      changes: [
        { item: 7, etag: entityTag(carbonara), fields: { price: 14.5 } },
        { item: 8, etag: entityTag(gricia), fields: {}, texts: { fr: { name: 'Gricia blanche' } } },
      ],
    });
    expect(calls.last(POST)?.headers['idempotency-key']).toBeTruthy();
  });

  it('from a file asks before it takes the place of what was typed, and keeps that', async () => {
    const user = await open();
    const choose = () =>
      user.upload(screen.getByLabelText('Menu file'), new File(['Name,Price\nCarbonara,15\n'], 'menu.csv'));
    const answer = async (name: string) =>
      user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));
    const value = () => screen.getByLabelText<HTMLTextAreaElement>('Your menu').value;
    paste('Soup 8');
    await choose();
    await answer('Cancel');
    expect(value()).toBe('Soup 8');
    await choose();
    await answer('Replace');
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(value()).toBe('Soup 8');
  });

  it('from a file stands in place of the text; what it can not say is named, and a price that fits two ways is asked', async () => {
    const user = await open();
    const choose = (content: string, name: string) =>
      user.upload(screen.getByLabelText('Menu file'), new File([content], name));
    await choose('{"dishes":', 'menu.json');
    await screen.findByText("This file isn't valid JSON.");
    await choose('ID,Name,Price,Spiciness,Out of Stock Until\n7,Carbonara,"1,234",9,\n4711,Norma,,,\n', 'menu.csv');
    await screen.findByText('menu.csv');
    screen.getByText('2 rows');
    expect(screen.queryByLabelText('Your menu')).toBeNull();
    await screen.findByText(/^Row 2,/);
    screen.getByText(/Spiciness can be at most 3/);
    expect((await save()).disabled).toBe(true);
    const asked = within(screen.getByRole('region', { name: 'Prices to check' }));
    asked.getByText('“1,234”');
    await user.click(asked.getByRole('button', { name: '$1,234.00' }));
    fill(asked.getByLabelText('Norma, price'), '9');
    await screen.findByText('1 changed · 1 left out');
    await user.click(screen.getByRole('combobox', { name: 'Category for 1 new dish' }));
    await user.click(await screen.findByRole('option', { name: 'New category “Menu”' }));
    await screen.findByText('1 changed · 1 new · 1 category');
    screen.getByText('One row has an ID of another menu, and will be added as new.');
    await user.click(await save());
    await screen.findByText('1 dish added, 1 changed');
    screen.getByText('Only in part: Carbonara (row 2).');
    await user.click(screen.getByRole('link', { name: 'See Your Menu Items' }));
  });

  it('says in the end what was left out, and leads back to it', async () => {
    const user = await open();
    const rows = ['Pasta,Carbonara,14', 'Pasta,Carbonara,15', 'Pasta,Norma,', 'Pasta,,9'];
    const file = new File([`Category,Name,Price\n${rows.join('\n')}`], 'menu.csv');
    await user.upload(screen.getByLabelText('Menu file'), file);
    await screen.findByText('1 changed · 3 left out');
    await user.click(await save());
    await screen.findByText('Left out (no price): Norma. Left out: Carbonara (row 3), row 5.');
    await user.click(screen.getByRole('button', { name: 'Back to Your Table' }));
    await screen.findByText('1 unchanged · 3 left out');
  });

  it('asks once for all prices that fit two ways, and still for each', { tags: 'full' }, async () => {
    const user = await open();
    const rows = Array.from({ length: 120 }, (_, index) => `Pasta,Dish ${index},"1,2${index % 10}0"`);
    paste(`Category,Name,Price\n${rows.join('\n')}`);
    const asked = within(await screen.findByRole('region', { name: 'Prices to check' }));
    asked.getByText('120 prices to check');
    const all = within(asked.getByRole('group', { name: 'All of them' }));
    await user.click(all.getByRole('button', { name: '$1,200.00' }));
    asked.getByText('All prices are set');
    expect(asked.queryByLabelText('Dish 119, price')).toBeNull();
    await user.click(asked.getByRole('button', { name: 'Show All 120' }));
    const last = asked.getByLabelText<HTMLInputElement>('Dish 119, price');
    expect(document.activeElement).toBe(asked.getByLabelText('Dish 100, price').closest('li'));
    expect(last.value).toBe('1290');
    fill(last, '12.9');
    await user.click(await save());
    await screen.findByText('120 dishes added');
    const { items } = (calls.body(POST) as Required<DraftInput>).sections[0] ?? { items: [] };
    expect([items[0]?.price, items[119]?.price]).toEqual([1200, 12.9]);
  });

  it('is kept when the server refuses', async () => {
    const user = await open();
    paste('ID,Name,Price,Name:fr\n7,Carbonara,14,Carbo\n');
    api.refuses(POST, 'changed-meanwhile', 'Carbonara was changed by someone else. Nothing was saved.');
    await user.click(await save());
    within(await screen.findByRole('alert')).getByText('Carbonara was changed by someone else. Nothing was saved.');
    screen.getByText('$14.00');
  });

  it('that is refused once the screen was left says so', { tags: 'full' }, async () => {
    const user = await open();
    paste('ID,Name,Price\n7,Carbonara,14\n');
    api.fails(POST, 503);
    const fail = api.holds(POST);
    await user.click(await save());
    await user.click(screen.getAllByRole('link', { name: 'Categories' })[0] as HTMLElement);
    await user.click(await screen.findByRole('button', { name: 'Discard Changes' }));
    await findHeading('Categories');
    fail();
    await expectToast('Import failed', "We couldn't confirm the changes. Please try again; nothing is done twice.");
  });

  it('of which no answer came is not added again, although it is edited before the next try', async () => {
    const user = await open();
    let isLost = true;
    api.responds(POST, () => (isLost ? new Response('No.', { status: 504 }) : undefined));
    paste('PASTA\nNorma 11\nAmatriciana 12');
    const add = await screen.findByRole('button', { name: 'Import 2 Dishes' });
    // The server did it.
    api.answers('GET /api/menu-items', [
      carbonara,
      gricia,
      anItem({ id: 9, name: 'Norma', price: 11, categoryId: 1 }),
      anItem({ id: 10, name: 'Amatriciana', price: 12, categoryId: 1 }),
    ]);
    await user.click(add);
    await expectToast('Import failed', "We couldn't confirm the changes. Please try again; nothing is done twice.");
    isLost = false;
    paste('PASTA\nNorma 11\nAmatriciana 12\nCacio e pepe 10');
    await user.click(await screen.findByRole('button', { name: 'Import 1 Dish' }));
    await waitFor(() => expect(calls.count(POST)).toBe(2));
    const { sections } = calls.body(POST) as Required<DraftInput>;
    expect(sections.map(({ items }) => items.map(({ name }) => name))).toEqual([['Cacio e pepe']]);
  });

  it('in another currency than the restaurant asks before anything is added', async () => {
    const user = await open();
    paste('Category,Name,Price (zł)\nPasta,Norma,11');
    await screen.findByText('Your menu says zł, but your prices are in USD.');
    expect((await save()).disabled).toBe(true);
    screen.getByText('Answer the questions above first.');
    await user.click(screen.getByRole('button', { name: 'Use These Numbers in USD' }));
    await screen.findByText('1 new', { selector: '[role=status]' });
    expect(screen.queryByText(/^Your menu says/)).toBeNull();
    await expectFocus(() => screen.getByRole('heading', { name: 'Preview' }));
  });

  const chooseFile = (user: UserEvent, content: BlobPart, name: string) =>
    user.upload(screen.getByLabelText('Menu file'), new File([content], name));
  const chooseUse = async (user: UserEvent, column: string, use: string) => {
    await user.click(await screen.findByRole('combobox', { name: column }));
    await user.click(await screen.findByRole('option', { name: use }));
  };

  it('whose columns are not known asks what they are, and remembers it for files with the same headings', async () => {
    const user = await open();
    await chooseFile(
      user,
      'Sorte;Speise D;Speise E;Zahl\nPasta;Nudeln;Noodles;9,50\nPasta;Reis;Rice;8,00\n',
      'karte.csv',
    );
    await screen.findByText(/^Which column has the names and the prices\?/);
    screen.getByText('Nudeln · Reis');
    expect((await save()).disabled).toBe(true);
    await chooseUse(user, 'Speise D', 'Name');
    await chooseUse(user, 'Zahl', 'Price');
    await chooseUse(user, 'Sorte', 'Category');
    await screen.findByText('2 new');
    expect(screen.queryByText(/^Which column/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await screen.findByLabelText('Your menu');
    await chooseFile(user, 'Sorte;Speise D;Speise E;Zahl\nPasta;Suppe;Soup;6,50\n', 'karte2.csv');
    await screen.findByText('1 new');
    await user.click(await save());
    await screen.findByText('1 dish added');
    expect(calls.body(POST)).toEqual({ sections: [{ categoryId: 1, items: [{ name: 'Suppe', price: 6.5 }] }] });
  });

  it('of a till says whose it is, has sizes, and its columns can be taken for something else', async () => {
    const user = await open();
    const headings = 'Token,Item Name,Variation Name,SKU,Description,Categories,Price,Online Sale Price,Archived';
    const rows = [
      ',Latte,Small,S1,Espresso,Pasta,3.50,3.00,N',
      ',Latte,Large,S2,Espresso,Pasta,4.25,4.00,N',
      ',Punch,Regular,S3,,Pasta,6,5,Y',
    ];
    await chooseFile(user, `${headings}\n${rows.join('\n')}`, 'square.csv');
    await screen.findByText(/Looks like a Square export/);
    await screen.findByText('1 new · 1 left out');
    screen.getByText(/It is archived, so it is left out/);
    screen.getByText('Small $3.50 · Large $4.25');
    await chooseUse(user, 'Price', 'Not read');
    await chooseUse(user, 'Online Sale Price', 'Price');
    api.answers(POST, { change: 42, categories: 0, added: 1, changed: 0, removed: 0 });
    await user.click(await save());
    await screen.findByText('1 dish added');
    const variants = [
      { name: 'Small', price: 3, isAvailable: true },
      { name: 'Large', price: 4, isAvailable: true },
    ];
    const items = [{ name: 'Latte', description: 'Espresso', variants, price: 3 }];
    expect(calls.body(POST)).toEqual({ sections: [{ categoryId: 1, items }] });
  });

  it('with rows of nothing but a text asks which of them are categories', async () => {
    const user = await open();
    await chooseFile(user, 'Name,Price\nPasta,\nNorma,11\nCatch of the day,\nRavioli,14\n', 'menu.csv');
    const question = within(await screen.findByRole('region', { name: 'Categories' }));
    await screen.findByText('1 new · 2 left out');
    await user.click(question.getByRole('button', { name: 'Catch of the day: Dish' }));
    await screen.findByText('2 new · 1 left out');
    await user.click(question.getByRole('button', { name: 'Catch of the day: Category' }));
    await screen.findByText('2 new · 1 category');
  });

  it('with a menu time that the menu lacks asks which one it is, and can leave it out', async () => {
    api.answers('GET /api/dayparts', { dayparts: [aDaypart({ id: 3, name: 'Lunch' })] });
    const user = await open();
    await chooseFile(user, 'ID,Name,Price,Offers\n7,Carbonara,13,Midday: 9\n', 'menu.csv');
    const question = within(await screen.findByRole('region', { name: 'Menu times' }));
    expect(screen.queryByText('1 row has something to check')).toBeNull();
    await chooseUse(user, 'Midday', 'Lunch');
    await screen.findByText(/^Lunch: 9/);
    await chooseUse(user, 'Midday', 'Leave it out');
    await screen.findByText('No changes');
    expect(question.getByRole('link', { name: 'Add Menu Times' }).getAttribute('href')).toBe('/settings/dayparts');
  });

  it('in an encoding that is a guess shows lines of it, and is read in the one that is chosen', {
    tags: 'full',
  }, async () => {
    const user = await open();
    const polish = Uint8Array.from('Category;Name;Price\nPasta;\xafurek z kie\xb3bas\xb9;18,00\n', (char) =>
      char.charCodeAt(0),
    );
    await chooseFile(user, polish, 'menu.csv');
    const letters = within(await screen.findByRole('region', { name: 'Letters' }));
    letters.getByText('Pasta;Żurek z kiełbasą;18,00');
    expect((await save()).disabled).toBe(true);
    await chooseUse(user, 'Letters of the file', 'Turkish');
    await screen.findByText('Pasta;¯urek z kie³bas¹;18,00');
    await chooseUse(user, 'Letters of the file', 'Central European');
    await screen.findByText('Pasta;Żurek z kiełbasą;18,00');
    await user.click(screen.getByRole('button', { name: "They're Right" }));
    await screen.findByText('1 new');
  });

  it('of a text file that was corrected is read in other letters only after a question', async () => {
    const user = await open();
    const field = () => screen.getByLabelText<HTMLTextAreaElement>('Your menu');
    const polish = Uint8Array.from('PASTA\n\xafurek z kie\xb3bas\xb9 18,00\n', (char) => char.charCodeAt(0));
    await chooseFile(user, polish, 'menu.txt');
    await screen.findByRole('region', { name: 'Letters' });
    fill(field(), `${field().value}Norma 11,00\n`);
    await chooseUse(user, 'Letters of the file', 'Turkish');
    await screen.findByText('Replace your text?');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(field().value).toContain('Norma 11,00');
  });

  it('that says the same as the menu changes nothing', async () => {
    await open();
    paste('Category;Name;Price\nPasta;carbonara;13,00\n');
    paste('Category;Name;Price\nPasta;Carbonara;13,00\n');
    await screen.findByText('1 unchanged');
    screen.getByText('This table matches your menu.');
    await waitFor(async () => expect((await save()).disabled).toBe(true));
  });
});
