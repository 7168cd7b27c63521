import type { MenuItem } from '@tavola/contracts/menu.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { api, calls } from '../../../test/api.ts';
import { expectFocus, expectRefusal, expectToast, fill, fillAll, onPhone, openApp } from '../../../test/app.tsx';
import { aCategory, aDaypart, anItem, aTenant, aUser } from '../../../test/samples.ts';
import { serveItems } from '../../../test/serve-items.ts';

// Menu Items: when a dish is served, and its prices at dayparts.

const POST = 'POST /api/menu-items';
const PUT = 'PUT /api/menu-items/:id';
const UPDATED = ['Item updated', 'Menu item has been updated successfully.'] as const;

const lunch = aDaypart();
const happyHour = aDaypart({ id: 2, name: 'Happy hour', weekly: Array(7).fill([[960, 1_080]]) });
const late = aDaypart({ id: 3, name: 'Late lunch', weekly: [[[840, 1_020]], [], [], [], [], [], []] });

beforeEach(() => {
  api.answers('GET /api/tenant', aTenant({ timeZone: 'Europe/Rome' }));
  api.answers('GET /api/dayparts', { dayparts: [lunch, happyHour, late] });
});

/** Opens Menu Items with a category for lunch and these items, which calls change. */
function openItems(...items: MenuItem[]): UserEvent {
  serveItems(...items);
  api.answers('GET /api/categories', [aCategory({ dayparts: [1] })]);
  return openApp('/dashboard/items', { as: aUser() });
}

const dialog = () => within(screen.getByRole('dialog'));
const fold = () => dialog().getByText('Times and offers').closest('details') as HTMLDetailsElement;
const served = () => dialog().getByRole('combobox', { name: 'Served' });
const offer = (number: number) => within(dialog().getByRole('group', { name: `Offer ${number}` }));
const daypartOf = (number: number) => offer(number).getByRole('combobox', { name: 'Menu time' }).textContent;
const press = (user: UserEvent, name: string) => user.click(dialog().getByRole('button', { name }));
const sent = () => calls.body('PUT /api/menu-items/1');

async function choose(user: UserEvent, control: HTMLElement, option: string) {
  await user.click(control);
  await user.click(await screen.findByRole('option', { name: option }));
}

async function openEdit(user: UserEvent, name = 'Gnocchi') {
  await user.click(await screen.findByRole('button', { name: `Edit ${name}` }));
  await screen.findByRole('dialog');
}

async function addOffer(user: UserEvent, number: number, daypart: string, price: string) {
  await press(user, 'Add an Offer');
  await choose(user, offer(number).getByRole('combobox', { name: 'Menu time' }), daypart);
  fill(offer(number).getByLabelText('Offer price'), price);
}

describe.each(['table', 'list of a phone'])('The %s has', { tags: 'full' }, (device) => {
  beforeEach(() => {
    if (device !== 'table') onPhone();
  });
  const row = async (name: string) =>
    (await screen.findByRole('switch', { name: `${name} available` })).closest('tr, li') as HTMLElement;

  it('when a dish is served if not like its category, and its offers, in a few words', async () => {
    openItems(
      anItem({
        dayparts: [2, 1],
        offers: [
          { daypart: 2, price: 6 },
          { daypart: 3, price: 5 },
        ],
      }),
      anItem({ id: 2, name: 'Pane', dayparts: [] }),
      anItem({ id: 3, name: 'Acqua' }),
      anItem({ id: 4, name: 'Caffè', categoryId: null, dayparts: [] }),
    );
    await screen.findByText('Happy hour $6.00');
    expect((await row('Gnocchi')).textContent).toContain(
      'Lunch, Happy hour only · Happy hour $6.00 · Late lunch $5.00',
    );
    within(await row('Pane')).getByText('All the time');
    for (const name of ['Acqua', 'Caffè']) expect((await row(name)).textContent).not.toMatch(/only|All the time/);
    screen.getByText('Lunch only');
  });

  it('nothing of dayparts that are not known', async () => {
    api.fails('GET /api/dayparts', 503);
    openItems(anItem({ dayparts: [2], offers: [{ daypart: 2, price: 6 }] }));
    await waitFor(() => expect(calls.count('GET /api/dayparts')).toBe(1));
    expect((await row('Gnocchi')).textContent).not.toMatch(/only|\$6/);
  });
});

it('A menu without dayparts does not ask for them', { tags: 'full' }, async () => {
  openItems(anItem());
  api.answers('GET /api/categories', [aCategory()]);
  await screen.findByRole('switch', { name: 'Gnocchi available' });
  expect(calls.count('GET /api/dayparts')).toBe(0);
});

describe('When a dish is served', () => {
  it('goes back to that of its category, which is sent as null', async () => {
    const user = openItems(anItem({ dayparts: [2] }));
    await openEdit(user);
    await choose(user, served(), 'Like its category: Lunch only');
    await press(user, 'Save Changes');
    await expectToast(...UPDATED);
    expect(sent()).toEqual({ dayparts: null });
  });

  describe('in detail', { tags: 'full' }, () => {
    it('is folded, and like its category, which is said', async () => {
      const user = openItems(anItem());
      await openEdit(user);
      expect(fold().open).toBe(false);
      await waitFor(() => expect(served().textContent).toBe('Like its category: Lunch only'));
    });

    it('can be all the time, which is sent as no daypart', async () => {
      const user = openItems(anItem());
      await openEdit(user);
      await user.click(within(fold()).getByText('Times and offers'));
      await choose(user, served(), 'All the time');
      await press(user, 'Save Changes');
      await expectToast(...UPDATED);
      expect(sent()).toEqual({ dayparts: [] });
    });

    it('can be at dayparts of its own, of which it needs one', async () => {
      const user = openItems(anItem({ dayparts: [] }));
      await openEdit(user);
      expect(fold().open).toBe(true);
      await choose(user, served(), 'At some menu times only');
      await press(user, 'Save Changes');
      await expectRefusal('Served', 'Choose at least one menu time.', screen.getByRole('dialog'));
      await expectFocus(served);
      await user.click(dialog().getByRole('checkbox', { name: 'Happy hour' }));
      await press(user, 'Save Changes');
      await expectToast(...UPDATED);
      expect(sent()).toEqual({ dayparts: [2] });
    });

    it('says where dayparts are made while there are none', async () => {
      api.answers('GET /api/dayparts', { dayparts: [] });
      const user = openItems(anItem());
      await openEdit(user);
      await dialog().findByRole('link', { name: 'add menu times' });
      expect(dialog().queryByRole('button', { name: 'Add an Offer' })).toBeNull();
    });
  });
});

describe('Offers', () => {
  it('are added with a new dish', async () => {
    const user = openItems(anItem());
    await user.click((await screen.findAllByRole('button', { name: 'Add Item' }))[0] as HTMLElement);
    await screen.findByRole('dialog');
    fillAll({ Name: 'Spritz', Price: '9' }, screen.getByRole('dialog'));
    await user.click(within(fold()).getByText('Times and offers'));
    await addOffer(user, 1, 'Happy hour', '6.50');
    await press(user, 'Add Item');
    await expectToast('Item added', 'Menu item has been added successfully.');
    expect(calls.body(POST)).toMatchObject({ offers: [{ daypart: 2, price: 6.5 }] });
    expect(calls.body(POST)).not.toHaveProperty('dayparts');
  });

  it('refused by the server, are said at their field', async () => {
    const user = openItems(anItem({ price: 9, offers: [{ daypart: 2, price: 6 }] }));
    const errors = [{ field: 'offers.0.daypart', message: 'This menu time no longer exists.' }];
    api.refuses(PUT, 'validation-failed', 'This menu time no longer exists.', { errors });
    await openEdit(user);
    fill(offer(1).getByLabelText('Offer price'), '5');
    await press(user, 'Save Changes');
    const group = dialog().getByRole('group', { name: 'Offer 1' });
    await expectRefusal('Menu time', 'This menu time no longer exists.', group);
    await expectFocus(() => within(group).getByRole('combobox', { name: 'Menu time' }));
    // The dayparts are read again.
    await waitFor(() => expect(calls.count('GET /api/dayparts')).toBeGreaterThan(1));
  });

  describe('in detail', { tags: 'full' }, () => {
    it('are changed and removed; the last one is sent as null', async () => {
      const user = openItems(
        anItem({
          price: 9,
          offers: [
            { daypart: 2, price: 6 },
            { daypart: 1, price: 7 },
          ],
        }),
      );
      await openEdit(user);
      expect(fold().open).toBe(true);
      await press(user, 'Remove offer 1');
      await expectFocus(() => dialog().getByRole('button', { name: 'Add an Offer' }));
      fill(offer(1).getByLabelText('Offer price'), '7.5');
      await press(user, 'Save Changes');
      await expectToast(...UPDATED);
      expect(sent()).toEqual({ offers: [{ daypart: 1, price: 7.5 }] });
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await openEdit(user);
      await press(user, 'Remove offer 1');
      await press(user, 'Save Changes');
      await waitFor(() => expect(sent()).toEqual({ offers: null }));
    });

    it('are at most four, one for each daypart', async () => {
      const four = [1, 2, 3, 4].map((daypart) => ({ daypart, price: 1 }));
      api.answers('GET /api/dayparts', { dayparts: [lunch, happyHour, late, aDaypart({ id: 4, name: 'Brunch' })] });
      const user = openItems(anItem({ price: 9, offers: four }));
      await openEdit(user);
      await waitFor(() => expect(daypartOf(4)).toBe('Brunch'));
      expect(dialog().queryByRole('button', { name: 'Add an Offer' })).toBeNull();
      await press(user, 'Remove offer 4');
      await press(user, 'Add an Offer');
      await user.click(offer(4).getByRole('combobox', { name: 'Menu time' }));
      const options = await screen.findAllByRole('option');
      expect(options.map((one) => [one.textContent, one.getAttribute('aria-disabled')])).toEqual([
        ['Lunch', 'true'],
        ['Happy hour', 'true'],
        ['Late lunch', 'true'],
        ['Brunch', null],
      ]);
    });

    it('name what is wrong at their fields, unfolded, and send nothing', async () => {
      const user = openItems(anItem({ price: 9 }));
      await openEdit(user);
      await user.click(within(fold()).getByText('Times and offers'));
      await press(user, 'Add an Offer');
      const group = dialog().getByRole('group', { name: 'Offer 1' });
      fill(within(group).getByLabelText('Offer price'), '-1');
      await user.click(within(fold()).getByText('Times and offers'));
      await press(user, 'Save Changes');
      await waitFor(() => expect(fold().open).toBe(true));
      await expectRefusal('Menu time', 'Choose a menu time.', group);
      await expectFocus(() => within(group).getByRole('combobox', { name: 'Menu time' }));
      await expectRefusal('Offer price', "Price can't be negative.", group);
      fill(within(group).getByLabelText('Offer price'), '1.005');
      await expectRefusal('Offer price', 'Price can have at most two decimals.', group);
      expect(calls.count('PUT /api/menu-items/1')).toBe(0);
    });

    it('have no decimals where the currency has none, except those that were there', async () => {
      api.answers('GET /api/tenant', aTenant({ currency: 'JPY' }));
      const user = openItems(anItem({ price: 900, offers: [{ daypart: 2, price: 600.5 }] }));
      await openEdit(user);
      await addOffer(user, 2, 'Lunch', '700.5');
      await press(user, 'Save Changes');
      await expectRefusal(
        'Offer price',
        'Prices in JPY have no decimals.',
        dialog().getByRole('group', { name: 'Offer 2' }),
      );
      fill(offer(2).getByLabelText('Offer price'), '700');
      await press(user, 'Save Changes');
      await expectToast(...UPDATED);
      expect(sent()).toEqual({
        offers: [
          { daypart: 2, price: 600.5 },
          { daypart: 1, price: 700 },
        ],
      });
    });

    it('that overlap are warned of: the lower price counts', async () => {
      const user = openItems(
        anItem({
          dayparts: [],
          price: 9,
          offers: [
            { daypart: 1, price: 7 },
            { daypart: 2, price: 6 },
          ],
        }),
      );
      await openEdit(user);
      await waitFor(() => expect(daypartOf(2)).toBe('Happy hour'));
      expect(dialog().queryByText(/overlap/)).toBeNull();
      await addOffer(user, 3, 'Late lunch', '5');
      const warning = await dialog().findByRole('alert');
      expect([...warning.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
        'Lunch and Late lunch overlap, so the lower price applies.',
        'Happy hour and Late lunch overlap, so the lower price applies.',
      ]);
      await press(user, 'Save Changes');
      await expectToast(...UPDATED);
    });

    it('outside the times when the dish is served are warned of: its own times, or those of its category', async () => {
      const user = openItems(anItem({ price: 9, offers: [{ daypart: 2, price: 6 }] }));
      const warning = () => dialog().queryByRole('alert')?.textContent;
      const outside = (times: string) =>
        `Happy hour is outside the times when this dish is served (${times}), so guests will never get this price.`;
      await openEdit(user);
      await waitFor(() => expect(warning()).toBe(outside('Lunch only')));
      await choose(user, served(), 'All the time');
      expect(warning()).toBeUndefined();
      await choose(user, served(), 'At some menu times only');
      expect(warning()).toBeUndefined();
      await user.click(dialog().getByRole('checkbox', { name: 'Lunch' }));
      expect(warning()).toBe(outside('Lunch only'));
      await user.click(dialog().getByRole('checkbox', { name: 'Late lunch' }));
      expect(warning()).toBeUndefined();
      await press(user, 'Save Changes');
      await expectToast(...UPDATED);
    });

    it('that are not lower than the regular price are said to count for nothing', async () => {
      const user = openItems(anItem({ price: 9, offers: [{ daypart: 2, price: 6 }] }));
      await openEdit(user);
      expect(offer(1).queryByRole('status')).toBeNull();
      fill(dialog().getByLabelText('Price'), '6');
      await waitFor(() =>
        expect(offer(1).getByRole('status').textContent).toMatch(/isn't lower than the regular price/),
      );
    });

    it('changed by somebody else meanwhile, are named in words; mine can be kept', async () => {
      const user = openItems(anItem({ price: 9, offers: [{ daypart: 2, price: 6 }] }));
      const current = anItem({ price: 9, dayparts: [1], offers: [{ daypart: 2, price: 5 }] });
      api.refuses(PUT, 'changed-meanwhile', 'Changed.', { current }, { once: true });
      await openEdit(user);
      fill(offer(1).getByLabelText('Offer price'), '5.50');
      await press(user, 'Save Changes');
      await dialog().findByText('Happy hour $5.00');
      dialog().getByText('Happy hour $5.50');
      dialog().getByText('Lunch only');
      await press(user, 'Keep My Changes');
      await expectToast(...UPDATED);
      expect(sent()).toEqual({ offers: [{ daypart: 2, price: 5.5 }] });
    });
  });
});
