import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mount } from '../../../test/app.tsx';
import { aCategory, anItem, aTenant } from '../../../test/samples.ts';
import { LISTED_MAX } from '../option-groups.ts';
import { PublicMenuPage } from './public-menu-page.tsx';

// What guests choose with a dish: its sizes and its options.

type Item = PublicMenu['items'][number];
type Group = NonNullable<PublicMenu['optionGroups']>[number];

const size = (id: number, name: string, price: number, rest: object = {}) => ({
  id,
  name,
  price,
  isAvailable: true,
  ...rest,
});
const option = (id: number, name: string, price = 0, rest: object = {}) => ({
  ...size(id, name, price),
  isDefault: false,
  ...rest,
});
const milk: Group = {
  id: 1,
  name: 'Milk',
  min: 1,
  max: 1,
  options: [option(11, 'Whole milk', 0, { isDefault: true }), option(12, 'Oat milk', 0.5, { isAvailable: false })],
};
const extras: Group = { id: 2, name: 'Extras', min: 0, max: null, options: [option(21, 'Caramel', 1.2)] };

const chowder: Item = {
  ...anItem({ id: 1, name: 'Clam chowder', price: 7 }),
  priceFrom: 7,
  variants: [size(5, 'Cup', 7), size(6, 'Bowl', 11, { isAvailable: false })],
};
const latte: Item = { ...anItem({ id: 2, name: 'Latte', price: 4 }), optionGroups: [1, 2] };
const flatWhite: Item = { ...anItem({ id: 3, name: 'Flat white', price: 4 }), optionGroups: [1] };

const menu: PublicMenu = {
  tenant: aTenant({ name: 'Harbor', slug: 'harbor', timeZone: 'UTC' }),
  categories: [aCategory({ id: 1, name: 'All day' })],
  items: [chowder, latte, flatWhite],
  optionGroups: [milk, extras],
};

async function openMenu(rest: Partial<PublicMenu> = {}) {
  mount(
    <PublicMenuPage
      slug="harbor"
      first={{ status: 'ready', menu: { ...menu, ...rest }, version: '1.1', keptAt: undefined }}
    />,
  );
  await screen.findByText('Ready to Order?');
  return userEvent.setup();
}
const row = (name: string) => screen.getByRole('heading', { level: 3, name }).closest('li') as HTMLElement;
/** What a dish costs, as screens show it; prices for paper only are hidden by a class. */
const price = (name: string) =>
  [...(row(name).querySelector('.dish-price')?.children ?? [])]
    .filter((one) => !one.classList.contains('hidden'))
    .map((one) => one.textContent)
    .join('');
const sizesOf = (name: string) => [...row(name).querySelectorAll('.dish-sizes > li')].map((one) => one.textContent);

describe('sizes', () => {
  it('stand on the card in full, those that are sold out struck and with words; the price is "from"', async () => {
    await openMenu();
    expect(price('Clam chowder')).toBe('from $7.00');
    expect(sizesOf('Clam chowder')).toEqual(['Cup $7.00', 'Bowl $11.00 Out of Stock']);
    expect(within(row('Clam chowder')).getByText('Bowl').closest('s')).not.toBeNull();
    expect(within(row('Clam chowder')).getByText('Cup').closest('s')).toBeNull();
  });

  it('are translated, or say in which language they are', async () => {
    await openMenu({
      language: { tag: 'de', base: 'en', offered: ['en', 'de'] },
      items: [{ ...chowder, variants: [size(5, 'Tasse', 7), size(6, 'Bowl', 11, { untranslated: ['name'] })] }],
    });
    expect([screen.getByText('Tasse').lang, screen.getByText('Bowl').lang]).toEqual(['', 'en']);
  });

  describe('by time', () => {
    const NOON = Date.UTC(2026, 10, 23, 12);
    const soon = new Date(NOON + 60_000).toISOString();
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: NOON, shouldAdvanceTime: true });
    });
    afterEach(() => vi.useRealTimers());

    it('the lowest is sold out: "from" is the next one, until it is back', async () => {
      const variants = [
        size(5, 'Cup', 7, { isAvailable: false, soldOutUntil: soon }),
        size(6, 'Bowl', 11),
        size(7, 'Pot', 15),
      ];
      await openMenu({ items: [{ ...chowder, price: 11, priceFrom: 11, variants }], phase: { at: NOON } });
      expect(price('Clam chowder')).toBe('from $11.00');
      await vi.advanceTimersByTimeAsync(60_100);
      await waitFor(() => expect(price('Clam chowder')).toBe('from $7.00'));
      await waitFor(() => screen.getByText('Clam chowder, Cup is available again.'));
    });

    it('a group without an option to choose takes the dish off, until the option is back', async () => {
      const options = [option(11, 'Whole milk', 0, { isAvailable: false, soldOutUntil: soon })];
      await openMenu({
        items: [{ ...flatWhite, isAvailable: false, lacksChoice: true }],
        optionGroups: [{ ...milk, options }],
        phase: { at: NOON },
      });
      within(row('Flat white')).getAllByText('Out of Stock');
      await vi.advanceTimersByTimeAsync(60_100);
      await waitFor(() => expect(within(row('Flat white')).queryByText('Out of Stock')).toBeNull());
      await waitFor(() => screen.getByText(/Flat white is available again\. Whole milk is available again\./));
    });

    it('cost less in a daypart, each by its own offer', async () => {
      const weekly = Array(7).fill([[721, 840]]);
      const offers = [
        { daypart: 1, variant: 5, price: 5 },
        { daypart: 1, variant: 6, price: 9 },
      ];
      await openMenu({
        items: [{ ...chowder, variants: [size(5, 'Cup', 7), size(6, 'Bowl', 11)], offers }],
        dayparts: [{ id: 1, name: 'Happy hour', weekly, special: [], isOn: false }] as PublicMenu['dayparts'],
        phase: { at: NOON },
      });
      const offer = () => within(row('Clam chowder')).getByText('Happy hour').closest('p')?.textContent;
      expect(offer()).toBe('Happy hour Cup $5.00, Bowl $9.00 · from 12:01 PM');
      await vi.advanceTimersByTimeAsync(60_100);
      await waitFor(() => expect(price('Clam chowder')).toBe('usually from $7.00from $5.00'));
      expect(sizesOf('Clam chowder')).toEqual(['Cup usually $7.00$5.00', 'Bowl usually $11.00$9.00']);
    });
  });
});

describe('options', () => {
  const details = (name: string) => row(name).querySelector('details') as HTMLDetailsElement;

  it('are folded on the card, with how many to choose, what they add, and what is sold out', async () => {
    await openMenu();
    expect(details('Latte').open).toBe(false);
    expect(details('Latte').querySelector('summary')?.textContent).toBe('Milk · Extras');
    expect([...details('Latte').querySelectorAll('p, li')].map((one) => one.textContent)).toEqual([
      'Milk · choose 1',
      'Whole milk (standard)',
      'Oat milk +$0.50 Out of Stock',
      'Extras · choose any',
      'Caramel +$1.20',
    ]);
  });

  it.each([
    [0, null, 'choose any'],
    [0, 2, 'choose up to 2'],
    [0, 3, 'choose any'],
    [1, null, 'choose at least 1'],
    [1, 2, 'choose 1 to 2'],
    [2, 2, 'choose 2'],
  ])('say how many of three to choose: %s to %s', async (min, max, words) => {
    const options = [option(11, 'A'), option(12, 'B'), option(13, 'C')];
    await openMenu({ items: [flatWhite], optionGroups: [{ ...milk, min, max, options }] });
    expect(details('Flat white').querySelector('p')?.textContent).toBe(words);
  });

  it('show in full where the dish shows large', async () => {
    const user = await openMenu();
    await user.click(screen.getByRole('link', { name: 'Latte' }));
    within(screen.getByRole('dialog')).getByText('Caramel');
    expect(screen.getByRole('dialog').querySelector('details')).toBeNull();
    window.history.replaceState(null, '', '/');
  });

  it('unfold on paper, where what dishes share is listed once', async () => {
    await openMenu();
    await waitFor(() => {
      window.dispatchEvent(new Event('beforeprint'));
      expect([details('Latte').open, details('Flat white').open]).toEqual([true, true]);
    });
    const hidden = [...details('Latte').querySelectorAll('div')].map((one) => one.className.includes('print:hidden'));
    expect(hidden).toEqual([true, false]);
    const once = within(screen.getByText('Choices').closest('section') as HTMLElement);
    once.getByText('Oat milk');
    expect(once.queryByText('Caramel')).toBeNull();
    window.dispatchEvent(new Event('afterprint'));
    await waitFor(() => expect(details('Latte').open).toBe(false));
  });

  it('are listed once below the menu where the lists of all dishes would be too long', async () => {
    const options = Array.from({ length: 40 }, (_, index) => option(100 + index, `Topping ${index}`));
    const items = Array.from({ length: LISTED_MAX / 40 + 1 }, (_, index) => ({
      ...flatWhite,
      id: index + 1,
      name: `Pizza ${index}`,
    }));
    const dips = { ...milk, id: 99, name: 'Dips', options: [option(90, 'Aioli')] };
    items.push({ ...flatWhite, id: 999, name: 'Calzone', optionGroups: [milk.id, dips.id] });
    await openMenu({ items, optionGroups: [{ ...milk, name: 'Toppings', options }, dips] });
    expect(screen.getAllByText('Topping 7')).toHaveLength(1);
    // What unfolds a dish's own has no link in it.
    expect(screen.getByText('Dips', { selector: 'summary *' }).closest('summary')?.textContent).toBe('Dips');
    const [link] = screen.getAllByRole('link', { name: 'Toppings' });
    expect(document.getElementById(link?.getAttribute('href')?.slice(1) ?? '')).not.toBeNull();
  });

  it('and sizes are found by the search', async () => {
    const user = await openMenu();
    await user.click(screen.getByRole('button', { name: 'Search the menu' }));
    const found = () => screen.queryAllByRole('heading', { level: 3 }).map((one) => one.textContent);
    await user.type(screen.getByRole('searchbox'), 'oat');
    await waitFor(() => expect(found()).toEqual(['Latte', 'Flat white']));
    // What was found shows.
    await waitFor(() => expect([details('Latte').open, details('Flat white').open]).toEqual([true, true]));
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), 'extras');
    await waitFor(() => expect(found()).toEqual(['Latte']));
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), 'bowl');
    await waitFor(() => expect(found()).toEqual(['Clam chowder']));
  });
});
