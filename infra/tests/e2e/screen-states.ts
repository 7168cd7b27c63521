import { fileURLToPath } from 'node:url';
import type { ProblemCode } from '@tavola/contracts/errors.ts';
import type { Code } from '@tavola/contracts/qr.ts';
import type { Page } from 'playwright-core';
import { type Call, newRestaurant } from './restaurant.ts';
import { addFrench, addMenu, addPlaces, answer, asCook, fill, inTurn, LONG, press, type Screen } from './screens.ts';

const PHOTO = fileURLToPath(
  new URL('../../dev/seed/pictures/cappuccino/679be8c7bec77ce5298d5f30-640x480-b09675/640.jpg', import.meta.url),
);
const MENU =
  'STARTERS\nBurrata 14.50\nTomatoes, basil\nOlives 4.50\n\nPASTA\nCarbonara 13\nTruffle pasta\nAglio e olio 11';
const TABLE = 'Category,Name,Price\nPasta,Gnocchi,16\nPasta,Pappardelle,18.50\nSalads,Fennel,nine\n';
const REFUSED_LOGIN = { complaints: /^answer: 401 .*auth.login$/ };
/** Without a network, what a page requests fails. */
const OFFLINE = /^request: .* net::ERR_(INTERNET_DISCONNECTED|FAILED)$/;

type Base = Pick<Screen, 'path' | 'viewer' | 'ready'> & Partial<Screen>;
type State = Partial<Screen>;

const guest = (path: string, ready: Screen['ready']): Base => ({ path, viewer: 'nobody', ready });
const owner = (path: string, ready: Screen['ready']): Base => ({ path, viewer: 'owner', ready });
const admin = (path: string, ready: Screen['ready']): Base => ({ path, viewer: 'admin', ready });
/** For somebody who has just signed up; `before` makes what the screen needs. */
const newcomer = (path: string, ready: Screen['ready'], before?: Screen['before']): Base => ({
  ...{ path, viewer: 'newcomer', ready },
  ...(before && { before }),
});

/** States of one screen, by their names. */
const on = (base: Base, states: Readonly<Record<string, State>>): Screen[] =>
  Object.entries(states).map(([name, state]) => ({ ...base, ...state, name }));

/** What is pressed to open a dialog, one after the other. */
const pressed = (...names: (string | RegExp)[]): State => ({ press: names });
const fails = (status: number, path: string): State => ({ complaints: new RegExp(`^answer: ${status} .*${path}$`) });

const RESTAURANT = 'Restaurant Information';
const LOGIN = guest('/login', 'Remember me');
const CAFE_MENU = guest('/menu/linden-and-rye', 'Ready to Order?');
const DEMO_MENU = guest('/menu/demo', 'Ready to Order?');
const ACCOUNT = owner('/settings/account', 'This device');
/** The account of a user with two-factor sign-in. */
const SECURED: Base = {
  ...owner('/settings/account', '3 recovery codes left'),
  fake: ['/api/auth/two-factor', { isOn: true, recoveryCodesLeft: 3 }],
};
const ITEMS = owner('/dashboard/items', 'Burrata con Pomodorini');
const OWN_ITEMS = newcomer('/dashboard/items', 'Gnocchi', addMenu);
const CATEGORIES = owner('/dashboard/categories', 'Antipasti');
const OWN_CATEGORIES = newcomer('/dashboard/categories', 'Pasta', addMenu);
const QR = owner('/dashboard/qr', 'Table 1');
const SETTINGS = owner('/settings', RESTAURANT);
const KITCHEN = owner('/dashboard/kitchen', 'All dishes');
const OWN_KITCHEN = newcomer('/dashboard/kitchen', 'Gnocchi', addMenu);
const DAYPARTS: Base = { path: '/settings/dayparts', viewer: 'cafe', ready: 'Last Hour' };
const LANGUAGES = newcomer('/dashboard/languages', 'Not shown yet', addFrench);
const RESTAURANTS = admin('/admin/restaurants?q=linden', 'Linden & Rye');
const PLACES_ITEMS = newcomer('/dashboard/items', 'Tagliatelle', addPlaces);
const PLACES_SETTINGS = newcomer('/settings', RESTAURANT, addPlaces);
const AT = '2026-11-20T18:00:00.000Z';
const member = (id: number, name: string, rest: object = {}) => ({
  ...{ userId: `00000000-0000-4000-8000-00000000000${id}`, name, email: `person${id}@example.com`, role: 'staff' },
  ...{ mayDeclare: false, isActive: true, joinedAt: AT, ...rest },
});
/** A team of people with all kinds of names, and with open invitations. */
const TEAM: Base = {
  ...newcomer('/dashboard/settings/team', 'Nina Cook'),
  fake: [
    '/api/team',
    {
      members: [
        member(1, LONG.unbroken, { role: 'owner', email: `${'long'.repeat(15)}@example.com` }),
        member(2, LONG.arabic, { role: 'manager' }),
        member(3, 'Nina Cook', { mayDeclare: true }),
        member(4, LONG.japanese, { isActive: false }),
      ],
      invitations: ['marco@example.com', `${'long'.repeat(15)}@example.com`, null].map((email, id) => ({
        ...{ id: `00000000-0000-4000-8000-00000000000${id}`, email, role: 'manager', mayDeclare: false },
        ...{ invitedBy: LONG.unbroken, createdAt: AT, expiresAt: '2026-12-04T18:00:00.000Z' },
      })),
    },
  ],
};
const invited = (rest: object = {}): State => ({
  fake: [
    '/api/auth/invitations/read',
    { restaurant: LONG.item, role: 'staff', email: null, hasAccount: false, ...rest },
  ],
});
const IMPORT = newcomer('/dashboard/import', 'Nothing to import yet');

/** Screens in other states than they open in: empty, filled, refused, without a network. */
export const STATES: readonly Screen[] = [
  ...on(guest('/pre-launch', 'Apply for the Beta'), { 'pre-launch-missing': { act: press('Apply for the Beta') } }),
  ...on(LOGIN, {
    'login-failed': { ...REFUSED_LOGIN, act: signIn('invalid-credentials') },
    'login-code': { ...REFUSED_LOGIN, act: signIn('two-factor-required') },
  }),
  ...on(guest('/signup', 'Create Account'), { 'signup-errors': { act: press('Create Account') } }),
  ...on(guest('/join#token=x', 'Create Account and Join'), { 'join-new': invited({ role: 'manager' }) }),
  ...on(guest('/join#token=x', 'Sign in to accept'), {
    'join-account': invited({ email: 'nina@example.com', hasAccount: true }),
  }),
  ...on(guest('/join#token=x', 'no longer open'), {
    'join-over': { fake: ['/api/auth/invitations/read', 'link-invalid'], ...fails(410, 'invitations.read') },
  }),
  ...on(owner('/join#token=x', 'Use Another Account'), { 'join-signed-in': invited() }),
  ...on(TEAM, { 'team-long': {} }),
  ...on(newcomer('/dashboard/kitchen', 'Gnocchi', addMenu), { 'kitchen-staff': { as: asCook(true) } }),
  ...on(newcomer('/dashboard/allergens', 'Not declared', addMenu), { 'allergens-staff': { as: asCook(true) } }),
  ...on(newcomer('/settings/account', 'This device'), { 'account-staff': { as: asCook() } }),
  ...on(guest('/forgot-password', 'Send Link'), {
    'forgot-password-sent': { act: inTurn(fill('Email', 'giulia@tavola.test'), press('Send Link')) },
  }),
  ...on(guest('/reset-password#token=x', 'Set Password'), {
    'reset-password-expired': {
      ...fails(410, 'reset-password'),
      act: inTurn(fill('New password', 'sugo di nonna'), press('Set Password')),
    },
  }),
  ...on(guest('/confirm-email#token=x', 'Confirm Address'), {
    'confirm-email-expired': { ...fails(410, 'confirm-email'), act: press('Confirm Address') },
  }),
  ...on(owner('/dashboard', 'Try Again'), {
    'no-connection': { ...fails(503, 'auth.me'), fake: ['/api/auth/me', 'unavailable'] },
  }),
  ...on(guest('/menu/demo?at=table', 'Ask your server.'), {
    'menu-table': { act: (page) => page.getByText('Ask your server.').scrollIntoViewIfNeeded() },
  }),
  ...on(CAFE_MENU, {
    'menu-category': { act: (page) => page.getByRole('tab').last().click() },
    'menu-search': { act: search('tea') },
  }),
  ...on(DEMO_MENU, {
    'menu-search-none': { act: search('haggis') },
    'menu-offline': { act: leaveNetwork, complaints: OFFLINE },
    'menu-offline-unread': {
      act: inTurn(leaveNetwork, openUnread),
      complaints: /^request: .* net::ERR_(INTERNET_DISCONNECTED|FAILED)$|^answer: 503 .*\/menu\/sushi-nami$/,
    },
  }),
  ...on(newcomer('/menu/{slug}', 'Ready to Order?', addMenu), { 'menu-long': {} }),
  ...on(newcomer('/menu/{slug}', 'This menu is coming soon.'), { 'menu-empty': {} }),
  ...on(guest('/q/zzzzzzzz', 'Menu not found. Please check the URL and try again.'), {
    'code-unused': fails(404, 'zzzzzzzz'),
  }),
  ...on(newcomer('/dashboard', 'Start with your menu'), { 'overview-new': {} }),
  ...on(newcomer('/dashboard/items', 'Nothing on the menu yet'), { 'items-new': {} }),
  ...on(newcomer('/dashboard/items', 'Tagliatelle', addMenu), { 'items-long': {} }),
  ...on(owner('/dashboard/items', "Couldn't load your menu items"), {
    'items-failed': { ...fails(503, 'menu-items'), fake: ['/api/menu-items', 'unavailable'] },
  }),
  ...on(owner('/dashboard/items', 'Reload Page'), {
    'items-broken': { complaints: /^console: TypeError/, fake: ['/api/categories', { name: 'x' }] },
  }),
  ...on(ITEMS, {
    'items-none-found': { act: fill('Search items', 'haggis') },
    'items-in-place': { act: press('Rename Burrata con Pomodorini'), only: 'laptop' },
  }),
  ...on(OWN_ITEMS, {
    'items-refused': { act: addQuickly('Suppli'), endsOnResize: true },
    'items-selected': { act: selectAll },
    'items-undo': { act: inTurn(selectAll, press('Delete')) },
    'items-lifted': { act: inTurn(showPasta, lift('Gnocchi')), endsOnResize: true },
  }),
  ...on(newcomer('/dashboard/categories', 'No categories yet'), { 'categories-new': {} }),
  ...on(OWN_CATEGORIES, { 'categories-long': {} }),
  ...on(CATEGORIES, { 'categories-lifted': { act: lift('Antipasti'), endsOnResize: true } }),
  ...on(newcomer('/dashboard/qr', 'On every table'), { 'qr-new': {} }),
  ...on(newcomer('/dashboard/qr', 'Table 9', addCodes), { 'qr-long': { act: selectCodes } }),
  ...on(IMPORT, {
    'import-preview': { act: fill('Your menu', MENU) },
    'import-table': { before: addMenu, act: fill('Your menu', TABLE) },
    'import-done': { act: inTurn(fill('Your menu', MENU), press(/^Import \d/)) },
  }),
  ...on(owner('/dashboard/items/change', 'Nothing to change yet'), {
    'bulk-edit-preview': { act: (page) => page.getByLabel('By', { exact: true }).fill('4') },
  }),
  ...on(
    { ...DAYPARTS, path: '/dashboard/items/change', ready: 'Nothing to change yet' },
    {
      'bulk-edit-offer': { act: offerAtLastHour },
      'bulk-edit-times': { act: (page) => page.getByRole('radio', { name: 'Times' }).click() },
    },
  ),
  ...on(RESTAURANTS, {
    'admin-restaurant': {
      act: inTurn(
        (page) => page.getByRole('link', { name: 'Linden & Rye', exact: true }).click(),
        (page) => page.getByRole('heading', { name: 'Audit Log' }).waitFor(),
      ),
    },
  }),
  ...on(newcomer('/dashboard/history', 'Nothing changed yet'), { 'history-new': {} }),
  ...on(newcomer('/dashboard/kitchen', 'No dishes yet'), { 'kitchen-new': {} }),
  ...on(OWN_KITCHEN, {
    'kitchen-long': {},
    // The page scrolled to keep the tapped dish in its place, and another one may lie half beneath its edge.
    'kitchen-offline': { act: markOffline, endsOnResize: true, complaints: OFFLINE },
    'kitchen-tablet': { act: setUpTablet },
    'kitchen-wrong-pin': { ...fails(401, 'auth.unlock'), act: inTurn(setUpTablet, press('Lock'), enterPin('9513')) },
    'kitchen-signed-out': {
      ...fails(410, 'auth.unlock'),
      act: inTurn(
        setUpTablet,
        press('Lock'),
        (page) => answer(page, '/api/auth/unlock', 'link-invalid'),
        enterPin('9513'),
        (page) => page.getByText('This tablet was signed out').waitFor(),
      ),
    },
  }),
  ...on(owner('/dashboard/analytics', 'Popular Items'), {
    'analytics-table': { act: inTurn(press('Table'), press('Custom'), fill('From', '2199-02-03')) },
  }),
  ...on(newcomer('/dashboard/analytics', 'Coming soon...'), { 'analytics-new': {} }),
  ...on(newcomer('/dashboard/places/new', 'Add and Open', addPlaces), {
    'place-new-menu': {
      act: inTurn(
        fill('Restaurant Name', LONG.unbroken),
        (page) => page.getByLabel('Start With').click(),
        press('The menu of Harbor'),
      ),
    },
  }),
  ...on(PLACES_ITEMS, { 'items-also-in': { act: raiseGnocchi } }),
  ...on(PLACES_SETTINGS, { 'switched-elsewhere': { act: inTurn(switchElsewhere, press('Keep Editing')) } }),
  ...on(LANGUAGES, { 'languages-two': {} }),
  ...on(newcomer('/settings', RESTAURANT), {
    'settings-errors': { act: inTurn(fill('Restaurant Name', ''), press('Save Changes')) },
    'settings-long': { before: writeLongProfile },
  }),
  ...on(newcomer('/settings/account', 'Export Data'), {
    'account-exported': {
      act: inTurn(press('Export Data'), (page) => page.getByText('Your export is ready').waitFor()),
    },
  }),
  ...on(newcomer('/settings', 'Restore Restaurant'), {
    'settings-deleted': { fake: ['/api/account', { deleteAt: '2027-01-02T10:00:00.000Z' }] },
  }),
  ...on(newcomer('/settings/dayparts', 'No menu times yet'), { 'dayparts-new': {} }),
  ...on(ACCOUNT, {
    'account-set-up': { act: setUp },
  }),
  ...on(SECURED, {
    'account-two-factor': {},
    'account-turn-off': { act: press('Turn Off') },
    'account-recovery-codes': { act: replaceCodes },
  }),
  ...on(admin('/admin/restaurants?q=haggis', 'Check the spelling'), { 'admin-none-found': {} }),
  ...on(admin('/admin', 'Degraded'), {
    'admin-degraded': { fake: ['/api/admin/system-status', { services: [{ name: 'qr', isReady: false }] }] },
  }),
  ...on(admin('/admin', 'One more step'), {
    'admin-set-up': { ...fails(403, 'stats'), fake: ['/api/admin/stats', 'two-factor-setup-required'] },
  }),
  ...on(admin('/admin/audit', 'Suspended the restaurant'), { 'admin-reviewed': { before: suspendOne } }),
];

const BURRATA = 'Edit Burrata con Pomodorini';
const SOLD_OUT = /^Out of Stock.*: Prosciutto e Melone$/;
const HOURS = /^(Set|Edit) Hours$/;
const LINDEN = 'More about Linden & Rye';
/** Another text of somebody else, as long as it may be. */
const CHANGED_CATEGORY = { name: LONG.unbroken, description: LONG.japanese.repeat(5) };

/** Every dialog and menu, some of them in several states. */
export const DIALOGS: readonly Screen[] = [
  ...on(newcomer('/dashboard/settings/team', 'Just you so far'), {
    'dialog-invite': pressed('Invite'),
    'dialog-invite-code': {
      ...pressed('Invite', 'Show a code', 'Show Code'),
      act: (page) => page.getByRole('img', { name: 'QR code of the invitation' }).waitFor(),
    },
  }),
  ...on(TEAM, {
    'dialog-role': pressed('More about Nina Cook', 'Change Role'),
  }),
  ...on(ITEMS, {
    'dialog-more': { ...pressed('More'), only: 'phone' },
    'dialog-shortcuts': { ...pressed('Giulia Ferrante', 'Keyboard shortcuts'), only: 'laptop' },
    'dialog-user-menu': pressed('Giulia Ferrante'),
    'dialog-tools': pressed('Tools'),
    'dialog-item-errors': pressed('Add Item', 'Add Item'),
    'dialog-item': pressed(BURRATA),
    'dialog-item-details': pressed(BURRATA, 'More details'),
    'dialog-item-times': pressed(BURRATA, 'Times and offers'),
    'dialog-item-category': {
      ...pressed(BURRATA),
      act: (page) => page.getByLabel('Category').last().click(),
      endsOnResize: true,
    },
    'dialog-item-new-category': {
      ...pressed('Add Item'),
      act: inTurn((page) => page.getByRole('dialog').getByLabel('Category').click(), press('Create a category')),
    },
    'dialog-item-actions': { ...pressed(BURRATA, 'More actions'), only: 'phone' },
    'dialog-discard': { ...pressed(BURRATA), act: inTurn(fill('Name', 'Burrata'), press('Close')) },
    'dialog-sold-out': { ...pressed(SOLD_OUT), endsOnResize: true },
    'dialog-sold-out-until': { ...pressed(SOLD_OUT, /^Another time/), endsOnResize: true },
  }),
  ...on(OWN_ITEMS, {
    'dialog-item-changed': {
      ...pressed('Edit Gnocchi'),
      act: saveStale('/api/menu-items', { price: 17 }, fill('Price', '18')),
      complaints: /^answer: 409 /,
    },
    'dialog-item-long': pressed(/^Edit Hand-Rolled/),
    'dialog-move-to': { act: inTurn(selectAll, press('Move to Category')) },
  }),
  ...on(PLACES_ITEMS, {
    'dialog-places': pressed(/switch restaurant$/),
    'dialog-also-in': {
      act: inTurn(raiseGnocchi, press('Compare'), (page) => page.getByText('Change in Harbor').waitFor()),
    },
  }),
  ...on(KITCHEN, {
    'dialog-kitchen': pressed(/^Choices for Prosciutto/),
    'dialog-kitchen-tablet': pressed('Set Up This Tablet'),
  }),
  ...on(CATEGORIES, {
    'dialog-category': pressed('Edit Antipasti'),
    'dialog-category-move': pressed('Move Antipasti'),
    'dialog-category-delete': pressed('Delete Antipasti'),
  }),
  ...on(OWN_CATEGORIES, {
    'dialog-category-changed': {
      ...pressed('Edit Pasta'),
      act: saveStale('/api/categories', CHANGED_CATEGORY, fill('Description', 'x'.repeat(500))),
      complaints: /^answer: 409 /,
    },
  }),
  ...on(QR, {
    'dialog-qr-code': pressed('Generate QR Code'),
    'dialog-qr-style': pressed('Change Style'),
    'dialog-qr-add': pressed('Add Codes'),
    'dialog-qr-add-set': pressed('Add Codes', 'Numbered set'),
    'dialog-qr-download': pressed('Download Table 1'),
    'dialog-qr-rename': pressed('Rename Table 1'),
    'dialog-qr-print': pressed('Print Sheet'),
    'dialog-qr-printing': { ...pressed('Print Sheet'), act: printForever },
    'dialog-qr-printed': {
      ...pressed('Print Sheet'),
      act: inTurn(press('Create PDF'), (page) => page.getByText('Ready to download').waitFor({ timeout: 60_000 })),
    },
  }),
  ...on(newcomer('/dashboard', 'Start with your menu'), { 'dialog-sample': pressed('Start from a Sample') }),
  ...on(newcomer('/dashboard/items/change', 'Nothing to change yet', addMenu), {
    'dialog-bulk-delete': { act: inTurn(press('Delete'), press(/^Delete \d/)) },
  }),
  ...on(owner('/settings/hours', 'Opening Hours'), {
    'dialog-hours': pressed(HOURS),
    'dialog-hours-copy': pressed(HOURS, 'Copy Monday to other days'),
    'dialog-special-day': pressed(HOURS, 'Add Special Day'),
  }),
  ...on(SETTINGS, {
    'dialog-menu-url': { act: inTurn(fill('Menu URL', 'trattoria-ferrante'), press('Save Changes')) },
    'dialog-note': pressed('Add Note'),
    'dialog-qr-code-settings': {
      ...pressed('View QR Code'),
      ...fails(503, 'qr-code'),
      fake: ['/api/qr-code', 'unavailable'],
    },
  }),
  ...on(owner('/settings/look', 'House Favorites'), { 'dialog-crop': { act: choosePhoto } }),
  ...on(owner('/settings/prices', 'Service Note'), {
    'dialog-currency': {
      act: inTurn((page) => page.getByLabel('Currency').selectOption('EUR'), press('Save Changes')),
    },
  }),
  ...on(owner('/settings/account', 'Delete Restaurant'), {
    'dialog-delete-restaurant': pressed('Delete Restaurant'),
  }),
  ...on(DAYPARTS, {
    'dialog-daypart': pressed('Edit Last Hour'),
  }),
  ...on(RESTAURANTS, {
    'dialog-admin-more': pressed(LINDEN),
    'dialog-suspend': pressed(LINDEN, 'Suspend'),
    'dialog-remove-picture': pressed(LINDEN, 'Remove Picture'),
  }),
  ...on(admin('/admin/beta', 'Osteria al Porto'), { 'dialog-review': { ...pressed(/^Review/), before: apply } }),
  ...on(CAFE_MENU, { 'dialog-menu-dish': { act: openDish } }),
  ...on(guest('/menu/sushi-nami', /Sushi Nami/), {
    'dialog-menu-languages': { act: (page) => page.locator('summary').filter({ hasText: '日本語' }).click() },
  }),
];

function search(words: string) {
  return inTurn(press('Search the menu'), (page) => page.getByPlaceholder('Search dishes').fill(words));
}

/** Tries to sign in, and is answered with `refusal`. */
function signIn(refusal: ProblemCode) {
  return async (page: Page) => {
    await answer(page, '/api/auth/login', refusal);
    await page.getByLabel('Email').fill('giulia@tavola.test');
    await page.getByLabel('Password', { exact: true }).fill('sugo di nonna');
    await press('Sign In')(page);
    await page
      .getByText(refusal === 'two-factor-required' ? 'Enter your code' : 'Login failed')
      .first()
      .waitFor();
  };
}

/** Adds a dish without a price to Pasta, which is refused. */
function addQuickly(text: string) {
  return async (page: Page) => {
    await page.getByLabel('Quick add to Pasta').fill(text);
    await page.keyboard.press('Enter');
  };
}

/** Shows the dishes of Pasta alone. */
async function showPasta(page: Page): Promise<void> {
  // On a phone, the filters are folded.
  const filters = page.getByRole('button', { name: 'Filters' });
  if (await filters.isVisible()) await filters.click();
  await page.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: /^Pasta/ }).click();
}

/** Selects all codes, with those that are retired in sight. */
async function selectCodes(page: Page): Promise<void> {
  await page.getByText('Retired', { exact: true }).click();
  await page.getByLabel('Select all').click();
}

async function replaceCodes(page: Page): Promise<void> {
  const recoveryCodes = Array.from({ length: 10 }, (_, at) => `h7kp${at}-m9xqa`);
  await answer(page, '/api/auth/two-factor/recovery-codes', { recoveryCodes });
  await press('Replace Recovery Codes')(page);
  await page.getByLabel('Your password').fill('demo-password');
  await press('Create New Codes')(page);
  await page.getByText('Save your recovery codes').waitFor();
}

/** Prints a sheet that stays at 12 of 40 codes. */
async function printForever(page: Page): Promise<void> {
  const id = '0b5bca8c-7f0e-4a6f-9d5f-2d6f8e0c1a11';
  await answer(page, '/api/qr-codes/sheets', { id });
  await answer(page, `/api/qr-codes/sheets/${id}`, { state: 'working', done: 12, total: 40 });
  await press('Create PDF')(page);
  await page.getByText('12 of 40').waitFor();
}

/** Chooses a cover photo, and waits until it can be cropped. */
async function choosePhoto(page: Page): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles(PHOTO);
  await page.getByRole('button', { name: 'Use Photo', disabled: false }).waitFor();
}

/** Opens a dish with its picture on the guests' page. */
async function openDish(page: Page): Promise<void> {
  // Until the page is hydrated, it is a link to the picture.
  await page.waitForLoadState('networkidle');
  await page.locator('.dish-photo').first().click();
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

/** Opens a menu that the device does not keep. */
async function openUnread(page: Page): Promise<void> {
  await page.goto(new URL('/menu/sushi-nami', page.url()).href);
  await page.getByRole('link', { name: 'Try again' }).waitFor();
}

/** Makes the page a kitchen tablet. */
async function setUpTablet(page: Page): Promise<void> {
  await press('Set Up This Tablet')(page);
  for (const label of ['PIN', 'PIN again']) await page.getByLabel(label, { exact: true }).fill('2580');
  await press('Set Up')(page);
  await page.getByRole('button', { name: 'Lock', exact: true }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Enters a wrong PIN on a locked kitchen tablet, and waits for the answer. */
function enterPin(pin: string) {
  return async (page: Page) => {
    await page.getByLabel('PIN', { exact: true }).fill(pin);
    await press('Unlock')(page);
    await page.getByRole('alert').waitFor();
  };
}

/** Marks a dish in the kitchen without a network. */
async function markOffline(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await press(/^Gnocchi/)(page);
  await page.getByText('Not sent yet').first().waitFor();
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

/** Changes the price of a dish that another restaurant has, too. */
async function raiseGnocchi(page: Page): Promise<void> {
  await press('Edit Gnocchi')(page);
  await fill('Price', '17')(page);
  await press('Save Changes')(page);
  await page.getByText('Also in').waitFor();
}

/** Switches to another restaurant as another tab does, while something is typed here. */
async function switchElsewhere(page: Page): Promise<void> {
  await fill('Phone Number', '555 0101')(page);
  await page.evaluate(`(async () => {
    const headers = { authorization: 'Bearer ' + localStorage.token, 'content-type': 'application/json' };
    const { restaurants } = await (await fetch('/api/auth/me', { headers })).json();
    const body = JSON.stringify({ tenantId: restaurants.find(({ name }) => name === 'Harbor').id });
    localStorage.token = (await (await fetch('/api/auth/switch', { method: 'POST', headers, body })).json()).token;
    dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  })()`);
  await page.getByRole('alertdialog').waitFor();
}

/** Goes on to the code for the authenticator app. */
async function setUp(page: Page): Promise<void> {
  await press('Set Up')(page);
  await page.getByLabel('Your password').fill('demo-password');
  await press('Continue')(page);
  await page.getByAltText('QR code for your authenticator app').waitFor();
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

/** Fills the restaurant's profile with long texts. */
async function writeLongProfile(call: Call): Promise<void> {
  const { unbroken: name, japanese, arabic: address } = LONG;
  await call('PUT', '/api/tenant', { name, description: japanese.repeat(5), address, phone: '5'.repeat(40) });
}

/** Fills in the rule of an offer for the whole menu. */
async function offerAtLastHour(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Offer' }).click();
  await page.getByRole('combobox', { name: 'Menu time' }).click();
  await page.getByRole('option', { name: 'Last Hour' }).click();
  await page.getByLabel('Off the regular price').fill('20');
}
