import { QUOTAS } from '@tavola/contracts/quotas.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { queryClient } from '../lib/http/query-client.ts';
import { type Answers, api, type Call, calls } from '../test/api.ts';
import {
  answer,
  dialog,
  dialogClosed,
  expectBusy,
  expectFocus,
  expectRefusal,
  expectToast,
  fieldValue,
  fill,
  fillAll,
  goTo,
  openApp,
  press,
  pressInDialog,
  question,
} from '../test/app.tsx';
import {
  aCategory,
  aCodeList,
  aDaypart,
  aMenuChange,
  anItem,
  anOptionGroup,
  aSignIn,
  aUser,
  someAnalytics,
} from '../test/samples.ts';

// What all screens have in common when the server does not take what an owner writes: it is said, and nothing that was typed is
// lost. What one screen does differently is in its own test.

/** The toast of what failed: 'Update failed' - 'Failed to update category. Please try again.' */
const failed = (act: string, rest: string) =>
  [`${act} failed`, `Failed to ${act.toLowerCase()} ${rest}. Please try again.`] as const;

const ADD_ITEM = failed('Add', 'menu item');
const UPDATE_ITEM = failed('Update', 'menu item');

const THREE = ['Antipasti', 'Primi', 'Dolci'];

/** A restaurant that has some of everything. */
const RESTAURANT: Answers = {
  'GET /api/categories': THREE.map((name, at) => aCategory({ id: at + 1, name })),
  'GET /api/menu-items': [
    anItem({ id: 1, name: 'Gnocchi', price: 11, categoryId: 2 }),
    anItem({ id: 2, name: 'Ragù', price: 12, categoryId: 2 }),
  ],
  'GET /api/option-groups': [anOptionGroup(), anOptionGroup({ id: 2, name: 'Sides' })],
  'GET /api/dayparts': { dayparts: [aDaypart(), aDaypart({ id: 2, name: 'Dinner' })] },
  'GET /api/history': { changes: [aMenuChange({ id: 9, name: 'Burrata' })], next: null },
  'GET /api/analytics': someAnalytics({ hasData: true }),
  'GET /api/media/pictures': { count: 2 },
  'GET /api/account/export/progress': {
    state: 'done',
    progress: 100,
    file: { name: 'da-rosa.zip', bytes: 1_234, expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
  },
  'GET /api/qr-codes': aCodeList('Window'),
  'POST /api/menu-drafts': { change: 70, categories: 0, added: 0, changed: 2, removed: 0 },
  'GET /api/team': { members: [], invitations: [] },
  'POST /api/auth/invitations/read': { restaurant: 'Harbor', role: 'staff', email: null, hasAccount: false },
};

/** Opens `path` for the owner of that restaurant. */
function open(path: string): UserEvent {
  for (const [call, body] of Object.entries(RESTAURANT)) api.answers(call as Call, body);
  api.responds('GET /api/qr-codes/:id/image', () => new Response('', { headers: { 'Content-Type': 'image/png' } }));
  return openApp(path, { as: aUser() });
}

interface Form {
  /** What is written, with the items of the specification that its row proves. */
  writes: string;
  path: string;
  call: Call;
  /** Opens the form, if it is a dialog. */
  begin?: string;
  /** What is typed. */
  typed: Record<string, string>;
  /** What else it takes before it can be sent. */
  also?: (user: UserEvent) => unknown;
  save: string;
  toast: readonly [title: string, description: string];
  /** The field of the body that the server refuses, and the field's label. */
  field: readonly [name: string, label: string];
  /** Whether the toast has the server's words, where it gives some. */
  inServersWords?: boolean;
}

const NEW_ITEM = {
  path: '/dashboard/items',
  call: 'POST /api/menu-items',
  begin: 'Add Item to Primi',
  typed: { Name: 'Pesto', Price: '1' },
  toast: ADD_ITEM,
  field: ['price', 'Price'],
} as const;

const SETTINGS = {
  path: '/settings',
  call: 'PUT /api/tenant',
  save: 'Save Changes',
  toast: failed('Update', 'settings'),
} as const;
const TIP = 'Tip Note (optional)';

const FORMS: readonly Form[] = [
  { ...NEW_ITEM, writes: 'a new item [S8.2]', save: 'Add Item' },
  { ...NEW_ITEM, writes: 'a new item, with another one to follow', save: 'Save & Add Another' },
  {
    writes: 'a changed item [S8.3]',
    path: '/dashboard/items',
    call: 'PUT /api/menu-items/:id',
    begin: 'Edit Gnocchi',
    typed: { Price: '12.25' },
    save: 'Save Changes',
    toast: UPDATE_ITEM,
    field: ['price', 'Price'],
  },
  {
    writes: 'a new category',
    path: '/dashboard/categories',
    call: 'POST /api/categories',
    begin: 'Add Category',
    typed: { Name: 'Pasta' },
    save: 'Add Category',
    toast: failed('Add', 'category'),
    field: ['name', 'Name'],
  },
  {
    writes: 'a changed category',
    path: '/dashboard/categories',
    call: 'PUT /api/categories/:id',
    begin: 'Edit Primi',
    typed: { Name: 'Pasta' },
    save: 'Save Changes',
    toast: failed('Update', 'category'),
    field: ['name', 'Name'],
  },
  {
    writes: 'changed options',
    path: '/dashboard/options',
    call: 'PUT /api/option-groups/:id',
    begin: 'Edit Milk',
    typed: { Name: 'Milks' },
    save: 'Save Changes',
    toast: failed('Update', 'options'),
    field: ['name', 'Name'],
  },
  {
    writes: 'a new daypart',
    path: '/settings/dayparts',
    call: 'PUT /api/dayparts',
    begin: 'Add Menu Time',
    typed: { Name: 'Brunch' },
    also: (user) => pressInDialog(user, 'Add a time on Sunday'),
    save: 'Add Menu Time',
    toast: failed('Add', 'menu time'),
    field: ['dayparts', 'Name'],
  },
  {
    writes: 'a changed daypart',
    path: '/settings/dayparts',
    call: 'PUT /api/dayparts',
    begin: 'Edit Lunch',
    typed: { Name: 'Midday' },
    save: 'Save Changes',
    toast: failed('Update', 'menu time'),
    field: ['dayparts', 'Name'],
  },
  {
    writes: 'the style of the codes',
    path: '/dashboard/qr',
    call: 'PUT /api/qr-codes/style',
    begin: 'Change Style',
    typed: { 'Code color': '#fff0d8' },
    save: 'Save Style',
    toast: ['Update failed', 'Failed to save the style. Please try again.'],
    field: ['foreground', 'Code color'],
    inServersWords: true,
  },
  {
    ...SETTINGS,
    writes: 'the settings [S8.5 S2.64]',
    typed: { 'Phone Number': '555 0101' },
    field: ['phone', 'Phone Number'],
  },
  {
    ...SETTINGS,
    path: '/settings/prices',
    writes: 'a note below the menu',
    typed: { [TIP]: '100%' },
    field: ['notes.tip', TIP],
  },
];

/** Fills the form and sends it; returns where its fields are. */
async function send(user: UserEvent, { begin, typed, also, save }: Form): Promise<HTMLElement> {
  if (begin) await press(user, begin);
  await screen.findByLabelText(Object.keys(typed)[0] as string);
  const form = begin ? dialog() : document.body;
  fillAll(typed, form);
  await also?.(user);
  await user.click(within(form).getByRole('button', { name: save }));
  return form;
}

const saysSo = (form: Form) => {
  const { path, call, typed, toast, field } = form;
  const expectTyped = (where: HTMLElement) =>
    expect(Object.keys(typed).map((label) => fieldValue(label, where))).toEqual(Object.values(typed));

  it("the button reads 'Saving...' and is disabled while busy; a failure is said in a toast, and what was typed stays", async () => {
    const user = open(path);
    api.fails(call, 500);
    const fail = api.holds(call);
    const where = await send(user, form);
    await expectBusy('Saving...');
    // A dialog that is busy does not close.
    await user.keyboard('{Escape}');
    fail();
    await expectToast(...toast);
    if (form.begin) expect(dialog()).toBe(where);
    expectTyped(where);
  });

  it('what the server refuses is said at its field, which gets the focus', async () => {
    const [name, label] = field;
    const user = open(path);
    const errors = [{ field: name, message: 'Not like this.' }];
    api.refuses(call, 'validation-failed', 'Please check the fields.', { errors });
    const where = await send(user, form);
    await expectToast(toast[0], form.inServersWords ? 'Please check the fields.' : toast[1]);
    await expectRefusal(label, 'Not like this.', where);
    await expectFocus(() => within(where).getByLabelText(label));
    expectTyped(where);
  });
};
const isInSpecification = ({ writes }: Form) => writes.includes('[S');
describe.each(FORMS.filter(isInSpecification))('$writes', saysSo);
describe.each(FORMS.filter((form) => !isInSpecification(form)))('$writes', { tags: 'full' }, saysSo);

it.each(FORMS.filter(({ begin }) => begin))(
  '$writes: Escape asks before what was typed is lost, and focus comes back to where it was [S4.11]',
  { tags: 'full' },
  async ({ path, begin = '', typed }) => {
    const [label, text] = Object.entries(typed)[0] as [string, string];
    const user = open(path);
    await press(user, begin);
    const before = fieldValue(label, dialog());
    fill(within(dialog()).getByLabelText(label), text);
    await user.keyboard('{Escape}');
    within(await question()).getByText('Discard your changes?');
    await expectFocus(() => screen.getByRole('button', { name: 'Keep Editing' }));
    await user.keyboard('{Enter}');
    await expectFocus(() => within(dialog()).getByLabelText(label));
    expect(fieldValue(label, dialog())).toBe(text);
    await user.keyboard('{Escape}');
    await answer(user, 'Discard Changes');
    await dialogClosed();
    await expectFocus(() => screen.getByRole('button', { name: begin }));
    // Discarded input does not come back.
    await press(user, begin);
    expect(fieldValue(label, dialog())).toBe(before);
  },
);

it('a reason of the server takes the place of the general words: the menu is full', async () => {
  const user = open('/dashboard/items');
  api.refuses('POST /api/menu-items', 'quota-reached', QUOTAS.items.message);
  const form = await send(user, { ...NEW_ITEM, writes: '', save: 'Add Item' });
  await expectToast('Add failed', 'A menu can have at most 2,000 items.');
  expect(fieldValue('Name', form)).toBe('Pesto');
});

it.each<[what: string, path: string, call: Call, button: string, toast: readonly [string, string]]>([
  ['item [S8.4]', '/dashboard/items', 'DELETE /api/menu-items/:id', 'Delete Gnocchi', failed('Delete', 'menu item')],
  ['category', '/dashboard/categories', 'DELETE /api/categories/:id', 'Delete Primi', failed('Delete', 'category')],
  ['options', '/dashboard/options', 'DELETE /api/option-groups/:id', 'Delete Milk', failed('Delete', 'option group')],
  ['daypart', '/settings/dayparts', 'PUT /api/dayparts', 'Delete Lunch', failed('Delete', 'menu time')],
  ['code', '/dashboard/qr', 'DELETE /api/qr-codes/:id', 'Retire Window', failed('Retire', 'the code')],
])(
  'a deleted %s that the server refuses to delete stays, with the focus on its button, and a toast says so',
  async (_, path, call, button, toast) => {
    const user = open(path);
    api.fails(call, 500);
    await press(user, button);
    await answer(user, button.split(' ')[0] as string);
    await expectToast(...toast);
    await expectFocus(() => screen.getByRole('button', { name: button }));
  },
);

/** An edit in a list, and what the list shows of it. */
interface Edit {
  act: (user: UserEvent) => Promise<unknown>;
  shown: () => unknown;
  before: unknown;
  after: unknown;
}

const toggles = (name: string): Edit => ({
  act: async (user) => user.click(await screen.findByRole('switch', { name })),
  shown: () => screen.getByRole('switch', { name }).ariaChecked,
  before: 'true',
  after: 'false',
});

/** The last of `names` goes to the top of the list, which `begin` opens. */
const moves = (names: readonly string[], begin?: (user: UserEvent) => Promise<unknown>): Edit => ({
  act: async (user) => {
    await begin?.(user);
    await press(user, `Move ${names.at(-1)}`);
    await user.click(await screen.findByRole('menuitem', { name: 'Move to top' }));
  },
  shown: () => screen.getAllByRole('button', { name: /^Move / }).map((one) => one.getAttribute('aria-label')?.slice(5)),
  before: names,
  after: [...names.slice(-1), ...names.slice(0, -1)],
});

const choosePrimi = async (user: UserEvent) => {
  await user.click(await screen.findByRole('combobox', { name: 'Category' }));
  await user.click(await screen.findByRole('option', { name: /^Primi/ }));
};

const changesPrice: Edit = {
  act: async (user) => {
    await press(user, 'Change price of Gnocchi, $11.00');
    await user.keyboard('12.5{Enter}');
  },
  shown: () => screen.getByRole('button', { name: /^Change price of Gnocchi/ }).textContent,
  before: '$11.00',
  after: '$12.50',
};

const UPDATE_CATEGORY = failed('Update', 'category');
const UPDATE_DAYPARTS = failed('Update', 'menu times');

it.each<[what: string, path: string, call: Call, edit: Edit, toast: readonly [string, string]]>([
  [
    'whether an item is available [S4.7 S8.3]',
    '/dashboard/items',
    'PUT /api/menu-items/:id',
    toggles('Gnocchi available'),
    UPDATE_ITEM,
  ],
  ["an item's price [S8.3]", '/dashboard/items', 'PUT /api/menu-items/:id', changesPrice, UPDATE_ITEM],
  [
    'the order of items',
    '/dashboard/items',
    'PUT /api/menu-items/order',
    moves(['Gnocchi', 'Ragù'], choosePrimi),
    UPDATE_ITEM,
  ],
  [
    'whether a category is active',
    '/dashboard/categories',
    'PUT /api/categories/:id',
    toggles('Primi active'),
    UPDATE_CATEGORY,
  ],
  ['the order of categories', '/dashboard/categories', 'PUT /api/categories/order', moves(THREE), UPDATE_CATEGORY],
  [
    'the order of option groups',
    '/dashboard/options',
    'PUT /api/option-groups/order',
    moves(['Milk', 'Sides']),
    failed('Update', 'options'),
  ],
  ['whether a daypart is active', '/settings/dayparts', 'PUT /api/dayparts', toggles('Lunch active'), UPDATE_DAYPARTS],
  ['the order of dayparts', '/settings/dayparts', 'PUT /api/dayparts', moves(['Lunch', 'Dinner']), UPDATE_DAYPARTS],
])(
  '%s, edited in a list, shows at once, and is taken back, with a toast, when the server refuses it',
  async (_, path, call, { act, shown, before, after }, toast) => {
    const user = open(path);
    api.fails(call, 500);
    const fail = api.holds(call);
    await act(user);
    await waitFor(() => expect(shown()).toEqual(after));
    fail();
    await expectToast(...toast);
    await waitFor(() => expect(shown()).toEqual(before));
  },
);

const NOT_CONFIRMED = "We couldn't confirm the change. Please try again; nothing is changed twice.";

const makeChange = async (user: UserEvent) => {
  fill(await screen.findByLabelText('By'), '10');
  await press(user, 'Change 2 Dishes');
};
const undoChange = async (user: UserEvent) => {
  await makeChange(user);
  await press(user, 'Undo');
};
const quickAdd = async (user: UserEvent) =>
  user.type(await screen.findByRole('textbox', { name: 'Quick add to Primi' }), 'Burrata 14.50{Enter}');
const downloadCode = async (user: UserEvent) => {
  await press(user, 'Download Window');
  await user.click(await screen.findByRole('menuitem', { name: /PNG, small/ }));
};
const endSessions = async (user: UserEvent) => {
  await press(user, 'Sign Out Everywhere');
  await answer(user, 'Sign Out Everywhere');
  await expectBusy('Signing out...');
};

it.each<[path: string, call: Call, act: string | ((user: UserEvent) => Promise<unknown>), title: string, text: string]>(
  [
    ['/dashboard/items/change', 'POST /api/menu-drafts', makeChange, 'Nothing changed', NOT_CONFIRMED],
    [
      '/dashboard/items/change',
      'POST /api/history/:id/put-back',
      undoChange,
      'Not undone',
      "The change couldn't be undone.",
    ],
    [
      '/dashboard/history',
      'POST /api/history/:id/put-back',
      'Undo: Burrata',
      'Not undone',
      "The change couldn't be undone.",
    ],
    [
      '/settings/dayparts',
      'PUT /api/dayparts',
      toggles('Lunch active').act,
      'Update failed',
      'Failed to update menu times.',
    ],
    ['/dashboard/items', 'POST /api/menu-items', quickAdd, 'Add failed', 'Failed to add menu item.'],
    [
      '/dashboard/analytics',
      'GET /api/analytics/export.csv',
      'Export CSV',
      'Export failed',
      'Failed to export your analytics.',
    ],
    [
      '/dashboard/qr',
      'GET /api/qr-codes/:id/image',
      downloadCode,
      'Download failed',
      "The code couldn't be downloaded.",
    ],
    ['/settings/account', 'POST /api/account/export', 'Export Again', 'Export failed', 'Failed to export your data.'],
    [
      '/settings/account',
      'GET /api/account/export/file',
      'Download',
      'Download failed',
      'Failed to download the file.',
    ],
    [
      '/settings/account',
      'GET /api/media/pictures.zip',
      'Download Pictures',
      'Download failed',
      'Failed to download your pictures.',
    ],
    ['/settings/account', 'POST /api/auth/logout-everywhere', endSessions, 'Sign-out failed', ''],
  ],
)(
  'on %s, a failed %s is said also once the screen was left',
  { tags: 'full' },
  async (path, call, act, title, text) => {
    const user = open(path);
    api.answers('GET /api/auth/sessions', [aSignIn()]);
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    api.fails(call, 503);
    const fail = api.holds(call);
    await (typeof act === 'string' ? press(user, act) : act(user));
    await goTo(user, 'Categories');
    fail();
    await expectToast(title, text === NOT_CONFIRMED ? text : `${text} Please try again.`.trim());
  },
);

interface Sending {
  path: string;
  call: Call;
  /** Fills in what is sent. */
  begin: (user: UserEvent) => Promise<unknown>;
  send: (user: UserEvent) => Promise<unknown>;
}

const newCode: Sending = {
  path: '/dashboard/qr',
  call: 'POST /api/qr-codes',
  begin: async (user) => {
    await press(user, 'Add Codes');
    fill(within(dialog()).getByLabelText('Name'), 'Terrace');
  },
  send: (user) => pressInDialog(user, 'Add Code'),
};

const selected: Sending = {
  path: '/dashboard/items',
  call: 'POST /api/menu-drafts',
  begin: async (user) => user.click(await screen.findByRole('checkbox', { name: 'Select all items' })),
  send: async (user) => {
    const bar = within(await screen.findByRole('region', { name: 'Selected items' }));
    await user.click(bar.getByRole('button', { name: 'Out of Stock' }));
  },
};

/** What the server did not add is back in its line when the screen is opened again. */
const quickAdded: Sending = {
  path: '/dashboard/items',
  call: 'POST /api/menu-items',
  begin: async (user) => user.type(await screen.findByLabelText('Quick add to Primi'), 'Burrata 14.50'),
  send: async (user) => {
    await goTo(user, 'Categories');
    await goTo(user, 'Menu Items');
    await user.type(await screen.findByLabelText('Quick add to Primi'), '{Enter}');
  },
};

const newPlace: Sending = {
  path: '/dashboard/places/new',
  call: 'POST /api/restaurants',
  begin: async () => fill(await screen.findByLabelText('Restaurant Name'), 'Harbor'),
  send: (user) => press(user, 'Add and Open'),
};

const invitation: Sending = {
  path: '/dashboard/settings/team',
  call: 'POST /api/team/invitations',
  begin: async (user) => {
    await press(user, 'Invite');
    fill(within(dialog()).getByLabelText('Email'), 'nina@example.com');
  },
  send: (user) => pressInDialog(user, 'Send Invitation'),
};

const joining: Sending = {
  path: '/join#token=a-secret-token',
  call: 'POST /api/auth/join',
  begin: () => screen.findByRole('button', { name: /^Join / }),
  send: (user) => press(user, /^Join /),
};

it.each<[what: string, sending: Sending]>([
  ['a new code', newCode],
  ['a new location', newPlace],
  ['an invitation', invitation],
  ['who joins', joining],
  ['a change of the selected items', selected],
  ['a quick-added dish, also on a screen opened again,', quickAdded],
])(
  '%s is sent again with the same key after its answer was lost, so that it is done once',
  async (_, { path, call, begin, send: sendIt }) => {
    const user = open(path);
    const keys = () => calls.all.filter((one) => one.call === call).map(({ headers }) => headers['idempotency-key']);
    api.fails(call, 504, 'No answer.');
    await begin(user);
    for (const times of [1, 2]) {
      await sendIt(user);
      await waitFor(() => expect(keys()).toHaveLength(times));
      await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    }
    expect(keys()).toEqual([expect.any(String), keys()[0]]);
  },
);
