import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { api, calls } from '../../../test/api.ts';
import { expectFocus, expectRefusal, expectToast, fill, findHeading, openApp } from '../../../test/app.tsx';

// A forgotten password: the link is requested, and a new password is set with it.

const ASK = 'POST /api/auth/forgot-password';
const SET = 'POST /api/auth/reset-password';

describe('a forgotten password', () => {
  it('needs an address: what is wrong stands at the field, and nothing is sent', async () => {
    const user = openApp('/forgot-password');
    await user.click(await screen.findByRole('button', { name: 'Send Link' }));
    await expectRefusal('Email', 'Email is required.');
    await expectFocus(() => screen.getByLabelText('Email'));
    fill(screen.getByLabelText('Email'), 'rosa');
    await expectRefusal('Email', 'Enter a valid email address.');
    expect(calls.list).toEqual([]);
  });

  it('that can not be asked for says so, in the page and in a toast', async () => {
    api.fails(ASK, 502, '');
    const user = openApp('/forgot-password');
    fill(await screen.findByLabelText('Email'), 'rosa@example.com');
    await user.click(screen.getByRole('button', { name: 'Send Link' }));
    await expectToast('Request failed', "The email couldn't be sent.");
    within(screen.getByRole('main')).getByText('Request failed. Please try again.');
  });

  it('is answered in words that tell nobody whether there is an account, and can be asked for again', async () => {
    api.answers(ASK);
    const user = openApp('/forgot-password');
    for (const [email, button] of [
      ['nobody@example.com', 'Send Link'],
      ['rosa@example.com', 'Send Again'],
    ] as const) {
      fill(await screen.findByLabelText('Email'), email);
      await user.click(screen.getByRole('button', { name: button }));
      const said = `If there is an account for ${email}, a link is on its way.`;
      await waitFor(() => expect(screen.getByRole('main').textContent).toContain(said));
      expect(calls.body(ASK)).toEqual({ email });
    }
  });
});

describe('the screen behind the link', () => {
  it('says that a link without its token is incomplete', async () => {
    openApp('/reset-password');
    await screen.findByText('This link is incomplete.');
    expect(screen.queryByRole('button', { name: 'Set Password' })).toBeNull();
  });

  it('takes the next link where that is put into the address bar', async () => {
    api.refuses(SET, 'link-invalid', 'This link has expired or was already used. Please request a new one.');
    const user = openApp('/reset-password#token=old');
    fill(await screen.findByLabelText('New password'), 'new sesame');
    await user.click(screen.getByRole('button', { name: 'Set Password' }));
    const refusal = await screen.findByRole('alert');
    window.location.hash = 'token=new';
    await waitFor(() => expect(refusal.isConnected).toBe(false));
    await user.click(screen.getByRole('link', { name: 'Skip to content' }));
    await expectFocus(() => screen.getByRole('main'));
    // Still there after a reload.
    expect(window.location.hash).toBe('#token=new');
    api.answers(SET, { knownDevice: 'mark' });
    await user.click(screen.getByRole('button', { name: 'Set Password' }));
    await findHeading('Welcome back');
    expect(calls.body(SET)).toEqual({ token: 'new', password: 'new sesame' });
  });

  it('makes this browser a known one', async () => {
    api.answers(SET, { knownDevice: 'mark-of-the-new-password' });
    const user = openApp('/reset-password#token=something');
    fill(await screen.findByLabelText('New password'), 'new sesame');
    await user.click(screen.getByRole('button', { name: 'Set Password' }));
    await findHeading('Welcome back');
    expect(localStorage.getItem('known-device')).toBe('mark-of-the-new-password');
  });

  it('names the field where the password is too short, here or for the server', async () => {
    const user = openApp('/reset-password#token=something');
    fill(await screen.findByLabelText('New password'), 'short');
    await user.click(screen.getByRole('button', { name: 'Set Password' }));
    await expectRefusal('New password', 'Password must be at least 6 characters.');
    expect(calls.list).toEqual([]);
    const errors = [{ field: 'password', message: 'Password must be at least 8 characters.' }];
    api.refuses(SET, 'validation-failed', 'Please check.', { errors });
    fill(screen.getByLabelText('New password'), 'seven77');
    await user.click(screen.getByRole('button', { name: 'Set Password' }));
    await expectRefusal('New password', 'Password must be at least 8 characters.');
    expect(calls.body(SET)).toEqual({ token: 'something', password: 'seven77' });
  });
});
