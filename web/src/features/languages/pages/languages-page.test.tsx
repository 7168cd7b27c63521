import type { Tenant } from '@tavola/contracts/auth.ts';
import type { MenuItem } from '@tavola/contracts/menu.ts';
import type { MenuTranslations, TenantTranslations } from '@tavola/contracts/translations.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { setToken } from '../../../lib/session/token.ts';
import { api, calls } from '../../../test/api.ts';
import {
  expectFocus,
  expectPath,
  expectToast,
  fill,
  findHeading,
  onPhone,
  openApp,
  press,
  signIn,
  toasts,
} from '../../../test/app.tsx';
import { aCategory, anItem, aTenant, aUser, TENANT_ID } from '../../../test/samples.ts';

// Languages: the menu's languages, and its translations.

type Text = MenuTranslations['texts'][number];
type TenantText = TenantTranslations['texts'][number];

const PUT_TENANT = 'PUT /api/tenant';

const text = (id: number, base: string, rest: Partial<Text> = {}): Text => ({
  kind: 'item',
  id,
  field: 'name',
  base,
  text: null,
  isStale: false,
  ...rest,
});

const MENU: Text[] = [
  text(7, 'Primi', { kind: 'category', text: 'Premiers plats', by: 'h' }),
  text(1, 'Gnocchi', { text: 'Gnocchis', isStale: true, by: 'h' }),
  text(1, 'With sage', { field: 'description' }),
  text(2, 'Burrata'),
];

const ITEMS = [anItem({ id: 1, name: 'Gnocchi', categoryId: 7 }), anItem({ id: 2, name: 'Burrata', categoryId: 7 })];

/** Opens the restaurant's languages, or with `lang` the translations into it. */
async function open({
  lang,
  heading = lang === undefined ? 'Languages' : 'French (français)',
  menu = MENU,
  items = ITEMS,
  note,
  ownTexts,
  ...rest
}: {
  lang?: string;
  heading?: string;
  menu?: Text[];
  items?: MenuItem[];
  note?: Partial<TenantText>;
  ownTexts?: TenantText[];
} & Partial<Tenant> = {}) {
  let tenant = aTenant({ name: 'Da Rosa', languages: { base: 'en', others: ['fr', 'ar'] }, ...rest });
  let texts = menu;
  const ofTenant = (field: TenantText['field'], base: string, more?: Partial<TenantText>): TenantText => ({
    kind: 'tenant',
    id: TENANT_ID,
    field,
    base,
    text: null,
    isStale: false,
    ...more,
  });
  api.answers('GET /api/tenant', () => tenant);
  api.answers(PUT_TENANT, (sent: Partial<Tenant>) => {
    tenant = { ...tenant, ...sent };
    return tenant;
  });
  api.answers('GET /api/categories', [aCategory({ id: 7, name: 'Primi' })]);
  api.answers('GET /api/menu-items', items);
  api.answers('GET /api/translations/:lang', () => ({ texts }));
  api.answers('GET /api/tenant/translations/:lang', {
    texts: ownTexts ?? [
      ofTenant('description', 'By the harbor'),
      ...(note ? [ofTenant('notes.tip', 'Thank you', note)] : []),
    ],
  });
  api.answers('PUT /api/translations/:lang', ({ changes: [change] }: { changes: [Text] }) => {
    const named = texts.filter(
      ({ id, kind, field }) => change.id === id && change.kind === kind && change.field === field,
    );
    const saved = named.map((one) => ({ ...one, text: change.text, isStale: false }));
    texts = texts.map((one) => (named.includes(one) ? (saved[0] as Text) : one));
    return { texts: saved };
  });
  const user = openApp(lang === undefined ? '/dashboard/languages' : `/dashboard/languages?lang=${lang}`, {
    as: aUser(),
  });
  await findHeading(heading);
  return user;
}

const row = async (name: string) => (await screen.findByRole('heading', { name })).closest('li') as HTMLElement;
const field = (label: string) => screen.findByRole('textbox', { name: `${label} in French` });
const bodiesOf = (call: RegExp) => calls.all.filter((one) => call.test(one.call)).map(({ body }) => body);
const sent = () => bodiesOf(/^PUT .*translations/);
const languagesSent = () => bodiesOf(/^PUT \/api\/tenant$/);

describe('the list', () => {
  it('says how far each language is, and whether guests can choose it', async () => {
    await open({ note: { text: 'Merci', isStale: true, by: 'h' } });
    const french = within(await row('French'));
    await french.findByText('Not shown yet');
    french.getByText(/1 of 3 names translated/);
    // A dish and the restaurant's note.
    await french.findByText('2 to review');
    french.getByText('français');
  });

  it('gets another language, and leads to its translation', async () => {
    const user = await open({ languages: undefined });
    await screen.findByText('Your menu is in English only');
    await user.selectOptions(screen.getByLabelText('Add a language'), 'fr');
    await press(user, 'Add Language');
    await expectToast('French added');
    expect(languagesSent()[0]).toEqual({ name: 'Da Rosa', languages: { base: 'en', others: ['fr'] } });
    await user.click(await screen.findByRole('link', { name: 'Translate into French' }));
    await expectPath('/dashboard/languages?lang=fr');
    await findHeading('French (français)');
  });

  it('says that a change was refused, and shows what is true', async () => {
    const user = await open();
    api.refuses(PUT_TENANT, 'unavailable', 'Later.');
    await user.click(await within(await row('French')).findByRole('switch', { name: 'Show anyway' }));
    await expectToast('Update failed', 'Failed to update languages. Please try again.');
    await within(await row('French')).findByText('Not shown yet');
  });

  describe('in detail', { tags: 'full' }, () => {
    it('shows one to guests before it is ready, where the owner wants that', async () => {
      const user = await open();
      const french = within(await row('French'));
      await user.click(await french.findByRole('switch', { name: 'Show anyway' }));
      await french.findByText('Shown to guests');
      expect(languagesSent()[0]).toEqual({
        name: 'Da Rosa',
        languages: { base: 'en', others: ['fr', 'ar'], always: ['fr'] },
      });
      await user.click(french.getByRole('switch', { name: 'Show anyway' }));
      await french.findByText('Not shown yet');
      expect(languagesSent()[1]).toEqual({ name: 'Da Rosa', languages: { base: 'en', others: ['fr', 'ar'] } });
    });

    it('gets one that is not listed by its code, which is refused at its field if it is none or there already', async () => {
      const user = await open();
      await screen.findByRole('heading', { name: 'Arabic' });
      await user.selectOptions(screen.getByLabelText('Add a language'), 'Another language…');
      const code = () => screen.getByRole('textbox', { name: 'Language Code' });
      for (const [typed, problem] of [
        ['', 'Enter a language code such as gsw, es-MX or zh-Hans.'],
        ['Swiss', 'Enter a language code such as gsw, es-MX or zh-Hans.'],
        ['fr', 'Your menu already has French.'],
        ['en', 'Your menu already has English.'],
      ] as const) {
        fill(code(), typed);
        await press(user, 'Add Language');
        await screen.findByText(problem);
      }
      expect(languagesSent()).toEqual([]);
      fill(code(), ' gsw ');
      screen.getByText(/^Swiss German/);
      await press(user, 'Add Language');
      await expectToast('Swiss German added');
      expect(languagesSent()).toMatchObject([{ languages: { base: 'en', others: ['fr', 'ar', 'gsw'] } }]);
      expect(screen.queryByRole('textbox', { name: 'Language Code' })).toBeNull();
    });

    it('are put in the order in which guests see them, by keyboard too', async () => {
      const user = await open();
      const down = within(await row('French')).getByRole('button', { name: 'Move French down' });
      down.focus();
      await user.keyboard('{Enter}');
      await expectToast('Language order changed');
      expect(languagesSent()).toMatchObject([{ languages: { base: 'en', others: ['ar', 'fr'] } }]);
      await waitFor(() =>
        expect(
          screen.getAllByRole('button', { name: /^Move .* down$/ }).map((one) => one.getAttribute('aria-label')),
        ).toEqual(['Move Arabic down', 'Move French down']),
      );
      // At the end of the list it stays in focus, and does nothing.
      await expectFocus(() => screen.getByRole('button', { name: 'Move French down' }));
      await user.keyboard('{Enter}');
      expect(languagesSent()).toHaveLength(1);
      await press(user, 'Move French up');
      await waitFor(() => expect(languagesSent()).toMatchObject([{}, { languages: { others: ['fr', 'ar'] } }]));
    });

    it('changes the language it is written in only after a question, because one arrow key changes a closed list', async () => {
      const user = await open({ languages: undefined });
      const select = await screen.findByLabelText<HTMLSelectElement>('Your menu is written in');
      const choose = async (answer: string) => {
        await user.selectOptions(select, 'ja');
        const question = within(await screen.findByRole('alertdialog', { name: 'Is your menu written in Japanese?' }));
        await user.click(question.getByRole('button', { name: answer }));
        await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
      };
      await choose('Cancel');
      expect(select.value).toBe('en');
      expect(languagesSent()).toEqual([]);
      await choose("Yes, it's Japanese");
      await expectToast('Menu language changed');
      expect(languagesSent()).toEqual([{ name: 'Da Rosa', languages: { base: 'ja', others: [] } }]);
    });

    it('loses one only after a question', async () => {
      const user = await open();
      await user.click(within(await row('French')).getByRole('button', { name: 'Remove French' }));
      const question = within(await screen.findByRole('alertdialog'));
      question.getByText(/Its translations are kept/);
      await user.click(question.getByRole('button', { name: 'Remove' }));
      await expectToast('French removed');
      expect(languagesSent()[0]).toMatchObject({ languages: { base: 'en', others: ['ar'] } });
      // The pressed button is gone with its row.
      await expectFocus(() => screen.getByRole('link', { name: 'Translate into Arabic' }));
    });

    it('keeps the place of who changes it by keyboard, while it is saved, too', async () => {
      const user = await open();
      const save = api.holds(PUT_TENANT);
      const toggle = await within(await row('French')).findByRole('switch', { name: 'Show anyway' });
      toggle.focus();
      await user.keyboard(' ');
      await waitFor(() => expect(calls.count(PUT_TENANT)).toBe(1));
      // A disabled control loses the focus in browsers.
      for (const name of ['Show anyway', 'Remove French'])
        expect(within(await row('French')).getByLabelText(name)).toHaveProperty('disabled', false);
      expect(screen.getByLabelText('Your menu is written in')).toHaveProperty('disabled', false);
      await user.keyboard(' ');
      save();
      await expectToast('Guests can choose French');
      expect(calls.count(PUT_TENANT)).toBe(1);
    });

    it('says that translations could not be loaded, and asks for them again', async () => {
      api.fails('GET /api/translations/:lang', 503);
      const user = openApp('/dashboard/languages', { as: aUser() });
      api.answers('GET /api/tenant', aTenant({ languages: { base: 'en', others: ['fr'] } }));
      api.answers('GET /api/tenant/translations/:lang', { texts: [] });
      await screen.findByText("Couldn't load your translations");
      expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(0);
      api.answers('GET /api/translations/:lang', { texts: MENU });
      await press(user, 'Try Again');
      await within(await row('French')).findByText('Not shown yet');
      expect(screen.queryByRole('alert')).toBeNull();
    });
  });
});

describe('a translation', () => {
  it('is saved when its field is left', async () => {
    const user = await open({ lang: 'fr' });
    const burrata = await field('Name of Burrata');
    fill(burrata, 'Burrata des Pouilles');
    expect(sent()).toEqual([]);
    await user.tab();
    await screen.findByText('Saved');
    expect(sent()).toEqual([
      {
        changes: [
          { kind: 'item', id: 2, field: 'name', text: 'Burrata des Pouilles', base: 'Burrata', replaces: null },
        ],
      },
    ]);
    await screen.findByText(/2 of 3 names translated/);
  });

  it('that may be wrong now says so, and is right again with one press', async () => {
    const user = await open({ lang: 'fr' });
    await screen.findByText('The original has changed. Guests see it until you review this.');
    screen.getByRole('button', { name: 'Still Correct' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByText(/The original has changed/)).toBeNull());
    await expectFocus(() => screen.getByRole('textbox', { name: 'Name of Gnocchi in French' }));
    expect(sent()).toMatchObject([{ changes: [{ id: 1, field: 'name', text: 'Gnocchis', base: 'Gnocchi' }] }]);
  });

  it('stays in its field with the reason, when it is refused', async () => {
    const user = await open({ lang: 'fr' });
    api.refuses('PUT /api/translations/:lang', 'quota-reached', 'A menu can have at most 2 MB of translations.');
    fill(await field('Name of Burrata'), 'Burrata');
    await user.tab();
    await screen.findByText(/Not saved. A menu can have at most 2 MB of translations./);
    expect(((await field('Name of Burrata')) as HTMLTextAreaElement).value).toBe('Burrata');
    api.answers('PUT /api/translations/:lang', { texts: [] });
    await press(user, 'Try Again');
    await waitFor(() => expect(screen.queryByText(/Not saved/)).toBeNull());
  });

  it('does not take the place of one that somebody else saved meanwhile, unless the user says so', async () => {
    const user = await open({ lang: 'fr' });
    const current = text(2, 'Burrata', { text: 'Burrata fraîche', by: 'h' });
    const detail = 'The translation was changed by someone else. Nothing was saved.';
    api.refuses('PUT /api/translations/:lang', 'changed-meanwhile', detail, { current }, { once: true });
    fill(await field('Name of Burrata'), 'Burrata crémeuse');
    await user.tab();
    await screen.findByText(/Not saved. Someone else just saved “Burrata fraîche”/);
    await press(user, 'Try Again');
    await screen.findByText('Saved');
    expect(sent()).toMatchObject([
      { changes: [{ text: 'Burrata crémeuse', replaces: null }] },
      { changes: [{ text: 'Burrata crémeuse', replaces: 'Burrata fraîche' }] },
    ]);
  });

  describe('in detail', { tags: 'full' }, () => {
    it('is removed by an empty field', async () => {
      const user = await open({ lang: 'fr' });
      fill(await field('Name of Primi'), ' ');
      await user.tab();
      await waitFor(() => expect(sent()).toMatchObject([{ changes: [{ id: 7, text: null }] }]));
    });

    it('goes on to the next with Ctrl and Enter, and back with Esc', async () => {
      const user = await open({ lang: 'fr' });
      const name = await field('Name of Gnocchi');
      fill(name, 'Gnocchis à la sauge');
      await user.keyboard('{Control>}{Enter}{/Control}');
      await expectFocus(() => screen.getByRole('textbox', { name: 'Description of Gnocchi in French' }));
      await waitFor(() => expect(sent()).toHaveLength(1));
      await user.keyboard('Avec{Escape}');
      expect((document.activeElement as HTMLTextAreaElement).value).toBe('');
      await user.tab();
      expect(sent()).toHaveLength(1);
    });

    it('of a text that was changed meanwhile is not just called saved', async () => {
      const user = await open({ lang: 'fr' });
      const changed = text(2, 'Smoked burrata', { text: 'Burrata', isStale: true, by: 'h' });
      api.answers('PUT /api/translations/:lang', { texts: [changed] });
      fill(await field('Name of Burrata'), 'Burrata');
      await user.tab();
      await screen.findByText('Smoked burrata');
      await screen.findByText('Saved');
      expect(screen.getAllByText('The original has changed. Guests see it until you review this.')).toHaveLength(2);
    });

    it('of the restaurant goes to the restaurant', async () => {
      const user = await open({ lang: 'fr' });
      api.answers('PUT /api/tenant/translations/:lang', { texts: [] });
      fill(await field('Description of Your restaurant'), 'Au port');
      await user.tab();
      await waitFor(() =>
        expect(sent()).toEqual([
          {
            changes: [
              {
                kind: 'tenant',
                id: TENANT_ID,
                field: 'description',
                text: 'Au port',
                base: 'By the harbor',
                replaces: null,
              },
            ],
          },
        ]),
      );
    });

    it('that was just made stays in view under "Missing"', async () => {
      const user = await open({ lang: 'fr' });
      await user.click(await screen.findByRole('radio', { name: /^Missing/ }));
      expect(screen.queryByRole('textbox', { name: 'Name of Primi in French' })).toBeNull();
      fill(await field('Name of Burrata'), 'Burrata');
      await user.tab();
      await screen.findByText('Saved');
      await field('Name of Burrata');
    });

    it('is reached one by one on a phone', async () => {
      onPhone();
      const user = await open({ lang: 'fr' });
      await field('Description of Your restaurant');
      await press(user, 'Next');
      await field('Name of Primi');
      screen.getByText('2 of 4');
      expect(screen.queryByRole('textbox', { name: 'Name of Gnocchi in French' })).toBeNull();
      await press(user, 'Previous');
      await field('Description of Your restaurant');
    });

    it('that could not be saved is still there after another card, and was said', async () => {
      onPhone();
      const user = await open({ lang: 'fr' });
      await press(user, 'Next');
      api.refuses('PUT /api/translations/:lang', 'unavailable', 'Please try again in a moment.');
      fill(await field('Name of Primi'), 'Entrées');
      await press(user, 'Next');
      await waitFor(() => expect(toasts()).toHaveLength(1));
      await press(user, 'Previous');
      expect(((await field('Name of Primi')) as HTMLTextAreaElement).value).toBe('Entrées');
      await screen.findByText(/Not saved/);
    });
  });
});

describe('a translation that is not saved yet', () => {
  const valueIn = async (label: string) => ((await field(label)) as HTMLTextAreaElement).value;

  it('is kept for its user when the session ends, whether it was being typed or saved', async () => {
    const user = await open({ lang: 'fr' });
    api.refuses('PUT /api/translations/:lang', 'unauthenticated', 'Please sign in again.');
    const end = api.holds('PUT /api/translations/:lang');
    fill(await field('Name of Burrata'), 'Burrata crémeuse');
    await user.tab();
    await screen.findByText('Saving…');
    fill(await field('Description of Gnocchi'), 'À la sauge');
    end();
    await signIn(user);
    await findHeading('French (français)');
    await screen.findByText('We kept what you typed.');
    expect(await valueIn('Name of Burrata')).toBe('Burrata crémeuse');
    expect(await valueIn('Description of Gnocchi')).toBe('À la sauge');
    expect(await valueIn('Name of Primi')).toBe('Premiers plats');
    expect(screen.getAllByText(/Not saved/)).toHaveLength(2);
  });

  describe('in detail', { tags: 'full' }, () => {
    it('is kept when another tab ends the session', async () => {
      const user = await open({ lang: 'fr' });
      fill(await field('Name of Burrata'), 'Burrata crémeuse');
      localStorage.removeItem('token');
      window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
      await signIn(user);
      await screen.findByText('We kept what you typed.');
      expect(await valueIn('Name of Burrata')).toBe('Burrata crémeuse');
    });

    it('is saved when the phone is turned, which shows one text at a time or all of them', async () => {
      const media = Object.assign(new EventTarget(), { media: '', matches: false });
      vi.spyOn(window, 'matchMedia').mockReturnValue(media as unknown as MediaQueryList);
      await open({ lang: 'fr' });
      fill(await field('Name of Burrata'), 'Burrata crém');
      media.matches = true;
      media.dispatchEvent(new Event('change'));
      await screen.findByText('1 of 4');
      await waitFor(() => expect(sent()).toMatchObject([{ changes: [{ id: 2, text: 'Burrata crém' }] }]));
      fill(await field('Description of Your restaurant'), 'Au p');
      api.refuses('PUT /api/tenant/translations/:lang', 'unavailable', 'Please try again in a moment.');
      media.matches = false;
      media.dispatchEvent(new Event('change'));
      await expectToast('Translation not saved', '“By the harbor”: Please try again in a moment.');
      expect(await valueIn('Name of Burrata')).toBe('Burrata crém');
      expect(await valueIn('Description of Your restaurant')).toBe('Au p');
      screen.getByText(/Not saved/);
    });
  });
});

it('what could not be saved is gone for the next person at the screen, whether it failed in the session or after it', {
  tags: 'full',
}, async () => {
  const user = await open({ lang: 'fr' });
  const valueIn = async (label: string) => ((await field(label)) as HTMLTextAreaElement).value;
  api.refuses('PUT /api/translations/:lang', 'unavailable', 'Please try again in a moment.');
  fill(await field('Name of Burrata'), 'A secret');
  await user.tab();
  await screen.findByText(/Not saved/);
  const fail = api.holds('PUT /api/translations/:lang');
  fill(await field('Name of Primi'), 'Another secret');
  await user.tab();
  await screen.findByText('Saving…');
  // Signed out in another tab.
  setToken(null);

  const next = aUser({ id: '5f0f6f9e-3f0e-4d55-9c39-0d6a5b6f1c02', email: 'nino@example.com', name: 'Nino' });
  await signIn(user, next);
  await findHeading('French (français)');
  fail();
  await user.click(await screen.findByRole('radio', { name: /^Missing/ }));
  await user.click(screen.getByRole('radio', { name: /^All/ }));
  expect(await valueIn('Name of Burrata')).toBe('');
  expect(await valueIn('Name of Primi')).toBe('Premiers plats');
  expect(screen.queryByText(/Not saved/)).toBeNull();
});

it('a language that the restaurant does not have leads to those that it has', async () => {
  await open({ lang: 'fr', heading: 'Languages', languages: { base: 'en', others: ['de'] } });
  await row('German');
});

it('a menu without texts says so', async () => {
  await open({ lang: 'fr', menu: [], ownTexts: [] });
  await screen.findByText('Nothing to translate yet');
});

describe('translations by the AI', () => {
  const POST = 'POST /api/assistant/translations';
  const suggested = (count: number) =>
    waitFor(() => expect(screen.queryAllByText('Suggested by AI. Not saved yet.')).toHaveLength(count));
  const askAll = async () => {
    api.answers('GET /api/assistant', { isOn: true });
    const user = await open({ lang: 'fr' });
    api.answers(POST, ({ texts }: { texts: string[] }) => ({ texts: texts.map((one) => `${one} (fr)`) }));
    await press(user, 'Suggest 4 Translations');
    await suggested(4);
    return user;
  };

  it('fill what is missing or to review, and are saved only when the owner takes them', async () => {
    const user = await askAll();
    expect(calls.body(POST)).toEqual({
      from: 'en',
      to: 'fr',
      texts: ['By the harbor', 'Gnocchi', 'With sage', 'Burrata'],
    });
    const burrata = (await field('Name of Burrata')) as HTMLTextAreaElement;
    expect(burrata.value).toBe('Burrata (fr)');
    // Going through the fields is no confirmation.
    burrata.focus();
    await user.tab();
    await user.tab();
    expect(sent()).toEqual([]);
    const buttons = screen.getAllByRole('button', { name: 'Use This' });
    await user.click(buttons.at(-1) as HTMLElement);
    await waitFor(() =>
      expect(sent()).toEqual([
        {
          changes: [
            { kind: 'item', id: 2, field: 'name', text: 'Burrata (fr)', base: 'Burrata', by: 'm', replaces: null },
          ],
        },
      ]),
    );
    await suggested(3);
  });

  describe('in detail', { tags: 'full' }, () => {
    it('are the owner’s own once changed, and gone once discarded', async () => {
      const user = await askAll();
      const burrata = (await field('Name of Burrata')) as HTMLTextAreaElement;
      fill(burrata, 'Burrata fraîche');
      await user.tab();
      await waitFor(() =>
        expect(sent()).toEqual([
          {
            changes: [{ kind: 'item', id: 2, field: 'name', text: 'Burrata fraîche', base: 'Burrata', replaces: null }],
          },
        ]),
      );
      const gnocchi = (await field('Name of Gnocchi')) as HTMLTextAreaElement;
      expect(gnocchi.value).toBe('Gnocchi (fr)');
      gnocchi.focus();
      await user.keyboard('{Escape}');
      expect(gnocchi.value).toBe('Gnocchis');
      expect(sent()).toHaveLength(1);
    });

    it('go on after a batch or a text without a usable answer and while the AI is busy, and say how far they got', async () => {
      const menu = Array.from({ length: 39 }, (_, at) => ({
        kind: 'item' as const,
        id: at + 1,
        field: 'name' as const,
        base: `Dish ${at}`,
        text: null,
        isStale: false,
      }));
      api.answers('GET /api/assistant', { isOn: true });
      const user = await open({ lang: 'fr', menu, items: menu.map(({ id }) => anItem({ id, categoryId: 7 })) });
      const problem = (code: string, status: number) =>
        Response.json(
          { type: `urn:tavola:problem:${code}`, status, detail: 'No.' },
          { status, headers: { 'Retry-After': '0' } },
        );
      const responses = [
        () => problem('assistant-failed', 422),
        () => problem('unavailable', 503),
        () => Response.json({ texts: [null, ...Array.from({ length: 19 }, (_, at) => `Plat ${at}`)] }),
      ];
      api.responds(POST, () => (responses.shift() as () => Response)());
      await press(user, 'Suggest 40 Translations');
      await expectToast('19 of 40 translated', "The AI couldn't translate the rest. Please try again.");
      await screen.findByRole('button', { name: 'Suggest 21 Translations' });
    });

    it('that fail say why', async () => {
      api.answers('GET /api/assistant', { isOn: true });
      const user = await open({ lang: 'fr' });
      api.refuses(POST, 'too-many-requests', "You've used up today's AI budget. It resets at midnight UTC.");
      await press(user, 'Suggest 4 Translations');
      await expectToast('No suggestion', "You've used up today's AI budget. It resets at midnight UTC.");
      await screen.findByRole('button', { name: 'Suggest 4 Translations' });
    });
  });
});
