import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { basisOf } from '@tavola/contracts/rules/declared-allergens.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { storedToken } from '../../lib/session/token-in-storage.ts';
import { api, calls } from '../../test/api.ts';
import {
  answer,
  choose,
  dialog,
  dialogClosed,
  expectPath,
  expectRefusal,
  expectToast,
  fieldValue,
  fill,
  findHeading,
  openApp,
  press,
  question,
} from '../../test/app.tsx';
import {
  aCategory,
  aDaypart,
  anItem,
  anOptionGroup,
  aPlace,
  aTenant,
  aUser,
  someAnalytics,
  tokenOf,
} from '../../test/samples.ts';
import { ThreadlessWorker } from '../../test/threadless-worker.ts';

// Several restaurants of one person: the switch between them, here and in other tabs.

const HARBOR = aPlace({ id: '0b54d0f5-5a43-4f0e-8f67-0f5d3c2a9b12', name: 'Harbor', address: '1 Pier Road' });
const MISSION = aPlace({ id: '0b54d0f5-5a43-4f0e-8f67-0f5d3c2a9b13', name: 'Mission', slug: 'mission', isOpen: false });
const ROSA = aUser({ restaurants: [HARBOR, MISSION, aPlace()] });
const AT_HARBOR = { ...ROSA, tenantId: HARBOR.id };
const [HERE, THERE] = [tokenOf(ROSA), tokenOf(AT_HARBOR)];
const SWITCH = 'POST /api/auth/switch';
/** The address of a picture of a restaurant. */
const at = (tenantId: string, hash: string) =>
  `/m/${tenantId.replaceAll('-', '')}/${hash.repeat(12)}-800x600-aabbcc/800.jpg`;
const PIXEL = '5f0f6f9e-3f0e-4d55-9c39-0d6a5b6f1c02';

/** Opens a screen for a person with three restaurants, one of them suspended. */
const open = (path: string) => openApp(path, { as: ROSA, token: HERE });

/** From now on the API answers for Harbor. */
function answerForHarbor(user = AT_HARBOR) {
  api.answers('GET /api/auth/me', user);
  api.answers('GET /api/tenant', aTenant({ id: HARBOR.id, name: 'Harbor', slug: 'harbor' }));
  api.answers('GET /api/menu-items', [anItem({ id: 70, name: 'Oysters' })]);
}

const switcher = (name: string) => screen.findByRole('button', { name: `${name}, switch restaurant` });

async function choosePlace(user: UserEvent, name: RegExp) {
  await user.click(await switcher('Osteria della Prova'));
  await user.click(await screen.findByRole('menuitem', { name }));
}

/** Another tab switches to Harbor. */
function switchInOtherTab(user = AT_HARBOR) {
  answerForHarbor(user);
  const newValue = tokenOf(user);
  localStorage.setItem('token', newValue);
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue }));
}

/** The token of the last such call. */
const sentWith = (call: string) => calls.last(call)?.headers.authorization;

describe('The switcher', () => {
  it('is not there for a person with one restaurant, who adds a location from the own menu', async () => {
    const user = openApp('/dashboard/items', { as: aUser() });
    await findHeading('Menu Items');
    expect(screen.queryByRole('button', { name: /switch restaurant/ })).toBeNull();
    await press(user, ROSA.name);
    const entry = await screen.findByRole('menuitem', { name: 'Add a location' });
    expect(entry.getAttribute('href')).toBe('/dashboard/places/new');
  });

  it('opens another restaurant: its token is stored, its data shown, and nothing is left of the one before', async () => {
    api.answers('GET /api/categories', [aCategory()]);
    api.answers('GET /api/menu-items', [anItem()]);
    const user = open('/dashboard/items?x=1');
    await screen.findAllByText('Gnocchi');
    await user.click(await switcher('Osteria della Prova'));
    const suspended = await screen.findByRole('menuitem', { name: /Mission.*Suspended/ });
    expect(suspended.getAttribute('aria-disabled')).toBe('true');
    api.answers(SWITCH, { token: THERE, user: AT_HARBOR });
    answerForHarbor();
    await user.click(screen.getByRole('menuitem', { name: /Harbor.*1 Pier Road/ }));
    await screen.findAllByText('Oysters');
    expect(calls.body(SWITCH)).toEqual({ tenantId: HARBOR.id });
    expect(storedToken()).toBe(THERE);
    expect(document.body.textContent).not.toContain('Gnocchi');
    expect(sentWith('GET /api/menu-items')).toBe(`Bearer ${THERE}`);
    await switcher('Harbor');
    await expectPath('/dashboard/items');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Menu Items'));
  });

  it('lists them by name, and numbers in their order', async () => {
    const numbered = [10, 9].map((number) =>
      aPlace({ id: `0b54d0f5-5a43-4f0e-8f67-0f5d3c2a9b${number + 20}`, name: `Location ${number}` }),
    );
    const user = openApp('/dashboard/items', { as: aUser({ restaurants: [...numbered, aPlace()] }) });
    await user.click(await switcher('Osteria della Prova'));
    await screen.findByRole('menuitem', { name: /^Location 9/ });
    const names = screen.getAllByRole('menuitem').map(({ textContent }) => textContent?.replace(/\/menu.*/, '').trim());
    expect(names).toEqual(['Location 9', 'Location 10', 'Osteria della Prova', 'Add a location']);
    await findHeading('Menu Items');
  });

  it('says why a restaurant does not open, and stays', async () => {
    api.refuses(SWITCH, 'account-suspended', 'This restaurant has been suspended.');
    const user = open('/dashboard/items');
    await choosePlace(user, /Harbor/);
    await expectToast("Harbor didn't open", 'This restaurant has been suspended.');
    expect(storedToken()).toBe(HERE);
    await switcher('Osteria della Prova');
  });

  it('asks once more about what is typed where a restaurant did not open', async () => {
    api.refuses(SWITCH, 'account-suspended', 'This restaurant has been suspended.');
    const user = open('/settings');
    fill(await screen.findByLabelText('Description'), 'Since 1962');
    await choosePlace(user, /Harbor/);
    await answer(user, 'Discard Changes');
    await expectToast("Harbor didn't open", 'This restaurant has been suspended.');
    expect(fieldValue('Description')).toBe('Since 1962');
    await choosePlace(user, /Harbor/);
    within(await question()).getByText('Discard your changes?');
    await answer(user, 'Keep Editing');
  });

  it('asks before it discards what is typed', async () => {
    const user = open('/settings');
    fill(await screen.findByLabelText('Description'), 'Since 1962');
    await choosePlace(user, /Harbor/);
    within(await question()).getByText('Discard your changes?');
    await answer(user, 'Keep Editing');
    expect([calls.count(SWITCH), fieldValue('Description')]).toEqual([0, 'Since 1962']);
    api.answers(SWITCH, { token: THERE, user: AT_HARBOR });
    answerForHarbor();
    await choosePlace(user, /Harbor/);
    await answer(user, 'Discard Changes');
    await switcher('Harbor');
    await waitFor(() => expect(fieldValue('Restaurant Name')).toBe('Harbor'));
    expect(fieldValue('Description')).toBe('');
  });
});

describe('A switch from a screen that the role there may not see', () => {
  const [role, deleteAt] = ['manager', '2126-12-21T10:30:00.000Z'] as const;
  const restaurants = [{ ...HARBOR, role, deleteAt }, aPlace()];
  const asManager = { ...AT_HARBOR, role, restaurants };

  it.each([
    [
      'here',
      async (user: UserEvent) => {
        api.answers(SWITCH, { token: tokenOf(asManager), user: asManager });
        await choosePlace(user, /Harbor.*To be deleted on December 21, 2126/);
      },
    ],
    ['in another tab', async () => switchInOtherTab(asManager)],
  ])('%s leads home', async (_, act) => {
    const user = openApp('/dashboard/settings/team', { as: { ...ROSA, restaurants }, token: HERE });
    await switcher('Osteria della Prova');
    await act(user);
    await findHeading('Overview');
    await expectPath('/dashboard');
  });
});

describe('What the kitchen has not sent yet', () => {
  it('waits for its restaurant, which a switch says', async () => {
    const marks = `tavola-kitchen-marks-${ROSA.id}-${ROSA.tenantId}`;
    localStorage.setItem(marks, JSON.stringify([[1, { isAvailable: false }]]));
    api.fails('PUT /api/availability', 503);
    const user = open('/dashboard/items');
    await choosePlace(user, /Harbor/);
    within(await question()).getByText("1 change hasn't been sent yet");
    await answer(user, 'Stay');
    expect(calls.count(SWITCH)).toBe(0);
    api.answers(SWITCH, { token: THERE, user: AT_HARBOR });
    answerForHarbor();
    await choosePlace(user, /Harbor/);
    await answer(user, 'Switch Anyway');
    await switcher('Harbor');
    calls.forget();
    window.dispatchEvent(new Event('online'));
    await findHeading('Menu Items');
    expect([calls.count('PUT /api/availability'), localStorage.getItem(marks) !== null]).toEqual([0, true]);
  });
});

describe('A switch in another tab', () => {
  it('is followed, with a word about it', async () => {
    api.answers('GET /api/categories', [aCategory()]);
    api.answers('GET /api/menu-items', [anItem()]);
    open('/dashboard/items?x=1');
    await screen.findAllByText('Gnocchi');
    await switcher('Osteria della Prova');
    switchInOtherTab();
    await screen.findAllByText('Oysters');
    await expectToast('You switched to Harbor in another tab');
    await expectPath('/dashboard/items');
    expect(document.body.textContent).not.toContain('Gnocchi');
  });

  it('leaves a form with changes open, and its save lands in the restaurant in which it was opened', async () => {
    api.answers('GET /api/categories', [aCategory()]);
    api.answers('GET /api/menu-items', [anItem()]);
    api.answers('PUT /api/menu-items/1', (sent: object) => anItem(sent));
    const user = open('/dashboard/items');
    await switcher('Osteria della Prova');
    await press(user, 'Edit Gnocchi');
    fill(await within(await screen.findByRole('dialog')).findByLabelText('Price'), '9');
    switchInOtherTab();
    within(await question()).getByText('You switched to Harbor in another tab');
    await answer(user, 'Keep Editing');
    await user.click(within(dialog()).getByRole('button', { name: 'Save Changes' }));
    await expectToast('Item updated', 'Menu item has been updated successfully.');
    expect(sentWith('PUT /api/menu-items/1')).toBe(`Bearer ${HERE}`);
    expect(storedToken()).toBe(THERE);
    await dialogClosed();
    screen.getByText(/This tab still shows/);
    await press(user, 'Open Harbor');
    await screen.findAllByText('Oysters');
  });

  it('is followed at once where the changes are discarded', { tags: 'full' }, async () => {
    const user = open('/settings');
    fill(await screen.findByLabelText('Description'), 'Since 1962');
    await switcher('Osteria della Prova');
    switchInOtherTab();
    await answer(user, 'Discard Changes');
    await waitFor(() => expect(fieldValue('Restaurant Name')).toBe('Harbor'));
    expect(fieldValue('Description')).toBe('');
  });

  it('is followed where the session here has ended: the other tabs stay signed in, and what was typed waits for its restaurant', {
    tags: 'full',
  }, async () => {
    const user = open('/settings');
    fill(await screen.findByLabelText('Description'), 'Since 1962');
    await switcher('Osteria della Prova');
    switchInOtherTab();
    await answer(user, 'Keep Editing');
    api.refuses('PUT /api/tenant', 'unauthenticated', 'Please sign in again.');
    await press(user, 'Save Changes');
    await waitFor(() => expect(fieldValue('Restaurant Name')).toBe('Harbor'));
    expect(storedToken()).toBe(THERE);
    expect(fieldValue('Description')).toBe('');
    expect(sessionStorage.getItem('draft:settings')).toContain('Since 1962');
  });
});

describe('Add a location', () => {
  const ADD = 'POST /api/restaurants';
  const PIER = aPlace({ id: '0b54d0f5-5a43-4f0e-8f67-0f5d3c2a9b14', name: 'Café Pier', slug: 'cafe-pier' });
  const AT_PIER = { ...ROSA, tenantId: PIER.id, restaurants: [...ROSA.restaurants, PIER] };

  async function openForm() {
    api.answers('GET /api/tenant', aTenant({ currency: 'EUR', timeZone: 'Europe/Rome' }));
    const user = open('/dashboard/places/new');
    fill(await screen.findByLabelText('Restaurant Name'), 'Café Pier');
    return user;
  }

  /** The new restaurant is added, and can be switched to. */
  function letAdd() {
    api.answers(ADD, PIER);
    api.answers(SWITCH, ({ isVisit }: { isVisit?: boolean }) =>
      isVisit ? { token: THERE, user: AT_HARBOR } : { token: tokenOf(AT_PIER), user: AT_PIER },
    );
  }

  it('proposes the URL by the name, and the money and the time of the present one; then it is opened', async () => {
    const user = await openForm();
    expect(['Menu URL', 'Currency', 'Time Zone'].map((label) => fieldValue(label))).toEqual([
      'cafe-pier',
      'EUR',
      'Europe/Rome',
    ]);
    letAdd();
    await press(user, 'Add and Open');
    await expectPath('/dashboard');
    await expectToast('Café Pier added', 'You can add its menu now.');
    expect(calls.body(ADD)).toEqual({
      name: 'Café Pier',
      slug: 'cafe-pier',
      currency: 'EUR',
      timeZone: 'Europe/Rome',
    });
    expect(storedToken()).toBe(tokenOf(AT_PIER));
    await switcher('Café Pier');
  });

  it('begins with the menu of another restaurant, which Import shows before anything is added', async () => {
    vi.stubGlobal('Worker', ThreadlessWorker);
    const user = await openForm();
    letAdd();
    await choose(user, 'Start With', 'The menu of Harbor');
    await screen.findByText(/^You'll check every dish/);
    const sauce = anOptionGroup({ id: 5, name: 'Sauce' });
    const happyHour = aDaypart({ id: 6, name: 'Happy hour' });
    const oysters: MenuItem = anItem({
      id: 70,
      name: 'Oysters',
      price: 10,
      categoryId: 7,
      optionGroups: [5],
      diet: ['halal'],
      image: at(HARBOR.id, 'ab'),
      variants: [
        { id: 31, name: 'Six', price: 10, isAvailable: true },
        { id: 32, name: 'Twelve', price: 19, isAvailable: true },
      ],
      offers: [{ daypart: 6, price: 15, variant: 32 }],
    });
    oysters.allergens = {
      states: 'uuuuuuuuuuuuuuc',
      by: null,
      at: '2026-11-20T18:00:00.000Z',
      basis: basisOf(oysters),
    };
    const atHarbor = (there: object, here: object) => (request: Request) =>
      Response.json(request.headers.get('authorization') === `Bearer ${THERE}` ? there : here);
    const languages = { base: 'fr', others: ['de'] };
    api.responds('GET /api/tenant', atHarbor(aTenant({ id: HARBOR.id, languages }), aTenant({ id: PIER.id })));
    api.responds('GET /api/categories', atHarbor([aCategory({ id: 7, name: 'Raw bar', dayparts: [6] })], []));
    api.responds('GET /api/menu-items', atHarbor([oysters], []));
    api.responds('GET /api/option-groups', atHarbor([sauce], []));
    api.responds('GET /api/dayparts', atHarbor({ dayparts: [happyHour] }, { dayparts: [] }));
    const text = (kind: string, id: number, base: string, text: string | null) => {
      return { kind, id, field: 'name', base, text, isStale: false };
    };
    const german = [text('item', 70, 'Oysters', 'Austern'), text('variant', 32, 'Twelve', 'Zwölf')];
    api.answers('GET /api/translations/de', { texts: german });
    await press(user, 'Add and Open');
    await expectPath('/dashboard/import');
    await findHeading('Import a Menu');
    await screen.findByText('Menu of Harbor.json');
    await screen.findAllByText('Oysters');
    await screen.findByText('1 new · 1 category');
    expect(calls.all.filter(({ call }) => call === SWITCH).map(({ body }) => body)).toEqual([
      { tenantId: HARBOR.id, isVisit: true },
      { tenantId: PIER.id },
    ]);
    for (const name of ['1 option group', '1 menu time', '1 photo', '2 languages'])
      await screen.findByRole('checkbox', { name });
    expect(calls.count('POST /api/option-groups')).toBe(0);
    const { id: _id, options, ...group } = sauce;
    const { id: _six, ...time } = happyHour;
    api.answers('POST /api/option-groups', { ...sauce, id: 81 });
    api.answers('PUT /api/dayparts', { dayparts: [{ ...happyHour, id: 82 }] });
    api.answers('PUT /api/tenant', aTenant({ languages }));
    api.answers('POST /api/menu-drafts', () => {
      // From now on the new place has what was added.
      const variants = oysters.variants?.map((size) => ({ ...size, id: size.id + 60 }));
      api.answers('GET /api/tenant', aTenant({ languages }));
      api.answers('GET /api/categories', [aCategory({ id: 83, name: 'Raw bar' })]);
      api.answers('GET /api/menu-items', [anItem({ id: 84, name: 'Oysters', categoryId: 83, variants })]);
      api.answers('GET /api/translations/de', { texts: [text('variant', 92, 'Twelve', null)] });
      return { change: 5, categories: 1, added: 1, changed: 0, removed: 0 };
    });
    api.answers('PUT /api/translations/de', { texts: [] });
    api.responds(
      'GET /m/:tenant/:picture/:file',
      () => new Response('photo', { headers: { 'Content-Type': 'image/jpeg' } }),
    );
    const picture = { url: at(PIER.id, 'ef'), width: 800, height: 600, color: '#aabbcc' };
    api.answers('POST /api/media', { id: PIXEL, state: 'ready', picture });
    api.answers('PUT /api/menu-items/84', (sent: object) => anItem({ id: 84, name: 'Oysters', ...sent }));
    await press(user, 'Save Changes');
    await screen.findByText('1 dish and 1 new category added');
    expect(calls.body('POST /api/option-groups')).toEqual({
      ...group,
      options: options.map(({ id: _id, ...option }) => option),
    });
    expect(calls.body('PUT /api/dayparts')).toEqual({ dayparts: [time] });
    expect(calls.body('PUT /api/tenant')).toMatchObject({ languages });
    expect(calls.body('POST /api/menu-drafts')).toMatchObject({
      sections: [
        {
          category: { name: 'Raw bar', dayparts: [82] },
          items: [
            {
              name: 'Oysters',
              optionGroups: [81],
              diet: ['halal'],
              variants: [
                { id: 1, name: 'Six' },
                { id: 2, name: 'Twelve' },
              ],
              offers: [{ daypart: 82, price: 15, variant: 2 }],
              texts: { de: { name: 'Austern' } },
            },
          ],
        },
      ],
    });
    expect(calls.body('PUT /api/translations/de')).toEqual({
      changes: [{ kind: 'variant', id: 92, field: 'name', base: 'Twelve', text: 'Zwölf' }],
    });
    // The photo becomes the new restaurant's own.
    await waitFor(() => expect(calls.body('PUT /api/menu-items/84')).toEqual({ image: at(PIER.id, 'ef') }));
    screen.getByText('Allergens of 1 dish are to be declared');
    expect((await screen.findByRole('link', { name: 'Check Them' })).getAttribute('href')).toBe(
      `/dashboard/allergens?show=hinted&from=${HARBOR.id}`,
    );
  });

  it('gives its menu to one that is there already, too: what that lacks is added', async () => {
    vi.stubGlobal('Worker', ThreadlessWorker);
    const atHarbor = (there: object[], here: object[]) => (request: Request) =>
      Response.json(request.headers.get('authorization') === `Bearer ${THERE}` ? there : here);
    const sauce = anOptionGroup({ name: 'Sauce' });
    api.answers(SWITCH, { token: THERE, user: AT_HARBOR });
    api.answers('GET /api/categories', [aCategory()]);
    api.answers('GET /api/menu-items', [anItem()]);
    api.responds('GET /api/option-groups', atHarbor([anOptionGroup(), sauce], [anOptionGroup()]));
    const user = open('/dashboard/import');
    await press(user, 'From a Location');
    await user.click(await screen.findByRole('menuitem', { name: 'Harbor' }));
    await screen.findByText('Menu of Harbor.json');
    await user.click(await screen.findByRole('checkbox', { name: '1 option group' }));
    // Its dishes are all there.
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save Changes' }).disabled).toBe(true);
    await user.click(screen.getByRole('checkbox', { name: '1 option group' }));
    api.answers('POST /api/option-groups', sauce);
    await press(user, 'Save Changes');
    await screen.findByText('Added to your menu');
    expect([calls.count('POST /api/option-groups'), calls.count('POST /api/menu-drafts')]).toEqual([1, 0]);
  });

  it('adds nothing where that menu cannot be read', async () => {
    const user = await openForm();
    api.answers(SWITCH, { token: THERE, user: AT_HARBOR });
    api.fails('GET /api/option-groups', 500);
    await choose(user, 'Start With', 'The menu of Harbor');
    await press(user, 'Add and Open');
    await expectToast('Location not added', "The menu of Harbor couldn't be read. Please try again.");
    expect([calls.count(ADD), fieldValue('Restaurant Name')]).toEqual([0, 'Café Pier']);
  });

  it('says at its field that a URL is taken', async () => {
    const user = await openForm();
    api.refuses(ADD, 'slug-taken', 'This URL is already taken. Please choose another one.');
    await press(user, 'Add and Open');
    await expectRefusal('Menu URL', 'This URL is already taken. Please choose another one.');
  });

  it('leads who is no owner here to where they are one', async () => {
    const manager = aUser({ role: 'manager', restaurants: [HARBOR, aPlace({ role: 'manager' })] });
    const user = openApp('/dashboard/places/new', { as: manager });
    await screen.findByText('Only owners can add a location.');
    const there = { ...manager, role: 'owner', tenantId: HARBOR.id } as const;
    api.answers(SWITCH, { token: tokenOf(there), user: there });
    api.answers('GET /api/auth/me', there);
    await press(user, 'Open Harbor');
    await screen.findByLabelText('Restaurant Name');
  });

  it('tells who owns none how to begin', async () => {
    openApp('/dashboard/places/new', { as: aUser({ role: 'staff', restaurants: [aPlace({ role: 'staff' })] }) });
    await screen.findByText(/sign up with another email address/);
  });

  it('says that one person can work for 20 at most, also where it is offered', async () => {
    const others = Array.from({ length: 19 }, (_, at) =>
      aPlace({ id: `0b54d0f5-5a43-4f0e-8f67-0f5d3c2a9b${at + 20}`, name: `Location ${at}` }),
    );
    const limit = 'One person can work for at most 20 restaurants.';
    const user = openApp('/dashboard/places/new', { as: aUser({ restaurants: [...others, aPlace()] }) });
    await screen.findByText(limit);
    expect(screen.queryByLabelText('Restaurant Name')).toBeNull();
    for (const menu of [ROSA.name, 'Osteria della Prova, switch restaurant']) {
      await press(user, menu);
      const entry = await screen.findByRole('menuitem', { name: /^Add a location/ });
      expect([entry.getAttribute('aria-disabled'), entry.getAttribute('href')]).toEqual(['true', null]);
      within(entry).getByText(limit);
      await user.keyboard('{Escape}');
    }
  });
});

describe('Photos of another restaurant', () => {
  const UPLOAD = 'POST /api/media';
  const KEY = `tavola-pictures-${ROSA.id}-${ROSA.tenantId}`;

  it('are copied as own ones, after a limit, too; what fails is named, and tried again', { tags: 'full' }, async () => {
    let items = [1, 2, 3].map((id) => anItem({ id, name: `Dish ${id}` }));
    items[2] = anItem({ id: 3, name: 'Dish 3', image: 'https://pictures.test/own.jpg' });
    api.answers('GET /api/menu-items', () => items);
    api.answers('PUT /api/menu-items/:id', (sent: object, { id }) => {
      items = items.map((item) => (item.id === Number(id) ? { ...item, ...sent } : item));
      return items.find((item) => item.id === Number(id));
    });
    let gone = true;
    api.responds('GET /m/:tenant/:picture/:file', ({ url }) =>
      gone && url.includes('cdcd')
        ? new Response('', { status: 404 })
        : new Response('photo', { headers: { 'Content-Type': 'image/jpeg' } }),
    );
    const url = at(ROSA.tenantId as string, 'ef');
    const ready = { id: PIXEL, state: 'ready', picture: { url, width: 800, height: 600, color: '#aabbcc' } };
    let asked = 0;
    api.responds(UPLOAD, () => {
      asked += 1;
      if (asked === 1) return new Response('', { status: 429, headers: { 'Retry-After': '1' } });
      return Response.json(ready, { status: 201 });
    });
    const waiting = [
      { item: 1, name: 'Dish 1', address: at(HARBOR.id, 'ab') },
      { item: 2, name: 'Dish 2', address: at(HARBOR.id, 'cd') },
      { item: 3, name: 'Dish 3', address: at(HARBOR.id, 'ab') },
    ];
    localStorage.setItem(KEY, JSON.stringify({ waiting, failed: [], total: 3 }));
    const user = open('/dashboard/items');
    await screen.findByText(': 0 of 3');
    await screen.findByText(/^Only so many photos can be added at once/);
    await screen.findByText("1 photo wasn't copied");
    const failed = within(screen.getByRole('alert'));
    failed.getByText('Dish 2');
    failed.getByText(/The photo isn't there any more/);
    // Dish 3 has one of its own.
    expect([calls.body('PUT /api/menu-items/1'), asked]).toEqual([{ image: url }, 2]);
    gone = false;
    await press(user, 'Try Again');
    await expectToast('Photos copied', 'All dishes have theirs.');
    expect([calls.body('PUT /api/menu-items/2'), localStorage.getItem(KEY)]).toEqual([{ image: url }, null]);
  });
});

describe('A change of a dish', () => {
  const DRAFT = 'POST /api/menu-drafts';
  const GNOCCHI = anItem({ price: 12 });
  const THEIRS = anItem({ id: 70, name: 'gnocchi', price: 11, categoryId: 9 });

  /** Changes the price here. */
  async function raise() {
    api.answers('GET /api/categories', [aCategory()]);
    api.responds('GET /api/menu-items', (request) =>
      Response.json([request.headers.get('authorization') === `Bearer ${THERE}` ? THEIRS : GNOCCHI]),
    );
    api.answers('PUT /api/menu-items/1', (sent: object) => ({ ...GNOCCHI, ...sent }));
    api.answers(SWITCH, { token: THERE, user: AT_HARBOR });
    const user = open('/dashboard/items');
    await press(user, 'Edit Gnocchi');
    fill(await within(await screen.findByRole('dialog')).findByLabelText('Price'), '13');
    await user.click(within(dialog()).getByRole('button', { name: 'Save Changes' }));
    await dialogClosed();
    return user;
  }

  it('is offered to the other restaurants, asks nothing of them until one wants it, and is made there by a draft', async () => {
    const user = await raise();
    // Not Mission, which is suspended.
    await screen.findByText((_, one) => one?.textContent === 'You changed Gnocchi. Also in Harbor?');
    expect(calls.count(SWITCH)).toBe(0);
    await press(user, 'Compare');
    const there = within(await screen.findByRole('region', { name: 'Harbor' }));
    await there.findByText('$11.00');
    there.getByText('$13.00');
    api.answers(DRAFT, { change: 5, categories: 0, added: 0, changed: 1, removed: 0 });
    await user.click(there.getByRole('button', { name: 'Change in Harbor' }));
    await there.findByText('Changed. You can undo it there, in History.');
    expect(calls.body(DRAFT)).toEqual({
      changes: [{ item: 70, etag: entityTag(THEIRS), fields: { price: 13 } }],
      removals: [],
    });
    expect(sentWith(DRAFT)).toBe(`Bearer ${THERE}`);
    expect([calls.count(SWITCH), storedToken()]).toEqual([1, HERE]);
    await user.click(within(dialog()).getByRole('button', { name: 'Done' }));
    await press(user, 'Dismiss');
    expect(screen.queryByText(/Also in/)).toBeNull();
  });

  it('is not made where the dish was changed meanwhile: the menu there is read again', async () => {
    const user = await raise();
    await press(user, 'Compare');
    const there = within(await screen.findByRole('region', { name: 'Harbor' }));
    api.refuses(DRAFT, 'changed-meanwhile', 'Gnocchi has been changed meanwhile.');
    const before = calls.count('GET /api/menu-items');
    await user.click(await there.findByRole('button', { name: 'Change in Harbor' }));
    await there.findByText('Gnocchi has been changed meanwhile.');
    expect(calls.count('GET /api/menu-items')).toBe(before + 1);
    there.getByRole('button', { name: 'Change in Harbor' });
  });

  it('says what of a restaurant cannot be read, and asks again', { tags: 'full' }, async () => {
    const user = await raise();
    api.refuses(SWITCH, 'account-suspended', 'Suspended.', {}, { once: true });
    await press(user, 'Compare');
    const there = within(await screen.findByRole('region', { name: 'Harbor' }));
    await there.findByText("The menu there couldn't be loaded.");
    await user.click(there.getByRole('button', { name: 'Try Again' }));
    await there.findByText('$13.00');
  });
});

describe('The figures of all places', () => {
  const GRAND = aPlace({ id: '0b54d0f5-5a43-4f0e-8f67-0f5d3c2a9b15', name: 'Grand', role: 'manager' });
  const BAR = aPlace({ id: '0b54d0f5-5a43-4f0e-8f67-0f5d3c2a9b16', name: 'Bar', role: 'staff' });
  const OWNER = aUser({ restaurants: [HARBOR, MISSION, GRAND, BAR, aPlace()] });

  it('are side by side, sorted by any of them; one that fails says so in its row', async () => {
    const figures = (views: number, scans: number) =>
      someAnalytics({
        hasData: true,
        totals: { views, scans, visitors: 1, averageSeconds: 65 },
        items: [
          { itemId: 1, seen: 3, opened: 9 },
          { itemId: 70, seen: 4, opened: 0 },
        ],
      });
    const GRAND_TOKEN = tokenOf({ ...OWNER, tenantId: GRAND.id });
    api.answers(SWITCH, ({ tenantId }: { tenantId: string }) => ({
      token: tenantId === HARBOR.id ? THERE : GRAND_TOKEN,
      user: { ...OWNER, tenantId },
    }));
    api.responds('GET /api/analytics', (request) => {
      const token = request.headers.get('authorization')?.slice('Bearer '.length);
      if (token === GRAND_TOKEN) return new Response('No.', { status: 500 });
      return Response.json(token === THERE ? figures(10, 900) : figures(1_200, 8));
    });
    api.answers('GET /api/menu-items', [anItem({ id: 70, name: 'Oysters' })]);
    const user = openApp('/dashboard/analytics?range=7-days', { as: OWNER, token: HERE });
    await user.click(await screen.findByRole('link', { name: 'All Places' }));
    await findHeading('All Places');
    await expectPath('/dashboard/analytics/places?range=7-days');
    const names = () => screen.getAllByRole('rowheader').map((one) => one.textContent);
    await waitFor(() => expect(names()).toEqual(['Osteria della Prova', 'Harbor1 Pier Road', 'Grand']));
    await screen.findAllByText('Oysters');
    const row = (name: string) =>
      within(screen.getByRole('rowheader', { name: new RegExp(`^${name}`) }).closest('tr') as HTMLElement);
    expect(
      row('Harbor')
        .getAllByRole('cell')
        .map((one) => one.textContent),
    ).toEqual(['10', '900', '1', '1m 5s', 'Oysters']);
    await row('Grand').findByText(/^These figures couldn't be loaded/);
    await press(user, 'QR scans');
    expect(names()[0]).toBe('Harbor1 Pier Road');
    await press(user, 'Place');
    expect(names()).toEqual(['Grand', 'Harbor1 Pier Road', 'Osteria della Prova']);
    expect(new Set(calls.all.filter(({ call }) => call === SWITCH).map(({ body }) => JSON.stringify(body))).size).toBe(
      2,
    );
    expect(storedToken()).toBe(HERE);
  });
});
