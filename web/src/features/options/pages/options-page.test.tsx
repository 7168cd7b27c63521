import type { Option, OptionGroup } from '@tavola/contracts/choices.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import { basisOf } from '@tavola/contracts/rules/declared-allergens.ts';
import { screen, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { api, calls } from '../../../test/api.ts';
import {
  answer,
  choose,
  dialog,
  expectToast,
  fill,
  openApp,
  press,
  pressInDialog,
  question,
} from '../../../test/app.tsx';
import { anItem, anOptionGroup, aUser } from '../../../test/samples.ts';

// Options: the groups that dishes share, and what deleting one does.

const field = (name: string) => within(dialog()).getByLabelText<HTMLInputElement>(name);

it('are added with what each adds, how many guests choose, and which is included', async () => {
  api.answers('GET /api/option-groups', []);
  api.answers('POST /api/option-groups', (sent: OptionGroup) =>
    anOptionGroup({ ...sent, options: sent.options.map((option, index) => ({ ...option, id: index + 1 })) }),
  );
  const user = openApp('/dashboard/options', { as: aUser() });
  await press(user, 'Add Your First Options');
  await screen.findByRole('dialog');
  fill(field('Name'), 'Milk');
  fill(field('Option 1, name'), 'Whole milk');
  fill(field('Option 2, name'), 'Oat milk');
  fill(field('Option 2, adds'), '0,5');
  await user.click(within(dialog()).getAllByRole('checkbox')[0] as HTMLElement);
  await user.click(within(dialog()).getAllByRole('checkbox')[1] as HTMLElement);
  await choose(user, 'Guests choose', 'Other numbers');
  fill(field('At least (optional)'), '3');
  await pressInDialog(user, 'Add Options');
  await within(dialog()).findByText('There are only 2 options.');
  await choose(user, 'Guests choose', 'Exactly one');
  await user.click(within(dialog()).getByRole('button', { name: 'Add an Option' }));
  // Of one choice, one is included.
  await user.click(within(dialog()).getAllByRole('checkbox')[0] as HTMLElement);
  await user.click(within(dialog()).getAllByRole('checkbox')[0] as HTMLElement);
  await pressInDialog(user, 'Add Options');
  await expectToast('Options added', '“Milk” can be added to any dish.');
  expect(calls.body('POST /api/option-groups')).toEqual({
    name: 'Milk',
    min: 1,
    max: 1,
    options: [
      { name: 'Whole milk', price: 0, isAvailable: true, isDefault: true },
      { name: 'Oat milk', price: 0.5, isAvailable: true, isDefault: false },
    ],
  });
});

it('are listed with their rule and their dishes, and change by what was edited alone; ids stay', async () => {
  const milk = anOptionGroup();
  api.answers('GET /api/option-groups', [milk]);
  api.answers('GET /api/menu-items', [anItem({ optionGroups: [1] }), anItem({ id: 2 })]);
  api.answers('PUT /api/option-groups/:id', { ...milk, name: 'Milks' });
  const user = openApp('/dashboard/options', { as: aUser() });
  await screen.findByText(/Choose exactly one · In 1 dish$/);
  await screen.findByText('+$0.50');
  await press(user, 'Edit Milk');
  await screen.findByRole('dialog');
  await user.click(within(dialog()).getByRole('button', { name: 'Remove Whole milk' }));
  await pressInDialog(user, 'Save Changes');
  await expectToast('Options updated', 'Every dish with these options shows the change.');
  expect(calls.body('PUT /api/option-groups/1')).toEqual({
    options: [{ id: 12, name: 'Oat milk', price: 0.5, isDefault: false }],
  });
});

it('ask whether what was declared of a renamed one is still right, and confirm that alone', async () => {
  const declared = (option: Option): Option => ({
    ...option,
    allergens: { states: 'f'.repeat(15), by: null, at: '2026-11-20T18:00:00.000Z', basis: basisOf(option) },
  });
  const milk = { ...anOptionGroup(), options: anOptionGroup().options.map(declared) };
  const renamed = { ...milk, options: milk.options.map((one) => (one.id === 12 ? { ...one, name: 'Oat' } : one)) };
  api.answers('GET /api/option-groups', [milk]);
  api.answers('GET /api/menu-items', [anItem({ optionGroups: [1] })]);
  api.answers('PUT /api/option-groups/:id', renamed);
  api.answers('PUT /api/option-groups/:id/allergens', renamed);
  const user = openApp('/dashboard/options', { as: aUser() });
  await press(user, 'Edit Milk');
  await screen.findByRole('dialog');
  const box = () => within(dialog()).queryByRole('checkbox', { name: 'Allergens are still correct' });
  expect(box()).toBeNull();
  fill(field('Option 2, name'), 'Oat');
  await user.click(box() as HTMLElement);
  await pressInDialog(user, 'Save Changes');
  await expectToast('Options updated', 'Every dish with these options shows the change.');
  expect(calls.body('PUT /api/option-groups/1/allergens')).toMatchObject({
    options: [{ id: 12, states: 'f'.repeat(15) }],
  });
  const sent = calls.last('PUT /api/option-groups/1/allergens');
  expect(sent?.headers['if-match']).toBe(`"${entityTag(renamed)}"`);
});

it('are deleted after the question, which says from how many dishes they go', async () => {
  const options = anOptionGroup().options.map((option) => ({ ...option, isAvailable: false }));
  api.answers('GET /api/option-groups', [anOptionGroup({ options })]);
  const item = anItem({ optionGroups: [1] });
  const allergens = { states: 'f'.repeat(15), by: null, at: '2026-11-20T18:00:00.000Z', basis: basisOf(item) };
  api.answers('GET /api/menu-items', [{ ...item, allergens }, anItem({ id: 2, optionGroups: [1] })]);
  api.answers('DELETE /api/option-groups/:id');
  const user = openApp('/dashboard/options', { as: aUser() });
  await screen.findByText(/In 2 dishes$/);
  screen.getByText("Guests can't order 2 dishes: too few options are left.");
  await press(user, 'Delete Milk');
  expect((await question()).textContent).toContain(
    'Removes Milk from 2 dishes. The dishes stay on your menu. Allergens of 1 dish are then to be confirmed.',
  );
  await answer(user, 'Delete');
  await screen.findByText(/^The options have been deleted successfully\./);
  const link = screen.getByRole('link', { name: 'Confirm the allergens of 1 dish' });
  expect(link.getAttribute('href')).toBe('/dashboard/allergens?show=unconfirmed');
});
