import { US_DOLLARS } from '@tavola/contracts/rules/money.ts';
import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { type MenuDraft, PREVIEW_DRAFT, PREVIEW_READY } from '../../lib/menu/menu-draft.ts';
import { mount } from '../../test/app.tsx';
import { aCategory, anItem, aTenant } from '../../test/samples.ts';
import { PublicMenuPage } from './pages/public-menu-page.tsx';

// The menu in the preview frame of Settings.

const HERE = window.location.origin;
const draft: MenuDraft = {
  tenant: {
    name: 'Chez Léa',
    description: '',
    phone: '555 0101',
    address: '2 Quay Street',
    logo: '',
    themeColor: '#0b1f3a',
    look: { template: 'cafe' },
  },
  money: { ...US_DOLLARS, before: '€' },
};
const menu = {
  tenant: aTenant({ name: 'Trattoria Prova', slug: 'prova' }),
  categories: [aCategory({ id: 1, name: 'Primi' })],
  items: [anItem({ id: 1, name: 'Tagliatelle', categoryId: 1, price: 11 })],
};

/** Shows the menu in a frame of `parent`, or by itself. */
async function openMenu(parent: Window = window) {
  vi.spyOn(window, 'parent', 'get').mockReturnValue(parent);
  mount(<PublicMenuPage slug="prova" first={{ status: 'ready', menu, version: '1.1', keptAt: undefined }} />);
  await screen.findByText('Tagliatelle');
}

const settings = () => ({ postMessage: vi.fn<Window['postMessage']>() }) as unknown as Window;
const hear = (source: unknown, origin: string, data: unknown) => {
  const event = new MessageEvent('message', { origin, data });
  Object.defineProperty(event, 'source', { value: source });
  window.dispatchEvent(event);
};
const title = () => screen.getByRole('heading', { level: 1 }).textContent;

describe('The menu in the preview of Settings', () => {
  it('says to this site alone that it is there, and shows what is typed', async () => {
    const parent = settings();
    await openMenu(parent);
    await waitFor(() => expect(parent.postMessage).toHaveBeenCalledWith({ type: PREVIEW_READY }, HERE));
    hear(parent, HERE, { type: PREVIEW_DRAFT, draft });
    await waitFor(() => expect(title()).toBe('Chez Léa'));
    screen.getByText('2 Quay Street');
    screen.getByText('€11.00');
    expect(screen.getByRole('link', { name: '555 0101' }).getAttribute('href')).toBe('tel:5550101');
    expect(document.querySelector('[data-template="cafe"]')).not.toBeNull();
    expect(
      document.querySelector<HTMLElement>('[data-rendered]')?.style.getPropertyValue('--menu-hero-light'),
    ).toContain('#0b1f3a');
  });

  it('takes nothing from other sites, other windows, or in other words', async () => {
    const parent = settings();
    await openMenu(parent);
    await waitFor(() => expect(parent.postMessage).toHaveBeenCalled());
    hear(parent, 'https://elsewhere.example', { type: PREVIEW_DRAFT, draft });
    hear(parent, 'null', { type: PREVIEW_DRAFT, draft });
    hear(settings(), HERE, { type: PREVIEW_DRAFT, draft });
    hear(null, HERE, { type: PREVIEW_DRAFT, draft });
    hear(parent, HERE, { type: 'other', draft });
    hear(parent, HERE, null);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(title()).toBe('Trattoria Prova');
  });

  it('counts no visit there, and one by itself', async () => {
    const sent = vi.fn<Navigator['sendBeacon']>(() => true);
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    );
    Object.defineProperty(navigator, 'sendBeacon', { value: sent, configurable: true });
    await openMenu(settings());
    window.dispatchEvent(new Event('pagehide'));
    expect(sent).not.toHaveBeenCalled();
    await openMenu();
    await waitFor(() => {
      window.dispatchEvent(new Event('pagehide'));
      expect(sent).toHaveBeenCalledOnce();
    });
  });

  it('takes nothing where it is not in a frame', async () => {
    await openMenu();
    hear(window, HERE, { type: PREVIEW_DRAFT, draft });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(title()).toBe('Trattoria Prova');
  });
});
