import type { Account } from '@tavola/contracts/auth.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { api, calls } from '../../test/api.ts';
import {
  dialogClosed,
  expectFocus,
  expectRefusal,
  expectToast,
  fillAll,
  findHeading,
  goTo,
  openApp,
  press,
} from '../../test/app.tsx';
import { aPlace, aTenant, aUser } from '../../test/samples.ts';

// A restaurant's deletion: requested in Settings, shown on every screen, and cancelled with one press.

const ASK = 'POST /api/account/deletion';
const KEEP = 'DELETE /api/account/deletion';
// The next day where the restaurant is.
const DELETE_AT = '2026-12-21T10:30:00.000Z';
const TEXT = 'This restaurant will be deleted on December 22, 2026.';
const NEEDS_CODE = 'Enter the code from your authenticator app.';
const RIGHT = { 'Restaurant name': 'Da Rosa', 'Your password': 'sugo di nonna' };

const opener = () => screen.getByRole('button', { name: 'Delete Restaurant' });
const banner = () => screen.findByRole('region', { name: 'Deletion' });

/** Opens Account, and the dialog in it. */
async function openDialog(
  as = aUser(),
): Promise<{ user: UserEvent; dialog: HTMLElement; submit: () => Promise<void> }> {
  api.answers('GET /api/tenant', aTenant({ name: 'Da Rosa', timeZone: 'Pacific/Kiritimati' }));
  const user = openApp('/settings/account', { as });
  await waitFor(opener);
  await user.click(opener());
  const dialog = await screen.findByRole('dialog');
  const submit = () => user.click(within(dialog).getByRole('button', { name: 'Delete in 30 Days' }));
  return { user, dialog, submit };
}

const refuse = (field: string, message: string) =>
  api.refuses(ASK, 'validation-failed', message, { errors: [{ field, message }] });

describe('deleting a restaurant', () => {
  it('is refused at the field that is wrong, and by Cancel', async () => {
    const { user, dialog, submit } = await openDialog();
    await submit();
    await expectRefusal('Restaurant name', 'Restaurant name is required.', dialog);
    await expectRefusal('Your password', 'Password is required.', dialog);
    expect(calls.count(ASK)).toBe(0);
    refuse('name', "This doesn't match your restaurant's name.");
    fillAll({ ...RIGHT, 'Restaurant name': 'Da Nino' }, dialog);
    await submit();
    await expectRefusal('Restaurant name', "This doesn't match your restaurant's name.", dialog);
    refuse('password', 'Incorrect password.');
    fillAll({ ...RIGHT, 'Your password': 'not this one' }, dialog);
    await submit();
    await expectRefusal('Your password', 'Incorrect password.', dialog);
    expect(calls.body(ASK)).toEqual({ name: 'Da Rosa', password: 'not this one', code: '' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await expectFocus(opener);
    expect(screen.queryByRole('region', { name: 'Deletion' })).toBeNull();
    await user.click(opener());
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    await dialogClosed();
    await expectFocus(opener);
  });

  it('says to who has other restaurants that these stay', async () => {
    const two = { restaurants: [...aUser().restaurants, aPlace({ id: '0b54d0f5-5a43-4f0e-8f67-0f5d3c2a9b12' })] };
    const { dialog } = await openDialog(aUser(two));
    within(dialog).getByText('Your account and your other restaurants stay.');
  });

  it('asks for a code, where two-factor is on', async () => {
    api.answers('GET /api/auth/two-factor', { isOn: true, recoveryCodesLeft: 10 });
    const { dialog, submit } = await openDialog();
    await within(dialog).findByLabelText('Code');
    refuse('code', NEEDS_CODE);
    fillAll(RIGHT, dialog);
    await submit();
    await expectRefusal('Code', NEEDS_CODE, dialog);
    api.answers(ASK, { deleteAt: DELETE_AT } satisfies Account);
    fillAll({ Code: '123456' }, dialog);
    await submit();
    within(await banner()).getByText(TEXT);
    await expectToast('Your menu is offline', 'You can restore it until December 22, 2026.');
    expect(calls.body(ASK)).toEqual({ name: 'Da Rosa', password: 'sugo di nonna', code: '123456' });
    expect(screen.queryByRole('button', { name: 'Delete Restaurant' })).toBeNull();
  });
});

it('is shown where it was scheduled and only the answer was lost', async () => {
  const { dialog, submit } = await openDialog();
  api.fails(ASK, 503);
  api.answers('GET /api/account', { deleteAt: DELETE_AT } satisfies Account);
  fillAll(RIGHT, dialog);
  await submit();
  within(await banner()).getByText(TEXT);
  await expectToast('Your menu is offline', 'You can restore it until December 22, 2026.');
});

describe('what could not be loaded', () => {
  it('when it is deleted is asked again by the next screen', async () => {
    api.answers('GET /api/account', { deleteAt: DELETE_AT } satisfies Account);
    api.fails('GET /api/account', 503, 'No.', { once: true });
    const user = openApp('/dashboard', { as: aUser() });
    await findHeading('Overview');
    await goTo(user, 'Categories');
    await banner();
    expect(calls.count('GET /api/account')).toBe(2);
  });

  it('when it is deleted says so in Account, and is asked for again', async () => {
    api.fails('GET /api/account', 503);
    const user = openApp('/settings/account', { as: aUser() });
    await findHeading('Account & Security');
    within(await screen.findByRole('alert')).getByText("Couldn't load this");
    expect(calls.count('GET /api/account')).toBe(1);
    api.answers('GET /api/account', { deleteAt: null } satisfies Account);
    await press(user, 'Try Again');
    await waitFor(opener);
  });

  it('whether two-factor is on: the code is asked for once it was refused', async () => {
    api.fails('GET /api/auth/two-factor', 503);
    const { user, dialog, submit } = await openDialog();
    refuse('code', NEEDS_CODE);
    fillAll(RIGHT, dialog);
    await submit();
    await expectRefusal('Code', NEEDS_CODE, dialog);
    await expectFocus(() => within(dialog).getByLabelText('Code'));
    api.answers(ASK, { deleteAt: DELETE_AT } satisfies Account);
    await user.keyboard('123456');
    await submit();
    await banner();
    expect(calls.body(ASK)).toMatchObject({ code: '123456' });
  });
});

describe('a restaurant that will be deleted', () => {
  it('that could not be kept says so, and stays where it is', async () => {
    api.answers('GET /api/account', { deleteAt: DELETE_AT } satisfies Account);
    api.fails(KEEP, 503);
    const user = openApp('/dashboard', { as: aUser() });
    await user.click(within(await banner()).getByRole('button', { name: 'Restore Restaurant' }));
    await expectToast('Restore failed', 'Please try again.');
    await banner();
    expect(calls.count(KEEP)).toBe(1);
  });

  it('is shown to staff, who cannot restore it', async () => {
    api.answers('GET /api/tenant', aTenant({ timeZone: 'Pacific/Kiritimati' }));
    const role = 'staff';
    openApp('/dashboard/kitchen', { as: aUser({ role, restaurants: [aPlace({ role, deleteAt: DELETE_AT })] }) });
    const its = within(await banner());
    await its.findByText(TEXT);
    its.getByText(/Only an owner can restore it\.$/);
    expect([its.queryByRole('button'), calls.count('GET /api/account')]).toEqual([null, 0]);
    await screen.findByText('No dishes yet');
    expect(screen.queryByRole('button', { name: 'Set Up This Tablet' })).toBeNull();
  });

  it('has no such banner for anybody else', async () => {
    openApp('/settings/account', { as: aUser() });
    await waitFor(opener);
    expect(screen.queryByRole('region', { name: 'Deletion' })).toBeNull();
  });
});
