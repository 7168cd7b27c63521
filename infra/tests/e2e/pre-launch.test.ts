import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { VIEWPORTS } from './browser.ts';
import { linksIn, sideways, visitors } from './visitors.ts';

// @module-tag browser
// The beta program and its form (spec §2, §4, §5, §8).

const origin = inject('origin');
const visit = visitors();

async function openBeta(options: Parameters<typeof visit>[1] = {}): Promise<Page> {
  const page = await visit(`${origin}/pre-launch`, options);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const notifications = (page: Page) => page.getByRole('region', { name: /Notifications/ });
async function toastSays(page: Page, title: string, text: string): Promise<void> {
  await notifications(page).getByText(title, { exact: true }).waitFor();
  await notifications(page).getByText(text, { exact: true }).waitFor();
}

const APPLICATION = {
  'Company Name': 'Da Ines',
  'Contact Name': 'Ines Ferrante',
  Email: 'ines@example.com',
  Phone: '+1 617-555-0134',
  'Number of Tables': 'about 20',
  'Restaurant Type': 'Trattoria',
};
async function fillIn(page: Page, fields: Record<string, string> = APPLICATION): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
}
const values = (page: Page) =>
  Promise.all(Object.keys(APPLICATION).map((label) => page.getByLabel(label).inputValue()));
const submit = (page: Page) => page.getByRole('button', { name: 'Apply for the Beta' }).click();

describe.each(Object.entries(VIEWPORTS))('the pre-launch page, on a %s', (_, viewport) => {
  it("has a header with a 'Pre-Launch' badge, a link to the live site and 'Sign In' [S2.17]", async () => {
    const page = await openBeta({ viewport });
    expect(await page.getByRole('banner').getByText('Pre-Launch', { exact: true }).isVisible()).toBe(true);
    expect(await linksIn(page.getByRole('banner').getByRole('navigation'))).toEqual([
      ['View Live Site', '/launch'],
      ['Sign In', '/login'],
    ]);
  });

  it('has nothing that sticks out sideways', async () => {
    expect(await sideways(await openBeta({ viewport }))).toBe(0);
  });

  it.each(['light', 'dark'] as const)(
    'is accessible, %s, with a refused form and a toast as well',
    async (colorScheme) => {
      const page = await openBeta({ viewport, colorScheme });
      await submit(page);
      await toastSays(page, 'Missing Information', 'Please fill in all required fields.');
      await expectAccessible(page);
    },
  );
});

describe('the pre-launch page', () => {
  it("says of the beta: 'first 10 restaurants get 6 months free', 'Q4 2026', '10 beta spots remaining', priority access and launch discounts, an answer 'within 48 hours' [S1.4 S2.18 S9.11]", async () => {
    const page = await openBeta();
    const text = await page.getByRole('main').innerText();
    expect(text).toContain('The first 10 restaurants get 6 months free.');
    expect(text).toMatch(/beta launch q4 2026/i);
    expect(text).toContain('10 beta spots remaining');
    expect(text).toContain('Members of the waitlist get priority access and launch discounts.');
    expect(text).toContain('within 48 hours');
  });

  it("has the section 'What You'll Get in the Beta' with digital menu creation, QR code integration and real-time updates [S2.20]", async () => {
    const page = await openBeta();
    const section = page.getByRole('region', { name: "What You'll Get in the Beta", exact: true });
    expect(await section.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Digital Menu Creation',
      'QR Code Integration',
      'Real-Time Updates',
    ]);
  });

  it("has the section 'Exclusive Beta Benefits' [S2.21]", async () => {
    const page = await openBeta();
    const section = page.getByRole('region', { name: 'Exclusive Beta Benefits', exact: true });
    await section.getByText('6 months free', { exact: true }).waitFor();
    await section.getByText('Priority access', { exact: true }).waitFor();
    await section.getByText('Launch discounts', { exact: true }).waitFor();
  });

  it("has a footer with links to the live site and 'Sign In', which lead there [S2.22]", async () => {
    const page = await openBeta();
    const footer = page.getByRole('contentinfo');
    expect(await linksIn(footer)).toEqual([
      ['View Live Site', '/launch'],
      ['Sign In', '/login'],
    ]);
    await footer.getByRole('link', { name: 'View Live Site' }).click();
    await page.waitForURL(`${origin}/launch`);
    await page.goBack();
    await footer.getByRole('link', { name: 'Sign In' }).click();
    await page.waitForURL(`${origin}/login`);
  });
});

describe('the beta form', () => {
  it('has companyName, contactName and email, required, and phone, restaurantType and estimatedTables, which are not [S2.19 S5.1]', async () => {
    const page = await openBeta();
    const required = (label: string) => page.getByLabel(label).getAttribute('aria-required');
    expect(await Promise.all(['Company Name', 'Contact Name', 'Email'].map(required))).toEqual([
      'true',
      'true',
      'true',
    ]);
    expect(await Promise.all(['Phone', 'Restaurant Type', 'Number of Tables'].map(required))).not.toContain('true');
    expect(await page.getByLabel('Email').getAttribute('type')).toBe('email');
  });

  it("reads 'Submitting Application...' and is disabled while submitting; then 'Application Submitted! 🎉' - 'We'll review your application and get back to you within 48 hours.', and the form is emptied [S3.1 S4.5 S7.10 S8.15 S9.12]", async () => {
    let go = () => {};
    const answer = new Promise<void>((resolve) => {
      go = resolve;
    });
    const page = await openBeta({
      before: (context) =>
        context.route('**/api/beta-signup', async (route) => {
          await answer;
          await route.continue();
        }),
    });
    await fillIn(page);
    const [request] = await Promise.all([page.waitForRequest('**/api/beta-signup'), submit(page)]);
    expect([request.method(), request.postDataJSON()]).toEqual([
      'POST',
      {
        companyName: 'Da Ines',
        email: 'ines@example.com',
        contactName: 'Ines Ferrante',
        phone: '+1 617-555-0134',
        restaurantType: 'Trattoria',
        estimatedTables: 'about 20',
      },
    ]);
    const busy = page.getByRole('button', { name: 'Submitting Application...', exact: true });
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    go();
    await toastSays(
      page,
      'Application Submitted! 🎉',
      "We'll review your application and get back to you within 48 hours.",
    );
    expect(await values(page)).toEqual(['', '', '', '', '', '']);
    expect(await page.getByRole('button', { name: 'Apply for the Beta' }).isEnabled()).toBe(true);
  });

  it('takes an application with only what is required [S5.1]', { tags: 'core' }, async () => {
    const page = await openBeta();
    await fillIn(page, { 'Company Name': 'Da Ines', 'Contact Name': 'Ines', Email: 'ines@example.com' });
    await page.keyboard.press('Enter');
    await notifications(page).getByText('Application Submitted! 🎉', { exact: true }).waitFor();
  });

  it.each(['Company Name', 'Contact Name', 'Email'])(
    "without %s: toast 'Missing Information' - 'Please fill in all required fields.', the field says why and has the cursor, and nothing is sent [S5.2 S8.12]",
    async (label) => {
      const page = await openBeta();
      const sent: string[] = [];
      page.on('request', (request) => sent.push(request.url()));
      await fillIn(page, { ...APPLICATION, [label]: '  ' });
      await submit(page);
      await toastSays(page, 'Missing Information', 'Please fill in all required fields.');
      const field = page.getByLabel(label);
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      expect(await field.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
      await page
        .getByText(/ is required\.$/)
        .first()
        .waitFor();
      expect(sent.filter((url) => url.includes('/api/'))).toEqual([]);
    },
  );

  it('refuses an email address that is none, at its field', async () => {
    const page = await openBeta();
    await fillIn(page, { ...APPLICATION, Email: 'ines at home' });
    await submit(page);
    await page.getByText('Enter a valid email address.', { exact: true }).waitFor();
    expect(await notifications(page).getByText('Missing Information').count()).toBe(0);
  });

  it("a failure: toast 'Submission Failed' - 'Please try again or contact us directly.', and nothing typed is lost [S4.6 S8.11]", async () => {
    const page = await openBeta({
      expected: (url, status) => url.endsWith('/api/beta-signup') && status === 503,
      before: (context) => context.route('**/api/beta-signup', (route) => route.fulfill({ status: 503, body: '' })),
    });
    await fillIn(page);
    await submit(page);
    await toastSays(page, 'Submission Failed', 'Please try again or contact us directly.');
    expect(await values(page)).toEqual(Object.values(APPLICATION));
    await page.context().unroute('**/api/beta-signup');
    await submit(page);
    await notifications(page).getByText('Application Submitted! 🎉', { exact: true }).waitFor();
    expect(await notifications(page).getByText('Submission Failed', { exact: true }).count()).toBe(0);
  });

  it('says how long to wait where too many applications came', async () => {
    const page = await openBeta({
      expected: (url, status) => url.endsWith('/api/beta-signup') && status === 429,
      before: (context) =>
        context.route('**/api/beta-signup', (route) =>
          route.fulfill({
            status: 429,
            contentType: 'application/problem+json',
            json: {
              type: 'urn:tavola:problem:too-many-requests',
              detail: 'Too many applications from your network. Please try again in 25 minutes.',
            },
          }),
        ),
    });
    await fillIn(page);
    await submit(page);
    await toastSays(
      page,
      'Submission Failed',
      'Too many applications from your network. Please try again in 25 minutes.',
    );
    expect(await values(page)).toEqual(Object.values(APPLICATION));
  });

  it("shows what the server refuses at its field, with 'Submission Failed'", async () => {
    const page = await openBeta({
      expected: (url, status) => url.endsWith('/api/beta-signup') && status === 400,
      before: (context) =>
        context.route('**/api/beta-signup', (route) =>
          route.fulfill({
            status: 400,
            contentType: 'application/problem+json',
            json: {
              type: 'urn:tavola:problem:validation',
              detail: 'Some fields need attention.',
              errors: [{ field: 'phone', message: 'Phone must be one that rings.' }],
            },
          }),
        ),
    });
    await fillIn(page);
    await submit(page);
    await toastSays(page, 'Submission Failed', 'Please try again or contact us directly.');
    await page.getByText('Phone must be one that rings.', { exact: true }).waitFor();
    expect(await page.getByLabel('Phone').getAttribute('aria-invalid')).toBe('true');
  });
});
