import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { api, calls } from '../../../test/api.ts';
import { dialog, expectFocus, expectToast, fill, onPhone, openApp, press, pressInDialog } from '../../../test/app.tsx';
import { aCategory, aDaypart, anItem, anOptionGroup, aUser } from '../../../test/samples.ts';
import { serveItems } from '../../../test/serve-items.ts';

// Menu Items: the sizes of a dish, and the options that it shares with others.

const UPDATED = ['Item updated', 'Menu item has been updated successfully.'] as const;

const CUP = { id: 31, name: 'Cup', price: 7, isAvailable: true };
const BOWL = { id: 32, name: 'Bowl', price: 11, isAvailable: true };
const SIZES = [CUP, BOWL];
/** A size as a form sends it: of its availability it says nothing. */
const asSent = ({ isAvailable: _is, ...size }: (typeof SIZES)[number]) => size;
const chowder = (rest: Parameters<typeof anItem>[0] = {}) =>
  anItem({ name: 'Chowder', price: 7, variants: SIZES, ...rest });

function openItems(...items: MenuItem[]): UserEvent {
  serveItems(...items);
  api.answers('GET /api/categories', [aCategory()]);
  return openApp('/dashboard/items', { as: aUser() });
}

async function openEdit(user: UserEvent, name = 'Chowder') {
  await press(user, `Edit ${name}`);
  await screen.findByRole('dialog');
}

const field = (name: string) => within(dialog()).getByLabelText<HTMLInputElement>(name);
const mode = (name: string) => within(dialog()).getByRole('radio', { name });
const sent = () => calls.body('PUT /api/menu-items/1');

describe('A dish', () => {
  it('gets sizes in place of its price, each with a name of its own and a price', async () => {
    const user = openItems(anItem({ name: 'Chowder', price: 7 }));
    await openEdit(user);
    await user.click(mode('Several sizes'));
    expect(field('Size 1, price').value).toBe('7.00');
    fill(field('Size 1, name'), 'Cup');
    fill(field('Size 2, name'), 'Cup');
    fill(field('Size 2, price'), 'a lot');
    await pressInDialog(user, 'Save Changes');
    await within(dialog()).findByText(/“a lot” is not a price/);
    fill(field('Size 2, price'), '11');
    await pressInDialog(user, 'Save Changes');
    await within(dialog()).findByText('Sizes need different names.');
    expect(calls.count('PUT /api/menu-items/1')).toBe(0);
    fill(field('Size 2, name'), 'Bowl');
    api.answers('PUT /api/menu-items/:id', chowder());
    await pressInDialog(user, 'Save Changes');
    await expectToast(...UPDATED);
    expect(sent()).toEqual({
      variants: [
        { name: 'Cup', price: 7, isAvailable: true },
        { name: 'Bowl', price: 11, isAvailable: true },
      ],
    });
  });

  it('is saved without rows that are blank; one that lacks its name or its price says so', async () => {
    api.answers('GET /api/dayparts', { dayparts: [aDaypart()] });
    const user = openItems(chowder({ variants: [CUP, BOWL] }));
    await openEdit(user);
    for (const _ of [1, 2]) await pressInDialog(user, 'Add a Size');
    await pressInDialog(user, 'Add an Offer');
    fill(field('Size 4, price'), 'a lot');
    await pressInDialog(user, 'Save Changes');
    await within(dialog()).findByText(/^Name is required\. “a lot” is not a price\./);
    fill(field('Size 4, price'), '19');
    await within(dialog()).findByText('Name is required.');
    expect(field('Size 4, name').getAttribute('aria-invalid')).toBe('true');
    fill(field('Size 4, name'), 'Pot');
    fill(field('Size 4, price'), '');
    await within(dialog()).findByText('Price is required.');
    fill(field('Size 4, price'), '19');
    api.answers('PUT /api/menu-items/:id', chowder());
    await pressInDialog(user, 'Save Changes');
    await expectToast(...UPDATED);
    expect(sent()).toMatchObject({
      variants: [asSent(CUP), asSent(BOWL), { name: 'Pot', price: 19, isAvailable: true }],
      offers: null,
    });
  });

  it('keeps its price if no size was typed', async () => {
    const user = openItems(anItem({ name: 'Chowder', price: 7 }));
    await openEdit(user);
    await user.click(mode('Several sizes'));
    fill(field('Size 1, price'), '');
    await pressInDialog(user, 'Save Changes');
    await within(dialog()).findByText('A dish with sizes needs at least 2.');
    await expectFocus(() => field('Size 1, name'));
    fill(field('Size 1, name'), 'Cup');
    fill(field('Size 1, price'), '7');
    await pressInDialog(user, 'Save Changes');
    await expectFocus(() => field('Size 2, name'));
    expect(calls.count('PUT /api/menu-items/1')).toBe(0);
  });

  it('keeps the ids of its sizes as they are moved, renamed and added, and says nothing of its price', async () => {
    const user = openItems(chowder());
    await openEdit(user);
    await pressInDialog(user, 'Move Bowl');
    await user.click(await screen.findByRole('menuitem', { name: 'Move up' }));
    await waitFor(() => expect(field('Size 1, name').value).toBe('Bowl'));
    await pressInDialog(user, 'Add a Size');
    fill(field('Size 3, name'), 'Pot');
    fill(field('Size 3, price'), '19');
    fill(field('Size 2, price'), '7.50');
    api.answers('PUT /api/menu-items/:id', chowder());
    await pressInDialog(user, 'Save Changes');
    await expectToast(...UPDATED);
    expect(sent()).toEqual({
      variants: [asSent(BOWL), { ...asSent(CUP), price: 7.5 }, { name: 'Pot', price: 19, isAvailable: true }],
    });
  });

  it('keeps a size sold out that the kitchen marked meanwhile, which is said, whoever’s changes stay', async () => {
    const user = openItems(chowder());
    await openEdit(user);
    fill(field('Size 2, price'), '12');
    const current = chowder({ variants: [{ ...CUP, isAvailable: false }, BOWL] });
    api.refuses('PUT /api/menu-items/:id', 'changed-meanwhile', '', { current });
    await pressInDialog(user, 'Save Changes');
    await within(dialog()).findByText(/Cup \$7\.00 \(out of stock\), Bowl \$11\.00/);
    api.answers('PUT /api/menu-items/:id', current);
    await pressInDialog(user, 'Keep My Changes');
    await expectToast(...UPDATED);
    expect(sent()).toEqual({ variants: [asSent(CUP), { ...asSent(BOWL), price: 12 }] });
  });

  it('goes back to one price, and asks which stays', async () => {
    const user = openItems(chowder({ variants: [CUP, { ...BOWL, isAvailable: false }] }));
    await openEdit(user);
    await user.click(mode('One price'));
    within(dialog()).getByText('Which price stays?');
    await pressInDialog(user, 'Bowl $11.00');
    expect(field('Price').value).toBe('11.00');
    await pressInDialog(user, 'Save Changes');
    await expectToast(...UPDATED);
    expect(sent()).toEqual({ price: 11, variants: null, isAvailable: false });
  });

  it('that gets no sizes after all keeps its offers', async () => {
    api.answers('GET /api/dayparts', { dayparts: [aDaypart()] });
    const user = openItems(anItem({ name: 'Chowder', price: 7, offers: [{ daypart: 1, price: 6 }] }));
    await openEdit(user);
    await user.click(mode('Several sizes'));
    await user.click(mode('One price'));
    fill(field('Price'), '8');
    await pressInDialog(user, 'Save Changes');
    await expectToast(...UPDATED);
    expect(sent()).toEqual({ price: 8 });
  });

  it('has offers for a size, which go with it', async () => {
    api.answers('GET /api/dayparts', { dayparts: [aDaypart()] });
    const pot = { id: 33, name: 'Pot', price: 19, isAvailable: true };
    const user = openItems(chowder({ variants: [...SIZES, pot], offers: [{ daypart: 1, price: 6, variant: 31 }] }));
    await openEdit(user);
    await pressInDialog(user, 'Add an Offer');
    const offer = within(within(dialog()).getByRole('group', { name: 'Offer 2' }));
    await user.click(offer.getByRole('combobox', { name: 'Menu time' }));
    await user.click(await screen.findByRole('option', { name: 'Lunch' }));
    fill(offer.getByLabelText('Offer price'), '9');
    await pressInDialog(user, 'Save Changes');
    await within(dialog()).findByText('Choose a size.');
    await user.click(offer.getByRole('combobox', { name: 'Size' }));
    await user.click(await screen.findByRole('option', { name: 'Bowl' }));
    await pressInDialog(user, 'Remove Cup');
    api.answers('PUT /api/menu-items/:id', chowder());
    await pressInDialog(user, 'Save Changes');
    await expectToast(...UPDATED);
    expect(sent()).toEqual({ variants: [asSent(BOWL), asSent(pot)], offers: [{ daypart: 1, price: 9, variant: 32 }] });
  });

  it('that is copied has new sizes, and is added with the lowest price', async () => {
    api.answers('GET /api/dayparts', { dayparts: [aDaypart()] });
    const user = openItems(chowder({ offers: [{ daypart: 1, price: 9, variant: 32 }] }));
    await openEdit(user);
    await pressInDialog(user, 'Duplicate');
    await screen.findByRole('button', { name: 'Add Item' });
    fill(field('Name'), 'Bisque');
    api.answers('POST /api/menu-items', chowder({ id: 100 }));
    await pressInDialog(user, 'Add Item');
    await expectToast('Item added', 'Menu item has been added successfully.');
    expect(calls.body('POST /api/menu-items')).toMatchObject({
      price: 7,
      variants: SIZES.map((size, at) => ({ ...size, id: at + 1 })),
      offers: [{ daypart: 1, price: 9, variant: 2 }],
    });
  });

  it('gets options that there are, and new ones', async () => {
    const sides = anOptionGroup({ id: 2, name: 'Sides' });
    api.answers('GET /api/option-groups', [anOptionGroup(), sides]);
    api.answers('POST /api/option-groups', anOptionGroup({ id: 3, name: 'Sauces' }));
    const user = openItems(anItem({ name: 'Chowder', optionGroups: [2] }));
    await openEdit(user);
    await within(dialog()).findByText('Sides');
    await pressInDialog(user, 'Add Options');
    await user.click(await screen.findByRole('menuitem', { name: /^Milk/ }));
    await pressInDialog(user, 'Remove Sides');
    await pressInDialog(user, 'Add Options');
    await user.click(await screen.findByRole('menuitem', { name: 'New Options…' }));
    const added = within(await screen.findByRole('dialog', { name: 'New Options' }));
    fill(added.getByLabelText('Name'), 'Sauces');
    fill(added.getByLabelText('Option 1, name'), 'Aioli');
    await user.click(added.getByRole('button', { name: 'Remove Option 2' }));
    await user.click(added.getByRole('button', { name: 'Add Options' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New Options' })).toBeNull());
    await pressInDialog(user, 'Move Sauces');
    await user.click(await screen.findByRole('menuitem', { name: 'Move up' }));
    await pressInDialog(user, 'Save Changes');
    await expectToast(...UPDATED);
    expect(sent()).toEqual({ optionGroups: [3, 1] });
  });

  it('of a menu with 60 option groups says why there can be no new one', async () => {
    const groups = Array.from({ length: 60 }, (_, at) => anOptionGroup({ id: at + 1, name: `Options ${at + 1}` }));
    api.answers('GET /api/option-groups', groups);
    const user = openItems(anItem({ name: 'Chowder' }));
    await openEdit(user);
    await pressInDialog(user, 'Add Options');
    await screen.findByRole('menuitem', { name: 'There can be at most 60 option groups.' });
    expect(screen.queryByRole('menuitem', { name: 'New Options…' })).toBeNull();
  });
});

describe.each(['table', 'list of a phone'])('The %s', { tags: 'full' }, (device) => {
  it('says from which price a dish is, and one size is sold out by a tap', async () => {
    if (device !== 'table') onPhone();
    const item = chowder();
    const user = openItems(item);
    const row = (await screen.findByRole('switch', { name: 'Chowder available' })).closest('tr, li') as HTMLElement;
    await waitFor(() => expect(row.textContent).toContain('from $7.00'));
    await user.click(within(row).getByRole('switch', { name: 'Chowder, Cup available' }));
    await waitFor(() => expect(row.textContent).not.toContain('from'));
    await waitFor(() => expect(sent()).toEqual({ variants: [{ ...SIZES[0], isAvailable: false }, SIZES[1]] }));
    expect(calls.all.find(({ call }) => call.startsWith('PUT'))?.headers['if-match']).toBe(`"${entityTag(item)}"`);
  });

  it('says of which options none is left, and counts the dish as out of stock', async () => {
    if (device !== 'table') onPhone();
    const options = anOptionGroup().options.map((option) => ({ ...option, isAvailable: false }));
    api.answers('GET /api/option-groups', [anOptionGroup({ options })]);
    const user = openItems(chowder({ optionGroups: [1] }), anItem({ id: 2, name: 'Soup' }));
    await screen.findByText("Guests can't order it: no Milk left");
    await user.click(screen.getByRole('radio', { name: /^Out of Stock/ }));
    screen.getByRole('switch', { name: 'Chowder available' });
    expect(screen.queryByRole('switch', { name: 'Soup available' })).toBeNull();
  });
});

it('A size that returns by itself is available in an open list, too', { tags: 'full' }, async () => {
  const soldOutUntil = new Date(Date.now() + 1_500).toISOString();
  openItems(chowder({ variants: [{ ...CUP, isAvailable: false, soldOutUntil }, BOWL] }));
  const size = () => screen.findByRole('switch', { name: 'Chowder, Cup available' });
  expect((await size()).getAttribute('aria-checked')).toBe('false');
  await waitFor(async () => expect((await size()).getAttribute('aria-checked')).toBe('true'), { timeout: 10_000 });
});
