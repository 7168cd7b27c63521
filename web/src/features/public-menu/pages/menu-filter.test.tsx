import type { PublicMenu } from '@tavola/contracts/public-menu.ts';
import { ALLERGENS, type Allergen, type AllergenState } from '@tavola/contracts/rules/allergens.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { api } from '../../../test/api.ts';
import { mount } from '../../../test/app.tsx';
import { aCategory, anItem, aTenant } from '../../../test/samples.ts';
import { PublicMenuPage } from './public-menu-page.tsx';

// Allergens and diets on a menu, and what guests choose by them.

type Item = PublicMenu['items'][number];

/** A declaration: these states, and free from the rest unless that is given. */
const declared = (
  states: Partial<Record<Allergen, AllergenState>>,
  rest: AllergenState = 'f',
  fields: object = {},
) => ({
  s: ALLERGENS.map((one) => states[one] ?? rest).join(''),
  on: '2026-11-20',
  ...fields,
});
const dish = (id: number, name: string, fields: Partial<Item> = {}): Item => ({ ...anItem({ id, name }), ...fields });

const menu: PublicMenu = {
  tenant: aTenant({ name: 'Harbor', slug: 'harbor' }),
  categories: [aCategory({ id: 1, name: 'Mains' }), aCategory({ id: 2, name: 'Sweets' })],
  items: [
    dish(1, 'Pad thai', { allergens: declared({ peanuts: 'c', fish: 'c' }) }),
    dish(2, 'Satay', {
      allergens: declared({ peanuts: 'm', nuts: 'c' }, 'f', { kinds: ['almond', 'cashew', 'tonka'] }),
    }),
    dish(3, 'Salad', { allergens: declared({}), diet: ['vegan', 'gluten-free'] }),
    dish(4, 'Soup'),
    dish(5, 'Sundae', { categoryId: 2, allergens: declared({ milk: 'c' }), optionGroups: [1] }),
    dish(6, 'Brownie', { categoryId: 2, allergens: declared({ gluten: 'c' }, 'u') }),
  ],
  optionGroups: [
    {
      id: 1,
      name: 'Topping',
      min: 1,
      max: 1,
      options: [
        { id: 7, name: 'Caramel', price: 0, isAvailable: true, isDefault: true, allergens: declared({}) },
        { id: 8, name: 'Crunch', price: 0, isAvailable: true, isDefault: false, allergens: declared({ peanuts: 'c' }) },
        { id: 9, name: 'Plain', price: 0, isAvailable: true, isDefault: false },
      ],
    },
  ],
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
const dishes = () => screen.queryAllByRole('heading', { level: 3 }).map((one) => one.textContent);
const sections = () => [...document.querySelectorAll('.menu-section h2')].map((one) => one.textContent);
const row = (name: string) => screen.getByRole('heading', { level: 3, name }).closest('li') as HTMLElement;
const said = () => screen.queryAllByRole('status').map((one) => one.textContent);

/** Opens the filter, ticks what has these names, and closes it. */
async function choose(user: ReturnType<typeof userEvent.setup>, ...names: string[]) {
  await user.click(screen.getByRole('button', { name: 'Diets and allergens' }));
  for (const name of names) await user.click(screen.getByRole('checkbox', { name }));
  await user.click(screen.getByRole('button', { name: 'Done' }));
}

afterEach(() => {
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

describe('a dish', () => {
  it('says what it contains and may contain, with which nuts', async () => {
    await openMenu();
    within(row('Pad thai')).getByText('Contains fish, peanuts');
    within(row('Satay')).getByText('Contains nuts (almonds, cashews) · May contain peanuts');
    within(row('Sundae')).getByText(/Contains peanuts/);
  });

  it('shown large says all that is declared and since when; and what is not', async () => {
    const user = await openMenu();
    await user.click(screen.getByRole('link', { name: 'Brownie' }));
    const sheet = within(screen.getByRole('dialog'));
    sheet.getByText('Contains gluten');
    sheet.getByText(/^Not declared, ask us: crustaceans, eggs, /);
    sheet.getByText('Declared on Nov 20, 2026');
    sheet.getByText(/with an allergy, always tell the staff/);
    await user.click(sheet.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('link', { name: 'Soup' }));
    within(screen.getByRole('dialog')).getByText('Allergens not declared, ask us');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('link', { name: 'Sundae' }));
    const options = [...screen.getByRole('dialog').querySelectorAll('.options li')];
    // The marks at the end are for paper.
    expect(options.map((one) => one.textContent)).toEqual([
      'Caramel (standard)',
      'Crunch · Contains peanutsE',
      'Plain · Not declared, ask us?',
    ]);
  });

  it('shown large is free from what no option contains; with an option that says nothing, it depends on the choice', async () => {
    const [topping] = menu.optionGroups ?? [];
    if (!topping) throw new Error('the menu has no options');
    const optionGroups = [{ ...topping, options: topping.options.slice(0, 2) }];
    const open = async (rest: Partial<PublicMenu>) => {
      const user = await openMenu(rest);
      await user.click(screen.getByRole('link', { name: 'Sundae' }));
      const lines = [...screen.getByRole('dialog').querySelectorAll('p')].map((one) => one.textContent ?? '');
      return lines.filter((line) => /^(Free|Depends)/.test(line)).map((line) => line.slice(0, 40));
    };
    expect(await open({ optionGroups })).toEqual([
      'Free from gluten, crustaceans, eggs, fis',
      'Depends on your choice · peanuts',
    ]);
    expect(await open({})).toEqual(['Depends on your choice · gluten, crustac']);
  });

  it('shows the allergens of the restaurant’s scheme', async () => {
    const items = [dish(1, 'Bread', { allergens: declared({ gluten: 'c', wheat: 'c', celery: 'c' }) })];
    await openMenu({ items, tenant: { ...menu.tenant, allergenScheme: 'us9' } });
    within(row('Bread')).getByText('Contains wheat');
    await openMenu({ items });
    within(row('Bread')).getByText('Contains gluten, celery');
  });

  it('has letters on paper, which a legend explains with the date; what is not declared says so', async () => {
    await openMenu();
    const onPaper = (name: string) => row(name).querySelector('.dish-facts.hidden')?.textContent;
    expect(['Pad thai', 'Satay', 'Salad', 'Soup', 'Brownie'].map(onPaper)).toEqual([
      'D, E',
      'H, (E)',
      undefined,
      'Allergens not declared, ask us',
      'A, ?',
    ]);
    screen.getByText(
      'Allergens: A gluten, D fish, E peanuts, G milk, H nuts · in brackets: may contain · ? Not declared, ask us · Declared on Nov 20, 2026',
    );
  });
});

describe('a menu that declares nothing', () => {
  const items = [dish(4, 'Soup')];
  it('has no filter, and says so below the dishes', async () => {
    await openMenu({ items, optionGroups: undefined });
    screen.getByText('Allergens and diets are not declared on this menu. Please ask us.');
    expect(screen.queryByRole('button', { name: 'Diets and allergens' })).toBeNull();
    await openMenu();
    expect(screen.queryByText(/are not declared on this menu/)).toBeNull();
  });
});

describe('the filter', () => {
  it('hides what contains an allergen, or traces of it; what is unknown stands apart, what depends on a choice says so', async () => {
    const user = await openMenu();
    expect(said().join()).not.toMatch(/fit/);
    // Screen readers hear what changes in a status that was there before.
    const statuses = screen.getAllByRole('status');
    await choose(user, 'peanuts');
    expect(statuses.map((one) => one.textContent)).toContain(
      '1 fits · 1 depends on your choice · 2 hidden · 2 not declared',
    );
    expect(sections()).toEqual(['Mains', 'Sweets', 'Not declared, ask us']);
    expect(dishes()).toEqual(['Salad', 'Sundae', 'Soup', 'Brownie']);
    within(row('Sundae')).getByText('Depends on your choice');
    within(row('Sundae')).getByText(/· Fits/);
    within(row('Brownie')).getByText('Not declared, ask us: peanuts');
    await choose(user, 'Traces are fine for me');
    expect(dishes()).toEqual(['Satay', 'Salad', 'Sundae', 'Soup', 'Brownie']);
    screen.getByText('Without peanuts');
    expect(screen.getAllByText(/Kitchens share pans/).map((one) => one.closest('.hidden'))).toContain(null);
    await user.click(screen.getByRole('button', { name: 'Clear filter' }));
    expect(dishes()).toHaveLength(6);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Diets and allergens' }));
  });

  it('judges options by diets, too, and calls none fit: nobody says which diets one is for', async () => {
    const option = { price: 0, isAvailable: true, isDefault: false };
    const options = [
      { ...option, id: 7, name: 'Nuts', allergens: declared({}) },
      { ...option, id: 8, name: 'Cream', allergens: declared({ milk: 'c' }) },
      { ...option, id: 9, name: 'Bacon' },
    ];
    const tenant = { ...menu.tenant, look: { favorites: true } };
    const salad = dish(3, 'Salad', { allergens: declared({}), diet: ['vegan'], optionGroups: [1], isPopular: true });
    const optionGroups = [{ id: 1, name: 'Topping', min: 1, max: 1, options }];
    const user = await openMenu({ items: [salad], tenant, optionGroups });
    await choose(user, 'vegan');
    expect([...row('Salad').querySelectorAll('.options li')].map((one) => one.textContent)).toEqual([
      'Nuts',
      'Cream · Contains milkG',
      'Bacon · Not declared, ask us?',
    ]);
    within(row('Salad')).getByText(/Contains milk/, { selector: '.text-tomato-ink' });
    within(screen.getByRole('region', { name: 'House favorites' })).getByText('Depends on your choice');
  });

  it('counts while it is chosen, and shows only the diets that some dish has', async () => {
    const user = await openMenu();
    await user.click(screen.getByRole('button', { name: 'Diets and allergens' }));
    const sheet = within(screen.getByRole('dialog'));
    expect(
      sheet
        .getAllByRole('checkbox')
        .slice(0, 4)
        .map((one) => one.parentElement?.textContent),
    ).toEqual(['vegetarian', 'vegan', 'gluten-free', 'gluten']);
    await user.click(sheet.getByRole('checkbox', { name: 'vegan' }));
    expect(sheet.getByRole('status').textContent).toBe('1 fits · 2 hidden · 3 not declared');
  });

  it('stays in the tab alone, and outlives a reload, another language, the back button and a change of the menu, which can only make it more careful', async () => {
    const user = await openMenu();
    await choose(user, 'milk');
    expect(dishes().slice(0, 3)).toEqual(['Pad thai', 'Satay', 'Salad']);
    expect([window.location.href, document.cookie, Object.keys(localStorage).join()].join()).not.toMatch(/milk|filter/);
    await openMenu();
    await waitFor(() => expect(said()).toContain('3 fit · 1 hidden · 2 not declared'));
    // A cook's edit: what the salad is free from is to be confirmed.
    const items = menu.items.map((item) => (item.id === 3 ? { ...item, allergens: declared({}, 'u') } : item));
    api.responds('GET /api/public/menu/:slug', () =>
      Response.json({ ...menu, items }, { headers: { 'x-menu-version': '1.2' } }),
    );
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(said()).toContain('2 fit · 1 hidden · 3 not declared'));
    expect(dishes().slice(0, 3)).toEqual(['Pad thai', 'Satay', 'Salad']);
    expect(sections()).toEqual(['Mains', 'Not declared, ask us']);
    // A dish is left by the back button; another language is another page of the same menu.
    await user.click(screen.getByRole('link', { name: 'Salad' }));
    window.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(said()).toContain('2 fit · 1 hidden · 3 not declared');
    await openMenu({ language: { tag: 'de', base: 'en', offered: ['en', 'de'] } });
    await waitFor(() => expect(said()).toContain('3 fit · 1 hidden · 2 not declared'));
  });

  it('goes by the chosen category, and leaves paper alone', async () => {
    const user = await openMenu();
    await choose(user, 'milk');
    await user.click(screen.getByRole('tab', { name: 'Sweets' }));
    expect([dishes(), said().includes('0 fit · 1 hidden · 1 not declared')]).toEqual([['Brownie'], true]);
    screen.getByText('Nothing here fits your filter.');
    window.dispatchEvent(new Event('beforeprint'));
    expect(dishes()).toHaveLength(6);
    window.dispatchEvent(new Event('afterprint'));
  });

  it('is the reason where a search finds only what it hides', async () => {
    const user = await openMenu();
    await choose(user, 'peanuts');
    await user.click(screen.getByRole('button', { name: 'Search the menu' }));
    await user.type(screen.getByRole('searchbox'), 'pad thai');
    await screen.findByText('Nothing here fits your filter.');
    expect(said()).toContain('0 fit · 1 hidden');
    await user.type(screen.getByRole('searchbox'), ' zz');
    await screen.findByText(/^No dishes for/);
  });

  it('is offered to who searches for it', async () => {
    const user = await openMenu();
    await user.click(screen.getByRole('button', { name: 'Search the menu' }));
    await user.type(screen.getByRole('searchbox'), 'Peanut');
    await user.click(await screen.findByRole('button', { name: 'Filter: Without peanuts' }));
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(said()).toContain('1 fits · 1 depends on your choice · 2 hidden · 2 not declared');
  });

  it('is kept by a link to a dish that it hides: the dish shows by itself, and says that it does not fit', async () => {
    const user = await openMenu();
    await choose(user, 'peanuts');
    window.location.hash = '#item-1';
    const sheet = within(await screen.findByRole('dialog'));
    sheet.getByText("Doesn't fit your filter");
    expect(document.getElementById('item-1')).toBeNull();
  });
});
