import type { Tenant } from '@tavola/contracts/auth.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import { DEFAULT_STYLE } from '@tavola/contracts/qr.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { api, calls } from '../../test/api.ts';
import {
  dialogClosed,
  expectFocus,
  expectPath,
  expectToast,
  fieldValue,
  fill,
  openApp,
  signIn,
} from '../../test/app.tsx';
import { aCategory, anItem, aTenant, aUser } from '../../test/samples.ts';

// A save that is refused because somebody else was faster: what goes on from there. In a real browser: infra/tests/e2e/stale-saves.test.ts.

const GET = 'GET /api/tenant';
const PUT = 'PUT /api/tenant';
const SAVED = ['Settings updated', 'Your restaurant settings have been saved successfully.'] as const;
const press = async (user: ReturnType<typeof openApp>, name: string) =>
  user.click(await screen.findByRole('button', { name }));
const changesShown = async () => {
  const alert = (await screen.findByText('This was changed in the meantime')).closest('[role=alert]') as HTMLElement;
  return within(alert)
    .queryAllByRole('listitem')
    .map((line) => Array.from(line.children, ({ textContent }) => textContent).join(' '));
};

/** Has the tenant answered as it is, and changed by a save. */
function serve(first: Tenant) {
  let tenant = first;
  api.answers(GET, () => tenant);
  api.answers(PUT, (sent: Partial<Tenant>) => {
    tenant = { ...tenant, ...sent };
    return tenant;
  });
  return () => tenant;
}

describe('Settings that somebody else changed meanwhile', () => {
  /** Types a phone number, which is refused because of `theirs`. */
  async function refused(theirs: Partial<Tenant>) {
    serve(aTenant());
    const user = openApp('/settings', { as: aUser() });
    fill(await screen.findByLabelText('Phone Number'), '555 0101');
    const current = aTenant(theirs);
    api.refuses(PUT, 'changed-meanwhile', 'Changed.', { current });
    await press(user, 'Save Changes');
    await changesShown();
    serve(current);
    return user;
  }

  it('name an uploaded logo as a photo, not by its address', async () => {
    await refused({ logo: `/m/${'0'.repeat(32)}/${'ab'.repeat(12)}-800x800-aabbcc/800.jpg` });
    expect(await changesShown()).toEqual([expect.stringMatching(/^Logo.*A photo$/)]);
  });

  it('"Discard" starts from the current version', async () => {
    const user = await refused({ address: '1 Pier Road' });
    await press(user, 'Discard');
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
    expect(screen.queryByText('This was changed in the meantime')).toBeNull();
    expect([fieldValue('Phone Number'), fieldValue('Address')]).toEqual(['', '1 Pier Road']);
    await expectFocus(() => screen.getByLabelText('Phone Number'));
    fill(screen.getByLabelText('Phone Number'), '555 0102');
    await press(user, 'Save Changes');
    await expectToast(...SAVED);
  });

  it('show the notice again, with the focus, when one saves without choosing', async () => {
    const user = await refused({ address: '1 Pier Road' });
    const notice = () => screen.getByText('This was changed in the meantime').closest('[tabindex="-1"]') as HTMLElement;
    await expectFocus(notice);
    api.refuses(PUT, 'changed-meanwhile', 'Changed.', { current: aTenant({ address: '1 Pier Road' }) });
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    await press(user, 'Save Changes');
    await waitFor(() => expect(scrolled.mock.contexts).toContain(notice()));
    await expectFocus(notice);
    expect(await changesShown()).toHaveLength(1);
  });

  it.each([
    ['the first field that changed, also a color', { themeColor: '#1d4e79' }, 'Use Current Version', 'Theme Color'],
    ['what was typed, where no field changed', { phone: '555 0101' }, 'Use Current Version', 'Phone Number'],
    ['what was typed, once it was saved over', { address: '1 Pier Road' }, 'Keep My Changes', 'Phone Number'],
  ])('the focus, once one has chosen, is in %s', async (_, theirs, choice, label) => {
    const user = await refused(theirs);
    await press(user, choice);
    await expectFocus(() => screen.getByLabelText(label));
  });
});

describe('What was typed before the session ended, while somebody else saved', () => {
  const before = aTenant();

  async function openDraft() {
    serve(before);
    api.refuses(PUT, 'unauthenticated', 'Please sign in again.');
    const user = openApp('/settings', { as: aUser() });
    fill(await screen.findByLabelText('Description'), 'By the harbor');
    await press(user, 'Save Changes');
    await expectPath('/login?next=%2Fsettings');
    const saved = serve(aTenant({ address: '1 Pier Road' }));
    await signIn(user);
    await screen.findByText('We kept what you typed.');
    return { user, saved };
  }

  it('is discarded for what is there now', async () => {
    const { user, saved } = await openDraft();
    await press(user, 'Discard');
    expect(fieldValue('Address')).toBe('1 Pier Road');
    fill(screen.getByLabelText('Phone Number'), '555 0101');
    await press(user, 'Save Changes');
    await expectToast(...SAVED);
    expect(calls.last(PUT)?.headers['if-match']).toBe(`"${entityTag(aTenant({ address: '1 Pier Road' }))}"`);
    expect(saved()).toMatchObject({ phone: '555 0101', address: '1 Pier Road' });
    expect(saved().description || null).toBeNull();
  });

  it('is held against what changed', { tags: 'full' }, async () => {
    const { user, saved } = await openDraft();
    api.refuses(PUT, 'changed-meanwhile', 'Changed.', { current: saved() }, { once: true });
    await press(user, 'Save Changes');
    expect(await changesShown()).toEqual([expect.stringMatching(/^Address.*1 Pier Road$/)]);
    expect(calls.last(PUT)?.headers['if-match']).toBe(`"${entityTag(before)}"`);
    await press(user, 'Keep My Changes');
    await expectToast(...SAVED);
    expect(saved()).toMatchObject({ description: 'By the harbor', address: '1 Pier Road' });
  });
});

it('an item that was put into a category of which this page has not heard: the category is named', async () => {
  const item = anItem({ name: 'Ragù', price: 12 });
  api.answers('GET /api/categories', [aCategory()]);
  api.answers('GET /api/menu-items', [item]);
  const user = openApp('/dashboard/items', { as: aUser() });
  await press(user, 'Edit Ragù');
  const form = await screen.findByRole('dialog');
  fill(within(form).getByLabelText('Price'), '13');
  const current = { ...item, categoryId: 9 };
  api.answers('GET /api/categories', [aCategory(), aCategory({ id: 9, name: 'Sughi' })]);
  api.refuses('PUT /api/menu-items/1', 'changed-meanwhile', 'Changed.', { current }, { once: true });
  api.answers('GET /api/menu-items', [current]);
  await press(user, 'Save Changes');
  await waitFor(async () => expect(await changesShown()).toEqual([expect.stringMatching(/^Category.*Sughi$/)]));
  await press(user, 'Use Current Version');
  await waitFor(() => expect(within(form).getByRole('combobox', { name: 'Category' }).textContent).toBe('Sughi'));
  expect(within(form).queryByText('Its category was deleted.')).toBeNull();
  api.answers('PUT /api/menu-items/1', (sent: Partial<MenuItem>) => ({ ...current, ...sent }));
  await press(user, 'Save Changes');
  await expectToast('Item updated', 'Menu item has been updated successfully.');
  expect(calls.body('PUT /api/menu-items/1')).toEqual({ price: 13 });
});

it('the style of the codes shows on the page, though one takes it as it is', async () => {
  const list = { codes: [], style: DEFAULT_STYLE, linkBase: 'http://localhost:3000/q/' };
  api.answers('GET /api/qr-codes', list);
  const user = openApp('/dashboard/qr', { as: aUser() });
  await press(user, 'Change Style');
  const form = () => screen.getByRole('dialog');
  fill(within(form()).getByLabelText(/^Caption/), 'Our menu');
  const current = { ...DEFAULT_STYLE, foreground: '#0b5a3c', caption: 'Scan me' };
  api.refuses('PUT /api/qr-codes/style', 'changed-meanwhile', 'Changed.', { current });
  api.answers('GET /api/qr-codes', { ...list, style: current });
  await press(user, 'Save Style');
  await changesShown();
  await press(user, 'Use Current Version');
  await press(user, 'Save Style');
  await dialogClosed();
  expect(calls.count('PUT /api/qr-codes/style')).toBe(1);
  await press(user, 'Change Style');
  expect(fieldValue('Code color', form())).toBe('#0b5a3c');
  expect(within(form()).getByLabelText<HTMLInputElement>(/^Caption/).value).toBe('Scan me');
});
