import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { Code, CodeStyle, PrintedSheet, SheetInput } from '@tavola/contracts/qr.ts';
import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { api, calls } from '../../../test/api.ts';
import {
  downloads,
  expectFocus,
  expectPath,
  expectRefusal,
  expectToast,
  fill,
  goTo,
  openApp,
  press,
  pressInDialog,
} from '../../../test/app.tsx';
import { aCode, aCodeList, aTenant, aUser, someAnalytics } from '../../../test/samples.ts';

// QR Codes: the list's states, the dialogs, and what they say about what the server answers.

const LIST = 'GET /api/qr-codes';
const SHEETS = 'POST /api/qr-codes/sheets';
const SHEET = 'GET /api/qr-codes/sheets/:id';
const STYLE = 'PUT /api/qr-codes/style';
const SHEET_ID = '3f0c7f0e-6f1c-4f4e-9a53-0a4d1f2b7c11';
const AWAY = 'Printing is delayed. It will continue automatically.';

const picture = () => new Response('a picture', { headers: { 'Content-Type': 'image/png' } });

/** Opens QR Codes with these codes beside the main one; calls change them. */
function openCodes(names: readonly string[] = [], path = '/dashboard/qr'): UserEvent {
  let list = aCodeList(...names);
  const change = (id: string | undefined, to: Partial<Code>) => {
    list = { ...list, codes: list.codes.map((code) => (code.id === id ? { ...code, ...to } : code)) };
    return list.codes.find((code) => code.id === id);
  };
  const add = (added: Code[]) => {
    list = { ...list, codes: [...list.codes, ...added] };
    return added;
  };
  api.answers(LIST, () => list);
  api.responds('GET /api/qr-codes/:id/image', picture);
  api.answers('POST /api/qr-codes', ({ name }: { name: string }) => add([aCode(name)])[0]);
  api.answers('POST /api/qr-codes/run', ({ prefix, from, to }: { prefix: string; from: number; to: number }) => ({
    codes: add(Array.from({ length: to - from + 1 }, (_, at) => aCode(`${prefix} ${from + at}`))),
  }));
  api.answers('PUT /api/qr-codes/:id', (sent: { name: string }, { id }) => change(id, sent));
  api.answers('DELETE /api/qr-codes/:id', (_: never, { id }) => {
    change(id, { retiredAt: '2026-11-21T18:00:00.000Z' });
    return undefined;
  });
  api.answers(STYLE, (sent: Partial<CodeStyle>) => {
    list = { ...list, style: { ...list.style, ...sent } };
    return list.style;
  });
  return openApp(path, { as: aUser() });
}

const list = () => screen.findByRole('list', { name: 'Codes' });
const rows = async () => within(await list()).getAllByRole('listitem');
const row = async (name: string) => (await rows()).find((one) => within(one).queryByText(name)) as HTMLElement;
const box = (name: string) => screen.findByRole('checkbox', { name });
const dialog = () => within(screen.getByRole('dialog'));
const isTicked = async (name: string) => (await box(name)).getAttribute('aria-checked') === 'true';

describe('The codes of a restaurant', () => {
  it('are added one by one, and chosen for printing', async () => {
    const user = openCodes();
    await press(user, 'Add Your First Codes');
    fill(dialog().getByLabelText('Name'), 'Takeout bag');
    await pressInDialog(user, 'Add Code');
    await expectToast('Code added', '1 code ready to print.');
    expect(await rows()).toHaveLength(2);
    expect(await isTicked('Takeout bag')).toBe(true);
    screen.getByText('1 selected');
  });

  it('are refused at the field: no name, a name that is taken, a run that ends before it begins, a run too long', async () => {
    const user = openCodes(['Window']);
    const form = () => screen.getByRole('dialog');
    await press(user, 'Add Codes');
    await pressInDialog(user, 'Add Code');
    await expectRefusal('Name', 'Name is required.', form());
    const taken = 'A code named “Window” already exists.';
    api.refuses('POST /api/qr-codes', 'conflict', taken);
    fill(dialog().getByLabelText('Name'), 'Window');
    await pressInDialog(user, 'Add Code');
    await expectRefusal('Name', taken, form());
    await user.click(dialog().getByRole('radio', { name: 'Numbered set' }));
    for (const [last, message] of [
      ['0', "The last number can't be below the first."],
      ['201', 'A set can have at most 200 codes.'],
    ] as const) {
      fill(dialog().getByLabelText('Last number'), last);
      await pressInDialog(user, 'Add Codes');
      await expectRefusal('Last number', message, form());
    }
    expect(calls.count('POST /api/qr-codes/run')).toBe(0);
  });

  it('are retired once one is sure: gone from the list, kept under Retired', async () => {
    const user = openCodes(['Old window']);
    const question = async () => within(await screen.findByRole('alertdialog'));
    await press(user, 'Retire Old window');
    (await question()).getByText(/Printed copies still lead to your menu\./);
    await user.click((await question()).getByRole('button', { name: 'Cancel' }));
    expect(calls.count('DELETE /api/qr-codes/oldwindow')).toBe(0);
    await press(user, 'Retire Old window');
    await user.click((await question()).getByRole('button', { name: 'Retire' }));
    await expectToast('Code retired', 'Find it under “Retired”.');
    expect(await rows()).toHaveLength(1);
    within(screen.getByRole('list', { name: 'Retired codes' })).getByText('Old window');
  });

  it("say since which day they are retired, by the restaurant's clock", async () => {
    api.answers('GET /api/tenant', aTenant({ timeZone: 'Pacific/Auckland' }));
    api.answers(LIST, { ...aCodeList(), codes: [aCode('Old', { retiredAt: '2026-11-21T18:00:00.000Z' })] });
    openApp('/dashboard/qr', { as: aUser() });
    await screen.findByText('since Nov 22, 2026');
  });

  describe('in detail', { tags: 'full' }, () => {
    it("are shown on a card in the restaurant's look and its menu's language", async () => {
      const languages = { base: 'it', others: [] };
      api.answers('GET /api/tenant', aTenant({ name: 'Linden & Rye', look: { template: 'fine' }, languages }));
      openCodes();
      const card = await screen.findByText('Linden & Rye', { selector: '.look-name' });
      expect(card.closest<HTMLElement>('[data-template]')?.dataset).toMatchObject({
        template: 'fine',
        fonts: 'elegant',
      });
      screen.getByText('Inquadra per vedere il menù');
    });

    it('begin with the main code, which can be downloaded and renamed but not retired', async () => {
      const user = openCodes();
      const main = within(await row('Main code'));
      main.getByText('localhost:3000/q/maincode');
      main.getByRole('button', { name: 'Download Main code' });
      expect(main.queryByRole('button', { name: /Retire/ })).toBe(null);
      expect(main.queryByText('Main')).toBe(null);
      screen.getByText('A code for every place');

      await press(user, 'Rename Main code');
      fill(dialog().getByLabelText('Name'), 'Front door');
      const current = aCode('Entrance', { id: 'maincode', isMain: true });
      api.refuses('PUT /api/qr-codes/:id', 'changed-meanwhile', 'Changed.', { current }, { once: true });
      const release = api.holds('PUT /api/qr-codes/:id');
      await pressInDialog(user, 'Rename');
      // What is typed while it is saved would be lost with the dialog.
      await waitFor(() => expect(dialog().getByLabelText('Name').closest('[inert]')).not.toBeNull());
      release();
      expect((await dialog().findByRole('listitem')).textContent).toBe('NameNowEntranceYoursFront door');
      await pressInDialog(user, 'Keep My Changes');
      await expectToast('Code renamed', 'Printed codes stay the same.');
      // After the renaming it is still marked as the main code.
      within(await row('Front door')).getByText('Main');
      await expectFocus(() => screen.getByRole('button', { name: 'Rename Front door' }));
      expect(calls.body('PUT /api/qr-codes/maincode')).toEqual({ name: 'Front door' });
      expect(calls.last('PUT /api/qr-codes/maincode')?.headers['if-match']).toBe(`"${entityTag(current)}"`);
    });

    it('are added as a run, and chosen for printing without the main code', async () => {
      const user = openCodes();
      await press(user, 'Add Codes');
      await user.click(dialog().getByRole('radio', { name: 'Numbered set' }));
      fill(dialog().getByLabelText('Last number'), '40');
      await dialog().findByText('40 codes: Table 1 to Table 40');
      await pressInDialog(user, 'Add Codes');
      await expectToast('Codes added', '40 codes ready to print.');
      expect(await rows()).toHaveLength(41);
      expect([await isTicked('Table 40'), await isTicked('Main code')]).toEqual([true, false]);
      screen.getByText('40 selected');
    });

    it('that were typed are asked about, also while the other form is shown', async () => {
      const user = openCodes();
      await press(user, 'Add Codes');
      fill(dialog().getByLabelText('Name'), 'Terrace');
      await user.click(dialog().getByRole('radio', { name: 'Numbered set' }));
      await user.keyboard('{Escape}');
      const question = within(await screen.findByRole('alertdialog'));
      await user.click(question.getByRole('button', { name: 'Keep Editing' }));
      await user.click(dialog().getByRole('radio', { name: 'Single code' }));
      expect(dialog().getByLabelText<HTMLInputElement>('Name').value).toBe('Terrace');
    });

    it('are found by their names among many', async () => {
      const user = openCodes(Array.from({ length: 40 }, (_, at) => `Table ${at + 1}`));
      const search = await screen.findByRole('searchbox', { name: 'Search codes' });
      fill(search, 'table 12');
      await waitFor(async () => expect(await rows()).toHaveLength(1));
      await user.click(await box('Select all results'));
      screen.getByText('1 selected');
      fill(search, 'roof');
      await screen.findByText('No codes found');
      await press(user, 'Show All Codes');
      expect(await rows()).toHaveLength(41);
      expect(await isTicked('Table 12')).toBe(true);
    });

    it('say how often each was scanned; a dash while that is not known', async () => {
      const sources = [{ codeId: 'window', name: 'Window', views: 3, scans: 1234 }];
      api.answers('GET /api/analytics', someAnalytics({ hasData: true, sources }));
      const release = api.holds('GET /api/analytics');
      openCodes(['Window']);
      within(await row('Window')).getByText('Scans unknown');
      within(await row('Window')).getByText('–');
      release();
      await waitFor(async () => within(await row('Window')).getByText('1,234 scans'));
      within(await row('Main code')).getByText('0 scans');
    });

    it('are downloaded in three sizes or as SVG; a failure is a toast', async () => {
      const user = openCodes(['Table 4']);
      const names = downloads();
      const disposition = 'attachment; filename="table-4-qr.svg"';
      api.responds(
        'GET /api/qr-codes/:id/image',
        () => new Response('', { headers: { 'Content-Disposition': disposition } }),
      );
      await press(user, 'Download Table 4');
      const items = await screen.findAllByRole('menuitem');
      expect(items.map(({ textContent }) => textContent)).toEqual([
        'PNG, small512 px',
        'PNG, medium1024 px',
        'PNG, large2048 px',
        'SVGany size',
      ]);
      await user.click(items[3] as HTMLElement);
      await waitFor(() => expect(names).toEqual(['table-4-qr.svg']));
      expect(calls.last('GET /api/qr-codes/table4/image')?.search).toBe('?format=svg');
      api.fails('GET /api/qr-codes/:id/image', 500);
      const fail = api.holds('GET /api/qr-codes/:id/image');
      await press(user, 'Download Table 4');
      await user.click(await screen.findByRole('menuitem', { name: /PNG, small/ }));
      await goTo(user, 'Categories');
      fail();
      await expectToast('Download failed', "The code couldn't be downloaded. Please try again.");
    });
  });
});

describe('The list of codes', () => {
  it('that could not be loaded says so, still gives the main code, and is asked for again', async () => {
    const user = openCodes();
    api.fails(LIST, 500);
    await screen.findByText("Couldn't load your codes");
    screen.getByRole('button', { name: 'Generate QR Code' });
    api.answers(LIST, aCodeList());
    await press(user, 'Try Again');
    await list();
  });
});

/** Answers a sheet's order and progress. */
function answerSheet(progress: object) {
  api.answers(SHEETS, { id: SHEET_ID });
  api.answers(SHEET, progress);
}

describe('Print Sheet', () => {
  it('is there before anything is selected, and then prints all codes', async () => {
    const user = openCodes(['Table 1', 'Table 2']);
    await press(user, 'Print Sheet');
    dialog().getByText('All 3 codes. To print only some, select them first.');
    answerSheet({ state: 'waiting', done: 0, total: 3 });
    await pressInDialog(user, 'Create PDF');
    await dialog().findByText('Waiting in line…');
    expect((calls.body(SHEETS) as SheetInput).codeIds).toEqual(['maincode', 'table1', 'table2']);
  });

  it('that is refused says why; codes that were retired elsewhere are gone from the list', async () => {
    const user = openCodes(['Table 1']);
    const message = 'Some of these codes are no longer in use.';
    api.refuses(SHEETS, 'validation-failed', message);
    await press(user, 'Print Sheet');
    api.answers(LIST, aCodeList());
    await pressInDialog(user, 'Create PDF');
    await waitFor(() => within(dialog().getByRole('alert')).getByText(message));
    await user.keyboard('{Escape}');
    await waitFor(async () => expect(await rows()).toHaveLength(1));
  });

  describe('in detail', { tags: 'full' }, () => {
    it('says which names the cards leave out, because no font has their letters', async () => {
      const user = openCodes(['Table 1', 'მაგიდა 2']);
      await press(user, 'Print Sheet');
      await dialog().findByText("Left off the cards because some letters can't be printed:", { exact: false });
      expect(dialog().getByText('მაგიდა 2').tagName).toBe('BDI');
      // Images have no names on them.
      await user.click(dialog().getByRole('radio', { name: 'ZIP of PNGs' }));
      expect(dialog().queryByText('მაგიდა 2')).toBe(null);
    });

    it('prints what is selected; Clear selects nothing', async () => {
      const user = openCodes(['Table 1', 'Table 2']);
      await user.click(await box('Table 2'));
      const buttons = await screen.findAllByRole('button', { name: 'Print Sheet' });
      await user.click(buttons.at(-1) as HTMLElement);
      dialog().getByText('1 code selected.');
      dialog().getByText('1 code on 1 page');
      await pressInDialog(user, 'Cancel');
      await press(user, 'Clear');
      expect(await isTicked('Table 2')).toBe(false);
    });

    it("says where to set the guests' Wi-Fi, for a code of it on the cards", async () => {
      const user = openCodes(['Table 1']);
      await press(user, 'Print Sheet');
      expect(dialog().getByRole('link', { name: 'add it in Settings' }).getAttribute('href')).toBe('/settings/links');
    });

    it("has the guests' Wi-Fi on each card, if one likes", async () => {
      api.answers('GET /api/tenant', aTenant({ wifi: { name: 'Rosa' } }));
      const user = openCodes(['Table 1']);
      await press(user, 'Print Sheet');
      // Not the checkbox's unseen input.
      await expectFocus(() => dialog().getByRole('radio', { name: 'PDF to print' }));
      await user.click(dialog().getByRole('checkbox', { name: 'Add your guest Wi-Fi' }));
      answerSheet({ state: 'waiting', done: 0, total: 2 });
      await pressInDialog(user, 'Create PDF');
      await waitFor(() => expect(calls.body(SHEETS)).toMatchObject({ wifi: true }));
    });

    it("begins with the paper of the browser's region, and says how many pages each layout takes", async () => {
      // The test's browser speaks American English.
      const user = openCodes(['Table 1', 'Table 2', 'Table 3', 'Table 4']);
      await press(user, 'Print Sheet');
      expect(dialog().getByRole('radio', { name: 'Letter' }).getAttribute('aria-checked')).toBe('true');
      dialog().getByText('5 codes on 2 pages');
      await user.click(dialog().getByRole('radio', { name: /Table tent/ }));
      dialog().getByText('5 codes on 5 pages');
      await user.click(dialog().getByRole('radio', { name: 'A4' }));
      answerSheet({ state: 'done', done: 5, total: 5, fileName: 'a-sheet.pdf' });
      await pressInDialog(user, 'Create PDF');
      const ready = await dialog().findByRole('button', { name: 'Download PDF' });
      await expectFocus(() => ready);
      expect(calls.body(SHEETS)).toMatchObject({ paper: 'A4', layout: 'tent', format: 'pdf' });
      // It is among the printed sheets now.
      await waitFor(() => expect(calls.count('GET /api/qr-codes/sheets')).toBe(2));
      const names = downloads();
      api.responds('GET /api/qr-codes/sheets/:id/file', () => new Response('%PDF'));
      await user.click(ready);
      await waitFor(() => expect(names).toEqual(['a-sheet.pdf']));
    });

    it('as a zip has neither layout nor paper', async () => {
      const user = openCodes(['Table 1']);
      await press(user, 'Print Sheet');
      await user.click(dialog().getByRole('radio', { name: 'ZIP of PNGs' }));
      expect(dialog().queryByRole('radiogroup', { name: 'Layout' })).toBe(null);
      expect(dialog().queryByRole('radiogroup', { name: 'Paper' })).toBe(null);
      dialog().getByText('2 pictures');
      answerSheet({ state: 'done', done: 2, total: 2, fileName: 'codes.zip' });
      await pressInDialog(user, 'Create ZIP');
      await dialog().findByRole('button', { name: 'Download ZIP' });
    });

    it('shows how far it is, and why it failed', async () => {
      const user = openCodes(['Table 1']);
      answerSheet({ state: 'working', done: 12, total: 40 });
      await press(user, 'Print Sheet');
      await pressInDialog(user, 'Create PDF');
      await dialog().findByText('12 of 40');
      const bar = dialog().getByRole('progressbar', { name: 'Codes created' });
      expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['12', '40']);
      const reason = 'One of the codes could not be drawn.';
      api.answers(SHEET, { state: 'failed', done: 12, total: 40, reason });
      await waitFor(() => within(dialog().getByRole('alert')).getByText(reason));
      await pressInDialog(user, 'Try Again');
      await dialog().findByRole('button', { name: 'Create PDF' });
    });

    it('that can not be ordered says that the workers are away, and goes on by itself', async () => {
      const user = openCodes(['Table 1']);
      api.refuses(SHEETS, 'unavailable', 'Printing is not available right now.');
      await press(user, 'Print Sheet');
      await pressInDialog(user, 'Create PDF');
      await dialog().findByText(AWAY);
      answerSheet({ state: 'done', done: 2, total: 2, fileName: 'a-sheet.pdf' });
      await dialog().findByRole('button', { name: 'Download PDF' });
    });

    it('that nobody takes up says that the workers are away', async () => {
      const user = openCodes(['Table 1']);
      answerSheet({ state: 'waiting', done: 0, total: 2, reason: 'Printing waits.' });
      await press(user, 'Print Sheet');
      await pressInDialog(user, 'Create PDF');
      await dialog().findByText(AWAY);
    });
  });
});

describe('Printed sheets', () => {
  const aSheet = (rest: Partial<PrintedSheet> = {}): PrintedSheet => ({
    id: crypto.randomUUID(),
    madeAt: '2026-11-20T18:00:00.000Z',
    codeIds: ['table1', 'table2'],
    paper: 'A4',
    layout: '4',
    wifi: false,
    changes: {
      since: 3,
      now: 9,
      isKnown: true,
      prices: 0,
      gone: 0,
      added: 0,
      soldOut: 0,
      choicesGone: 0,
      choicesSoldOut: 0,
    },
    ...rest,
  });
  const changed = (rest: Partial<NonNullable<PrintedSheet['changes']>>) => {
    const sheet = aSheet();
    return { ...sheet, changes: sheet.changes && { ...sheet.changes, ...rest } };
  };
  const texts = async (sheets: PrintedSheet[]) => {
    api.answers('GET /api/qr-codes/sheets', { sheets });
    openCodes(['Table 1', 'Table 2']);
    const found = within(await screen.findByRole('list', { name: 'Printed sheets' }));
    return found.getAllByRole('listitem').map((one) => [...one.querySelectorAll('p, span')].map((p) => p.textContent));
  };

  it('say how they were printed, and nothing of prices that changed since, because cards show none', async () => {
    const printed = 'November 20, 2026 · 2 codes · 4 per page · A4';
    expect(await texts([changed({ prices: 2 }), aSheet({ wifi: true })])).toEqual([
      ['Table 1 and Table 2', printed],
      ['Table 1 and Table 2', `${printed} · Wi-Fi`],
    ]);
  });

  describe('in detail', { tags: 'full' }, () => {
    it('name at most three codes', async () => {
      const codeIds = ['table1', 'gone', 'table2', 'maincode', 'another'];
      expect(await texts([aSheet({ codeIds, changes: null })])).toEqual([
        ['Table 1, A retired code, Table 2, and 2 more', 'November 20, 2026 · 5 codes · 4 per page · A4'],
      ]);
    });

    it('are printed again without the codes that were retired, as they were printed before', async () => {
      api.answers('GET /api/qr-codes/sheets', {
        sheets: [aSheet({ codeIds: ['table1', 'gone'], paper: 'A4', layout: '12' }), aSheet({ codeIds: ['gone'] })],
      });
      const user = openCodes(['Table 1', 'Table 2']);
      await press(user, 'Print Table 1 and A retired code again');
      await dialog().findByText('1 code, 12 times on 1 page');
      const chosen = dialog().getAllByRole('radio', { checked: true });
      expect(chosen.map(({ textContent }) => textContent)).toEqual(['PDF to print', '12 per pageStickers', 'A4']);
      await user.keyboard('{Escape}');
      await press(user, 'Print A retired code again');
      await expectToast('Nothing to print', 'All codes on this sheet are retired.');
    });

    it.each([
      ['with their Wi-Fi', { name: 'Rosa' }, 'true'],
      ['without a Wi-Fi that is gone', undefined, undefined],
    ])('are printed again %s', async (_what, wifi, isTicked) => {
      api.answers('GET /api/tenant', aTenant({ wifi }));
      api.answers('GET /api/qr-codes/sheets', { sheets: [aSheet({ codeIds: ['table1'], wifi: true })] });
      const user = openCodes(['Table 1']);
      await press(user, 'Print Table 1 again');
      await dialog().findByText('1 code, 4 times on 1 page');
      const box = dialog().queryByRole('checkbox', { name: 'Add your guest Wi-Fi' });
      expect(box?.getAttribute('aria-checked') ?? undefined).toBe(isTicked);
      answerSheet({ state: 'waiting', done: 0, total: 1 });
      await pressInDialog(user, 'Create PDF');
      await waitFor(() => expect(calls.body(SHEETS)).toMatchObject({ wifi: wifi !== undefined }));
    });

    it('are not shown before the first one', async () => {
      openCodes(['Table 1']);
      await row('Table 1');
      expect(screen.queryByText('Printed sheets')).toBeNull();
    });
  });
});

it('whether guests with a printed menu are told what changed is switched off and on, and takes effect at once', async () => {
  api.answers('PUT /api/tenant', ({ printedChanges }: { printedChanges: boolean | null }) =>
    aTenant(printedChanges === null ? {} : { printedChanges }),
  );
  const user = openCodes();
  const toggle = () => screen.findByRole('switch', { name: 'Say what changed since printing' });
  expect((await toggle()).getAttribute('aria-checked')).toBe('true');
  for (const printedChanges of [false, null]) {
    await user.click(await toggle());
    await waitFor(async () =>
      expect((await toggle()).getAttribute('aria-checked')).toBe(String(printedChanges === null)),
    );
    await waitFor(async () => expect((await toggle()).hasAttribute('disabled')).toBe(false));
    expect(calls.body('PUT /api/tenant')).toMatchObject({ printedChanges });
  }
});

describe('The style of the codes', () => {
  it('is previewed while it is chosen, and saved; only what changed is sent', async () => {
    const user = openCodes();
    await press(user, 'Change Style');
    await dialog().findByRole('img', { name: 'Your main code as printed' });
    fill(dialog().getByLabelText('Code color'), '#0b5a3c');
    fill(dialog().getByLabelText(/^Caption/), 'Scan for our menu');
    within(await dialog().findByRole('img', { name: 'Preview of your style' })).getByText('Scan for our menu');

    const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
    const upload = userEventUpload(user, input);
    await upload(new File(['GIF'], 'logo.gif', { type: 'image/gif' }));
    await dialog().findByText('The logo must be a PNG or JPEG image.');
    await upload(new File([new Uint8Array(201 * 1024)], 'big.png', { type: 'image/png' }));
    await dialog().findByText('The logo can be at most 200 KB.');
    await upload(new File(['PNG'], 'logo.png', { type: 'image/png' }));
    await dialog().findByRole('img', { name: 'Your logo' });
    await pressInDialog(user, 'Save Style');
    await expectToast('Style saved', 'New prints will look like this.');
    expect(calls.body(STYLE)).toEqual({
      foreground: '#0b5a3c',
      caption: 'Scan for our menu',
      logo: `data:image/png;base64,${btoa('PNG')}`,
    });

    await press(user, 'Change Style');
    await pressInDialog(user, 'Remove logo');
    await pressInDialog(user, 'Save Style');
    await waitFor(() => expect(calls.body(STYLE)).toEqual({ logo: null }));
  });

  describe('in detail', { tags: 'full' }, () => {
    it('is previewed with its whole caption, also where letters are wide', async () => {
      const user = openCodes();
      await press(user, 'Change Style');
      fill(dialog().getByLabelText(/^Caption/), 'メニューはこちらからご覧ください');
      const caption = await dialog().findByText('メニューはこちらからご覧ください');
      const width = Number(caption.closest('svg')?.getAttribute('viewBox')?.split(' ')[2]);
      expect(Number(caption.getAttribute('font-size')) * 16).toBeLessThan(width);
    });

    it('takes the logo of the menu, in its smallest JPEG', async () => {
      const folder: `/m/${string}` = `/m/${'a'.repeat(32)}/${'b'.repeat(24)}-900x900-884422`;
      api.answers('GET /api/tenant', aTenant({ logo: `${folder}/900.jpg` }));
      api.responds(`GET ${folder}/640.jpg`, () => new Response('JPEG', { headers: { 'Content-Type': 'image/jpeg' } }));
      const user = openCodes();
      await press(user, 'Change Style');
      await user.click(await dialog().findByRole('button', { name: "Use the Menu's Logo" }));
      await dialog().findByRole('img', { name: 'Your logo' });
      expect(dialog().queryByRole('button', { name: "Use the Menu's Logo" })).toBeNull();
      await pressInDialog(user, 'Save Style');
      await waitFor(() => expect(calls.body(STYLE)).toEqual({ logo: `data:image/jpeg;base64,${btoa('JPEG')}` }));
    });
  });
});

/** Chooses a file, of a type that the picker would not offer too. */
const userEventUpload = (user: UserEvent, input: HTMLInputElement) => (file: File) => {
  input.removeAttribute('accept');
  return user.upload(input, file);
};

describe('The QR dialog', () => {
  const CODE = 'GET /api/qr-code';
  const ANSWER = {
    qrCode: `data:image/png;base64,${btoa('a picture')}`,
    menuUrl: 'http://localhost:3000/menu/osteria-della-prova',
  };
  const image = () => screen.findByRole('img', { name: 'QR code of your menu' });

  it.each([
    { screenName: 'QR Codes', path: '/dashboard/qr', button: 'Generate QR Code', specItem: 'S2.61' },
    { screenName: 'Settings', path: '/settings', button: 'View QR Code', specItem: 'S2.67' },
  ])(
    "opens from the button '$button' of $screenName, and only then asks for the code [$specItem S4.11]",
    async ({ path, button }) => {
      const user = openCodes([], path);
      api.answers(CODE, ANSWER);
      await press(user, button);
      expect((await image()).getAttribute('src')).toBe(ANSWER.qrCode);
      expect(calls.count(CODE)).toBe(1);
      await user.keyboard('{Escape}');
      await expectFocus(() => screen.getByRole('button', { name: button }));
      await press(user, button);
      await image();
      // Asked for only once, since the code does not change.
      expect(calls.count(CODE)).toBe(1);
      await pressInDialog(user, 'Close');
      await expectFocus(() => screen.getByRole('button', { name: button }));
    },
  );

  it("says 'Failed to generate QR code. Please try again.' on error, and tries again [S2.70 S8.21]", async () => {
    const user = openCodes();
    api.fails(CODE, 500);
    await press(user, 'Generate QR Code');
    const failed = 'Failed to generate QR code. Please try again.';
    await waitFor(() => within(dialog().getByRole('alert')).getByText(failed));
    api.answers(CODE, ANSWER);
    await pressInDialog(user, 'Try Again');
    await image();
    expect(screen.queryByText(failed)).toBe(null);
  });

  describe('in detail', { tags: 'full' }, () => {
    it('shows skeletons while the code is generated [S2.69]', async () => {
      const user = openCodes();
      api.answers(CODE, ANSWER);
      const release = api.holds(CODE);
      await press(user, 'Generate QR Code');
      await screen.findByText('Generating the QR code…');
      const skeletons = () => document.querySelectorAll('[role=dialog] [data-skeleton]').length;
      expect(skeletons()).toBe(5);
      release();
      await image();
      expect(skeletons()).toBe(0);
    });

    it('shows the menu URL, which can be copied, and the links [S2.68 S9.10]', async () => {
      const user = openCodes();
      api.answers(CODE, ANSWER);
      await press(user, 'Generate QR Code');
      await image();
      expect(dialog().getByRole<HTMLInputElement>('textbox', { name: 'Menu URL' }).value).toBe(ANSWER.menuUrl);
      const download = dialog().getByRole('link', { name: 'Download QR Code' });
      expect([download.getAttribute('href'), download.getAttribute('download')]).toEqual([
        ANSWER.qrCode,
        'menu-qr-code.png',
      ]);
      const view = dialog().getByRole('link', { name: 'View Menu' });
      expect([view.getAttribute('href'), view.getAttribute('target')]).toEqual([ANSWER.menuUrl, '_blank']);
      await pressInDialog(user, 'Copy Menu URL');
      await screen.findByText('Menu URL copied');
      expect(await navigator.clipboard.readText()).toBe(ANSWER.menuUrl);
    });

    it.each([
      ['QR Codes', '/dashboard/qr', 'Generate QR Code'],
      ['Settings', '/settings', 'View QR Code'],
    ])('of %s leads on to printing the main code', async (_, path, button) => {
      const user = openCodes(['Table 1'], path);
      api.answers(CODE, ANSWER);
      await press(user, button);
      await user.click(await screen.findByRole('link', { name: 'Print Cards' }));
      await screen.findByRole('dialog', { name: 'Print Sheet' });
      await expectPath('/dashboard/qr');
      dialog().getByText('1 code on 1 page');
      answerSheet({ state: 'waiting', done: 0, total: 1 });
      await pressInDialog(user, 'Create PDF');
      await waitFor(() => expect((calls.body(SHEETS) as SheetInput).codeIds).toEqual(['maincode']));
    });
  });
});
