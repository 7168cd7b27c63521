import type { TwoFactorState } from '@tavola/contracts/auth.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { getToken } from '../../../lib/session/stored-token.ts';
import { api, calls } from '../../../test/api.ts';
import {
  downloads,
  expectFocus,
  expectPath,
  expectRefusal,
  expectToast,
  fieldValue,
  fill,
  findHeading,
  goTo,
  openApp,
  press,
  TOKEN,
} from '../../../test/app.tsx';
import { anAdmin, aSignIn, aUser } from '../../../test/samples.ts';

// Account & Security: password, sessions and two-factor sign-in.

const ACCOUNT = '/settings/account';
const NOT_YOURS = 'Incorrect password.';
const field = (label: string) => screen.getByLabelText(label);

describe('the address and the name', () => {
  const ASK = 'POST /api/auth/email-change';

  it('asks for another address with the password, names the field that is wrong, and says what to do next', async () => {
    const user = openApp(ACCOUNT, { as: aUser() });
    const form = (await screen.findByLabelText('New email address')).closest('form') as HTMLElement;
    const submit = () => press(user, 'Change Address');
    await submit();
    await expectRefusal('New email address', 'Email is required.', form);
    await expectRefusal('Password', 'Password is required.', form);
    const taken = 'An account with this email already exists.';
    api.refuses(ASK, 'email-taken', taken, { errors: [{ field: 'email', message: taken }] });
    fill(field('New email address'), 'rosa@trattoria.example');
    fill(field('Password'), 'open sesame');
    await submit();
    await expectToast('Address not changed', taken);
    await expectRefusal('New email address', taken, form);
    api.answers(ASK);
    await submit();
    await screen.findByText('Check your inbox');
    screen.getByText('rosa@trattoria.example');
    expect(calls.body(ASK)).toEqual({ email: 'rosa@trattoria.example', password: 'open sesame' });
    expect(fieldValue('Password')).toBe('');
  });

  it('still says after a reload which new address a link was mailed to, in the banner, too', async () => {
    openApp(ACCOUNT, { as: aUser({ isEmailConfirmed: false, newEmail: 'rosa@trattoria.example' }) });
    await screen.findByText('Check your inbox');
    const banner = within(screen.getByRole('region', { name: 'Confirmation' }));
    banner.getByText('rosa@trattoria.example');
    expect(banner.queryByText('rosa@example.com')).toBeNull();
    expect(banner.queryByRole('button')).toBeNull();
  });

  it('changes the name, which the header shows at once', async () => {
    const user = openApp(ACCOUNT, { as: aUser() });
    fill(await screen.findByLabelText('Name'), ' ');
    await press(user, 'Change Name');
    await expectRefusal('Name', 'Your name is required.');
    api.answers('PUT /api/auth/me', aUser({ name: 'Rosa Bianchi' }));
    fill(field('Name'), 'Rosa Bianchi');
    await press(user, 'Change Name');
    await expectToast('Name changed');
    await screen.findByRole('button', { name: 'Rosa Bianchi' });
  });
});

describe('the password', () => {
  const CHANGE = 'POST /api/auth/password';

  it('is refused at the field that is wrong', async () => {
    const user = openApp(ACCOUNT, { as: aUser() });
    const submit = () => user.click(screen.getByRole('button', { name: 'Change Password' }));
    await screen.findByLabelText('Current password');
    await submit();
    await expectRefusal('Current password', 'Password is required.');
    await expectRefusal('New password', 'Password must be at least 6 characters.');
    expect(calls.count(CHANGE)).toBe(0);
    api.refuses(CHANGE, 'validation-failed', NOT_YOURS, {
      errors: [{ field: 'currentPassword', message: NOT_YOURS }],
    });
    fill(field('Current password'), 'not this one');
    fill(field('New password'), 'ragù della domenica');
    await submit();
    await expectToast('Password not changed', NOT_YOURS);
    await expectRefusal('Current password', NOT_YOURS);
    expect(calls.body(CHANGE)).toEqual({ currentPassword: 'not this one', newPassword: 'ragù della domenica' });
  });

  it.each([
    ['no answer', () => api.responds(CHANGE, () => Response.error())],
    ['a failure', () => api.fails(CHANGE, 503)],
  ])('may have been changed where there is %s', async (_, answer) => {
    const user = openApp(ACCOUNT, { as: aUser() });
    answer();
    fill(await screen.findByLabelText('Current password'), 'open sesame');
    fill(field('New password'), 'ragù della domenica');
    await press(user, 'Change Password');
    await expectToast('Password may have changed', 'When you next sign in, try the new password first.');
    expect(fieldValue('New password')).toBe('ragù della domenica');
  });
});

describe('a changed password', () => {
  it('says that the other devices are signed out, and keeps this browser a known one', async () => {
    api.answers('POST /api/auth/password', { knownDevice: 'mark-of-the-new-password' });
    const user = openApp(ACCOUNT, { as: aUser() });
    fill(await screen.findByLabelText('Current password'), 'open sesame');
    fill(field('New password'), 'ragù della domenica');
    calls.forget();
    await press(user, 'Change Password');
    await expectToast('Password changed', 'Your other devices were signed out.');
    expect(localStorage.getItem('known-device')).toBe('mark-of-the-new-password');
    expect([fieldValue('Current password'), fieldValue('New password')]).toEqual(['', '']);
    await waitFor(() => expect(calls.count('GET /api/auth/sessions')).toBe(1));
  });
});

describe('your sessions', () => {
  it('have a button for each other device, and all end after a question', async () => {
    const phone = aSignIn({ id: crypto.randomUUID(), device: 'Safari on iPhone', isCurrent: false });
    const tablet = aSignIn({ id: crypto.randomUUID(), device: 'Pass', isCurrent: false, isKitchenDevice: true });
    api.answers('GET /api/auth/sessions', [aSignIn(), phone, tablet]);
    const user = openApp(ACCOUNT, { as: aUser() });
    await screen.findByRole('button', { name: /^Sign Out\s*of Safari on iPhone$/ });
    screen.getByText('Kitchen tablet');
    await press(user, /of Pass$/);
    const question = within(await screen.findByRole('alertdialog'));
    question.getByText(/Its PIN stops working\./);
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('button', { name: /of Chrome on Linux/ })).toBeNull();
    const endAll = async (answer: string) => {
      await press(user, 'Sign Out Everywhere');
      await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: answer }));
    };
    api.answers('POST /api/auth/logout-everywhere');
    await endAll('Cancel');
    expect([getToken(), calls.count('POST /api/auth/logout-everywhere')]).toEqual([TOKEN, 0]);
    await endAll('Sign Out Everywhere');
    await waitFor(() => expect(getToken()).toBeNull());
    expect(calls.count('POST /api/auth/logout-everywhere')).toBe(1);
  });
});

it('says of a device that has signed out itself meanwhile that it is signed out', async () => {
  const phone = aSignIn({ id: crypto.randomUUID(), device: 'Safari on iPhone', isCurrent: false });
  api.answers('GET /api/auth/sessions', [aSignIn(), phone]);
  const user = openApp(ACCOUNT, { as: aUser() });
  const ofPhone = /of Safari on iPhone$/;
  await screen.findByRole('button', { name: ofPhone });
  api.fails('DELETE /api/auth/sessions/:id', 404, "This is the Wi-Fi's own page.");
  await press(user, ofPhone);
  await expectToast('Sign-out failed', 'Please try again.');
  api.refuses('DELETE /api/auth/sessions/:id', 'not-found', 'The session was not found.');
  api.answers('GET /api/auth/sessions', [aSignIn()]);
  await press(user, ofPhone);
  await expectToast('Device signed out', 'Safari on iPhone');
  await expectFocus(() => screen.getByText('Chrome on Linux').closest('ul') as HTMLElement);
});

it('is in the menu of an admin and in the navigation, without a restaurant too', async () => {
  const user = openApp('/admin', { as: anAdmin() });
  await user.click(await screen.findByRole('button', { name: anAdmin().name }));
  await user.click(await screen.findByRole('menuitem', { name: 'Account & security' }));
  await expectPath('/admin/account');
  await findHeading('Account & Security');
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  await findHeading('Admin Dashboard');
  await user.click(screen.getByRole('link', { name: 'Account' }));
  await findHeading('Account & Security');
});

describe('two-factor sign-in', () => {
  const SET_UP = 'POST /api/auth/two-factor/setup';
  const CONFIRM = 'POST /api/auth/two-factor/confirm';
  const SECRET = {
    secret: 'JBSWY3DPEHPK3PXP',
    url: 'otpauth://totp/Tavola?secret=JBSWY3DPEHPK3PXP',
    qrCode: 'data:image/png;base64,AA==',
  };

  it('names the field where the password or the code is wrong, and Cancel leaves all as it was', async () => {
    const user = openApp(ACCOUNT, { as: aUser() });
    await press(user, 'Set Up');
    await expectFocus(() => field('Your password'));
    await press(user, 'Continue');
    await expectRefusal('Your password', 'Password is required.');
    expect(calls.count(SET_UP)).toBe(0);
    api.refuses(SET_UP, 'validation-failed', NOT_YOURS, { errors: [{ field: 'password', message: NOT_YOURS }] });
    fill(field('Your password'), 'not this one');
    await press(user, 'Continue');
    await expectToast('Setup failed', NOT_YOURS);
    await expectRefusal('Your password', NOT_YOURS);
    expect(calls.body(SET_UP)).toEqual({ password: 'not this one' });

    api.answers(SET_UP, SECRET);
    fill(field('Your password'), 'sugo di nonna');
    await user.type(field('Your password'), '{Enter}');
    await screen.findByRole('img', { name: 'QR code for your authenticator app' });
    expect(screen.getByLabelText<HTMLInputElement>('Key').value).toBe(SECRET.secret);
    fill(field('Code'), '12345');
    await press(user, 'Turn On');
    await expectRefusal('Code', 'Enter the 6-digit code from your app.');
    expect(calls.count(CONFIRM)).toBe(0);
    const wrong = 'Incorrect code. Enter the one your app shows now.';
    api.refuses(CONFIRM, 'validation-failed', wrong, { errors: [{ field: 'code', message: wrong }] });
    fill(field('Code'), '123456');
    await press(user, 'Turn On');
    await expectRefusal('Code', wrong);
    expect(calls.body(CONFIRM)).toEqual({ code: '123456' });
    await press(user, 'Cancel');
    await screen.findByRole('button', { name: 'Set Up' });
    screen.getByText('Off');
  });

  it('shows as on where only the answer was lost, or where it was turned on elsewhere', { tags: 'full' }, async () => {
    const user = openApp(ACCOUNT, { as: aUser() });
    await press(user, 'Set Up');
    api.answers(SET_UP, SECRET);
    fill(field('Your password'), 'sugo di nonna');
    await press(user, 'Continue');
    fill(await screen.findByLabelText('Code'), '123456');
    api.answers('GET /api/auth/two-factor', { isOn: true, recoveryCodesLeft: 10 } satisfies TwoFactorState);
    api.refuses(CONFIRM, 'conflict', 'Two-factor sign-in is already on.');
    await press(user, 'Turn On');
    await expectToast('Not turned on', 'Two-factor sign-in is already on.');
    api.fails(CONFIRM, 503);
    await press(user, 'Turn On');
    await expectToast('Two-factor sign-in is on', 'Its recovery codes got lost on the way. Replace them.');
    await screen.findByText('10 recovery codes left.');
    screen.getByRole('button', { name: 'Replace Recovery Codes' });

    api.answers('GET /api/auth/two-factor', { isOn: true, recoveryCodesLeft: 9 } satisfies TwoFactorState);
    await goTo(user, 'Categories');
    window.history.back();
    await screen.findByText('9 recovery codes left.');
  });

  it('saves new recovery codes as a file, which some browsers read only later', async () => {
    const recoveryCodes = ['abcd-efgh', 'ijkl-mnop'];
    api.answers('GET /api/auth/two-factor', { isOn: true, recoveryCodesLeft: 2 } satisfies TwoFactorState);
    api.answers('POST /api/auth/two-factor/recovery-codes', { recoveryCodes });
    const names = downloads();
    const revoke = vi.spyOn(URL, 'revokeObjectURL');
    const user = openApp(ACCOUNT, { as: aUser() });
    await press(user, 'Replace Recovery Codes');
    fill(await screen.findByLabelText('Your password'), 'sugo di nonna');
    await press(user, 'Create New Codes');
    await press(user, 'Download');
    expect(names).toEqual(['tavola-recovery-codes.txt']);
    expect(revoke).not.toHaveBeenCalled();
  });

  it('is not turned off without the right password', async () => {
    const DISABLE = 'POST /api/auth/two-factor/disable';
    api.answers('GET /api/auth/two-factor', { isOn: true, recoveryCodesLeft: 8 } satisfies TwoFactorState);
    api.refuses(DISABLE, 'validation-failed', NOT_YOURS, { errors: [{ field: 'password', message: NOT_YOURS }] });
    const user = openApp(ACCOUNT, { as: aUser() });
    await screen.findByText('8 recovery codes left.');
    await press(user, 'Turn Off');
    fill(await screen.findByLabelText('Your password'), 'not this one');
    await press(user, 'Turn Off');
    await expectRefusal('Your password', NOT_YOURS);
    expect(calls.body(DISABLE)).toEqual({ password: 'not this one' });
  });
});
