import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import type { Hours } from '@tavola/contracts/rules/times.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../../test/api.ts';
import { mount } from '../../../test/app.tsx';
import { aCategory, anItem, aTenant } from '../../../test/samples.ts';
import { type MenuAnswer, requestMenu } from '../api.ts';
import { setClock } from '../clock.ts';
import { PublicMenuPage } from './public-menu-page.tsx';

// The diner's page: what it shows of a menu, and what tabs and search choose of it.

const GET = 'GET /api/public/menu/:slug';
const PICTURE = 'https://pictures.example/dish.png';

const menu: PublicMenu = {
  tenant: aTenant({
    name: 'Trattoria Prova',
    slug: 'prova',
    logo: null,
    phone: '+1 (617) 555-0134',
    address: "27 Cooper's Wharf, Boston",
  }),
  categories: [
    aCategory({ id: 1, name: 'Primi' }),
    aCategory({ id: 2, name: 'Secondi' }),
    aCategory({ id: 3, name: 'Dolci' }),
  ],
  items: [
    anItem({
      id: 1,
      name: 'Tagliatelle',
      categoryId: 1,
      price: 13.5,
      isPopular: true,
      isFeatured: true,
      image: PICTURE,
    }),
    anItem({ id: 2, name: 'Gnocchi', categoryId: 1, price: 11, isPopular: true, isAvailable: false, image: null }),
    anItem({ id: 3, name: 'Crème brûlée', categoryId: 3, price: 0.07, isFeatured: true, image: null }),
    anItem({ id: 4, name: 'Panna cotta', categoryId: 3, price: 1234.5, description: 'With crème', image: null }),
    anItem({ id: 5, name: 'Water', categoryId: null, price: 2, image: null }),
  ],
};

const render = (first: MenuAnswer) => mount(<PublicMenuPage slug="prova" first={first} />);

/** Shows the menu, changed by `rest`. */
async function openMenu(rest: Partial<PublicMenu> = {}) {
  render({ status: 'ready', menu: { ...menu, ...rest }, version: '1.1', keptAt: undefined });
  await screen.findByText('Ready to Order?');
  return userEvent.setup();
}

/** Does with texts what Chrome does when it translates a page: others stand in their places, in elements of their own. */
function translatePage() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  for (const text of found) {
    const translated = document.createElement('font');
    translated.textContent = text.data;
    text.replaceWith(translated);
  }
}

const texts = (elements: HTMLElement[]) => elements.map((one) => one.textContent);
const dishes = () => texts(screen.queryAllByRole('heading', { level: 3 }));
const sections = () => texts(within(screen.getByRole('tabpanel')).queryAllByRole('heading', { level: 2 }));
/** The name and the price on each card of a strip. */
const namesAndPrices = (strip: { getAllByRole(role: string): HTMLElement[] }) =>
  strip
    .getAllByRole('link')
    .map((link) => texts([...link.querySelectorAll<HTMLElement>('.favorite-name, .dish-price')]).join(' '));
const tab = (name: string) => screen.getByRole('tab', { name });
const chosen = () => texts(screen.getAllByRole('tab', { selected: true }));
const card = (name: string) => {
  const row = screen.getByRole('heading', { level: 3, name }).closest('li');
  if (!row) throw new Error(`${name} is in no row`);
  return within(row);
};

it.each([
  ['a restaurant that is not there', () => api.refuses(GET, 'not-found', 'There is no such menu.')],
  ['a failure', () => api.fails(GET, 503)],
  ['no data', () => api.responds(GET, () => Response.json({}))],
])(
  "%s: 'Menu not found. Please check the URL and try again.', and trying again helps [S2.72 S8.20]",
  async (_, answer) => {
    answer();
    render(await requestMenu({ slug: 'prova' }));
    const alert = await screen.findByRole('alert');
    within(alert).getByText('Menu not found. Please check the URL and try again.');
    api.answers(GET, menu);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { level: 1, name: 'Trattoria Prova' });
  },
);

describe('the header', () => {
  it("shows first letter, name, description, phone, address and the fixed line 'Open until 10 PM', in the default themeColor '#059669' [S2.74 S2.76 S9.1 S9.7]", async () => {
    await openMenu({ tenant: { ...menu.tenant, description: 'Pasta rolled every morning.' } });
    const header = within(screen.getByRole('banner'));
    header.getByRole('heading', { level: 1, name: 'Trattoria Prova' });
    const { phone, address } = menu.tenant;
    for (const text of ['T', 'Pasta rolled every morning.', phone, address, 'Open until 10 PM']) {
      header.getByText(text as string);
    }
    await waitFor(() => expect(document.title).toContain('Trattoria Prova'));
    const page = document.querySelector<HTMLElement>('[data-rendered]');
    // A shade darker, so that white reads on it.
    expect(page?.style.getPropertyValue('--menu-hero-light')).toBe('#059669');
  });

  it('shows the logo where there is one [S2.73]', async () => {
    await openMenu({ tenant: { ...menu.tenant, logo: PICTURE } });
    const header = screen.getByRole('banner');
    expect(header.querySelector('img')?.getAttribute('src')).toBe(PICTURE);
    expect(within(header).queryByText('T')).toBeNull();
  });
});

describe('the tabs', () => {
  it("are 'All Items' plus one per category; 'All Items' groups under headings and hides empty categories; what has no category comes last under 'More' [S2.78]", async () => {
    await openMenu();
    expect(texts(screen.getAllByRole('tab'))).toEqual(['All Items', 'Primi', 'Secondi', 'Dolci']);
    expect([chosen(), sections()]).toEqual([['All Items'], ['Primi', 'Dolci', 'More']]);
    expect(dishes()).toEqual(['Tagliatelle', 'Gnocchi', 'Crème brûlée', 'Panna cotta', 'Water']);
  });

  it("show only a chosen category's items, and all again; one looks selected [S2.79]", async () => {
    const user = await openMenu();
    await user.click(tab('Dolci'));
    expect([dishes(), sections(), chosen()]).toEqual([['Crème brûlée', 'Panna cotta'], ['Dolci'], ['Dolci']]);
    await user.click(tab('Secondi'));
    expect(dishes()).toEqual([]);
    screen.getByText('Nothing here right now.');
    await user.click(tab('All Items'));
    expect([dishes().length, chosen()]).toEqual([5, ['All Items']]);
  });

  it('can be used by keyboard: arrows around, Home, End', async () => {
    const user = await openMenu();
    tab('All Items').focus();
    for (const [key, name] of [
      ['ArrowRight', 'Primi'],
      ['End', 'Dolci'],
      ['ArrowRight', 'All Items'],
      ['ArrowLeft', 'Dolci'],
      ['Home', 'All Items'],
    ] as const) {
      await user.keyboard(`{${key}}`);
      expect([chosen(), document.activeElement]).toEqual([[name], tab(name)]);
    }
  });

  it('lead on: a chosen category ends with the next one that has dishes', async () => {
    const user = await openMenu();
    expect(screen.queryByRole('button', { name: /^Next: / })).toBeNull();
    await user.click(tab('Primi'));
    await user.click(screen.getByRole('button', { name: 'Next: Dolci' }));
    expect([chosen(), document.activeElement]).toEqual([['Dolci'], tab('Dolci')]);
    expect(screen.queryByRole('button', { name: /^Next: / })).toBeNull();
  });
});

it('has neither tabs nor search where there is nothing to list', async () => {
  await openMenu({ items: [] });
  screen.getByText('This menu is coming soon.');
  expect([screen.queryByRole('tab'), screen.queryByRole('button', { name: 'Search the menu' })]).toEqual([null, null]);
});

describe('the strip of favorites', () => {
  const tenant = { ...menu.tenant, look: { favorites: true } };
  const popular = menu.items.map((item) => ({ ...item, isPopular: true }));
  const strip = () => screen.queryByRole('region', { name: 'House favorites' });
  const favorites = () => namesAndPrices(within(strip() as HTMLElement));

  it('is on the menu only where the restaurant has chosen it, and some dish is popular and available', async () => {
    await openMenu();
    expect(strip()).toBeNull();
    await openMenu({ tenant, items: menu.items.filter(({ id }) => id !== 1) });
    expect(strip()).toBeNull();
  });

  it('has up to six popular dishes in menu order, with their prices, and without those that are sold out', async () => {
    const more = [6, 7, 8].map((id) => anItem({ id, name: `Dish ${id}`, categoryId: 2, price: id, isPopular: true }));
    await openMenu({ tenant, items: [...popular, ...more] });
    expect(favorites()).toEqual([
      'Tagliatelle $13.50',
      'Dish 6 $6.00',
      'Dish 7 $7.00',
      'Dish 8 $8.00',
      'Crème brûlée $0.07',
      'Panna cotta $1,234.50',
    ]);
    const [tagliatelle, other] = within(strip() as HTMLElement).getAllByRole('link');
    expect(tagliatelle?.querySelector('img')?.getAttribute('src')).toBe(PICTURE);
    expect(other?.textContent).toContain('DDish 6');
    expect(other?.getAttribute('href')).toBe('#item-6');
    expect(dishes()).toHaveLength(8);
  });

  it('is not there under a category or in a search', async () => {
    const user = await openMenu({ tenant });
    expect(favorites()).toHaveLength(1);
    await user.click(tab('Primi'));
    expect(strip()).toBeNull();
    await user.click(tab('All Items'));
    expect(favorites()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Search the menu' }));
    expect(strip()).toBeNull();
  });
});

describe('a category as a photo grid', () => {
  const categories = menu.categories.map((one) => (one.id === 3 ? { ...one, layout: 'grid' } : one));
  const link = (name: string) => card(name).getByRole('link');

  it('has a letter where there is no picture, and each dish shows all of it by a tap', async () => {
    await openMenu({ categories });
    expect(document.querySelectorAll('.menu-grid')).toHaveLength(1);
    expect(card('Panna cotta').getByText('P').className).toContain('dish-plate');
    expect([link('Panna cotta').textContent, link('Panna cotta').ariaHasPopup]).toEqual(['Panna cotta', 'dialog']);
  });

  it('that a newer release calls otherwise is shown as the whole menu', async () => {
    await openMenu({ categories: categories.map((one) => ({ ...one, layout: 'spiral' })) });
    expect(document.querySelector('.menu-grid')).toBeNull();
  });
});

describe('an item', () => {
  it("shows name, price as '$' with 2 decimals, and its image [S2.80 S9.2]", async () => {
    await openMenu();
    for (const [name, price] of [
      ['Tagliatelle', '$13.50'],
      ['Gnocchi', '$11.00'],
      ['Crème brûlée', '$0.07'],
      ['Panna cotta', '$1,234.50'],
      ['Water', '$2.00'],
    ] as const) {
      card(name).getByText(price);
    }
    const image = card('Tagliatelle').getByRole('presentation');
    expect([image.getAttribute('src'), image.getAttribute('loading')]).toEqual([PICTURE, 'lazy']);
  });

  it('has a first-letter placeholder where there is no image and its category has some, or where it fails to load [S2.81]', async () => {
    await openMenu();
    // In a list no larger than a letter; only a picture that failed leaves its place.
    expect(card('Gnocchi').getByText('G').className).toContain('dish-letter');
    expect(card('Panna cotta').queryByText('P')).toBeNull();
    fireEvent.error(card('Tagliatelle').getByRole('presentation'));
    await waitFor(() => expect(card('Tagliatelle').getByText('T').className).toContain('dish-plate'));
    expect(card('Tagliatelle').queryByRole('presentation')).toBeNull();
  });

  it("is tagged 'Popular', which takes precedence, or 'Featured' [S2.83 S4.8]", async () => {
    await openMenu();
    card('Tagliatelle').getByText('Popular');
    expect(card('Tagliatelle').queryByText('Featured')).toBeNull();
    card('Crème brûlée').getByText('Featured');
    expect(card('Panna cotta').queryByText(/Popular|Featured/)).toBeNull();
  });

  it("says 'Out of Stock' beside the price when it is not available, and not 'Popular' [S2.84]", async () => {
    await openMenu();
    expect(card('Gnocchi').getByText('Out of Stock').parentElement?.textContent).toBe('Out of Stock$11.00');
    expect(card('Gnocchi').queryByText('Popular')).toBeNull();
    expect(screen.getAllByText('Out of Stock')).toHaveLength(1);
  });
});

describe('a dish that is shown large', () => {
  const dialog = () => screen.queryByRole('dialog');
  /** The heading that names it, with its language. */
  const named = () => dialog()?.querySelector(`#${dialog()?.getAttribute('aria-labelledby')}`)?.textContent;
  const photo = (name: string) => screen.getByRole('link', { name: `Photo of ${name}` });

  afterEach(() => window.history.replaceState(null, '', '/'));

  it('is there again after a reload, as is what the code of a table said; closed, no other one follows', async () => {
    window.history.replaceState(null, '', '/menu/prova?a=1&at=table');
    const items = menu.items.map((item) => ({ ...item, image: PICTURE }));
    const user = await openMenu({ items });
    await screen.findByText('Ask your server.');
    await user.click(photo('Tagliatelle'));
    expect([named(), window.location.search, window.location.hash]).toEqual(['Tagliatelle', '?a=1', '#item-1']);

    await openMenu({ items });
    await screen.findByText('Ask your server.');
    await waitFor(() => expect(named()).toBe('Tagliatelle'));
    for (const name of ['Tagliatelle', 'Gnocchi']) {
      if (name !== named()) await user.click(photo(name));
      expect(named()).toBe(name);
      await user.click(within(dialog() as HTMLElement).getByRole('button', { name: 'Close' }));
      await waitFor(() => expect([dialog(), window.location.hash]).toEqual([null, '']));
    }
    expect(window.history.state).toEqual({ isAtTable: true });
  });

  it('opens without a picture, too: by its name, and by a tap anywhere, with its text, its tag and its address to share', async () => {
    const user = await openMenu();
    await user.click(screen.getByRole('link', { name: 'Crème brûlée' }));
    const sheet = () => within(dialog() as HTMLElement);
    sheet().getByText('Featured');
    sheet().getByRole('button', { name: 'Share' });
    expect([named(), window.location.hash, sheet().queryByRole('presentation')]).toEqual([
      'Crème brûlée',
      '#item-3',
      null,
    ]);
    await user.click(sheet().getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(dialog()).toBeNull());
    await user.click(screen.getByText('With crème'));
    sheet().getByText('With crème');
    expect(named()).toBe('Panna cotta');
    // Where the browser can neither share nor copy the address, it shows.
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'));
    await user.click(sheet().getByRole('button', { name: 'Share' }));
    await sheet().findByText(`${window.location.origin}${window.location.pathname}#item-4`);
  });

  it('is left with a dish that is taken off the menu, and stays closed when that is back', async () => {
    const user = await openMenu();
    let version = 1;
    const shows = async (items: PublicMenu['items']) => {
      version += 1;
      const headers = { 'x-menu-version': `1.${version}` };
      api.responds(GET, () => Response.json({ ...menu, items }, { headers }));
      document.dispatchEvent(new Event('visibilitychange'));
      await waitFor(() => expect(dishes()).toHaveLength(items.length));
    };
    await user.click(photo('Tagliatelle'));
    expect(named()).toBe('Tagliatelle');
    await shows(menu.items.slice(1));
    await waitFor(() => expect([dialog(), window.location.hash]).toEqual([null, '']));
    await shows(menu.items);
    expect(dialog()).toBeNull();
  });
});

describe('the footer', () => {
  it("says 'Ready to Order?'; 'Call Now' calls, and 'Get Directions' leads to the address [S2.85]", async () => {
    await openMenu();
    const footer = within(screen.getByRole('contentinfo'));
    footer.getByRole('heading', { name: 'Ready to Order?' });
    expect(footer.getByRole('link', { name: 'Call Now' }).getAttribute('href')).toBe('tel:+16175550134');
    const way = footer.getByRole('link', { name: 'Get Directions' }).getAttribute('href');
    expect(new URL(way ?? '').searchParams.get('destination')).toBe("Trattoria Prova, 27 Cooper's Wharf, Boston");
  });

  it('has both buttons, switched off, where the restaurant gave neither phone nor address [S2.85]', async () => {
    await openMenu({ tenant: { ...menu.tenant, phone: null, address: null } });
    for (const name of ['Call Now', 'Get Directions']) {
      expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
    }
  });
});

describe('the search', () => {
  const open = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.click(screen.getByRole('button', { name: 'Search the menu' }));
    return screen.getByRole('searchbox', { name: 'Search the menu' });
  };
  const said = () => screen.getAllByRole('status').at(-1)?.textContent;

  it('finds dishes of all categories by name and description, and says how many', async () => {
    const user = await openMenu();
    await user.click(tab('Primi'));
    const field = await open(user);
    expect([document.activeElement, said()]).toEqual([field, '5 dishes']);
    await user.type(field, 'creme');
    await waitFor(() => expect(dishes()).toEqual(['Crème brûlée', 'Panna cotta']));
    expect([sections(), said()]).toEqual([['Dolci'], '2 dishes']);
    await user.type(field, ' brul');
    await waitFor(() => expect(said()).toBe('1 dish'));
    await user.type(field, 'xx');
    await waitFor(() => expect([dishes(), said()]).toEqual([[], 'No dishes for “creme brulxx”']));
    await user.click(screen.getByRole('button', { name: 'Show all dishes' }));
    await waitFor(() => expect(dishes()).toHaveLength(5));
    expect(tab('All Items').getAttribute('aria-selected')).toBe('true');
  });

  it('finds a category by its name, and offers those that have dishes to who finds nothing', async () => {
    const user = await openMenu();
    await user.type(await open(user), 'dolce');
    await waitFor(() => expect([sections(), said()]).toEqual([['Dolci'], '2 dishes']));
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), 'haggis');
    await waitFor(() => expect(dishes()).toEqual([]));
    const offered = within(screen.getByRole('tabpanel')).getAllByRole('button');
    expect(offered.map((button) => button.textContent)).toEqual(['Primi', 'Dolci', 'Show all dishes']);
    await user.click(screen.getByRole('button', { name: 'Dolci' }));
    expect([dishes(), screen.queryByRole('searchbox')]).toEqual([['Crème brûlée', 'Panna cotta'], null]);
    expect(document.activeElement).toBe(tab('Dolci'));
  });

  it('does not keep from paper, or from who follows a link, what it does not find', async () => {
    const user = await openMenu();
    await user.type(await open(user), 'creme');
    await waitFor(() => expect(dishes()).toHaveLength(2));
    // The browser prints what is there once the event ends.
    window.dispatchEvent(new Event('beforeprint'));
    expect(dishes()).toHaveLength(5);
    window.dispatchEvent(new Event('afterprint'));
    await waitFor(() => expect(dishes()).toHaveLength(2));
    window.location.hash = '#item-5';
    await waitFor(() => expect(document.activeElement?.id).toBe('item-5'));
    expect(dishes()).toHaveLength(5);
    window.history.replaceState(null, '', '/');
  });

  it('closes with Escape or its button, and the chosen category is there again', async () => {
    const user = await openMenu();
    await user.click(tab('Dolci'));
    await user.type(await open(user), 'water');
    await waitFor(() => expect(dishes()).toEqual(['Water']));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(dishes()).toEqual(['Crème brûlée', 'Panna cotta']));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Search the menu' }));
    await open(user);
    await user.click(screen.getByRole('button', { name: 'Close the search' }));
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('leaves Enter and Escape to an input method that is writing a word', async () => {
    const user = await openMenu();
    const field = await open(user);
    // Safari reports the key that ends the word after it.
    for (const isComposing of [true, false]) {
      for (const key of ['Enter', 'Escape']) fireEvent.keyDown(field, { key, keyCode: 229, isComposing });
    }
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    // Android's keyboard composes every word, also where its Enter is meant for the field.
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 13, isComposing: true });
    expect(document.activeElement).toBe(document.body);
  });

  it('can leave out what is sold out, which the page says until it is undone', async () => {
    const user = await openMenu();
    await open(user);
    await user.click(screen.getByRole('checkbox', { name: 'Hide out of stock' }));
    expect(dishes()).toEqual(['Tagliatelle', 'Crème brûlée', 'Panna cotta', 'Water']);
    await user.click(screen.getByRole('button', { name: 'Close the search' }));
    expect(said()).toBe('1 out-of-stock dish hidden');
    await user.click(screen.getByRole('checkbox', { name: 'Hide out of stock' }));
    expect(dishes()).toHaveLength(5);
  });
});

describe('Prices of a restaurant with a currency of its own', () => {
  it('have below them what the restaurant says about tax, service and tips, and else nothing', async () => {
    await openMenu();
    expect(screen.queryByText(/tax/i)).toBeNull();
    const notes = { tax: 'VAT no. 1', service: '12.5% service for groups', tip: 'شكرا' };
    await openMenu({ tenant: { ...menu.tenant, pricesIncludeTax: false, notes } });
    const lines = ['Tax is not included in the prices.', ...Object.values(notes)];
    expect(screen.getByText('VAT no. 1').parentElement?.textContent).toBe(lines.join(''));
    expect(screen.getByText('شكرا').getAttribute('dir')).toBe('auto');
    await openMenu({ tenant: { ...menu.tenant, pricesIncludeTax: true } });
    screen.getByText('Prices include tax.');
  });
});

describe('Where else the restaurant is', () => {
  it('are links, and its Wi-Fi to copy; nothing where it has neither', async () => {
    await openMenu();
    expect(screen.queryByText('Wi-Fi')).toBeNull();
    const links = { reservations: 'https://book.example/rosa', instagram: 'https://www.instagram.com/rosa' };
    const wifi = { name: 'Rosa', password: 'sugo di nonna' };
    const user = await openMenu({ tenant: { ...menu.tenant, links, wifi } });
    const shown = ['Book a table', 'Instagram'].map((name) => screen.getByRole('link', { name }));
    expect(shown.map((link) => link.getAttribute('href'))).toEqual(Object.values(links));
    expect(shown.map((link) => link.getAttribute('rel'))).toEqual(Array(2).fill('noopener noreferrer'));
    expect(screen.queryByRole('link', { name: 'Website' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Copy: Password' }));
    await screen.findByRole('button', { name: 'Copied' });
    screen.getByText('Copied', { selector: '[role=status]' });
    expect(await navigator.clipboard.readText()).toBe('sugo di nonna');
    await openMenu({ tenant: { ...menu.tenant, wifi: { name: 'Rosa' } } });
    screen.getByText('Rosa');
    expect(screen.queryByText('Password')).toBeNull();
  });
});

describe('time', () => {
  const NOON = Date.UTC(2026, 10, 23, 12);
  const every = (...intervals: [number, number][]): Hours => ({ weekly: Array(7).fill(intervals), special: [] });
  const open = (hours: Hours | undefined, phase = { at: NOON }) =>
    openMenu({ tenant: { ...menu.tenant, timeZone: 'UTC', ...(hours && { hours: hours as never }) }, phase });
  const header = () => screen.getByRole('banner').textContent;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: NOON, shouldAdvanceTime: true });
  });

  it.each([
    ['Open until 10 PM', every([660, 1_320])],
    ['Closing soon · 12:20 PM', every([660, 740])],
    ['Closed · opens 6 PM', every([1_080, 1_320])],
    ['Closed · opens Tuesday 11:30 AM', every([690, 700])],
    [
      'Closed · opens Dec 21 9 AM',
      { ...every([540, 600]), special: [{ from: '2026-11-23', to: '2026-12-20', intervals: [] }] },
    ],
    ['Open 24 hours', every([0, 1_440])],
    ['Closed', every()],
  ])('the header says %s', async (text, hours) => {
    await open(hours);
    expect(header()).toContain(text);
  });

  it('turns by itself: at the closing, and when what is sold out is available again, which is said', async () => {
    const soldOutUntil = new Date(NOON + 2 * 60_000).toISOString();
    const items = menu.items.map((item) => (item.id === 2 ? { ...item, soldOutUntil } : item));
    const hours = every([660, 721]);
    const tenant = { ...menu.tenant, timeZone: 'UTC', hours: hours as never };
    const user = await openMenu({ tenant, items, phase: { at: NOON } });
    expect(header()).toContain('Closing soon · 12:01 PM');
    card('Gnocchi').getByText('Out of Stock');
    await user.click(screen.getByRole('button', { name: 'Search the menu' }));
    await user.click(screen.getByRole('checkbox', { name: 'Hide out of stock' }));
    await user.click(screen.getByRole('button', { name: 'Close the search' }));
    screen.getByText('1 out-of-stock dish hidden');
    await vi.advanceTimersByTimeAsync(60_100);
    await waitFor(() => expect(header()).toContain('Closed · opens Tuesday 11 AM'));
    await vi.advanceTimersByTimeAsync(60_000);
    await waitFor(() => expect(card('Gnocchi').queryByText('Out of Stock')).toBeNull());
    await waitFor(() => screen.getByText('Gnocchi is available again.'));
    expect(screen.queryByText(/hidden/)).toBeNull();
  });

  it('follows the server’s clock where the phone’s is wrong', async () => {
    await open(every([660, 725]));
    expect(header()).toContain('Closing soon · 12:05 PM');
    setClock(NOON + 10 * 60_000);
    await waitFor(() => expect(header()).toContain('Closed · opens Tuesday 11 AM'));
    setClock(Date.now());
    await waitFor(() => expect(header()).toContain('Closing soon · 12:05 PM'));
  });

  it('goes by the phone’s own zone where the restaurant’s is newer than the phone', async () => {
    await openMenu({
      tenant: { ...menu.tenant, timeZone: 'America/Nueva', hours: every([0, 1_440]) as never },
      phase: { at: NOON },
    });
    expect(header()).toContain('Open 24 hours');
  });

  it('is told after more than eight days, too, on a page that hears of every change', async () => {
    await open(every([660, 1_320]));
    await vi.advanceTimersByTimeAsync(9 * 86_400_000);
    await waitFor(() => expect(header()).toContain('Open until 10 PM'));
  });

  it('of a copy kept for more than eight days says nothing but the week’s hours', async () => {
    vi.setSystemTime(NOON + 9 * 86_400_000);
    api.fails('GET /api/public/menu/prova', 503);
    const kept = {
      ...menu,
      tenant: { ...menu.tenant, timeZone: 'UTC', hours: every([660, 1_320]) as never },
      phase: { at: NOON },
    };
    render({ status: 'ready', menu: kept, version: '1.1', keptAt: NOON });
    await waitFor(() => expect(header()).toContain('Opening hours'));
    expect(header()).not.toMatch(/Open until|Closed/);
  });

  it('the week is below the menu, with breaks, closed days and the special days to come', async () => {
    const weekly = [
      [],
      ...Array(6).fill([
        [690, 870],
        [1_080, 1_560],
      ]),
    ];
    const special = [
      { from: '2026-11-25', to: '2026-11-25', intervals: [[1_080, 1_440] as const] },
      { from: '2026-12-24', to: '2026-12-26', intervals: [] },
      { from: '2026-11-26', to: '2026-11-28', intervals: [], reason: 'Thanksgiving' },
      { from: '2026-11-27', to: '2026-11-28', intervals: [[720, 900] as const] },
    ];
    await open({ weekly, special });
    screen.getByRole('heading', { name: 'Opening hours' });
    const rows = screen
      .getAllByRole('term')
      .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
    expect(rows[0]).toBe('Monday: Closed');
    expect(rows[1]).toBe('Tuesday: 11:30 AM–2:30 PM, 6 PM–2 AM');
    // Of two entries for a day, the later one counts.
    expect(rows.slice(7)).toEqual(['Nov 25: 6 PM–midnight', 'Nov 26: ClosedThanksgiving', 'Nov 27–Nov 28: 12 PM–3 PM']);
    const today = () =>
      screen
        .getAllByRole('term')
        .filter((term) => term.parentElement?.classList.contains('font-semibold'))
        .map((term) => term.textContent);
    expect(today()).toEqual(['Monday']);
    // On a special day the hours of its weekday don't count.
    await open({ weekly, special: [{ from: '2026-11-22', to: '2026-11-23', intervals: [] }] });
    expect(today()).toEqual(['Nov 22–Nov 23']);
  });

  it('a day of 24 hours says so, of opening hours and of a menu time', async () => {
    const on = (...days: number[][][]) => ({ weekly: days as never, special: [] });
    const tilTen = on(...Array(6).fill([[0, 1_440]]), [[600, 2_040]]);
    const dayparts = [{ id: 1, name: 'Brunch', ...on(...Array(6).fill([]), [[0, 1_440]]), isOn: false }];
    const rows = () =>
      screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
    await openMenu({
      tenant: { ...menu.tenant, timeZone: 'UTC', hours: tilTen },
      phase: { at: NOON },
      dayparts: dayparts as PublicMenu['dayparts'],
    });
    expect(rows().slice(5)).toEqual(['Saturday: Open 24 hours', 'Sunday: Open 24 hours', 'Sunday: All day']);
    const hours = on([], ...Array(6).fill([[600, 2_040]]));
    await openMenu({ tenant: { ...menu.tenant, timeZone: 'UTC', hours }, phase: { at: NOON } });
    expect(rows().slice(0, 2)).toEqual(['Monday: Closed', 'Tuesday: 10 AM–10 AM']);
  });

  it('shows a note at the top or the foot of the menu, and begins and ends one by itself', async () => {
    const first = { text: 'شكرا', place: 'top', times: every([722, 840]) as never } as const;
    const second = { text: 'Kitchen closes at ten', place: 'foot' } as const;
    const announcements = { first, second };
    await openMenu({ tenant: { ...menu.tenant, timeZone: 'UTC', announcements }, phase: { at: NOON } });
    const isBelow = (text: string) => {
      const dish = screen.getByRole('heading', { name: 'Gnocchi' });
      return Boolean(dish.compareDocumentPosition(screen.getByText(text)) & Node.DOCUMENT_POSITION_FOLLOWING);
    };
    expect(isBelow(second.text)).toBe(true);
    expect(screen.queryByText(first.text)).toBeNull();
    await vi.advanceTimersByTimeAsync(120_100);
    const note = await screen.findByText(first.text);
    expect([isBelow(first.text), note.getAttribute('dir')]).toEqual([false, 'auto']);
  });

  describe('dayparts', () => {
    const daypart = (id: number, name: string, ...times: [number, number][]) => ({
      id,
      name,
      ...every(...times),
      isOn: false,
    });
    const dayparts = [
      daypart(1, 'Breakfast', [420, 660]),
      daypart(2, 'Happy hour', [722, 840]),
      daypart(3, 'Late', [780, 900]),
    ] as PublicMenu['dayparts'];
    const with_ = (fields: Record<number, Partial<PublicMenu['items'][number]>>) =>
      menu.items.map((item) => ({ ...item, ...fields[item.id] }));
    const openWith = (items: PublicMenu['items'], rest: Partial<PublicMenu> = {}) =>
      openMenu({ tenant: { ...menu.tenant, timeZone: 'UTC' }, phase: { at: NOON }, dayparts, items, ...rest });
    const price = (name: string) => card(name).getByRole('heading').nextElementSibling?.textContent;
    const folds = () => [...document.querySelectorAll('details')];

    it('outside their time are folded after what is served, and begin by themselves', async () => {
      await openWith(with_({ 1: { dayparts: [2] }, 3: { dayparts: [1] }, 4: { dayparts: [1] } }));
      expect(sections()).toEqual(['Primi', 'Dolci', 'More']);
      expect(dishes()).toEqual(['Gnocchi', 'Tagliatelle', 'Crème brûlée', 'Panna cotta', 'Water']);
      expect(folds().map((fold) => [fold.open, fold.querySelector('summary')?.textContent])).toEqual([
        [false, 'Happy hour · from 12:02 PM'],
        [false, 'Breakfast · from Tuesday 7 AM'],
      ]);
      await vi.advanceTimersByTimeAsync(120_100);
      await waitFor(() => expect(dishes().slice(0, 2)).toEqual(['Tagliatelle', 'Gnocchi']));
      expect(folds()).toHaveLength(1);
      await waitFor(() => screen.getByText('Happy hour · until 2 PM'));
    });

    it('of which nothing is served now stand after the other categories, until their time', async () => {
      const user = await openWith(with_({ 1: { dayparts: [2] }, 2: { dayparts: [2] } }));
      const tabs = () => texts(screen.getAllByRole('tab'));
      expect([tabs(), sections()]).toEqual([
        ['All Items', 'Secondi', 'Dolci', 'Primi'],
        ['Dolci', 'Primi', 'More'],
      ]);
      expect(folds().map(({ open }) => open)).toEqual([false]);
      await user.click(tab('Primi'));
      expect(folds().map(({ open }) => open)).toEqual([true]);
      await user.click(tab('All Items'));
      await vi.advanceTimersByTimeAsync(120_100);
      await waitFor(() => expect(tabs()).toEqual(['All Items', 'Primi', 'Secondi', 'Dolci']));
      expect(sections()[0]).toBe('Primi');
    });

    it('put a dish into the strip of favorites for their time', async () => {
      const tenant = { ...menu.tenant, timeZone: 'UTC', look: { favorites: true } };
      await openWith(with_({ 1: { dayparts: [2] }, 3: { isPopular: true } }), { tenant });
      const strip = within(screen.getByRole('region', { name: 'House favorites' }));
      expect(namesAndPrices(strip)).toEqual(['Crème brûlée $0.07']);
      await vi.advanceTimersByTimeAsync(120_100);
      await waitFor(() => expect(namesAndPrices(strip)).toEqual(['Tagliatelle $13.50', 'Crème brûlée $0.07']));
    });

    it('turn on a page that the browser has translated, as do opening hours', async () => {
      const hours = every([660, 721]);
      await openWith(with_({ 3: { dayparts: [1] } }), {
        tenant: { ...menu.tenant, timeZone: 'UTC', hours: hours as never },
      });
      expect(header()).toContain('Closing soon · 12:01 PM');
      translatePage();
      await vi.advanceTimersByTimeAsync(60_100);
      await waitFor(() => expect(header()).toContain('Closed · opens Tuesday 11 AM'));
      expect(folds().map((fold) => fold.textContent)).toEqual([
        expect.stringContaining('Breakfast · from Tuesday 7 AM'),
      ]);
      translatePage();
      await vi.advanceTimersByTimeAsync(12 * 3_600_000);
      await waitFor(() => expect(header()).toContain('Closed · opens 11 AM'));
      expect(folds().map((fold) => fold.textContent)).toEqual([expect.stringContaining('Breakfast · from 7 AM')]);
    });

    it('unfold for what a search finds in them', async () => {
      const user = await openWith(with_({ 1: { dayparts: [1] } }));
      await user.click(screen.getByRole('button', { name: 'Search the menu' }));
      await user.type(screen.getByRole('searchbox'), 'taglia');
      await waitFor(() => expect(dishes()).toEqual(['Tagliatelle']));
      expect(folds().map(({ open: isOpen }) => isOpen)).toEqual([true]);
    });

    it('lower prices for their time: the new price, the usual one struck, and until when', async () => {
      const offers = [
        { daypart: 2, price: 9 },
        { daypart: 3, price: 8 },
        { daypart: 1, price: 20 },
      ];
      await openWith(with_({ 1: { offers } }));
      expect(price('Tagliatelle')).toBe('$13.50');
      // An offer that is no lower is none.
      const lines = () =>
        texts(
          card('Tagliatelle')
            .getAllByText(/Happy hour|Late|Breakfast/)
            .map((one) => one.closest('p') as HTMLElement),
        );
      expect(lines()).toEqual(['Happy hour $9.00 · from 12:02 PM', 'Late $8.00 · from 1 PM']);
      await vi.advanceTimersByTimeAsync(120_100);
      await waitFor(() => expect(price('Tagliatelle')).toBe('usually $13.50$9.00'));
      expect(card('Tagliatelle').getByText('$13.50').closest('s')).not.toBeNull();
      expect(lines()[0]).toBe('Happy hour $9.00 · until 2 PM');
      // Both are on: the lower price counts, and the other one is not told.
      setClock(NOON + 3_600_000);
      await waitFor(() => expect(price('Tagliatelle')).toBe('usually $13.50$8.00'));
      expect(lines()).toEqual(['Late $8.00 · until 3 PM']);
      setClock(NOON + 4 * 3_600_000);
      await waitFor(() => expect(price('Tagliatelle')).toBe('$13.50'));
      setClock(Date.now());
    });

    it('are there in a browser that is too old for the newest methods', async () => {
      vi.spyOn(Array.prototype, 'toSorted').mockImplementation(() => {
        throw new TypeError('toSorted is not a function');
      });
      await openWith(with_({ 1: { dayparts: [2] } }));
      expect(folds()).toHaveLength(1);
    });

    it('have their times below the menu, equal days in one row', async () => {
      const weekly = [[], ...Array(4).fill([[720, 900]]), [], [[600, 840]]];
      await openWith(menu.items, {
        dayparts: [{ id: 1, name: 'Lunch', weekly, special: [], isOn: false }] as PublicMenu['dayparts'],
      });
      screen.getByRole('heading', { name: 'Lunch' });
      const rows = screen
        .getAllByRole('term')
        .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
      expect(rows).toEqual(['Tuesday–Friday: 12 PM–3 PM', 'Sunday: 10 AM–2 PM']);
      expect(screen.queryByRole('heading', { name: 'Opening hours' })).toBeNull();
    });
  });
});
