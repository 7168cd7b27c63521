import type { DraftInput } from '@tavola/contracts/drafts.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { queryClient } from '../../../lib/http/query-client.ts';
import { api, calls } from '../../../test/api.ts';
import { expectRefusal, expectToast, fill, findHeading, openApp } from '../../../test/app.tsx';
import { aCategory, aDaypart, anItem, aPutBack, aTenant, aUser } from '../../../test/samples.ts';

// Change Many Dishes (/dashboard/items/change): a rule, what it changes, and changing it.

const POST = 'POST /api/menu-drafts';
const PIZZA = anItem({ id: 1, name: 'Margherita', price: 9, categoryId: 1 });
const CALZONE = anItem({ id: 2, name: 'Calzone', price: 12, categoryId: 1, offers: [{ daypart: 5, price: 8 }] });
const COFFEE = anItem({ id: 3, name: 'Espresso', price: 2, categoryId: 2, isAvailable: false });

async function open({ currency = 'USD', search = '' } = {}): Promise<UserEvent> {
  api.answers('GET /api/tenant', aTenant({ currency }));
  api.answers('GET /api/categories', [aCategory({ id: 1, name: 'Pizza' }), aCategory({ id: 2, name: 'Coffee' })]);
  api.answers('GET /api/menu-items', [PIZZA, CALZONE, COFFEE]);
  api.answers(POST, { change: 42, categories: 0, added: 0, changed: 2, removed: 0 });
  api.answers('GET /api/dayparts', { dayparts: [aDaypart({ id: 5, name: 'Happy hour' }), aDaypart({ id: 6 })] });
  const user = openApp(`/dashboard/items/change${search}`, { as: aUser() });
  await findHeading('Change Many Dishes');
  await screen.findByText('Nothing to change yet');
  return user;
}
const choose = async (user: UserEvent, label: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
};
const rows = () => within(screen.getByRole('list', { name: 'Changes' })).getAllByRole('listitem');
const texts = () => rows().map(({ textContent }) => textContent);
const button = (name: string) => screen.findByRole('button', { name });
const sent = () => calls.body(POST) as Required<DraftInput> | undefined;

describe('Change Many Dishes (/dashboard/items/change)', () => {
  it('shows new prices as a difference, and changes those that the owner leaves in', async () => {
    const user = await open();
    await choose(user, 'Category', 'Pizza');
    fill(screen.getByLabelText('By'), '4');
    await choose(user, 'Round to', 'Ending in .50');
    await button('Change 2 Dishes');
    const raised = ['Margherita$9.00 → changed to $9.50', 'Calzone$12.00 → changed to $12.50'];
    await waitFor(() => expect(texts()).toEqual(raised));
    screen.getByText(/^1 dish has offers/);
    await user.click(screen.getByRole('checkbox', { name: 'Calzone' }));
    const release = api.holds(POST);
    await user.click(await button('Change 1 Dish'));
    await button('Changing…');
    // What is being changed is not changed itself.
    expect(screen.getByLabelText('By').closest('[inert]')).not.toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('checkbox', { name: 'Calzone' }).disabled).toBe(true);
    api.answers('GET /api/menu-items', [{ ...PIZZA, price: 50 }, CALZONE, COFFEE]);
    await queryClient.invalidateQueries();
    expect(texts()).toEqual(raised);
    release();
    await screen.findByText('2 dishes changed');
    expect(sent()).toEqual({ changes: [{ item: 1, etag: entityTag(PIZZA), fields: { price: 9.5 } }], removals: [] });
    expect(calls.last(POST)?.headers['idempotency-key']).toBeTruthy();
  });

  it('changes the prices of all sizes', async () => {
    const user = await open();
    const variants = [
      { id: 31, name: 'Small', price: 2, isAvailable: true },
      { id: 32, name: 'Large', price: 3, isAvailable: true },
    ];
    const latte = anItem({ id: 4, name: 'Latte', price: 2, categoryId: 2, variants });
    api.answers('GET /api/menu-items', [latte]);
    await queryClient.invalidateQueries();
    fill(screen.getByLabelText('By'), '10');
    await user.click(await button('Change 1 Dish'));
    await screen.findByText('2 dishes changed');
    expect(sent()?.changes).toEqual([
      {
        item: 4,
        etag: entityTag(latte),
        fields: {
          variants: [
            { ...variants[0], price: 2.2 },
            { ...variants[1], price: 3.3 },
          ],
        },
      },
    ]);
  });

  it('reads numbers with either decimal mark, and changes nothing while one of them is unclear', async () => {
    await open();
    fill(screen.getByLabelText('By'), '2,5 %');
    fill(screen.getByLabelText('Price from (optional)'), '8,50 / 12,00');
    await expectRefusal('Price from (optional)', '“8,50 / 12,00” is more than one price. Type one.');
    await screen.findByText('Nothing to change yet');
    fill(screen.getByLabelText('Price from (optional)'), '8,50');
    await button('Change 2 Dishes');
    fill(screen.getByLabelText('By'), '-5');
    await expectRefusal('By', "This can't be negative.");
    await screen.findByText('Nothing to change yet');
  });

  it('deletes after saying so, and asking', async () => {
    const user = await open();
    fill(screen.getByLabelText('Search dishes'), 'calz');
    await user.click(screen.getByRole('radio', { name: 'Delete' }));
    await screen.findByText('1 dish will be deleted. You can undo this later, in History.');
    await user.click(await button('Delete 1 Dish'));
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete 1 dish?' }));
    expect(sent()).toBeUndefined();
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(sent()?.removals).toEqual([{ item: 2, etag: entityTag(CALZONE) }]));
    expect(sent()?.changes).toEqual([]);
  });

  it('gives dishes an offer at the menu time that they are chosen for', async () => {
    const user = await open({ search: '?offer=5' });
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Menu time' }).textContent).toBe('Happy hour'));
    fill(screen.getByLabelText('Off the regular price'), '20');
    await button('Change 3 Dishes');
    expect(texts()[1]).toBe('CalzoneRegular price: $12.00Offers: Happy hour $8.00 → changed to Happy hour $9.60');
    await user.click(await button('Select None'));
    await user.click(screen.getByRole('checkbox', { name: 'Margherita' }));
    await user.click(await button('Change 1 Dish'));
    await waitFor(() =>
      expect(sent()?.changes).toEqual([
        { item: 1, etag: entityTag(PIZZA), fields: { offers: [{ daypart: 5, price: 7.2 }] } },
      ]),
    );
  });

  it("says the server's words when a dish was changed meanwhile, and shows the menu as it is now", async () => {
    const user = await open();
    fill(screen.getByLabelText('By'), '10');
    const detail = 'Margherita was changed by someone else. Nothing was saved.';
    api.refuses(POST, 'changed-meanwhile', detail);
    api.answers('GET /api/menu-items', [{ ...PIZZA, price: 10 }, CALZONE, COFFEE]);
    await user.click(await button('Change 3 Dishes'));
    within(await screen.findByRole('alert')).getByText(detail);
    await waitFor(() => expect(texts()[0]).toBe('Margherita$10.00 → changed to $11.00'));
  });

  describe('in detail', { tags: 'full' }, () => {
    it('says which percent is too much', async () => {
      const user = await open();
      fill(screen.getByLabelText('By'), '101');
      await button('Change 3 Dishes');
      await user.click(screen.getByRole('radio', { name: 'Lower' }));
      await expectRefusal('By', 'Percent must be from -100 to 1000.');
    });

    it('rounds to the nearest 0.50, which leaves the cheapest dish as it is', async () => {
      const user = await open();
      fill(screen.getByLabelText('By'), '4');
      await choose(user, 'Round to', 'Nearest 0.50');
      await button('Change 2 Dishes');
      expect(texts()).toEqual(['Margherita$9.00 → changed to $9.50', 'Calzone$12.00 → changed to $12.50']);
    });

    it('sends the same again while it is unknown whether that was done', async () => {
      const user = await open();
      fill(screen.getByLabelText('By'), '10');
      api.fails(POST, 503);
      await user.click(await button('Change 3 Dishes'));
      await screen.findByRole('button', { name: 'Try Again' });
      fill(screen.getByLabelText('By'), '20');
      expect(screen.getByRole<HTMLButtonElement>('checkbox', { name: 'Calzone' }).disabled).toBe(true);
      const [first, key] = [sent(), calls.last(POST)?.headers['idempotency-key']];
      api.answers(POST, { change: 42, categories: 0, added: 0, changed: 3, removed: 0 });
      await user.click(await button('Try Again'));
      await screen.findByText('3 dishes changed');
      expect([sent(), calls.last(POST)?.headers['idempotency-key']]).toEqual([first, key]);
    });

    it('is undone, and leads back to the rule', async () => {
      const user = await open();
      fill(screen.getByLabelText('By'), '10');
      await user.click(await button('Change 3 Dishes'));
      api.answers('POST /api/history/:id/put-back', aPutBack(['Calzone']));
      await user.click(await button('Undo'));
      await expectToast('Undone', 'Changed since, so left as is: Calzone.');
      expect(calls.count('POST /api/history/42/put-back')).toBe(1);
      await screen.findByText('Nothing to change yet');
    });

    it('says which price is impossible, and leaves it out', async () => {
      const user = await open();
      await user.click(screen.getByRole('radio', { name: 'Lower' }));
      await user.click(screen.getByRole('radio', { name: 'Amount' }));
      fill(screen.getByLabelText('By'), '5');
      await button('Change 2 Dishes');
      expect(texts()[2]).toBe('EspressoThe price would be below zero.');
      expect(screen.getByRole<HTMLButtonElement>('checkbox', { name: 'Espresso' }).disabled).toBe(true);
    });

    it('has whole prices in a currency without decimals', async () => {
      await open({ currency: 'JPY' });
      fill(screen.getByLabelText('By'), '10');
      await waitFor(() => expect(texts()[1]).toMatch(/¥12 → changed to ¥13$/));
      expect(screen.queryByRole('combobox', { name: 'Round to' })).toBeNull();
    });

    it('marks, moves and tags dishes, and leaves out what is so already', async () => {
      const user = await open();
      await user.click(screen.getByRole('radio', { name: 'Availability' }));
      await button('Change 2 Dishes');
      expect(texts()).toEqual(['MargheritaAvailable: yes → changed to no', 'CalzoneAvailable: yes → changed to no']);
      await user.click(screen.getByRole('radio', { name: 'Category' }));
      await screen.findByText('Nothing to change yet');
      await choose(user, 'Move to', 'Pizza');
      await button('Change 1 Dish');
      expect(texts()).toEqual(['EspressoCategory: Coffee → changed to Pizza']);
      await user.click(screen.getByRole('radio', { name: 'Tags' }));
      await screen.findByText('Nothing to change');
      await choose(user, 'Popular', 'Add');
      await button('Change 3 Dishes');
    });

    it('sets and removes offers, and says why a number can be none', async () => {
      const user = await open();
      await user.click(screen.getByRole('radio', { name: 'Offer' }));
      await choose(user, 'Menu time', 'Happy hour');
      fill(screen.getByLabelText('Off the regular price'), '101');
      await expectRefusal('Off the regular price', 'Percent must be at most 100.');
      await user.click(screen.getByRole('radio', { name: 'Set price' }));
      fill(screen.getByLabelText('Offer price'), '5');
      await button('Change 2 Dishes');
      expect(texts()[2]).toBe("EspressoThe offer wouldn't be lower than the regular price.");
      await user.click(screen.getByRole('radio', { name: 'Remove' }));
      await button('Change 1 Dish');
      expect(texts()).toEqual(['CalzoneOffers: Happy hour $8.00 → changed to none']);
    });

    it('says when dishes are served', async () => {
      const user = await open();
      await user.click(screen.getByRole('radio', { name: 'Times' }));
      await choose(user, 'Served', 'At some menu times only');
      await screen.findByText('Nothing to change yet');
      await user.click(screen.getByRole('checkbox', { name: 'Lunch' }));
      await button('Change 3 Dishes');
      expect(texts()[0]).toBe('MargheritaMenu times: none → changed to Lunch');
    });

    it('is about the dishes that were selected in Menu Items, until all are wanted', async () => {
      const user = await open();
      await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Menu Items' }));
      await findHeading('Menu Items');
      // Rows are other elements once they can be moved.
      await button('Move Calzone');
      await user.click(await screen.findByRole('checkbox', { name: /Select Calzone/ }));
      await user.click(await button('More Changes…'));
      await screen.findByText('1 selected dish');
      fill(screen.getByLabelText('By'), '10');
      await button('Change 1 Dish');
      await user.click(await button('All Dishes Instead'));
      await button('Change 3 Dishes');
    });
  });
});

describe('a change in words', () => {
  const ASK = 'POST /api/assistant/change';

  const describeIt = async () => {
    api.answers('GET /api/assistant', { isOn: true });
    const user = await open();
    fill(await screen.findByLabelText('Describe a change'), 'Pizzas +4 %, and no espresso');
    return user;
  };

  it('shows what it changes, and changes it only when the owner says so', async () => {
    api.answers(ASK, {
      rules: [
        { where: { categoryIds: [1] }, act: { kind: 'price', by: 'percent', value: 4, ending: '50' } },
        { where: { items: [3] }, act: { kind: 'delete' } },
      ],
    });
    const user = await describeIt();
    await user.click(await button('Show Changes'));
    await button('Change 3 Dishes');
    expect(calls.body(ASK)).toEqual({ text: 'Pizzas +4 %, and no espresso' });
    expect(texts().slice(0, 2)).toEqual(['Margherita$9.00 → changed to $9.50', 'Calzone$12.00 → changed to $12.50']);
    expect(calls.count(POST)).toBe(0);
    await user.click(screen.getByRole('checkbox', { name: 'Espresso' }));
    await user.click(await button('Change 2 Dishes'));
    await waitFor(() => expect(sent()?.changes.map(({ item }) => item)).toEqual([1, 2]));
    expect(sent()?.removals).toEqual([]);
  });

  describe('in detail', { tags: 'full' }, () => {
    it('is about the selected dishes alone, until all are wanted', async () => {
      const all = { where: {}, act: { kind: 'price', by: 'percent', value: 5 } };
      api.answers('GET /api/assistant', { isOn: true });
      api.answers(ASK, { rules: [all, { where: { items: [1, 3] }, act: { kind: 'delete' } }] });
      const user = await open();
      await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Menu Items' }));
      await findHeading('Menu Items');
      await user.click(await screen.findByRole('checkbox', { name: /Select Calzone/ }));
      await user.click(await button('More Changes…'));
      fill(await screen.findByLabelText('Describe a change'), 'Raise by 5 %');
      await user.click(await button('Show Changes'));
      await button('Change 1 Dish');
      expect(texts()).toEqual(['Calzone$12.00 → changed to $12.60']);
      screen.getByText('1 selected dish');
      await user.click(await button('All Dishes Instead'));
      await button('Change 3 Dishes');
    });

    it('described above the items is asked for on arrival, once', async () => {
      api.answers(ASK, { rules: [{ where: { items: [2] }, act: { kind: 'delete' } }] });
      api.answers('GET /api/assistant', { isOn: true });
      const user = await open();
      await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Menu Items' }));
      await findHeading('Menu Items');
      await user.type(await screen.findByRole('textbox', { name: 'Describe a change' }), 'No calzone any more{Enter}');
      await findHeading('Change Many Dishes');
      await button('Delete 1 Dish');
      expect(screen.getByLabelText<HTMLTextAreaElement>('Describe a change').value).toBe('No calzone any more');
      expect([calls.count(ASK), calls.body(ASK)]).toEqual([1, { text: 'No calzone any more' }]);
      await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Menu Items' }));
      await user.click(await screen.findByRole('button', { name: 'Tools' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Change Many…' }));
      await findHeading('Change Many Dishes');
      expect(screen.getByLabelText<HTMLTextAreaElement>('Describe a change').value).toBe('');
      expect(calls.count(ASK)).toBe(1);
    });

    it('that is not understood says so, and the form is there', async () => {
      api.answers(ASK, { rules: [] });
      const user = await describeIt();
      await user.click(await button('Show Changes'));
      await screen.findByText("This couldn't be turned into changes. Put it in other words, or use the form.");
      screen.getByLabelText('By');
    });
  });
});
