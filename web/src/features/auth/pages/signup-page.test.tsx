import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { api, calls } from '../../../test/api.ts';
import {
  expectBusy,
  expectFocus,
  expectPath,
  expectRefusal,
  expectToast,
  fieldValue,
  fill,
  fillAll,
  openApp,
} from '../../../test/app.tsx';
import { aPlace, aSession, aUser, newRestaurant } from '../../../test/samples.ts';

// Sign-up: an account together with its restaurant.

const SIGNUP = 'POST /api/auth/signup';

async function openSignup() {
  const user = openApp('/signup');
  await screen.findByLabelText('Your Name');
  return user;
}

const fillSignup = (fields: Record<string, string> = {}) =>
  fillAll({
    'Your Name': 'Nino Prova',
    'Email Address': 'nino@example.com',
    Password: 'sugo di nonna',
    'Restaurant Name': 'Trattoria Nino',
    'Menu URL': 'nino',
    ...fields,
  });

const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Create Account' }));
const alertInPage = () => within(screen.getByRole('main')).getByRole('alert').textContent;

describe('Signup (/signup)', () => {
  it.each([
    ['in base64url', 'WyJMdWPDrWEiLCJEYSBMdWPDrWE_IPCfjbUiXQ', ['Lucía', 'Da Lucía? 🍵', 'da-lucia']],
    ['not there', '', ['', '', '']],
    ['cut off', 'WyJMdW', ['', '', '']],
    ['something else', 'eyJhIjoxfQ', ['', '', '']],
    ['no texts', 'WzEse31d', ['', '', '']],
  ])('has the address of an invitation, and its names: %s', async (_what, names, filled) => {
    openApp(`/signup#email=ada%2Bbeta%40example.com&names=${names}`);
    await screen.findByLabelText('Your Name');
    expect(fieldValue('Email Address')).toBe('ada+beta@example.com');
    expect(['Your Name', 'Restaurant Name', 'Menu URL'].map((label) => fieldValue(label))).toEqual(filled);
  });

  it.each([
    [{}, null],
    [{ termsUrl: 'https://x.example/terms' }, 'By creating an account, you agree to the Terms. '],
    [{ privacyUrl: 'https://x.example/privacy' }, 'How your data is used: Privacy Policy.'],
  ])("names the operator's terms and privacy policy, if there are any: %j", async (site, text) => {
    api.answers('GET /api/site', site);
    await openSignup();
    const links = () => screen.queryAllByRole('link', { name: /^(Terms|Privacy Policy)$/ });
    await waitFor(() => expect(links().map((one) => one.getAttribute('href'))).toEqual(Object.values(site)));
    expect(links()[0]?.closest('p')?.textContent ?? null).toBe(text);
  });

  it("the button reads 'Creating Account...' and is disabled while busy; then 'Account created successfully' with 'Welcome to Tavola! Your restaurant is now set up.', and /dashboard [S2.40 S2.43 S4.2 S8.14]", async () => {
    api.byDefault(newRestaurant());
    api.answers(SIGNUP, aSession());
    const release = api.holds(SIGNUP);
    const user = await openSignup();
    fillSignup();
    await submit(user);
    await expectBusy('Creating Account...');
    release();
    await expectPath('/dashboard');
    await expectToast('Account created successfully', 'Welcome to Tavola! Your restaurant is now set up.');
    expect(localStorage.getItem('token')).toBe(aSession().token);
    expect(calls.body(SIGNUP)).toEqual({
      name: 'Nino Prova',
      email: 'nino@example.com',
      password: 'sugo di nonna',
      restaurantName: 'Trattoria Nino',
      slug: 'nino',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
    expect(calls.count('GET /api/auth/me'), 'the user comes with the answer').toBe(0);
  });

  it("proposes the currency of the browser's region, which may be changed", async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-CH', 'de']);
    api.byDefault(newRestaurant());
    api.answers(SIGNUP, aSession());
    const user = await openSignup();
    screen.getByText(/^Your prices are in Swiss Franc \(CHF\)/);
    await user.click(screen.getByRole('button', { name: 'Change' }));
    expect(fieldValue('Currency')).toBe('CHF');
    await user.selectOptions(screen.getByLabelText('Currency'), 'Euro (EUR)');
    fillSignup();
    await submit(user);
    await expectPath('/dashboard');
    expect(calls.body(SIGNUP)).toMatchObject({ slug: 'nino', currency: 'EUR' });
  });

  it('the Menu URL follows the restaurant name: lower case, letters, digits and hyphens, white space as hyphens, collapsed [S2.38]', async () => {
    await openSignup();
    for (const [name, expected] of [
      ["Mario's Pizza & Pasta", 'marios-pizza-pasta'],
      ['  The   Blue -- Door  ', 'the-blue-door'],
      ['Café 21', 'cafe-21'],
      ['Straße Übermut', 'strasse-ubermut'],
      ['Łódź Fjørd', 'lodz-fjord'],
      ['Işıl Ægir', 'isil-aegir'],
      ['Đà Nẵng Cœur', 'da-nang-coeur'],
      ['Кафе Αθηνά', 'kafe-athina'],
      ['Ћевапи код Ђоке Јовић', 'cevapi-kod-djoke-jovic'],
      ['Скопје Ѓорѓи', 'skopje-gjorgji'],
      ['Қазақ Үй', 'kazak-uy'],
      ['مطعم 寿司 Ten', 'ten'],
      ['', ''],
    ] as const) {
      fill(screen.getByLabelText('Restaurant Name'), name);
      await waitFor(() => expect(fieldValue('Menu URL'), name).toBe(expected));
    }
  });

  it('the Menu URL stays as the user edited it, and follows again once it is emptied [S2.39]', async () => {
    await openSignup();
    const [name, slug] = [screen.getByLabelText('Restaurant Name'), screen.getByLabelText('Menu URL')];
    fill(name, 'Da Nino');
    fill(slug, 'nino');
    fill(name, 'Da Nino al Mare');
    await screen.findByText(/\/menu\/nino$/);
    expect(fieldValue('Menu URL')).toBe('nino');
    fill(slug, '');
    fill(name, 'Da Nino');
    await waitFor(() => expect(fieldValue('Menu URL')).toBe('da-nino'));
  });

  it('a name without Latin letters gets a hint to choose a Menu URL', async () => {
    await openSignup();
    const hint = /^We can only make a URL from Latin letters. Please enter one/;
    fill(screen.getByLabelText('Restaurant Name'), 'さくら');
    await screen.findByText(hint);
    expect(fieldValue('Menu URL')).toBe('');
    fill(screen.getByLabelText('Menu URL'), 'sakura');
    await waitFor(() => expect(screen.queryByText(hint)).toBeNull());
  });

  it("a hint says 'Password must be at least 6 characters', and five are refused [S5.5 S9.4]", async () => {
    const user = await openSignup();
    screen.getByText('Password must be at least 6 characters');
    fillSignup({ Password: 'sugo!' });
    await submit(user);
    await expectRefusal('Password', 'Password must be at least 6 characters.');
    fill(screen.getByLabelText('Password'), 'sugo!!');
    await screen.findByText('Password must be at least 6 characters');
    expect(calls.list).toEqual([]);
  });

  it('requires name, email, password, restaurant name and Menu URL, each with its words, and sends nothing [S2.37 S5.4]', async () => {
    const user = await openSignup();
    await submit(user);
    await expectRefusal('Your Name', 'Your name is required.');
    await expectRefusal('Email Address', 'Email is required.');
    await expectRefusal('Password', 'Password must be at least 6 characters.');
    await expectRefusal('Restaurant Name', 'Restaurant name is required.');
    await expectRefusal('Menu URL', 'Menu URL is required.');
    await expectFocus(() => screen.getByLabelText('Your Name'));
    fill(screen.getByLabelText('Email Address'), 'nino');
    await expectRefusal('Email Address', 'Enter a valid email address.');
    fill(screen.getByLabelText('Menu URL'), 'Da Nino');
    await expectRefusal(
      'Menu URL',
      'Menu URL can only contain lowercase letters, digits and single hyphens between them.',
    );
    fill(screen.getByLabelText('Menu URL'), 'dashboard');
    await expectRefusal('Menu URL', 'This menu URL is reserved. Please choose another one.');
    expect(calls.list).toEqual([]);
  });

  it("a taken email (409) is said at its field and in the alert, with the toast 'Signup failed' - 'Please check your information and try again.' [S2.41 S2.44 S8.9]", async () => {
    const detail = 'There is an account with this e-mail address already.';
    api.refuses(SIGNUP, 'email-taken', detail, { errors: [{ field: 'email', message: detail }] });
    const user = await openSignup();
    fillSignup();
    await submit(user);
    await expectToast('Signup failed', 'Please check your information and try again.');
    await expectRefusal('Email Address', detail);
    expect(alertInPage()).toBe(detail);
    await expectFocus(() => screen.getByLabelText('Email Address'));
    expect(fieldValue('Password')).toBe('sugo di nonna');
    const { email } = calls.body(SIGNUP) as { email: string };
    await user.click(screen.getByRole('link', { name: 'Sign in to add another restaurant' }));
    await expectPath('/login?next=%2Fdashboard%2Fplaces%2Fnew');
    await screen.findByRole('heading', { name: 'Welcome back' });
    expect(fieldValue('Email')).toBe(email);
  });

  it("an answer without a message shows 'Signup failed. Please try again.' in the alert [S2.42 S8.10]", async () => {
    api.fails(SIGNUP, 502, '');
    const user = await openSignup();
    fillSignup();
    await submit(user);
    await expectToast('Signup failed', 'Please check your information and try again.');
    expect(alertInPage()).toBe('Signup failed. Please try again.');
    // It was done all the same.
    api.refuses(SIGNUP, 'slug-taken', 'This menu URL is taken.');
    const place = aPlace({ slug: 'nino' });
    api.answers('POST /api/auth/login', aSession({ user: aUser({ restaurants: [place] }) }));
    api.byDefault(newRestaurant());
    await submit(user);
    await expectPath('/dashboard');
    expect(calls.body('POST /api/auth/login')).toEqual({ email: 'nino@example.com', password: 'sugo di nonna' });
  });

  it('puts what the server refuses next to its field', async () => {
    const errors = [
      { field: 'restaurantName', message: 'That name is too grand.' },
      { field: 'slug', message: 'That address is too short.' },
    ];
    api.refuses(SIGNUP, 'validation-failed', 'Please check the fields.', { errors });
    const user = await openSignup();
    fillSignup();
    await submit(user);
    await expectRefusal('Restaurant Name', 'That name is too grand.');
    await expectRefusal('Menu URL', 'That address is too short.');
    await expectFocus(() => screen.getByLabelText('Restaurant Name'));
  });
});
