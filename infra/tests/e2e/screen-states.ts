import { fileURLToPath } from 'node:url';
import type { ProblemCode } from '@tavola/contracts/errors.ts';
import type { Code } from '@tavola/contracts/qr.ts';
import type { Page } from 'playwright-core';
import { type Call, newRestaurant } from './restaurant.ts';
import { addFrench, addMenu, answer, fill, inTurn, LONG, press, type Screen } from './screens.ts';

const PHOTO = fileURLToPath(
  new URL('../../dev/seed/pictures/cappuccino/679be8c7bec77ce5298d5f30-640x480-b09675/640.jpg', import.meta.url),
);
const MENU =
  'STARTERS\nBurrata 14.50\nTomatoes, basil\nOlives 4.50\n\nPASTA\nCarbonara 13\nTruffle pasta\nAglio e olio 11';
const TABLE = 'Category,Name,Price\nPasta,Gnocchi,16\nPasta,Pappardelle,18.50\nSalads,Fennel,nine\n';
const ME = '/api/auth/me';
const REFUSED_LOGIN = /^answer: 401 .*auth.login$/;
/** Without a network, what a page requests fails. */
const OFFLINE = /^request: .* net::ERR_(INTERNET_DISCONNECTED|FAILED)$/;

const LOGIN = { path: '/login', viewer: 'nobody', ready: 'Remember me' } as const;
const FORGOT = { path: '/forgot-password', viewer: 'nobody', ready: 'Send Link' } as const;
const RESET = { path: '/reset-password#token=x', viewer: 'nobody', ready: 'Set Password' } as const;
const CAFE_MENU = { path: '/menu/linden-and-rye', viewer: 'nobody', ready: 'Ready to Order?' } as const;
const ACCOUNT = { path: '/settings/account', viewer: 'owner', ready: 'This device' } as const;
/** The account of a user with two-factor sign-in. */
const SECURED = {
  ...ACCOUNT,
  ready: '3 recovery codes left',
  fake: ['/api/auth/two-factor', { isOn: true, recoveryCodesLeft: 3 }],
} as const;
const ITEMS = { path: '/dashboard/items', viewer: 'owner', ready: 'Burrata con Pomodorini' } as const;
const OWN_ITEMS = { path: '/dashboard/items', viewer: 'newcomer', ready: 'Gnocchi', before: addMenu } as const;
const CATEGORIES = { path: '/dashboard/categories', viewer: 'owner', ready: 'Antipasti' } as const;
const QR = { path: '/dashboard/qr', viewer: 'owner', ready: 'Table 1' } as const;
const SETTINGS = { path: '/settings', viewer: 'owner', ready: 'Restaurant Information' } as const;
const KITCHEN = { path: '/dashboard/kitchen', viewer: 'owner', ready: 'All dishes' } as const;
const DAYPARTS = { path: '/settings/dayparts', viewer: 'cafe', ready: 'Last Hour' } as const;
const LANGUAGES = {
  path: '/dashboard/languages',
  viewer: 'newcomer',
  ready: 'Not shown yet',
  before: addFrench,
} as const;
const RESTAURANTS = { path: '/admin/restaurants?q=linden', viewer: 'admin', ready: 'Linden & Rye' } as const;
const IMPORT = { path: '/dashboard/import', viewer: 'newcomer', ready: 'Nothing to import yet' } as const;

/** Screens in other states than they open in: empty, filled, refused, without a network. */
export const STATES: readonly Screen[] = [
  {
    name: 'pre-launch-missing',
    path: '/pre-launch',
    viewer: 'nobody',
    ready: 'Apply for the Beta',
    act: press('Apply for the Beta'),
  },
  { ...LOGIN, name: 'login-failed', act: (page) => signIn(page, 'invalid-credentials'), complaints: REFUSED_LOGIN },
  { ...LOGIN, name: 'login-code', act: (page) => signIn(page, 'two-factor-required'), complaints: REFUSED_LOGIN },
  {
    ...LOGIN,
    name: 'login-code-errors',
    complaints: REFUSED_LOGIN,
    act: (page) => signIn(page, 'two-factor-required').then(() => press('Sign In')(page)),
  },
  { name: 'signup-errors', path: '/signup', viewer: 'nobody', ready: 'Create Account', act: press('Create Account') },
  { ...FORGOT, name: 'forgot-password-errors', act: press('Send Link') },
  { ...FORGOT, name: 'forgot-password-sent', act: inTurn(fill('Email', 'giulia@tavola.test'), press('Send Link')) },
  { ...RESET, name: 'reset-password-errors', act: press('Set Password') },
  {
    ...RESET,
    name: 'reset-password-expired',
    complaints: /^answer: 410 .*reset-password$/,
    act: inTurn(fill('New password', 'sugo di nonna'), press('Set Password')),
  },
  {
    name: 'confirm-email-expired',
    complaints: /^answer: 410 .*confirm-email$/,
    path: '/confirm-email#token=x',
    viewer: 'nobody',
    ready: 'Confirm Address',
    act: press('Confirm Address'),
  },
  {
    name: 'no-connection',
    path: '/dashboard',
    viewer: 'owner',
    ready: 'Try Again',
    fake: [ME, 'unavailable'],
    complaints: /^answer: 503 .*auth.me$/,
  },
  {
    name: 'menu-table',
    path: '/menu/demo?at=table',
    viewer: 'nobody',
    ready: 'Ask your server.',
    act: (page) => page.getByText('Ask your server.').scrollIntoViewIfNeeded(),
  },
  { ...CAFE_MENU, name: 'menu-category', act: (page) => page.getByRole('tab').last().click() },
  { ...CAFE_MENU, name: 'menu-search', act: search('tea') },
  {
    name: 'menu-search-none',
    path: '/menu/demo',
    viewer: 'nobody',
    ready: 'Ready to Order?',
    act: search('haggis'),
  },
  { name: 'menu-long', path: '/menu/{slug}', viewer: 'newcomer', ready: 'Ready to Order?', before: addMenu },
  { name: 'menu-empty', path: '/menu/{slug}', viewer: 'newcomer', ready: 'This menu is coming soon.' },
  {
    name: 'menu-offline',
    path: '/menu/demo',
    viewer: 'nobody',
    ready: 'Ready to Order?',
    act: leaveNetwork,
    complaints: OFFLINE,
  },
  {
    name: 'code-unused',
    path: '/q/zzzzzzzz',
    viewer: 'nobody',
    ready: 'This code is not in use',
    complaints: /^answer: 404 .*zzzzzzzz$/,
  },
  { name: 'overview-new', path: '/dashboard', viewer: 'newcomer', ready: 'Start with your menu' },
  { name: 'items-new', path: '/dashboard/items', viewer: 'newcomer', ready: 'Nothing on the menu yet' },
  { name: 'items-long', path: '/dashboard/items', viewer: 'newcomer', ready: 'Tagliatelle', before: addMenu },
  {
    name: 'items-failed',
    complaints: /^answer: 503 .*menu-items$/,
    path: '/dashboard/items',
    viewer: 'owner',
    ready: "Couldn't load your menu items",
    fake: ['/api/menu-items', 'unavailable'],
  },
  {
    name: 'items-broken',
    complaints: /^console: TypeError/,
    path: '/dashboard/items',
    viewer: 'owner',
    ready: 'Reload Page',
    fake: ['/api/categories', { name: 'x' }],
  },
  { ...ITEMS, name: 'items-none-found', act: fill('Search items', 'haggis') },
  { ...ITEMS, name: 'items-in-place', act: press('Rename Burrata con Pomodorini'), only: 'laptop' },
  {
    ...OWN_ITEMS,
    name: 'items-refused',
    endsOnResize: true,
    act: async (page) => {
      await page.getByLabel('Quick add to Pasta').fill('Suppli');
      await page.keyboard.press('Enter');
    },
  },
  { ...OWN_ITEMS, name: 'items-selected', act: selectAll },
  { ...OWN_ITEMS, name: 'items-undo', act: inTurn(selectAll, press('Delete')) },
  { name: 'categories-new', path: '/dashboard/categories', viewer: 'newcomer', ready: 'No categories yet' },
  { name: 'categories-long', path: '/dashboard/categories', viewer: 'newcomer', ready: 'Pasta', before: addMenu },
  {
    ...CATEGORIES,
    name: 'categories-lifted',
    endsOnResize: true,
    act: lift('Antipasti'),
  },
  {
    ...OWN_ITEMS,
    name: 'items-lifted',
    endsOnResize: true,
    act: async (page) => {
      // On a phone, the filters are folded.
      const filters = page.getByRole('button', { name: 'Filters' });
      if (await filters.isVisible()) await filters.click();
      await page.getByRole('combobox', { name: 'Category' }).click();
      await page.getByRole('option', { name: /^Pasta/ }).click();
      await lift('Gnocchi')(page);
    },
  },
  { name: 'qr-new', path: '/dashboard/qr', viewer: 'newcomer', ready: 'On every table' },
  {
    name: 'qr-long',
    path: '/dashboard/qr',
    viewer: 'newcomer',
    ready: 'Table 9',
    before: addCodes,
    act: async (page) => {
      await page.getByText('Retired', { exact: true }).click();
      await page.getByLabel('Select all').click();
    },
  },
  {
    name: 'qr-none-found',
    path: '/dashboard/qr',
    viewer: 'newcomer',
    ready: 'Main code',
    before: (call) => call('POST', '/api/qr-codes/run', { prefix: 'Table', from: 1, to: 20 }),
    act: fill('Search codes', 'haggis'),
  },
  { ...IMPORT, name: 'import-preview', act: fill('Your menu', MENU) },
  { ...IMPORT, name: 'import-table', before: addMenu, act: fill('Your menu', TABLE) },
  { ...IMPORT, name: 'import-done', act: inTurn(fill('Your menu', MENU), press(/^Import \d/)) },
  {
    name: 'bulk-edit-preview',
    path: '/dashboard/items/change',
    viewer: 'owner',
    ready: 'Nothing to change yet',
    act: (page) => page.getByLabel('By', { exact: true }).fill('4'),
  },
  { name: 'history-new', path: '/dashboard/history', viewer: 'newcomer', ready: 'Nothing changed yet' },
  { name: 'kitchen-new', path: '/dashboard/kitchen', viewer: 'newcomer', ready: 'No dishes yet' },
  { name: 'kitchen-long', path: '/dashboard/kitchen', viewer: 'newcomer', ready: 'Gnocchi', before: addMenu },
  {
    name: 'kitchen-offline',
    endsOnResize: true,
    complaints: OFFLINE,
    path: '/dashboard/kitchen',
    viewer: 'newcomer',
    ready: 'Gnocchi',
    before: addMenu,
    // The page scrolled to keep the tapped dish in its place, and another one may lie half beneath its edge.
    act: markOffline,
  },
  { ...KITCHEN, name: 'kitchen-none-found', act: fill('Search dishes', 'haggis') },
  {
    name: 'analytics-table',
    path: '/dashboard/analytics',
    viewer: 'owner',
    ready: 'Popular Items',
    act: inTurn(press('Table'), press('Custom'), fill('From', '2199-02-03')),
  },
  { name: 'analytics-new', path: '/dashboard/analytics', viewer: 'newcomer', ready: 'Coming soon...' },
  { ...LANGUAGES, name: 'languages-two' },
  {
    name: 'settings-errors',
    path: '/settings',
    viewer: 'newcomer',
    ready: 'Restaurant Information',
    act: inTurn(fill('Restaurant Name', ''), press('Save Changes')),
  },
  {
    name: 'settings-long',
    path: '/settings',
    viewer: 'newcomer',
    ready: 'Restaurant Information',
    before: (call) =>
      call('PUT', '/api/tenant', {
        name: LONG.unbroken,
        description: LONG.japanese.repeat(5),
        address: LONG.arabic,
        phone: '5'.repeat(40),
      }),
  },
  {
    name: 'settings-exported',
    path: '/settings',
    viewer: 'newcomer',
    ready: 'Export Data',
    act: (page) => press('Export Data')(page).then(() => page.getByText('Your export is ready').waitFor()),
  },
  { name: 'dayparts-new', path: '/settings/dayparts', viewer: 'newcomer', ready: 'No dayparts yet' },
  {
    name: 'settings-deleted',
    path: '/settings',
    viewer: 'newcomer',
    ready: 'Restore Restaurant',
    fake: ['/api/account', { deleteAt: '2027-01-02T10:00:00.000Z' }],
  },
  { ...ACCOUNT, name: 'account-password-again', act: press('Set Up') },
  { ...ACCOUNT, name: 'account-set-up', act: setUp },
  { ...ACCOUNT, name: 'account-set-up-errors', act: inTurn(setUp, press('Turn On')) },
  { ...SECURED, name: 'account-two-factor' },
  { ...SECURED, name: 'account-turn-off', act: press('Turn Off') },
  {
    ...SECURED,
    name: 'account-recovery-codes',
    act: async (page) => {
      await answer(page, '/api/auth/two-factor/recovery-codes', {
        recoveryCodes: Array.from({ length: 10 }, (_, at) => `h7kp${at}-m9xqa`),
      });
      await press('Replace Recovery Codes')(page);
      await page.getByLabel('Your password').fill('demo-password');
      await press('Create New Codes')(page);
      await page.getByText('Save your recovery codes').waitFor();
    },
  },
  { name: 'admin-none-found', path: '/admin/restaurants?q=haggis', viewer: 'admin', ready: 'Check the spelling' },
  {
    name: 'admin-degraded',
    path: '/admin',
    viewer: 'admin',
    ready: 'Degraded',
    fake: ['/api/admin/system-status', { services: [{ name: 'qr', isReady: false }] }],
  },
  {
    name: 'admin-set-up',
    path: '/admin',
    viewer: 'admin',
    ready: 'One more step',
    fake: ['/api/admin/stats', 'two-factor-setup-required'],
    complaints: /^answer: 403 .*stats$/,
  },
  {
    name: 'admin-reviewed',
    path: '/admin/audit',
    viewer: 'admin',
    ready: 'Suspended the restaurant',
    before: suspendOne,
  },
];

const BURRATA = 'Edit Burrata con Pomodorini';
const SOLD_OUT = /^Out of Stock.*: Prosciutto e Melone$/;

/** Every dialog and menu, some of them in several states. */
export const DIALOGS: readonly Screen[] = [
  { ...ITEMS, name: 'dialog-more', press: ['More'], only: 'phone' },
  { ...ITEMS, name: 'dialog-shortcuts', press: ['Giulia Ferrante', 'Keyboard shortcuts'], only: 'laptop' },
  { ...ITEMS, name: 'dialog-user-menu', press: ['Giulia Ferrante'] },
  { ...ITEMS, name: 'dialog-tools', press: ['Tools'] },
  { ...ITEMS, name: 'dialog-item-new', press: ['Add Item'] },
  { ...ITEMS, name: 'dialog-item-errors', press: ['Add Item', 'Add Item'] },
  { ...ITEMS, name: 'dialog-item', press: [BURRATA] },
  { ...ITEMS, name: 'dialog-item-details', press: [BURRATA, 'More details'] },
  { ...ITEMS, name: 'dialog-item-times', press: [BURRATA, 'Times and offers'] },
  {
    ...ITEMS,
    name: 'dialog-item-category',
    endsOnResize: true,
    press: [BURRATA],
    act: (page) => page.getByLabel('Category').last().click(),
  },
  {
    ...ITEMS,
    name: 'dialog-item-new-category',
    press: ['Add Item'],
    act: inTurn((page) => page.getByRole('dialog').getByLabel('Category').click(), press('Create a category')),
  },
  { ...ITEMS, name: 'dialog-item-delete', press: [BURRATA, 'Delete'] },
  {
    ...ITEMS,
    name: 'dialog-discard',
    press: [BURRATA],
    act: inTurn(fill('Name', 'Burrata'), press('Cancel')),
  },
  {
    ...OWN_ITEMS,
    name: 'dialog-item-changed',
    press: ['Edit Gnocchi'],
    act: saveStale('/api/menu-items', { price: 17 }, fill('Price', '18')),
    complaints: /^answer: 409 /,
  },
  { ...OWN_ITEMS, name: 'dialog-item-long', press: [/^Edit Hand-Rolled/] },
  { ...OWN_ITEMS, name: 'dialog-move-to', act: inTurn(selectAll, press('Move to Category')) },
  { ...ITEMS, name: 'dialog-sold-out', press: [SOLD_OUT], endsOnResize: true },
  { ...ITEMS, name: 'dialog-sold-out-until', press: [SOLD_OUT, /^Another time/], endsOnResize: true },
  { ...KITCHEN, name: 'dialog-kitchen', press: [/^Choices for Prosciutto/] },
  {
    ...KITCHEN,
    viewer: 'newcomer',
    before: addMenu,
    name: 'dialog-log-out-unsent',
    complaints: OFFLINE,
    act: inTurn(markOffline, logOut),
  },
  { ...CATEGORIES, name: 'dialog-category-new', press: ['Add Category'] },
  { ...CATEGORIES, name: 'dialog-category-errors', press: ['Add Category', 'Add Category'] },
  { ...CATEGORIES, name: 'dialog-category', press: ['Edit Antipasti'] },
  {
    ...CATEGORIES,
    viewer: 'newcomer',
    ready: 'Pasta',
    before: addMenu,
    name: 'dialog-category-changed',
    press: ['Edit Pasta'],
    act: saveStale(
      '/api/categories',
      { name: LONG.unbroken, description: LONG.japanese.repeat(5) },
      fill('Description', 'x'.repeat(500)),
    ),
    complaints: /^answer: 409 /,
  },
  { ...CATEGORIES, name: 'dialog-category-move', press: ['Move Antipasti'] },
  { ...CATEGORIES, name: 'dialog-category-delete', press: ['Delete Antipasti'] },
  { ...QR, name: 'dialog-qr-code', press: ['Generate QR Code'] },
  { ...QR, name: 'dialog-qr-style', press: ['Change Style'] },
  { ...QR, name: 'dialog-qr-add', press: ['Add Codes'] },
  { ...QR, name: 'dialog-qr-add-set', press: ['Add Codes', 'Numbered set'] },
  { ...QR, name: 'dialog-qr-download', press: ['Download Table 1'] },
  { ...QR, name: 'dialog-qr-rename', press: ['Rename Table 1'] },
  { ...QR, name: 'dialog-qr-retire', press: ['Retire Table 1'] },
  { ...QR, name: 'dialog-qr-print', press: ['Print Sheet'] },
  {
    ...QR,
    name: 'dialog-qr-printing',
    press: ['Print Sheet'],
    act: async (page) => {
      const id = '0b5bca8c-7f0e-4a6f-9d5f-2d6f8e0c1a11';
      await answer(page, '/api/qr-codes/sheets', { id });
      await answer(page, `/api/qr-codes/sheets/${id}`, { state: 'working', done: 12, total: 40 });
      await press('Create PDF')(page);
      await page.getByText('12 of 40').waitFor();
    },
  },
  {
    ...QR,
    name: 'dialog-qr-printed',
    press: ['Print Sheet'],
    act: (page) =>
      press('Create PDF')(page).then(() => page.getByText('Ready to download').waitFor({ timeout: 60_000 })),
  },
  {
    ...IMPORT,
    path: '/dashboard',
    ready: 'Start with your menu',
    name: 'dialog-sample',
    press: ['Start from a Sample'],
  },
  {
    ...IMPORT,
    name: 'dialog-import-replace',
    act: inTurn(fill('Your menu', MENU), chooseFile('Menu.txt', MENU.slice(9))),
  },
  {
    ...IMPORT,
    before: addMenu,
    path: '/dashboard/items/change',
    ready: 'Nothing to change yet',
    name: 'dialog-bulk-delete',
    act: inTurn(press('Delete'), press(/^Delete \d/)),
  },
  { ...SETTINGS, name: 'dialog-hours', press: [/^(Set|Edit) Hours$/] },
  { ...SETTINGS, name: 'dialog-hours-copy', press: [/^(Set|Edit) Hours$/, 'Copy Monday to other days'] },
  { ...SETTINGS, name: 'dialog-special-day', press: [/^(Set|Edit) Hours$/, 'Add Special Day'] },
  { ...SETTINGS, viewer: 'cafe', name: 'dialog-hours-remove', press: ['Edit Hours', 'Remove Hours'] },
  {
    ...SETTINGS,
    name: 'dialog-menu-url',
    act: inTurn(fill('Menu URL', 'trattoria-ferrante'), press('Save Changes')),
  },
  {
    ...SETTINGS,
    name: 'dialog-currency',
    act: inTurn((page) => page.getByLabel('Currency').selectOption('EUR'), press('Save Changes')),
  },
  {
    ...SETTINGS,
    name: 'dialog-crop',
    act: (page) =>
      page
        .locator('input[type=file]')
        .first()
        .setInputFiles(PHOTO)
        .then(() => page.getByRole('button', { name: 'Use Photo', disabled: false }).waitFor()),
  },
  {
    ...SETTINGS,
    name: 'dialog-qr-code-settings',
    press: ['View QR Code'],
    fake: ['/api/qr-code', 'unavailable'],
    complaints: /^answer: 503 .*qr-code$/,
  },
  { ...SETTINGS, name: 'dialog-delete-restaurant', press: ['Delete Restaurant'] },
  { ...DAYPARTS, name: 'dialog-daypart', press: ['Edit Last Hour'] },
  { ...DAYPARTS, name: 'dialog-daypart-new', press: ['Add Daypart'] },
  { ...DAYPARTS, name: 'dialog-daypart-delete', press: ['Delete Last Hour'] },
  { ...LANGUAGES, name: 'dialog-language-remove', press: ['Remove French'] },
  {
    ...LANGUAGES,
    name: 'dialog-language-base',
    act: (page) => page.getByLabel('Your menu is written in').selectOption('it'),
  },
  {
    ...ACCOUNT,
    name: 'dialog-sign-out-everywhere',
    press: ['Sign Out Everywhere'],
  },
  { ...RESTAURANTS, name: 'dialog-admin-more', press: ['More about Linden & Rye'] },
  { ...RESTAURANTS, name: 'dialog-suspend', press: ['More about Linden & Rye', 'Suspend'] },
  { ...RESTAURANTS, name: 'dialog-remove-picture', press: ['More about Linden & Rye', 'Remove Picture'] },
  {
    ...RESTAURANTS,
    name: 'dialog-restore',
    press: [/^More about Osteria/, 'Restore'],
    path: '/admin/restaurants?standing=suspended',
    ready: 'Osteria della Prova',
    before: suspendOne,
  },
  {
    ...RESTAURANTS,
    path: '/admin/users?q=lindqvist',
    name: 'dialog-suspend-user',
    press: ['More about Maren Lindqvist', 'Suspend'],
    ready: 'Maren Lindqvist',
  },
  {
    name: 'dialog-review',
    path: '/admin/beta',
    viewer: 'admin',
    ready: 'Osteria al Porto',
    press: [/^Review/],
    before: apply,
  },
  {
    ...CAFE_MENU,
    name: 'dialog-menu-dish',
    // Until the page is hydrated, it is a link to the picture.
    act: (page) => page.waitForLoadState('networkidle').then(() => page.locator('.dish-photo').first().click()),
  },
  {
    name: 'dialog-menu-languages',
    path: '/menu/sushi-nami',
    viewer: 'nobody',
    ready: /Sushi Nami/,
    act: (page) => page.locator('summary').filter({ hasText: '日本語' }).click(),
  },
];

function search(words: string) {
  return inTurn(press('Search the menu'), (page) => page.getByPlaceholder('Search dishes').fill(words));
}

async function signIn(page: Page, refusal: ProblemCode): Promise<void> {
  await answer(page, '/api/auth/login', refusal);
  await page.getByLabel('Email').fill('giulia@tavola.test');
  await page.getByLabel('Password', { exact: true }).fill('sugo di nonna');
  await press('Sign In')(page);
  await page
    .getByText(refusal === 'two-factor-required' ? 'Enter your code' : 'Login failed')
    .first()
    .waitFor();
}

/** Picks a row up, to move it by keys. */
function lift(name: string) {
  return async (page: Page) => {
    await page.getByRole('button', { name: `Move ${name}`, exact: true }).focus();
    await page.keyboard.press('Space');
    await page
      .getByRole('status')
      .filter({ hasText: `${name} picked up.` })
      .waitFor({ state: 'attached' });
  };
}

/** Loads the page again without a network, once the device keeps it. */
async function leaveNetwork(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await page.waitForLoadState('networkidle');
  await page.reload();
  await page.context().setOffline(true);
  await page.reload();
  await page
    .getByText(/^Offline/)
    .first()
    .waitFor();
}

/** Marks a dish in the kitchen without a network. */
async function markOffline(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await press(/^Gnocchi/)(page);
  await page.getByText('Not sent yet').first().waitFor();
}

async function logOut(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'More', exact: true });
  if (await more.isVisible()) await more.click();
  await press('Logout')(page);
  await page.getByRole('alertdialog').waitFor();
}

/** Selects all items, by the table's box or in a phone's list. */
async function selectAll(page: Page): Promise<void> {
  const box = page.getByLabel('Select all items');
  if (await box.isVisible()) await box.click();
  else {
    await press('Select items')(page);
    await press('Select All')(page);
  }
}

/** Saves what `type` types over `theirs`, which somebody else has just saved in the first row of `path`. */
function saveStale(path: string, theirs: object, type: (page: Page) => Promise<void>) {
  return async (page: Page) => {
    await page.evaluate(`(async () => {
      const headers = { authorization: 'Bearer ' + localStorage.token, 'content-type': 'application/json' };
      const [row] = await (await fetch('${path}', { headers })).json();
      await (await fetch('${path}/' + row.id, { method: 'PUT', headers, body: '${JSON.stringify(theirs)}' })).text();
    })()`);
    await type(page);
    await press('Save Changes')(page);
    await page.getByText('This was changed in the meantime').waitFor();
  };
}

/** Goes on to the code for the authenticator app. */
async function setUp(page: Page): Promise<void> {
  await press('Set Up')(page);
  await page.getByLabel('Your password').fill('demo-password');
  await press('Continue')(page);
  await page.getByAltText('QR code for your authenticator app').waitFor();
}

function chooseFile(name: string, text: string) {
  return async (page: Page) => {
    await page.getByLabel('Menu file').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.getByRole('alertdialog').waitFor();
  };
}

/** Adds codes with long names, and one that is retired. */
async function addCodes(call: Call): Promise<void> {
  await call('POST', '/api/qr-codes/run', { prefix: 'Table', from: 1, to: 9 });
  for (const name of [LONG.unbroken, LONG.japanese, LONG.arabic]) {
    await call('POST', '/api/qr-codes', { name: name.slice(0, 60) });
  }
  const { id } = await call<Code>('POST', '/api/qr-codes', { name: 'Old' });
  await call('DELETE', `/api/qr-codes/${id}`);
}

/** Suspends a restaurant that has just signed up. */
async function suspendOne(call: Call, origin: string): Promise<void> {
  const { tenantId } = await newRestaurant(origin);
  await call('PUT', `/api/admin/tenants/${tenantId}/status`, { isActive: false, reason: 'The trial is over.' });
}

/** Applies for the beta. */
async function apply(call: Call): Promise<void> {
  const contact = { companyName: 'Osteria al Porto', contactName: 'Lucia Moretti', email: 'lucia@osteria.test' };
  await call('POST', '/api/beta-signup', { ...contact, restaurantType: 'Seafood', estimatedTables: '24' });
}
