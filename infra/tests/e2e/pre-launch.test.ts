import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { VIEWPORTS } from './browser.ts';
import { sideways, visitors } from './visitors.ts';

// @module-tag browser
// The look of the beta program's page, and an application; texts and error cases: pre-launch-page.test.tsx.

const origin = inject('origin');
const visit = visitors();

async function openBeta(options: Parameters<typeof visit>[1] = {}): Promise<Page> {
  const page = await visit(`${origin}/pre-launch`, options);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const notifications = (page: Page) => page.getByRole('region', { name: /Notifications/ });

describe.each(Object.entries(VIEWPORTS))('the pre-launch page, on a %s', (_, viewport) => {
  it('has nothing that sticks out sideways, and its header in sight', async () => {
    const page = await openBeta({ viewport });
    expect(await sideways(page)).toBe(0);
    for (const text of ['Pre-Launch', 'View Live Site', 'Sign In'])
      expect(await page.getByRole('banner').getByText(text, { exact: true }).isVisible()).toBe(true);
  });
});

describe('the beta form', () => {
  it('takes an application with only what is required [S5.1]', { tags: 'core' }, async () => {
    const page = await openBeta();
    const required = { 'Company Name': 'Da Ines', 'Contact Name': 'Ines', Email: 'ines@example.com' };
    for (const [label, value] of Object.entries(required)) await page.getByLabel(label).fill(value);
    await page.keyboard.press('Enter');
    await notifications(page).getByText('Application Submitted! 🎉', { exact: true }).waitFor();
  });
});
