import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { VIEWPORTS } from './browser.ts';
import { linksIn, sideways, visitors } from './visitors.ts';

// @module-tag browser
// The live marketing page (spec §2, with the claims of §1).

const origin = inject('origin');
const visit = visitors();

async function openLaunch(options: Parameters<typeof visit>[1] = {}): Promise<Page> {
  const page = await visit(`${origin}/launch`, options);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

describe.each(Object.entries(VIEWPORTS))('the live marketing page, on a %s', (_, viewport) => {
  it("has a header with links to 'Pre-Launch', 'Sign In' and 'Get Started' (to /signup) [S2.23]", async () => {
    const page = await openLaunch({ viewport });
    const nav = page.getByRole('banner').getByRole('navigation');
    expect(await linksIn(nav)).toEqual([
      ['Pre-Launch', '/pre-launch'],
      ['Sign In', '/login'],
      ['Get Started', '/signup'],
    ]);
    for (const name of ['Pre-Launch', 'Sign In', 'Get Started'])
      expect(await nav.getByText(name).isVisible()).toBe(true);
  });

  it("has a hero with 'Start Free Trial' (to /signup) [S2.24]", async () => {
    const page = await openLaunch({ viewport });
    await page.getByRole('main').getByRole('link', { name: 'Start Free Trial', exact: true }).click();
    await page.waitForURL(`${origin}/signup`);
    await page.getByRole('button', { name: 'Create Account' }).waitFor();
  });

  it("has a hero with 'Watch Demo', which leads to the demo menu [S2.25]", async () => {
    const page = await openLaunch({ viewport });
    await page.getByRole('link', { name: 'Watch Demo', exact: true }).click();
    await page.waitForURL(`${origin}/menu/demo`);
    await page.getByText('Ready to Order?').waitFor();
  });

  it('has nothing that sticks out sideways', async () => {
    expect(await sideways(await openLaunch({ viewport }))).toBe(0);
  });

  it.each(['light', 'dark'] as const)('is accessible, %s', async (colorScheme) => {
    await expectAccessible(await openLaunch({ viewport, colorScheme }));
  });
});

describe('the live marketing page', () => {
  it("has the feature cards 'QR Code Menus', 'Mobile Optimized', 'Real-Time Updates', 'Analytics Dashboard', 'Menu Customization', 'Multi-Location Support' [S1.2 S2.26]", async () => {
    const page = await openLaunch();
    for (const title of [
      'QR Code Menus',
      'Mobile Optimized',
      'Real-Time Updates',
      'Analytics Dashboard',
      'Menu Customization',
      'Multi-Location Support',
    ]) {
      const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
      expect((await card.getByRole('paragraph').innerText()).length).toBeGreaterThan(20);
    }
  });

  it("claims 'AI-powered menu management', real-time updates of prices and availability, 'Your colors, fonts and layouts', and several locations [S1.1]", async () => {
    const text = await (await openLaunch()).getByRole('main').innerText();
    expect(text).toMatch(/AI-powered menu management/i);
    expect(text).toContain('Prices and availability change on your guests’ phones the moment you change them.');
    expect(text).toContain('Your colors, fonts and layouts.');
    expect(text).toContain('A second address');
  });

  it("states 'Free 14-day trial', 'No credit card', 'Setup in 5 minutes', 'No setup fees', 'Cancel anytime', '24/7 support' [S1.5 S9.13]", async () => {
    const page = await openLaunch();
    const text = await page.getByRole('main').innerText();
    for (const claim of [
      'Free 14-day trial',
      'No credit card',
      'Setup in 5 minutes',
      'No setup fees',
      'Cancel anytime',
      '24/7 support',
    ]) {
      expect(text).toContain(claim);
    }
  });

  it("closes with 'Start Your Free Trial' (to /signup) and 'Sign In' (to /login) [S2.27]", async () => {
    const page = await openLaunch();
    const closing = page.getByRole('region').filter({ has: page.getByRole('link', { name: 'Start Your Free Trial' }) });
    expect(await linksIn(closing)).toEqual([
      ['Start Your Free Trial', '/signup'],
      ['Sign In', '/login'],
    ]);
  });

  it("has a footer with 'Pre-Launch', 'Sign In' and 'Sign Up' [S2.28]", async () => {
    const page = await openLaunch();
    expect(await linksIn(page.getByRole('contentinfo'))).toEqual([
      ['Pre-Launch', '/pre-launch'],
      ['Sign In', '/login'],
      ['Sign Up', '/signup'],
    ]);
    for (const [name, path] of [
      ['Sign Up', '/signup'],
      ['Sign In', '/login'],
      ['Pre-Launch', '/pre-launch'],
    ] as const) {
      await page.getByRole('contentinfo').getByRole('link', { name }).click();
      await page.waitForURL(origin + path);
      await page.goBack();
      await page.getByRole('heading', { name: 'The bill, please.' }).waitFor();
    }
  });

  it('shows on its phone what is changed on its card, by keyboard too', { tags: 'core' }, async () => {
    const page = await openLaunch({ reducedMotion: 'reduce' });
    const card = page.getByRole('region', { name: 'Try it: edit a dish' });
    await page.getByRole('button', { name: 'Raise the price' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await card.getByText('$19.50', { exact: true }).waitFor();
    expect(await page.getByText('$19.50', { exact: true }).count()).toBe(2);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.getByRole('switch', { name: 'Available', checked: false }).waitFor();
    await page.getByText('Out of Stock').first().waitFor();
  });

  it('lets a keyboard skip to its content', async () => {
    const page = await openLaunch();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
  });

  it('stays whole in a window of 320 pixels', async () => {
    expect(await sideways(await openLaunch({ viewport: { width: 320, height: 640 } }))).toBe(0);
  });
});
