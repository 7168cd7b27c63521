import type { BetaApplication } from '@tavola/contracts/admin.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { api, calls } from '../../../test/api.ts';
import {
  expectBusy,
  expectFocus,
  expectPath,
  expectRefusal,
  expectToast,
  fieldValue,
  fillAll,
  isDisabled,
  linksIn,
  openApp,
  toasts,
} from '../../../test/app.tsx';

// The beta program and its form (spec §2, §4, §5, §8).

const POST = 'POST /api/beta-signup';

const SPOTS = 'GET /api/beta-spots';

async function openBeta() {
  const user = openApp('/pre-launch');
  await screen.findByRole('heading', { level: 1 });
  return user;
}

const APPLICATION = {
  'Company Name': 'Da Ines',
  'Contact Name': 'Ines Ferrante',
  Email: 'ines@example.com',
  'Phone (optional)': '+1 617-555-0134',
  'Number of Tables (optional)': 'about 20',
  'Restaurant Type (optional)': 'Trattoria',
};
const SAVED: BetaApplication = {
  id: 1,
  companyName: 'Da Ines',
  email: 'ines@example.com',
  contactName: 'Ines Ferrante',
  phone: '+1 617-555-0134',
  restaurantType: 'Trattoria',
  estimatedTables: 'about 20',
};
const values = () => Object.keys(APPLICATION).map((label) => fieldValue(label));
const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Apply for the Beta' }));

/** Submits a whole application; returns what lets the server answer. */
async function beginToSend() {
  api.answers(POST, SAVED);
  const release = api.holds(POST);
  const user = await openBeta();
  fillAll(APPLICATION);
  await submit(user);
  await expectBusy('Submitting Application...');
  return release;
}

describe('the pre-launch page', () => {
  it("has a header with a 'Pre-Launch' badge, a link to the live site and 'Sign In' [S2.17]", async () => {
    await openBeta();
    const header = within(screen.getByRole('banner'));
    header.getByText('Pre-Launch');
    expect(linksIn(header.getByRole('navigation'))).toEqual([
      ['View Live Site', '/launch'],
      ['Sign In', '/login'],
    ]);
  });

  it("says of the beta: 'first 10 restaurants get 6 months free', 'Q4 2026', '10 beta spots remaining', priority access and launch discounts, an answer 'within 48 hours' [S1.4 S2.18 S9.11]", async () => {
    await openBeta();
    const text = screen.getByRole('main').textContent;
    expect(text).toContain('The first 10 restaurants get 6 months free.');
    expect(text).toMatch(/beta launch q4 2026/i);
    expect(text).toContain('10 beta spots remaining');
    expect(text).toContain('Waitlist members get priority access and launch discounts.');
    expect(text).toContain('within 48 hours');
  });

  it.each([
    [7, '7 beta spots remaining', 'Apply for the Beta'],
    [1, '1 beta spot remaining', 'Apply for the Beta'],
    [0, 'All 10 beta spots are taken. The waitlist is open.', 'Join the Waitlist'],
  ])('with %d places left says so, and what one applies for', async (remaining, text, button) => {
    api.answers(SPOTS, { remaining });
    await openBeta();
    await screen.findByText(text);
    screen.getByRole('button', { name: button });
  });

  it("has the section 'What You'll Get in the Beta' with digital menu creation, QR code integration and real-time updates [S2.20]", async () => {
    await openBeta();
    const section = within(screen.getByRole('region', { name: "What You'll Get in the Beta" }));
    expect(section.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
      'Digital Menu Creation',
      'QR Code Integration',
      'Real-Time Updates',
    ]);
  });

  it("has the section 'Exclusive Beta Benefits' [S2.21]", async () => {
    await openBeta();
    const section = within(screen.getByRole('region', { name: 'Exclusive Beta Benefits' }));
    for (const text of ['6 months free', 'Priority access', 'Launch discounts']) section.getByText(text);
  });

  it("has a footer with links to the live site and 'Sign In', which lead there [S2.22]", async () => {
    const user = await openBeta();
    const footer = () => screen.getByRole('contentinfo');
    expect(linksIn(footer())).toEqual([
      ['View Live Site', '/launch'],
      ['Sign In', '/login'],
    ]);
    await user.click(within(footer()).getByRole('link', { name: 'View Live Site' }));
    await expectPath('/launch');
    window.history.back();
    await screen.findByRole('button', { name: 'Apply for the Beta' });
    await user.click(within(footer()).getByRole('link', { name: 'Sign In' }));
    await expectPath('/login');
  });
});

describe('the beta form', () => {
  it('has companyName, contactName and email, required, and phone, restaurantType and estimatedTables, which are not [S2.19 S5.1]', async () => {
    await openBeta();
    const required = Object.keys(APPLICATION).filter(
      (label) => screen.getByLabelText(label).getAttribute('aria-required') === 'true',
    );
    expect(required).toEqual(['Company Name', 'Contact Name', 'Email']);
    expect(screen.getByLabelText('Email').getAttribute('type')).toBe('email');
  });

  it("reads 'Submitting Application...' and is disabled while submitting; then 'Application Submitted! 🎉' - 'We'll review your application and get back to you within 48 hours.', and the form is emptied [S3.1 S4.5 S7.10 S8.15 S9.12]", async () => {
    const release = await beginToSend();
    expect(calls.all.flatMap(({ call, body }) => (call === SPOTS ? [] : [[call, body]]))).toEqual([
      [
        POST,
        {
          companyName: 'Da Ines',
          email: 'ines@example.com',
          contactName: 'Ines Ferrante',
          phone: '+1 617-555-0134',
          restaurantType: 'Trattoria',
          estimatedTables: 'about 20',
        },
      ],
    ]);
    release();
    await expectToast(
      'Application Submitted! 🎉',
      "We'll review your application and get back to you within 48 hours.",
    );
    expect(values()).toEqual(['', '', '', '', '', '']);
    expect(isDisabled(await screen.findByRole('button', { name: 'Apply for the Beta' }))).toBe(false);
  });

  it('takes no input that emptying it would lose while it is sent', async () => {
    const release = await beginToSend();
    expect(screen.getByLabelText('Email').closest('[inert]')).not.toBeNull();
    release();
    await waitFor(() => expect(screen.getByLabelText('Email').closest('[inert]')).toBeNull());
  });

  it.each(['Company Name', 'Contact Name', 'Email'])(
    "without %s: toast 'Missing Information' - 'Please fill in all required fields.', the field says why and has the cursor, and nothing is sent [S5.2 S8.12]",
    async (label) => {
      const user = await openBeta();
      fillAll({ ...APPLICATION, [label]: '  ' });
      await submit(user);
      await expectToast('Missing Information', 'Please fill in all required fields.');
      await expectRefusal(label, `${label === 'Email' ? label : label.replace(' N', ' n')} is required.`);
      await expectFocus(() => screen.getByLabelText(label));
      expect(calls.list).toEqual([SPOTS]);
    },
  );

  it('refuses an email address that is none, at its field', async () => {
    const user = await openBeta();
    fillAll({ ...APPLICATION, Email: 'ines at home' });
    await submit(user);
    await expectRefusal('Email', 'Enter a valid email address.');
    expect(toasts().some((one) => one.textContent?.includes('Missing Information'))).toBe(false);
    expect(calls.list).toEqual([SPOTS]);
  });

  it("a failure: toast 'Submission Failed' - 'Please try again or contact us directly.', and nothing typed is lost [S4.6 S8.11]", async () => {
    api.fails(POST, 503, '');
    const user = await openBeta();
    fillAll(APPLICATION);
    await submit(user);
    await expectToast('Submission Failed', 'Please try again or contact us directly.');
    expect(values()).toEqual(Object.values(APPLICATION));
    api.answers(POST, SAVED);
    await waitFor(() => screen.getByRole('button', { name: 'Apply for the Beta' }));
    await submit(user);
    await expectToast(
      'Application Submitted! 🎉',
      "We'll review your application and get back to you within 48 hours.",
    );
  });

  it('says how long to wait where too many applications came', async () => {
    const detail = 'Too many applications from your network. Please try again in 25 minutes.';
    api.refuses(POST, 'too-many-requests', detail);
    const user = await openBeta();
    fillAll(APPLICATION);
    await submit(user);
    await expectToast('Submission Failed', detail);
    expect(values()).toEqual(Object.values(APPLICATION));
  });

  it("shows what the server refuses at its field, with 'Submission Failed'", async () => {
    const errors = [{ field: 'phone', message: 'Phone must be one that rings.' }];
    api.refuses(POST, 'validation-failed', 'Some fields need attention.', { errors });
    const user = await openBeta();
    fillAll(APPLICATION);
    await submit(user);
    await expectToast('Submission Failed', 'Please try again or contact us directly.');
    await expectRefusal('Phone (optional)', 'Phone must be one that rings.');
  });
});
