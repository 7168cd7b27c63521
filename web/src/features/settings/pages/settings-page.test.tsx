import type { Tenant } from '@tavola/contracts/auth.ts';
import type { DataExport } from '@tavola/contracts/export.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PREVIEW_DRAFT, PREVIEW_READY } from '../../../lib/menu/menu-draft.ts';
import { api, calls } from '../../../test/api.ts';
import {
  answer,
  downloads,
  expectBusy,
  expectFocus,
  expectPath,
  expectRefusal,
  expectToast,
  fieldValue,
  fill,
  findHeading,
  openApp,
  press,
  question,
  translationsInMemory,
} from '../../../test/app.tsx';
import { aTenant, aUser } from '../../../test/samples.ts';

// Settings: the restaurant's information and branding.

const PUT = 'PUT /api/tenant';
const GET = 'GET /api/tenant';
const LOOK = '/settings/look';
const PRICES = '/settings/prices';
const SAVED = ['Settings updated', 'Your restaurant settings have been saved successfully.'] as const;
const REFUSED = ['Update failed', 'Failed to update settings. Please try again.'] as const;

/** Opens a section of Settings on `tenant`, which a save changes. */
async function openSettings(rest: Partial<Tenant> = {}, path = '/settings') {
  let tenant = aTenant({ name: 'Da Rosa', slug: 'da-rosa', ...rest });
  api.answers(GET, () => tenant);
  api.answers(PUT, (sent: Partial<Tenant>) => {
    const texts = Object.entries(sent).map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value]);
    // Settings that were cleared are missing.
    const { currency, pricesIncludeTax, notes, look, links, wifi, cuisine, priceRange, ...rest } = {
      ...tenant,
      ...Object.fromEntries(texts),
    };
    const settings = { currency, pricesIncludeTax, notes, look, links, wifi, cuisine, priceRange };
    tenant = { ...rest, ...Object.fromEntries(Object.entries(settings).filter(([, value]) => value != null)) };
    return tenant;
  });
  const user = openApp(path, { as: aUser() });
  await screen.findByLabelText('Restaurant Name');
  return { user, saved: () => tenant };
}

const sections = () => within(screen.getByRole('navigation', { name: 'Settings' }));

/** Goes to another section, by its link. */
async function goToSection(user: UserEvent, name: string, heading = name) {
  await user.click(sections().getByRole('link', { name }));
  await findHeading(heading);
}

/** Opens the section with the account and the restaurant's data. */
async function openAccount() {
  const user = openApp('/settings/account', { as: aUser() });
  await findHeading('Account & Security');
  return { user };
}

const note = (label: string) => `${label} (optional)`;
const field = (label: string) => screen.getByLabelText(label);
const save = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Save Changes' }));

/** The menu in the preview's frame, its messages, and what it is sent. */
function preview() {
  const frame = screen.getByRole('img', { name: 'Preview of your menu' }).querySelector('iframe');
  const menu = frame?.contentWindow as Window;
  const sent = vi.spyOn(menu, 'postMessage').mockImplementation(() => {});
  const say = (data: unknown, { origin = window.location.origin, source = menu as MessageEventSource | null } = {}) =>
    window.dispatchEvent(new MessageEvent('message', { origin, source, data }));
  return { frame, sent, say };
}

describe('Live preview', () => {
  it('is the menu itself, in a frame that keys pass by, and gets what is typed once it is there', async () => {
    const { user } = await openSettings();
    const { frame, sent, say } = preview();
    expect(frame?.getAttribute('src')).toBe('/menu/da-rosa');
    expect(frame?.hasAttribute('inert')).toBe(true);
    fill(field('Restaurant Name'), 'Chez Léa');
    expect(sent).not.toHaveBeenCalled();
    say({ type: PREVIEW_READY });
    const typed = (rest: object) => [
      { type: PREVIEW_DRAFT, draft: expect.objectContaining({ tenant: expect.objectContaining(rest) }) },
      window.location.origin,
    ];
    await waitFor(() => expect(sent.mock.lastCall).toEqual(typed({ name: 'Chez Léa', address: '' })));
    fill(field('Address'), '2 Quay Street');
    await waitFor(() => expect(sent.mock.lastCall).toEqual(typed({ name: 'Chez Léa', address: '2 Quay Street' })));
    fill(field('Theme Color'), '#0b1f3a');
    await waitFor(() => expect(sent.mock.lastCall).toEqual(typed({ themeColor: '#0b1f3a' })));
    await goToSection(user, 'Look');
    fill(field('Logo URL (optional)'), 'https://example.com/logo.png');
    await waitFor(() => expect(sent.mock.lastCall).toEqual(typed({ logo: 'https://example.com/logo.png' })));
    fill(field('Logo URL (optional)'), 'http://example.com/logo.png');
    await waitFor(() => expect(sent.mock.lastCall).toEqual(typed({ logo: '' })));
    // Only what guests see.
    const [message] = sent.mock.lastCall as unknown as [{ draft: { tenant: object } }];
    expect(Object.keys(message.draft.tenant)).toEqual([
      'name',
      'description',
      'phone',
      'address',
      'logo',
      'themeColor',
    ]);
    await user.click(screen.getByRole('radio', { name: 'Counter' }));
    await waitFor(() => expect(sent.mock.lastCall).toEqual(typed({ look: { template: 'counter' } })));
  });

  describe('in detail', { tags: 'full' }, () => {
    it('is not there while guests cannot see the menu', async () => {
      api.answers('GET /api/account', { deleteAt: '2026-12-20T18:00:00.000Z' });
      await openSettings();
      await screen.findByText("Guests can't see your menu now, so there's no preview.");
      expect(screen.queryByRole('img', { name: 'Preview of your menu' })).toBeNull();
    });

    it('hears neither other sites nor other windows', async () => {
      await openSettings();
      const { sent, say } = preview();
      say({ type: PREVIEW_READY }, { origin: 'https://elsewhere.example' });
      say({ type: PREVIEW_READY }, { source: window });
      say({ type: PREVIEW_READY }, { source: null });
      say({ type: 'other' });
      fill(field('Restaurant Name'), 'Chez Léa');
      expect(sent).not.toHaveBeenCalled();
    });

    it('that does not come says so, and can be asked for again', async () => {
      const { user } = await openSettings();
      vi.useFakeTimers({ shouldAdvanceTime: true });
      fireEvent.load(preview().frame as Element);
      await vi.advanceTimersByTimeAsync(5_000);
      await screen.findByText("Couldn't load the preview");
      await press(user, 'Try Again');
      preview();
    });
  });
});

describe('Restaurant Information', () => {
  it('is saved from a bar that shows only once something changed, and focus goes back to the field', async () => {
    const { user } = await openSettings();
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
    fill(field('Phone Number'), '555 0101');
    screen.getByText('Unsaved changes');
    fill(field('Phone Number'), '');
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
    for (const name of ['Save Changes', 'Discard']) {
      fill(field('Phone Number'), name);
      await user.click(screen.getByRole('button', { name }));
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull());
      await expectFocus(() => field('Phone Number'));
    }
  });

  it("the button reads 'Saving...' and is disabled while busy [S2.64]", async () => {
    const { user } = await openSettings();
    const areOld = translationsInMemory('/api/tenant/translations/fr');
    const release = api.holds(PUT);
    fill(field('Phone Number'), '555 0101');
    await save(user);
    await expectBusy('Saving...');
    release();
    await expectToast(...SAVED);
    expect(areOld()).toBe(true);
  });

  describe('in detail', { tags: 'full' }, () => {
    it('what is typed while it is being saved stays in the form, unsaved', async () => {
      const { user, saved } = await openSettings();
      const release = api.holds(PUT);
      fill(field('Phone Number'), ' 555 0101 ');
      await save(user);
      await expectBusy('Saving...');
      fill(field('Description'), 'By the harbor');
      release();
      await expectToast(...SAVED);
      await screen.findByText('Unsaved changes');
      expect(fieldValue('Description')).toBe('By the harbor');
      await waitFor(() => expect(fieldValue('Phone Number')).toBe('555 0101'));
      expect(saved()).toMatchObject({ phone: '555 0101', description: null });
      await save(user);
      await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
      expect(saved()).toMatchObject({ phone: '555 0101', description: 'By the harbor' });
    });

    it('asks at each change of a translated text whether its translations are still right', async () => {
      const { user } = await openSettings({
        languages: { base: 'en', others: ['de', 'fr'] },
        notes: { tip: 'Thank you' },
      });
      const text = (field: 'description' | 'notes.tip' | 'notes.tax', base: string, rest: object) => ({
        kind: 'tenant' as const,
        id: aTenant().id,
        field,
        base,
        text: null,
        isStale: false,
        ...rest,
      });
      api.answers('GET /api/translations/:lang', { texts: [] });
      api.answers('GET /api/tenant/translations/de', { texts: [] });
      api.answers('GET /api/tenant/translations/fr', {
        texts: [
          text('description', 'By the sea', { text: 'Au bord de la mer', by: 'h' }),
          text('notes.tip', 'Thank you', { text: 'Merci', by: 'h' }),
          text('notes.tax', 'VAT', { text: 'TVA', isStale: true, by: 'h' }),
        ],
      });
      const question = { name: /Translations are still correct/ };
      const sent = () => calls.all.filter(({ call }) => call === PUT).map(({ body }) => body);
      expect(screen.queryByRole('checkbox', question)).toBeNull();
      fill(field('Description'), 'By the harbor');
      await user.click(await screen.findByRole('checkbox', question));
      await save(user);
      await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
      expect(sent()).toMatchObject([{ description: 'By the harbor', keepsTexts: true }]);
      // Neither without a translation nor with one that is stale already.
      await goToSection(user, 'Prices & Currency');
      for (const label of ['Service Note', 'Tax Note']) fill(field(note(label)), 'New');
      await save(user);
      await waitFor(() => expect(sent()).toHaveLength(2));
      expect(screen.queryByRole('checkbox', question)).toBeNull();
      fill(field(note('Tip Note')), 'Thanks');
      expect((await screen.findByRole('checkbox', question)).getAttribute('aria-checked')).toBe('false');
      await save(user);
      await waitFor(() => expect(sent()).toHaveLength(3));
      expect(sent()[2]).not.toHaveProperty('keepsTexts');
    });

    it('requires the Restaurant Name, and refuses too long texts and no logo address, each at its field [S5.9]', async () => {
      const { user } = await openSettings();
      fill(field('Restaurant Name'), ' ');
      await save(user);
      await expectRefusal('Restaurant Name', 'Restaurant name is required.');
      await expectFocus(() => field('Restaurant Name'));
      for (const [label, text, message] of [
        ['Restaurant Name', 'x'.repeat(121), 'Restaurant name can be at most 120 characters long.'],
        ['Phone Number', '5'.repeat(41), 'Phone number can be at most 40 characters long.'],
        ['Description', 'x'.repeat(1001), 'Description can be at most 1000 characters long.'],
        ['Address', 'x'.repeat(301), 'Address can be at most 300 characters long.'],
        ['Logo URL (optional)', 'logo.png', 'Logo URL must start with https://.'],
        ['Logo URL (optional)', 'http://example.com/logo.png', 'Logo URL must start with https://.'],
      ] as const) {
        fill(field(label), text);
        await save(user);
        await expectRefusal(label, message);
      }
      expect(calls.count(PUT)).toBe(0);
    });
  });
});

describe('Branding', () => {
  it('has a color picker for Theme Color, #059669 unless chosen, and suggested colors [S2.65 S9.6]', async () => {
    const { user, saved } = await openSettings();
    const colors = () => [fieldValue('Theme Color'), fieldValue('Pick a color')];
    expect(colors()).toEqual(['#059669', '#059669']);
    await press(user, 'Harbor');
    expect(colors()).toEqual(['#1d4e79', '#1d4e79']);
    fill(field('Pick a color'), '#8c2f2b');
    await waitFor(() => expect(fieldValue('Theme Color')).toBe('#8c2f2b'));
    fill(field('Theme Color'), 'E0A526');
    await waitFor(() => expect(fieldValue('Pick a color')).toBe('#e0a526'));
    await save(user);
    await expectToast(...SAVED);
    expect(saved().themeColor).toBe('#e0a526');
  });

  it('shows the menu URL, {origin}/menu/{slug} [S2.66]', async () => {
    await openSettings();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Menu link' }).value).toBe(
      `${window.location.origin}/menu/da-rosa`,
    );
  });
});

describe('Menu URL', () => {
  it('that can be none is refused at its field, without a question', async () => {
    const { user } = await openSettings();
    for (const [text, message] of [
      ['', 'Menu URL is required.'],
      ['Da Rosa', 'Menu URL can only contain lowercase letters, digits and single hyphens between them.'],
      ['admin', 'This menu URL is reserved. Please choose another one.'],
    ] as const) {
      fill(field('Menu URL'), text);
      await save(user);
      await expectRefusal('Menu URL', message);
      expect(screen.queryByRole('alertdialog')).toBeNull();
    }
    expect(calls.count(PUT)).toBe(0);
  });

  describe('in detail', { tags: 'full' }, () => {
    it('stays as it was when the owner thinks better of it, and what was typed stays in the field', async () => {
      const { user } = await openSettings();
      fill(field('Menu URL'), 'moved');
      await save(user);
      await answer(user, 'Cancel');
      expect(fieldValue('Menu URL')).toBe('moved');
      await screen.findByText('Unsaved changes');
      expect(calls.count(PUT)).toBe(0);
      await press(user, 'Discard');
      await waitFor(() => expect(fieldValue('Menu URL')).toBe('da-rosa'));
    });

    it('is not asked about, nor sent, when something else is saved', async () => {
      const { user } = await openSettings();
      fill(field('Phone Number'), '555 0101');
      // The address was changed meanwhile on another screen: this form must not change it back.
      const current = aTenant({ name: 'Da Rosa', slug: 'moved' });
      api.refuses(PUT, 'changed-meanwhile', 'The restaurant was changed by someone else. Nothing was saved.', {
        current,
      });
      await save(user);
      const keepMine = await screen.findByRole('button', { name: 'Keep My Changes' });
      api.answers(PUT, { ...current, phone: '555 0101' });
      api.answers(GET, { ...current, phone: '555 0101' });
      await user.click(keepMine);
      await expectToast(...SAVED);
      expect(calls.count(PUT)).toBe(2);
      expect(calls.body(PUT)).not.toHaveProperty('slug');
      await waitFor(() => expect(fieldValue('Menu URL')).toBe('moved'));
    });

    it('that is or was another restaurant’s is refused at its field; another one may be taken', async () => {
      const { user, saved } = await openSettings();
      const detail = 'This menu URL is already taken. Please choose another one.';
      api.refuses(PUT, 'slug-taken', detail, { errors: [{ field: 'slug', message: detail }] });
      fill(field('Menu URL'), 'taken');
      await save(user);
      await answer(user, 'Change Menu URL');
      await expectToast(...REFUSED);
      await expectRefusal('Menu URL', detail);
      await expectFocus(() => field('Menu URL'));
      expect(fieldValue('Menu URL')).toBe('taken');
      expect(calls.body(PUT)).toMatchObject({ slug: 'taken' });
      api.answers(PUT, aTenant({ name: 'Da Rosa', slug: 'free' }));
      api.answers(GET, aTenant({ name: 'Da Rosa', slug: 'free' }));
      fill(field('Menu URL'), 'free');
      await save(user);
      await answer(user, 'Change Menu URL');
      await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
      expect(calls.body(PUT)).toMatchObject({ slug: 'free' });
      expect(saved().slug).toBe('da-rosa');
    });

    it('can be changed by keyboard alone', async () => {
      const { user } = await openSettings();
      screen.getByRole('button', { name: 'Charcoal' }).focus();
      await user.tab();
      await expectFocus(() => field('Menu URL'));
      await user.keyboard('{Control>}a{/Control}nuova');
      // Browsers take Enter in the field for it (infra/tests/e2e/settings.test.ts).
      const saves = screen.getByRole('button', { name: 'Save Changes' });
      saves.focus();
      await user.keyboard('{Enter}');
      await expectFocus(() => screen.getByRole('button', { name: 'Cancel' }));
      await user.keyboard('{Escape}');
      await expectFocus(() => saves);
      await user.keyboard('{Enter}');
      await question();
      await user.tab();
      await user.keyboard('{Enter}');
      await expectToast(...SAVED);
      expect(calls.body(PUT)).toMatchObject({ slug: 'nuova' });
    });
  });
});

describe('The look', () => {
  const choose = async (user: UserEvent, label: string, option: string) => {
    await user.click(screen.getByRole('combobox', { name: label }));
    await user.click(await screen.findByRole('option', { name: option }));
  };

  it('is a template, with fonts and a layout of its own or chosen ones; only the chosen ones are sent', async () => {
    const { user, saved } = await openSettings({}, LOOK);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Trattoria' }).checked).toBe(true);
    await user.click(screen.getByRole('radio', { name: 'Fine Dining' }));
    screen.getByText('Cormorant & Jost', { selector: ':not(option)' });
    screen.getByText('One column', { selector: ':not(option)' });
    await choose(user, 'Layout', 'Cards with pictures');
    await save(user);
    await expectToast(...SAVED);
    expect(calls.body(PUT)).toMatchObject({ look: { template: 'fine', layout: 'cards' } });
    expect(saved().look).toEqual({ template: 'fine', layout: 'cards' });
  });

  describe('in detail', { tags: 'full' }, () => {
    it('that was saved is undone with its color, and back again, but not while something else is changed', async () => {
      const { user, saved } = await openSettings(
        { look: { template: 'cafe', fonts: 'garamond' }, themeColor: '#204060' },
        LOOK,
      );
      const undo = () => screen.queryByRole('button', { name: 'Undo' });
      await user.click(screen.getByRole('radio', { name: 'Bistro' }));
      fill(field('Theme Color'), '#aa2020');
      expect(undo()).toBeNull();
      await save(user);
      await waitFor(() => expect(saved()).toMatchObject({ look: { template: 'bistrot' }, themeColor: '#aa2020' }));
      await screen.findByRole('button', { name: 'Undo' });
      fill(field('Phone Number'), '555 0101');
      expect(undo()).toBeNull();
      await press(user, 'Discard');
      await press(user, 'Undo');
      const before = { look: { template: 'cafe', fonts: 'garamond' }, themeColor: '#204060' };
      await waitFor(() => expect(saved()).toMatchObject(before));
      expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Café' }).checked).toBe(true);
      await press(user, 'Undo');
      await waitFor(() => expect(saved()).toMatchObject({ look: { template: 'bistrot' }, themeColor: '#aa2020' }));
      await screen.findByRole('button', { name: 'Undo' });
      fill(field('Phone Number'), '555 0101');
      await save(user);
      await waitFor(() => expect(calls.count(PUT)).toBe(4));
      await waitFor(() => expect(undo()).toBeNull());
    });

    it('has a strip of favorites once that is checked', async () => {
      const { user, saved } = await openSettings({}, LOOK);
      const strip = screen.getByRole('checkbox', { name: 'House Favorites' });
      expect(strip.ariaChecked).toBe('false');
      screen.getByText(/Mark dishes as Popular to fill it\./);
      await user.click(strip);
      await save(user);
      await expectToast(...SAVED);
      expect(saved().look).toEqual({ template: 'trattoria', favorites: true });
      await user.click(strip);
      await save(user);
      await waitFor(() => expect(saved()).not.toHaveProperty('look'));
    });

    it('is not sent when something else is saved, and cleared when it is the house’s own again', async () => {
      const { user, saved } = await openSettings({ look: { template: 'cafe', fonts: 'garamond' } }, LOOK);
      expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Café' }).checked).toBe(true);
      fill(field('Restaurant Name'), 'Da Rosa e Nino');
      await save(user);
      await expectToast(...SAVED);
      expect(calls.body(PUT)).not.toHaveProperty('look');
      await user.click(screen.getByRole('radio', { name: 'Trattoria' }));
      await choose(user, 'Fonts', 'Template default');
      await save(user);
      await waitFor(() => expect(calls.body(PUT)).toMatchObject({ look: null }));
      await waitFor(() => expect(saved()).not.toHaveProperty('look'));
    });

    it('keeps its cover in another template, and is without it once it was removed; the preview follows', async () => {
      const cover = `/m/${'0'.repeat(32)}/${'ab'.repeat(12)}-2048x683-aabbcc/1280.jpg`;
      const { user, saved } = await openSettings({ look: { cover } }, LOOK);
      const { sent, say } = preview();
      say({ type: PREVIEW_READY });
      await user.click(screen.getByRole('radio', { name: 'Counter' }));
      await save(user);
      await waitFor(() => expect(saved().look).toEqual({ template: 'counter', cover }));
      const photo = within(screen.getByRole('group', { name: /^Cover Photo/ }));
      const deleted: unknown[] = [];
      api.answers('DELETE /api/media/:id', (_sent: never, { id }) => void deleted.push(id));
      await user.click(photo.getByRole('button', { name: 'Delete Picture' }));
      await answer(user, 'Delete Picture');
      await waitFor(() => expect(sent.mock.lastCall?.[0]).toHaveProperty('draft.tenant.look', { template: 'counter' }));
      await save(user);
      await waitFor(() => expect(saved().look).toEqual({ template: 'counter' }));
      await waitFor(() => expect(deleted).toEqual(['ab'.repeat(12)]));
      expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    });
  });
});

describe('Prices', () => {
  const choose = (user: UserEvent, code: string) => user.selectOptions(field('Currency'), code);

  it("change their currency only after the restaurant's name was typed, because the numbers stay", {
    tags: 'full',
  }, async () => {
    const { user, saved } = await openSettings({ name: 'Rosa’s Kitchen' }, PRICES);
    await choose(user, 'JPY');
    await save(user);
    const asked = within(await question());
    asked.getByRole('heading', { name: 'Change your currency to Japanese Yen?' });
    expect((await question()).textContent).toContain('$12.50 becomes ¥13, rounded.');
    await user.click(asked.getByRole('button', { name: 'Change Currency' }));
    await expectRefusal('Restaurant name', "This doesn't match your restaurant's name.");
    await expectFocus(() => field('Restaurant name'));
    expect(calls.count(PUT)).toBe(0);
    await user.type(field('Restaurant name'), " rosa's  Kitchen{Enter}");
    await expectToast(...SAVED);
    expect(calls.body(PUT)).toMatchObject({ currency: 'JPY' });
    expect(saved().currency).toBe('JPY');
  });

  describe('in detail', { tags: 'full' }, () => {
    it('are in US dollars until another currency is chosen; the preview and an example follow the choice', async () => {
      const { user } = await openSettings({}, PRICES);
      expect(fieldValue('Currency')).toBe('USD');
      const { sent, say } = preview();
      say({ type: PREVIEW_READY });
      const shows = (money: object) =>
        waitFor(() => expect(sent.mock.lastCall?.[0]).toMatchObject({ draft: { money } }));
      await shows({ before: '$', digits: 2 });
      await choose(user, 'PLN');
      await shows({ before: '', after: '\u00a0zł', decimal: ',' });
      screen.getByText((_, element) => element?.textContent === 'Guests see prices like 1.234,50\u00a0zł.');
      screen.getByRole('option', { name: 'Polish Zloty (PLN)' });
      await choose(user, 'JPY');
      await shows({ before: '¥', digits: 0 });
      screen.getByText(/Prices with decimals are shown rounded\.$/);
    });

    it('stay as they were when the owner thinks better of it', async () => {
      const { user } = await openSettings({ currency: 'EUR' }, PRICES);
      await choose(user, 'GBP');
      await save(user);
      await answer(user, 'Cancel');
      expect(fieldValue('Currency')).toBe('GBP');
      expect(calls.count(PUT)).toBe(0);
    });

    it('say whether they include tax, and up to three notes; only what changed is sent', async () => {
      const { user, saved } = await openSettings({ notes: { tip: 'Thank you' } }, PRICES);
      await user.click(screen.getByRole('radio', { name: 'Included' }));
      screen.getByText('Guests see “Prices include tax.” below the menu.');
      await save(user);
      await expectToast(...SAVED);
      expect(calls.body(PUT)).toMatchObject({ pricesIncludeTax: true });
      expect(calls.body(PUT)).not.toHaveProperty('notes');
      expect(calls.body(PUT)).not.toHaveProperty('currency');
      fill(field(note('Service Note')), '12.5% for groups');
      await save(user);
      await waitFor(() => expect(saved().notes).toEqual({ service: '12.5% for groups', tip: 'Thank you' }));
      await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
      await user.click(screen.getByRole('radio', { name: 'Not shown' }));
      for (const label of ['Service Note', 'Tip Note']) fill(field(note(label)), '');
      await save(user);
      await waitFor(() => expect(Object.keys(saved())).not.toContain('notes'));
      expect(calls.body(PUT)).toMatchObject({ pricesIncludeTax: null, notes: null });
    });

    it('have examples of notes as they are usual where the currency is', async () => {
      const { user } = await openSettings({}, PRICES);
      const example = (label: string) => field(note(label)).getAttribute('placeholder');
      expect(example('Tax Note')).toBe('Sales tax is added to your bill.');
      await choose(user, 'EUR');
      expect(example('Tax Note')).toBe('VAT no. 123456789');
      expect(example('Service Note')).toMatch(/^Cover charge: .*2.* per person\.$/);
    });

    it('count the characters of a note, and refuse too many at its field', async () => {
      const { user } = await openSettings({}, PRICES);
      fill(field(note('Tax Note')), 'x'.repeat(201));
      screen.getByText('201/200');
      await save(user);
      await expectRefusal(note('Tax Note'), 'Tax note can be at most 200 characters long.');
      expect(calls.count(PUT)).toBe(0);
    });

    it('and a look that were changed by somebody else meanwhile are told in words', async () => {
      const { user } = await openSettings({}, PRICES);
      const theirs = aTenant({
        name: 'Da Rosa',
        slug: 'da-rosa',
        currency: 'EUR',
        pricesIncludeTax: true,
        look: { template: 'fine' },
      });
      api.refuses(PUT, 'changed-meanwhile', 'The restaurant was changed meanwhile.', { current: theirs });
      fill(field('Phone Number'), '555 0101');
      await save(user);
      for (const words of ['Euro', 'Included']) expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
      // Its choice, and the words.
      expect(screen.getAllByText(/Fine Dining/)).toHaveLength(2);
    });
  });
});

describe('Links & Wi-Fi', () => {
  it('are checked each at its field, and saved as what they lead to; only what changed is sent', async () => {
    const { user, saved } = await openSettings({ links: { website: 'https://rosa.example/' } }, '/settings/links');
    expect(fieldValue('Website')).toBe('https://rosa.example/');
    fill(field('Instagram'), 'https://example.com/rosa');
    fill(field('Wi-Fi Password'), 'short');
    await save(user);
    await expectRefusal('Instagram', 'Instagram must be an address at instagram.com.');
    await expectRefusal('Wi-Fi Password', 'Wi-Fi password must be 8 to 63 characters long.');
    await expectFocus(() => field('Instagram'));
    expect(calls.count(PUT)).toBe(0);
    fill(field('Instagram'), '@rosa');
    fill(field('Wi-Fi Password'), 'sugo di nonna');
    const message = 'Wi-Fi name is required.';
    api.refuses(PUT, 'validation-failed', message, { errors: [{ field: 'wifi.name', message }] }, { once: true });
    await save(user);
    await expectRefusal('Wi-Fi Name', message);
    fill(field('Wi-Fi Name'), 'Rosa');
    fill(field('Cuisine'), 'Roman');
    await user.click(screen.getByRole('radio', { name: '$$' }));
    await save(user);
    const set = {
      links: { website: 'https://rosa.example/', instagram: 'https://www.instagram.com/rosa' },
      wifi: { name: 'Rosa', password: 'sugo di nonna' },
      cuisine: 'Roman',
      priceRange: '$$',
    };
    await waitFor(() => expect(saved()).toMatchObject(set));
    await waitFor(() => expect(fieldValue('Instagram')).toBe('https://www.instagram.com/rosa'));
    for (const label of ['Wi-Fi Name', 'Wi-Fi Password']) fill(field(label), '');
    await save(user);
    await waitFor(() => expect(saved()).not.toHaveProperty('wifi'));
    expect(calls.body(PUT)).not.toHaveProperty('links');
    expect(calls.body(PUT)).not.toHaveProperty('cuisine');
  });
});

it('Allergens of the EU are declared until those of the US are chosen, which alone are sent', async () => {
  const { user, saved } = await openSettings({}, '/settings/allergens');
  screen.getByText(/^gluten, crustaceans.*mollusks\.$/);
  await user.click(screen.getByRole('radio', { name: 'The 9 of the US' }));
  screen.getByText(/^wheat, crustaceans.*sesame\.$/);
  await save(user);
  await waitFor(() => expect(saved()).toMatchObject({ allergenScheme: 'us9' }));
  fill(field('Cuisine'), 'Roman');
  await save(user);
  await waitFor(() => expect(calls.body(PUT)).toHaveProperty('cuisine', 'Roman'));
  expect(calls.body(PUT)).not.toHaveProperty('allergenScheme');
});

describe('Time Zone', { tags: 'full' }, () => {
  it('begins with the browser’s, and is saved with the rest', async () => {
    const { user, saved } = await openSettings({ timeZone: 'Asia/Tokyo' }, '/settings/hours');
    const [suggested] = field('Time Zone').querySelectorAll('optgroup');
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const values = Array.from(suggested?.querySelectorAll('option') ?? [], ({ value }) => value);
    expect(values).toEqual(expect.arrayContaining(['Asia/Tokyo', own]));
    expect(fieldValue('Time Zone')).toBe('Asia/Tokyo');
    await user.selectOptions(field('Time Zone'), 'Buenos Aires, Argentina');
    await save(user);
    await expectToast(...SAVED);
    expect(saved().timeZone).toBe('America/Argentina/Buenos_Aires');
    expect(fieldValue('Time Zone')).toBe('America/Argentina/Buenos_Aires');
  });
});

describe('Unsaved changes in Settings', () => {
  it('are asked about before another screen is opened, and kept or discarded as one says', async () => {
    const { user } = await openSettings();
    fill(field('Description'), 'By the harbor');
    await user.click(screen.getByRole('link', { name: 'Menu Items' }));
    within(await question()).getByText("Your changes haven't been saved yet.");
    await answer(user, 'Keep Editing');
    expect(window.location.pathname).toBe('/settings');
    expect(fieldValue('Description')).toBe('By the harbor');
    await user.click(screen.getByRole('link', { name: 'Menu Items' }));
    await answer(user, 'Discard Changes');
    await expectPath('/dashboard/items');
    await findHeading('Menu Items');
  });

  it('stay while one goes from one section to another, and are all saved from there', { tags: 'full' }, async () => {
    const { user, saved } = await openSettings();
    fill(field('Description'), 'By the harbor');
    await goToSection(user, 'Look');
    screen.getByText('Unsaved changes in Restaurant');
    expect(sections().getByRole('link', { current: 'page' }).textContent).toBe('Look');
    expect(screen.queryByRole('textbox', { name: 'Description' })).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Counter' }));
    screen.getByText('Unsaved changes');
    await goToSection(user, 'Hours');
    await screen.findByRole('heading', { name: 'Opening Hours' });
    window.history.back();
    await findHeading('Look');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Counter' }).checked).toBe(true);
    await save(user);
    await expectToast(...SAVED);
    expect(saved()).toMatchObject({ description: 'By the harbor', look: { template: 'counter' } });
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('are asked about before a section of another screen, from whichever section', { tags: 'full' }, async () => {
    const { user } = await openSettings();
    fill(field('Description'), 'By the harbor');
    await goToSection(user, 'Printing');
    await user.click(sections().getByRole('link', { name: 'Account' }));
    await answer(user, 'Keep Editing');
    expect(window.location.pathname).toBe('/settings/printing');
    await user.click(sections().getByRole('link', { name: 'Account' }));
    await answer(user, 'Discard Changes');
    await findHeading('Account & Security');
  });

  it('that are refused lead to the field, in its section', async () => {
    const { user } = await openSettings();
    fill(field('Restaurant Name'), ' ');
    await goToSection(user, 'Prices & Currency');
    fill(field(note('Tax Note')), 'VAT');
    await save(user);
    await expectPath('/settings');
    await expectRefusal('Restaurant Name', 'Restaurant name is required.');
    await expectFocus(() => field('Restaurant Name'));
    fill(field('Restaurant Name'), 'Da Rosa');
    const detail = 'Tax note is too long.';
    api.refuses(PUT, 'validation-failed', detail, { errors: [{ field: 'notes.tax', message: detail }] });
    await save(user);
    await expectPath('/settings/prices');
    await expectRefusal(note('Tax Note'), detail);
    await expectFocus(() => field(note('Tax Note')));
  });

  describe('in detail', { tags: 'full' }, () => {
    it('of a section are asked about by the back button, which then leads on', async () => {
      const user = openApp('/dashboard/items', { as: aUser() });
      await findHeading('Menu Items');
      await user.click(screen.getByRole('link', { name: 'Settings' }));
      fill(await screen.findByLabelText('Description'), 'By the harbor');
      await goToSection(user, 'Look');
      window.history.back();
      await findHeading('Settings');
      window.history.back();
      await answer(user, 'Keep Editing');
      expect(window.location.pathname).toBe('/settings');
      expect(fieldValue('Description')).toBe('By the harbor');
      window.history.back();
      await answer(user, 'Discard Changes');
      await expectPath('/dashboard/items');
    });

    it('are asked about by the back button', async () => {
      const user = openApp('/dashboard/items', { as: aUser() });
      await findHeading('Menu Items');
      await user.click(screen.getByRole('link', { name: 'Settings' }));
      fill(await screen.findByLabelText('Description'), 'By the harbor');
      window.history.back();
      within(await question()).getByText('Discard your changes?');
      await answer(user, 'Keep Editing');
      expect(window.location.pathname).toBe('/settings');
      expect(fieldValue('Description')).toBe('By the harbor');
      window.history.back();
      await answer(user, 'Discard Changes');
      await expectPath('/dashboard/items');
    });

    it('are asked about by the browser when the page goes, and not once they are discarded or saved', async () => {
      const { user } = await openSettings();
      const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
      expect(isAsked()).toBe(false);
      for (const name of ['Discard', 'Save Changes']) {
        fill(field('Description'), 'By the harbor');
        await waitFor(() => expect(isAsked()).toBe(true));
        await user.click(screen.getByRole('button', { name }));
        await waitFor(() => expect(isAsked()).toBe(false));
      }
      expect(fieldValue('Description')).toBe('By the harbor');
    });
  });
});

describe('Your data', () => {
  const START = 'POST /api/account/export';
  const PROGRESS = 'GET /api/account/export/progress';
  const FILE = 'GET /api/account/export/file';
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
  const aFile = (rest: Partial<NonNullable<DataExport['file']>> = {}) => ({
    name: 'da-rosa.zip',
    bytes: 1_234_567,
    expiresAt: inMs(60 * 60_000),
    ...rest,
  });
  const done = (file = aFile()): DataExport => ({ state: 'done', progress: 100, file });
  const waiting: DataExport = { state: 'waiting', progress: 0 };
  const working: DataExport = { state: 'working', progress: 42 };
  const aZip = () =>
    new Response('zip', {
      headers: { 'Content-Type': 'application/zip', 'Content-Disposition': 'attachment; filename="da-rosa.zip"' },
    });
  const button = (name: string) => screen.findByRole('button', { name });
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });

  it('is exported in the background: its turn, its progress, then its file, with focus on one button throughout', async () => {
    api.answers('GET /api/tenant', aTenant({ timeZone: 'Pacific/Auckland' }));
    const { user } = await openAccount();
    api.answers(START, waiting);
    api.answers(PROGRESS, waiting);
    await user.click(await button('Export Data'));
    await screen.findByText('Waiting to start…');
    await expectBusy('Exporting...');
    api.answers(PROGRESS, working);
    await pass(1_000);
    await screen.findByText('Exporting your data…');
    expect(screen.getByRole('progressbar', { name: 'Data exported' }).getAttribute('aria-valuenow')).toBe('42');
    screen.getByText('You can leave this page. Come back for the file.');
    // Not on the hour, which the page writes without minutes.
    const expiresAt = new Date(inMs(60 * 60_000));
    expiresAt.setMinutes(30);
    const file = aFile({ expiresAt: expiresAt.toISOString() });
    api.answers(PROGRESS, done(file));
    await pass(1_000);
    await screen.findByText('Your export is ready');
    const inAuckland = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'Pacific/Auckland' });
    const until = inAuckland.format(new Date(file.expiresAt));
    screen.getByText(`da-rosa.zip · 1.2 MB · available until ${until} (Auckland)`);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(document.activeElement).toBe(await button('Download'));
    api.responds(FILE, aZip);
    const files = downloads();
    await user.click(await button('Download'));
    await waitFor(() => expect(files).toEqual(['da-rosa.zip']));
  });

  describe('in detail', { tags: 'full' }, () => {
    it('that was asked for earlier is still there, and can be exported again', async () => {
      api.answers(PROGRESS, done());
      const { user } = await openAccount();
      await screen.findByText('Your export is ready');
      api.answers(START, waiting);
      api.answers(PROGRESS, waiting);
      await user.click(await button('Export Again'));
      await expectBusy('Exporting...');
      await expectFocus(() => screen.getByRole('button', { name: 'Exporting...' }));
      expect(screen.queryByRole('button', { name: 'Export Again' })).toBeNull();
    });

    it('that could not be exported says why, and can be exported again', async () => {
      const reason = 'Part of the service is unavailable right now. Please try again in a moment.';
      api.answers(PROGRESS, { state: 'failed', progress: 0, reason });
      const { user } = await openAccount();
      const alert = await screen.findByRole('alert');
      within(alert).getByText("Your data couldn't be exported");
      within(alert).getByText(reason);
      api.answers(START, working);
      api.answers(PROGRESS, working);
      await user.click(await button('Export Data'));
      await screen.findByText('Exporting your data…');
      expect(screen.queryByRole('alert')).toBeNull();
    });

    it('expires while one looks at it, and can be exported again', async () => {
      api.answers(PROGRESS, done(aFile({ expiresAt: inMs(60_000) })));
      await openAccount();
      await button('Download');
      await pass(61_000);
      await screen.findByText('This file has expired. Export your data again to get a new one.');
      await button('Export Data');
      expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
    });

    it('that is gone by the time of the download says so, and can be made again', async () => {
      api.answers(PROGRESS, done());
      const { user } = await openAccount();
      api.fails(FILE, 404, "This is the Wi-Fi's own page.");
      await press(user, 'Download');
      await expectToast('Download failed', 'Failed to download the file. Please try again.');
      api.refuses(FILE, 'not-found', 'The file was not found.');
      api.answers(PROGRESS, { state: 'none', progress: 0 });
      await press(user, 'Download');
      await expectToast('Download failed', 'This file is no longer available. Please export your data again.');
      await button('Export Data');
    });

    it('goes on while the service can not be asked', async () => {
      api.answers(PROGRESS, working);
      await openAccount();
      await screen.findByText('Exporting your data…');
      api.fails(PROGRESS, 503);
      await pass(1_000);
      await screen.findByText('No connection. Your export continues.');
      api.answers(PROGRESS, done());
      await pass(1_000);
      await button('Download');
    });

    it('that can not be asked for right now says so in a toast', async () => {
      const { user } = await openAccount();
      const detail = 'Your data was exported a moment ago. Please try again in 40 seconds.';
      api.refuses(START, 'too-many-requests', detail);
      await press(user, 'Export Data');
      await expectToast('Export failed', detail);
    });
  });
});

describe('Your pictures', () => {
  const COUNT = 'GET /api/media/pictures';
  const ZIP = 'GET /api/media/pictures.zip';
  const aZip = () =>
    new Response('zip', {
      headers: {
        'Content-Type': 'application/zip',
        'Content-Disposition': 'attachment; filename=pictures-2026-11-23.zip',
      },
    });
  const button = () => screen.findByRole('button', { name: 'Download Pictures' });

  const TOO_OFTEN = 'Your pictures are already being downloaded. Please try again in 5 seconds.';
  const cutOff = () => {
    const body = new ReadableStream({ start: (zip) => zip.error(new Error('cut off')) });
    return new Response(body, { headers: aZip().headers });
  };

  it('are downloaded in one file, and the page says that it takes a while', async () => {
    api.answers(COUNT, { count: 1_024 });
    const { user } = await openAccount();
    await screen.findByText('1,024 pictures as JPEG files, in one ZIP file.');
    api.responds(ZIP, aZip);
    const release = api.holds(ZIP);
    const files = downloads();
    await user.click(await button());
    await expectBusy('Downloading...');
    await screen.findByText('This can take a few minutes. Please keep this page open.');
    release();
    await waitFor(() => expect(files).toEqual(['pictures-2026-11-23.zip']));
    expect(document.activeElement).toBe(await button());
    expect(screen.queryByText(/This can take/)).toBeNull();
  });

  describe('in detail', { tags: 'full' }, () => {
    it('are not offered where there are none, or nobody knows', async () => {
      api.fails(COUNT, 503);
      await openAccount();
      await waitFor(() => expect(calls.count(COUNT)).toBe(1));
      await screen.findByRole('button', { name: 'Export Data' });
      expect(screen.queryByText('Your pictures')).toBeNull();
    });

    it.each([
      ['asked for too often', () => api.refuses(ZIP, 'too-many-requests', TOO_OFTEN), TOO_OFTEN],
      ['cut off', () => api.responds(ZIP, cutOff), 'Failed to download your pictures. Please try again.'],
      ["a Wi-Fi's own page", () => api.fails(ZIP, 404), 'Failed to download your pictures. Please try again.'],
      ['gone', () => api.refuses(ZIP, 'not-found', 'None.'), 'There are no pictures to download.'],
    ])(
      'whose file is %s leave none, and a toast says so; how many there are is asked for again',
      async (_, fail, words) => {
        api.answers(COUNT, { count: 1 });
        const { user } = await openAccount();
        await screen.findByText('1 picture as a JPEG file, in a ZIP file.');
        const files = downloads();
        fail();
        api.answers(COUNT, { count: 0 });
        await user.click(await button());
        await expectToast('Download failed', words);
        expect(files).toEqual([]);
        await waitFor(() => expect(screen.queryByText('Your pictures')).toBeNull());
      },
    );
  });
});
