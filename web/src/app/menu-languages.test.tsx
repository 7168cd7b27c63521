import { MENU_DATA_ID } from '@tavola/contracts/menu-page.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { hydrateRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShownMenu } from '../features/public-menu/shown-menu.ts';
import { ALL_WORDS, wordsFor } from '../features/public-menu/words/words-for.ts';
import { aCategory, anItem, aTenant } from '../test/samples.ts';
import { MenuRoot } from './menu-root.tsx';
import { renderMenu } from './render-menu.tsx';

// The diner's page in the languages of a menu: its words, its direction, and the change from one to another.

const OFFERED = ['fr', 'ar', 'de'];

/** The menu in the language `tag`, of a restaurant that writes it in French. */
function menuIn(tag: string, offered = OFFERED): ShownMenu {
  const inBase = tag === 'fr';
  const translated = (name: string) => (inBase ? name : `${name} (${tag})`);
  return {
    tenant: aTenant({ name: 'Chez Léa', slug: 'lea', phone: '+33 1 23', address: '3 rue du Bac', description: null }),
    categories: [aCategory({ id: 1, name: translated('Plats') }), aCategory({ id: 2, name: translated('Desserts') })],
    items: [
      anItem({ id: 1, categoryId: 1, name: translated('Ragoût'), price: 12.5, description: translated('Doux') }),
      {
        ...anItem({ id: 2, categoryId: 1, name: 'Pot-au-feu', description: null, isAvailable: false }),
        ...(!inBase && { untranslated: ['name'] }),
      },
      {
        ...anItem({ id: 3, categoryId: 2, name: translated('Tarte'), isPopular: true, diet: ['vegetarian'] }),
        allergens: { s: 'cmfffffcfffuuff', on: '2026-11-20', kinds: ['wheat'] },
        variants: [
          { id: 1, name: translated('Part'), price: 1, isAvailable: true },
          { id: 2, name: translated('Entière'), price: 9, isAvailable: false },
        ],
        priceFrom: 1,
        optionGroups: [1],
      },
    ],
    optionGroups: [
      {
        id: 1,
        name: translated('Avec'),
        min: 0,
        max: 1,
        options: [{ id: 3, name: translated('Crème'), price: 0.5, isAvailable: true, isDefault: true }],
      },
    ],
    language: { tag, base: 'fr', offered },
  };
}

let root: Root | undefined;
let errors: unknown[] = [];
/** The languages that the server has, and the requests for their data and pages. */
let offered = OFFERED;
let asked: string[] = [];

class FakeStream extends EventTarget {
  static last: FakeStream | undefined;
  readyState = 1;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeStream.last = this;
  }
  close() {
    this.readyState = 2;
  }
}

beforeEach(() => {
  offered = OFFERED;
  asked = [];
  errors = [];
  FakeStream.last = undefined;
  localStorage.clear();
  vi.stubGlobal('EventSource', FakeStream);
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const wanted = path.split('/lea/')[1] ?? 'fr';
    // The server leads from a language that is not offered to the base language.
    const tag = offered.includes(wanted) ? wanted : 'fr';
    const words = JSON.stringify({ version: '1.1', words: wordsFor(tag) });
    const page = `<html lang="${tag}"><script type="application/json" id="${MENU_DATA_ID}">${words}</script></html>`;
    return path.startsWith('/api/')
      ? new Response(JSON.stringify(menuIn(tag, offered)), { headers: { 'x-menu-version': '1.2' } })
      : new Response(page);
  });
});

afterEach(() => {
  sessionStorage.clear();
  root?.unmount();
  root = undefined;
  document.body.replaceChildren();
  document.documentElement.lang = 'en';
  document.documentElement.removeAttribute('dir');
  window.history.replaceState(null, '', '/');
});

/** Opens the page as the server renders it. */
async function open(tag: string, menu = menuIn(tag)) {
  window.history.replaceState(null, '', tag === 'fr' ? '/menu/lea' : `/menu/lea/${tag}`);
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderMenu(menu, 'lea');
  const first = { status: 'ready', menu, version: '1.1', keptAt: undefined, words: wordsFor(tag) } as const;
  root = hydrateRoot(container, <MenuRoot slug="lea" first={first} />, {
    onRecoverableError: (error) => errors.push(error),
  });
  // It listens once it is there.
  await waitFor(() => expect(FakeStream.last).toBeDefined());
  return userEvent.setup();
}

const chosen = () => screen.getByRole('tab', { selected: true }).textContent;
const page = () => document.documentElement;
const link = (name: string) => within(screen.getByRole('banner')).getByRole('link', { name, hidden: true });

it.each([...Object.keys(ALL_WORDS), 'sv', 'fa'])('hydrates in %s without a difference', async (tag) => {
  await open(tag);
  expect(errors).toEqual([]);
  screen.getByRole('heading', { name: (ALL_WORDS[tag] ?? ALL_WORDS.en)?.readyToOrder });
  expect(page().lang).toBe(tag);
  expect(page().dir).toBe(['ar', 'he', 'fa'].includes(tag) ? 'rtl' : 'ltr');
});

describe('a page from right to left', () => {
  it('has tabs whose next one is to the left', async () => {
    const user = await open('ar');
    page().style.direction = 'rtl';
    screen.getByRole('tab', { selected: true }).focus();
    expect(chosen()).toBe('كل الأصناف');
    await user.keyboard('{ArrowLeft}');
    expect(chosen()).toBe('Plats (ar)');
    await user.keyboard('{ArrowRight}');
    expect(chosen()).toBe('كل الأصناف');
    page().style.direction = '';
  });

  it('keeps prices and phone numbers from left to right', async () => {
    await open('ar');
    expect(screen.getByText('$12.50').dir).toBe('ltr');
    expect(screen.getByText('+33 1 23').dir).toBe('ltr');
  });

  it('reads names in their own direction, and marks what is not translated', async () => {
    await open('ar');
    const [translated, kept] = screen.getAllByRole('heading', { level: 3 });
    expect([translated?.dir, translated?.lang]).toEqual(['auto', '']);
    expect([kept?.textContent, kept?.dir, kept?.lang]).toEqual(['Pot-au-feu', 'auto', 'fr']);
    // The rows have the page's direction.
    expect(kept?.closest('li')?.getAttribute('dir')).toBeNull();
  });
});

it.each(['ar', 'sv'])(
  'what the restaurant says of its prices and special days is marked where it is not translated, in %s',
  async (tag) => {
    const now = Date.now();
    const [from, to] = [now, now + 86_400_000].map((at) => new Date(at).toISOString().slice(0, 10)) as [string, string];
    const special = [{ from, to, intervals: [], reason: 'Fête du village' }];
    const menu = menuIn(tag);
    const notes = { tax: 'TVA comprise', tip: 'Translated' };
    await open(tag, {
      ...menu,
      tenant: { ...menu.tenant, notes, untranslated: ['notes.tax'], hours: { weekly: Array(7).fill([]), special } },
      phase: { at: now },
    });
    expect(errors).toEqual([]);
    expect([screen.getByText('Fête du village').lang, screen.getByText('TVA comprise').lang]).toEqual(['fr', 'fr']);
    expect(screen.getByText('Translated').lang).toBe('');
  },
);

it('a language without words has the menu in it and the page in English, which says so', async () => {
  await open('sv');
  const heading = screen.getByRole('heading', { name: 'Ready to Order?' });
  expect(heading.closest('[lang]')?.getAttribute('lang')).toBe('en');
});

describe('the languages of a menu', () => {
  it('are links that work without scripts, each in its own words', async () => {
    await open('fr');
    expect(
      ['Français', 'العربية', 'Deutsch'].map((name) => [
        link(name).getAttribute('href'),
        link(name).getAttribute('hreflang'),
        link(name).querySelector('[lang]')?.getAttribute('lang'),
      ]),
    ).toEqual([
      ['/menu/lea', 'fr', 'fr'],
      ['/menu/lea/ar', 'ar', 'ar'],
      ['/menu/lea/de', 'de', 'de'],
    ]);
    expect(link('Français').getAttribute('aria-current')).toBe('true');
  });

  it('are not there where the menu has one only', async () => {
    await open('fr', menuIn('fr', ['fr']));
    expect(screen.getByRole('banner').querySelector('details')).toBeNull();
  });

  it('change in place: the chosen tab, the visit and the table stay; the browser goes back', async () => {
    const user = await open('fr');
    window.history.replaceState({ isAtTable: true }, '');
    await user.click(screen.getByRole('tab', { name: 'Desserts' }));
    fireEvent.click(link('Deutsch'));
    await screen.findByRole('heading', { name: 'Schon gewählt?' });
    expect(asked).toEqual(['/api/public/menu/lea/de', '/menu/lea/de']);
    expect([chosen(), window.location.pathname, page().lang]).toEqual(['Desserts (de)', '/menu/lea/de', 'de']);
    expect(window.history.state).toEqual({ isAtTable: true });
    expect(localStorage.getItem('menu-language')).toBe('de');
    expect(document.title).toBe('Speisekarte von Chez Léa · Tavola');

    fireEvent.click(link('العربية'));
    await waitFor(() => expect([page().lang, page().dir]).toEqual(['ar', 'rtl']));
    window.history.replaceState(null, '', '/menu/lea/de');
    window.dispatchEvent(new PopStateEvent('popstate'));
    await waitFor(() => expect([page().lang, page().dir]).toEqual(['de', 'ltr']));
  });

  it('leave the guest’s filter on, and so does the way back', async () => {
    const user = await open('fr');
    const words = ALL_WORDS.fr;
    await user.click(screen.getByRole('button', { name: words?.filterTitle }));
    await user.click(screen.getByRole('checkbox', { name: words?.milk }));
    await user.click(screen.getByRole('button', { name: words?.done }));
    const dishes = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    // The tart contains milk.
    expect(dishes()).toEqual(['Ragoût', 'Pot-au-feu']);
    fireEvent.click(link('Deutsch'));
    await waitFor(() => expect(dishes()).toEqual(['Ragoût (de)', 'Pot-au-feu']));
    window.history.back();
    await waitFor(() => expect(dishes()).toEqual(['Ragoût', 'Pot-au-feu']));
    // So does an address in another language that is opened anew.
    root?.unmount();
    document.body.replaceChildren();
    await open('de');
    await waitFor(() => expect(dishes()).toEqual(['Ragoût (de)', 'Pot-au-feu']));
    expect(asked.join()).not.toContain('milk');
  });

  it('chosen last is the one that stays, whichever comes first', async () => {
    await open('fr');
    const answer = globalThis.fetch;
    const held = Promise.withResolvers<void>();
    vi.stubGlobal('fetch', async (path: string) => {
      if (path === '/api/public/menu/lea/ar') await held.promise;
      return answer(path);
    });
    fireEvent.click(link('العربية'));
    fireEvent.click(link('Deutsch'));
    await waitFor(() => expect(page().lang).toBe('de'));
    fireEvent.click(link('العربية'));
    fireEvent.click(link('Deutsch'));
    held.resolve();
    await waitFor(() => expect(asked.filter((path) => path === '/api/public/menu/lea/ar')).toHaveLength(2));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([page().lang, window.location.pathname]).toEqual(['de', '/menu/lea/de']);
  });

  it.each<[how: string, close: (user: UserEvent, dialog: HTMLElement) => unknown]>([
    ['closed', (user, dialog) => user.click(within(dialog).getByRole('button', { name: 'Schließen' }))],
    ['left by "back"', () => window.history.back()],
  ])('that comes while a dish is shown large stays when that is %s; the dish can be shown again', async (_, close) => {
    const base = menuIn('fr');
    const user = await open('fr', { ...base, items: base.items.map((item) => ({ ...item, image: '/dish.png' })) });
    const answer = globalThis.fetch;
    const held = Promise.withResolvers<void>();
    vi.stubGlobal('fetch', async (path: string) => {
      await held.promise;
      const response = await answer(path);
      if (!path.startsWith('/api/')) return response;
      const menu = (await response.json()) as ShownMenu;
      const items = menu.items.map((item) => ({ ...item, image: '/dish.png' }));
      return new Response(JSON.stringify({ ...menu, items }), { headers: { 'x-menu-version': '1.2' } });
    });
    const photo = () => document.querySelector<HTMLElement>('#item-1 .dish-photo') as HTMLElement;
    const dialog = () => document.querySelector('dialog[open]') as HTMLElement;
    fireEvent.click(link('Deutsch'));
    await user.click(photo());
    held.resolve();
    await waitFor(() => expect(page().lang).toBe('de'));
    expect([window.location.pathname, window.location.hash]).toEqual(['/menu/lea/de', '#item-1']);
    await close(user, dialog());
    await waitFor(() => expect(dialog()).toBeNull());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([page().lang, window.location.pathname, dialog()]).toEqual(['de', '/menu/lea/de', null]);
    await user.click(photo());
    expect(dialog()).not.toBeNull();
    for (const lang of ['de', 'fr']) {
      window.history.back();
      await waitFor(() => expect([page().lang, window.location.hash, dialog()]).toEqual([lang, '', null]));
    }
  });

  it('that was removed meanwhile leads to the base language, at its address', async () => {
    await open('fr');
    offered = ['fr', 'ar'];
    fireEvent.click(link('Deutsch'));
    await waitFor(() =>
      expect(within(screen.getByRole('banner')).queryByRole('link', { name: 'Deutsch', hidden: true })).toBeNull(),
    );
    await waitFor(() => expect(document.querySelector('summary [lang]')?.textContent).toBe('Français'));
    expect(document.querySelector('summary')?.ariaBusy).toBe('false');
    expect([page().lang, window.location.pathname]).toEqual(['fr', '/menu/lea']);
  });

  it('that was removed meanwhile is gone from the history, too', async () => {
    await open('fr');
    for (const [name, lang] of Object.entries({ Deutsch: 'de', العربية: 'ar' })) {
      fireEvent.click(link(name));
      await waitFor(() => expect(page().lang).toBe(lang));
    }
    offered = ['fr', 'ar'];
    window.history.back();
    await waitFor(() => expect([page().lang, window.location.pathname]).toEqual(['fr', '/menu/lea']));
    window.history.forward();
    await waitFor(() => expect([page().lang, window.location.pathname]).toEqual(['ar', '/menu/lea/ar']));
  });

  it('that the device prefers is offered in itself; closed, it is not offered again', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-CH', 'en']);
    const user = await open('fr');
    expect((await screen.findByRole('link', { name: 'Auch auf Deutsch' })).getAttribute('href')).toBe('/menu/lea/de');
    await user.click(screen.getByRole('button', { name: 'Fermer' }));
    expect(screen.queryByRole('link', { name: 'Auch auf Deutsch' })).toBeNull();
    expect(localStorage.getItem('menu-language')).toBe('fr');
  });
});

it('a language whose page was away has its own words with the next answer', async () => {
  offered = ['fr', 'pl'];
  await open('fr', menuIn('fr', offered));
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', async (path: string) =>
    path.startsWith('/api/') ? answer(path) : new Response('<html lang="en"><body></body></html>'),
  );
  fireEvent.click(link('Polski'));
  await screen.findByRole('heading', { name: 'Ready to Order?' });
  vi.stubGlobal('fetch', answer);
  document.dispatchEvent(new Event('visibilitychange'));
  await screen.findByRole('heading', { name: ALL_WORDS.pl?.readyToOrder });
});

it('a language whose page fails is shown, with the page in English until its words are there', async () => {
  offered = ['fr', 'he'];
  await open('fr', menuIn('fr', offered));
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', async (path: string) =>
    path.startsWith('/api/') ? answer(path) : new Response('Bad gateway', { status: 502 }),
  );
  fireEvent.click(link('עברית'));
  await screen.findByRole('heading', { name: 'Ragoût (he)' });
  screen.getByRole('heading', { name: 'Ready to Order?' });
  vi.stubGlobal('fetch', answer);
  document.dispatchEvent(new Event('visibilitychange'));
  await screen.findByRole('heading', { name: ALL_WORDS.he?.readyToOrder });
});

describe('while a page is open in a language', () => {
  const tell = (version: string) => FakeStream.last?.dispatchEvent(new MessageEvent('menu', { data: version }));

  it('a filter stays on in another language, after "back" and when the menu changes, and says so', async () => {
    const user = await open('fr');
    await user.click(screen.getByRole('button', { name: 'Régimes et allergènes' }));
    await user.click(screen.getByRole('checkbox', { name: 'lait' }));
    await user.click(screen.getByRole('button', { name: 'Terminé' }));
    const said = () => screen.getAllByRole('status').map((one) => one.textContent);
    expect(said()).toContain('0 convient · 1 masqué · 2 non déclarés');
    fireEvent.click(link('Deutsch'));
    await waitFor(() => expect(said()).toContain('0 passen · 1 ausgeblendet · 2 ohne Angabe'));
    tell('1.3');
    await waitFor(() => expect(asked.filter((path) => path === '/api/public/menu/lea/de')).toHaveLength(2));
    expect(said()).toContain('0 passen · 1 ausgeblendet · 2 ohne Angabe');
    window.history.back();
    await waitFor(() => expect(said()).toContain('0 convient · 1 masqué · 2 non déclarés'));
    // It is in no address, and nobody was told.
    expect([window.location.search, asked.join()]).toEqual(['', expect.not.stringContaining('milk')]);
    sessionStorage.clear();
  });

  it('a change brings the menu in that language', async () => {
    await open('ar');
    expect(FakeStream.last?.url).toBe('/api/public/menu/lea/events?v=1.1');
    tell('1.2');
    await waitFor(() => expect(asked).toEqual(['/api/public/menu/lea/ar']));
    expect(page().lang).toBe('ar');
  });

  it('that the restaurant removes, it goes to the base language in its place, and goes on listening', async () => {
    const user = await open('ar');
    await user.click(screen.getByRole('tab', { name: 'Desserts (ar)' }));
    offered = ['fr', 'de'];
    tell('1.2');
    await screen.findByRole('heading', { name: 'Vous avez choisi ?' });
    expect([chosen(), window.location.pathname]).toEqual(['Desserts', '/menu/lea']);
    expect([page().lang, page().dir]).toEqual(['fr', 'ltr']);
    asked = [];
    tell('1.3');
    await waitFor(() => expect(asked).toContain('/api/public/menu/lea'));
  });

  it.each(['ar', 'sv'])('that is taken offline, it says so in the words it had, in %s', async (tag) => {
    await open(tag);
    const missing = JSON.stringify({ type: 'urn:tavola:problem:not-found' });
    vi.stubGlobal('fetch', async () => new Response(missing, { status: 404 }));
    tell('2.1');
    const heading = await screen.findByRole('heading', { name: ALL_WORDS[tag]?.missing ?? /^Menu not found/ });
    // Of a language without words, the page says that they are English.
    expect(heading.closest('[lang]')?.getAttribute('lang')).toBe(tag === 'sv' ? 'en' : tag);
    screen.getByRole('button', { name: ALL_WORDS[tag]?.retry ?? 'Try again' });
    screen.getByText(ALL_WORDS[tag]?.scanned ?? 'Scanned a code? Please ask the staff.');
  });
});
