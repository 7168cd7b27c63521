import { screen, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { api } from '../../../test/api.ts';
import { expectPath, findHeading, linksIn, openApp } from '../../../test/app.tsx';

// The live marketing page (spec §2, with the claims of §1).

async function openLaunch() {
  const user = openApp('/launch');
  await screen.findByRole('heading', { level: 1 });
  return user;
}

const textOfMain = () => screen.getByRole('main').textContent ?? '';

describe('the live marketing page', () => {
  it("has a header with links to 'Pre-Launch', 'Sign In' and 'Get Started' (to /signup) [S2.23]", async () => {
    await openLaunch();
    expect(linksIn(within(screen.getByRole('banner')).getByRole('navigation'))).toEqual([
      ['Pre-Launch', '/pre-launch'],
      ['Sign In', '/login'],
      ['Get Started', '/signup'],
    ]);
  });

  it("has a hero with 'Start Free Trial' (to /signup) [S2.24]", async () => {
    const user = await openLaunch();
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Start Free Trial' }));
    await expectPath('/signup');
    await screen.findByRole('button', { name: 'Create Account' });
  });

  it("has a hero with 'Watch Demo', to the demo menu [S2.25]", async () => {
    await openLaunch();
    expect(screen.getByRole('link', { name: 'Watch Demo' }).getAttribute('href')).toBe('/menu/demo');
  });

  it("has the feature cards 'QR Code Menus', 'Mobile Optimized', 'Real-Time Updates', 'Analytics Dashboard', 'Menu Customization', 'Multi-Location Support' [S1.2 S2.26]", async () => {
    await openLaunch();
    for (const title of [
      'QR Code Menus',
      'Mobile Optimized',
      'Real-Time Updates',
      'Analytics Dashboard',
      'Menu Customization',
      'Multi-Location Support',
    ]) {
      const card = screen.getByRole('heading', { name: title }).closest('li') as HTMLElement;
      expect(within(card).getByRole('paragraph').textContent?.length, title).toBeGreaterThan(20);
    }
  });

  it("claims 'AI-powered menu management', real-time updates of prices and availability, 'Your colors, fonts and layouts', and several locations [S1.1]", async () => {
    await openLaunch();
    expect(textOfMain()).toMatch(/AI-powered menu management/i);
    expect(textOfMain()).toContain("Prices and availability update on guests' phones instantly.");
    expect(textOfMain()).toContain('Your colors, fonts and layouts.');
    expect(textOfMain()).toContain('A second address');
    expect(textOfMain()).toContain('each with its own menu, prices and code, all in one account.');
  });

  it.each([
    [false, 'No language model is connected to this site'],
    [true, 'A language model can read a photo, too, drafts descriptions and translations'],
  ])('says what AI there is, where one is set up (%s) and where not', async (isOn, text) => {
    api.answers('GET /api/language-model', { isOn });
    await openLaunch();
    const section = within(screen.getByRole('region', { name: 'What AI-powered means here' }));
    await section.findByText(new RegExp(`^${text}`));
    section.getByText(/runs in your own browser/);
    expect(section.queryByText(/^(No|A) language model/)?.textContent).toContain(text);
  });

  it('shows real screens, each with its size, a text for who does not see it, one for dark and one for phones', async () => {
    await openLaunch();
    const pictures = screen.getAllByRole<HTMLImageElement>('img');
    expect(pictures).toHaveLength(4);
    for (const picture of pictures) {
      const { src, alt, width, height, previousElementSibling: dark } = picture;
      expect(src).toMatch(/-(phone|laptop)\.avif$/);
      expect([alt.length > 40, width > 0, height > 0, picture.getAttribute('loading')]).toEqual([
        true,
        true,
        true,
        'lazy',
      ]);
      const { pathname } = new URL(src);
      expect(dark?.getAttribute('srcset')).toBe(pathname.replace('.avif', '-dark.avif'));
      // A laptop's screen would be too small to read on a phone.
      const onPhones = [...(picture.parentElement?.querySelectorAll('source[media*="width"]') ?? [])];
      const isLaptops = src.endsWith('-laptop.avif');
      expect(onPhones.map((one) => one.getAttribute('srcset'))).toEqual(
        isLaptops ? [expect.stringMatching(/-phone-dark\.avif$/), expect.stringMatching(/-phone\.avif$/)] : [],
      );
    }
  });

  it('says nothing of prices where the operator says nothing', async () => {
    await openLaunch();
    expect(screen.queryByRole('heading', { name: 'What it costs' })).toBeNull();
    expect(textOfMain()).not.toContain('plans above');
  });

  it("shows the operator's prices", async () => {
    api.answers('GET /api/pricing', {
      plans: [
        { name: 'Osteria', price: '$29 a month', includes: ['One restaurant', 'All features'], link: '/signup?plan=o' },
        { name: 'Chain', price: 'On request', includes: [], link: 'mailto:sales@example.com' },
        { name: 'School', price: 'Free', includes: ['For canteens'] },
      ],
    });
    await openLaunch();
    const section = within(await screen.findByRole('region', { name: 'What it costs' }));
    expect(section.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
      'Osteria',
      'Chain',
      'School',
    ]);
    for (const text of ['$29 a month', 'One restaurant', 'On request', 'For canteens']) section.getByText(text);
    expect(section.getAllByRole('link').map((one) => [one.textContent, one.getAttribute('href')])).toEqual([
      ['Choose Osteria', '/signup?plan=o'],
      ['Choose Chain', 'mailto:sales@example.com'],
    ]);
    expect(textOfMain()).toContain('you choose one of the plans above');
  });

  it('answers what owners ask, folded', async () => {
    await openLaunch();
    const questions = within(screen.getByRole('region', { name: 'Questions and answers' })).getAllByRole('group');
    expect(questions.length).toBeGreaterThanOrEqual(8);
    for (const one of questions) {
      expect(one.hasAttribute('open')).toBe(false);
      expect(one.querySelector('summary')?.textContent).toMatch(/\?$/);
      expect(one.querySelector('p')?.textContent.length).toBeGreaterThan(40);
    }
  });

  it("states 'Free 14-day trial', 'No credit card', 'Setup in 5 minutes', 'No setup fees', 'Cancel anytime', '24/7 support' [S1.5 S9.13]", async () => {
    await openLaunch();
    for (const claim of [
      'Free 14-day trial',
      'No credit card',
      'Setup in 5 minutes',
      'No setup fees',
      'Cancel anytime',
      '24/7 support',
    ]) {
      expect(textOfMain()).toContain(claim);
    }
  });

  it("closes with 'Start Your Free Trial' (to /signup) and 'Sign In' (to /login) [S2.27]", async () => {
    await openLaunch();
    const closing = screen.getByRole('link', { name: 'Start Your Free Trial' }).closest('section') as HTMLElement;
    expect(linksIn(closing)).toEqual([
      ['Start Your Free Trial', '/signup'],
      ['Sign In', '/login'],
    ]);
  });

  it("adds the operator's links to its footer", async () => {
    api.answers('GET /api/site', {
      supportEmail: 'help@example.com',
      termsUrl: 'https://example.com/terms',
      privacyUrl: 'https://example.com/privacy',
    });
    await openLaunch();
    await screen.findByRole('link', { name: 'Terms' });
    expect(linksIn(screen.getByRole('contentinfo')).slice(3)).toEqual([
      ['Support', 'mailto:help@example.com'],
      ['Terms', 'https://example.com/terms'],
      ['Privacy', 'https://example.com/privacy'],
    ]);
  });

  it("has a footer with 'Pre-Launch', 'Sign In' and 'Sign Up' [S2.28]", async () => {
    const user = await openLaunch();
    expect(linksIn(screen.getByRole('contentinfo'))).toEqual([
      ['Pre-Launch', '/pre-launch'],
      ['Sign In', '/login'],
      ['Sign Up', '/signup'],
    ]);
    for (const [name, path] of [
      ['Sign Up', '/signup'],
      ['Sign In', '/login'],
      ['Pre-Launch', '/pre-launch'],
    ] as const) {
      await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name }));
      await expectPath(path);
      window.history.back();
      await screen.findByRole('heading', { name: 'Check, please.' });
    }
  });

  it('shows on its phone what is changed on its card, by keyboard too', async () => {
    const user = await openLaunch();
    const card = screen.getByRole('region', { name: 'Try it: edit a dish' });
    screen.getByRole('button', { name: 'Raise the price' }).focus();
    await user.keyboard('{Enter}{Enter}');
    await within(card).findByText('$19.50');
    expect(screen.getAllByText('$19.50')).toHaveLength(2);
    await user.tab();
    await user.keyboard(' ');
    expect((await screen.findByRole('switch', { name: 'Available' })).getAttribute('aria-checked')).toBe('false');
    expect(screen.getAllByText('Out of Stock').length).toBeGreaterThan(0);
  });
});

it("'/' is the live marketing page for who is signed out [S2.1]", async () => {
  openApp('/');
  await findHeading('One menu, always up to date.');
  expect(screen.getAllByRole('link', { name: 'Start Free Trial' }).length).toBeGreaterThan(0);
  expect(window.location.pathname).toBe('/');
  expect(screen.queryByText('Total Menu Views')).toBeNull();
});
