import { PRINTED_SHEETS_MAX, printedSheets, sheet } from '@tavola/contracts/qr.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { mainCodeId } from '../src/code/code-store.ts';
import { EDGE, PAPER_POINTS } from '../src/sheet/pages.ts';
import { DPI, rasterised, readCode } from './read-code.ts';
import { type Owner, PUBLIC_ORIGIN, startQr } from './setup.ts';
import { sheetsOf } from './sheet-calls.ts';

// @module-tag full

const qr = await startQr();
const { call, owner } = qr;
qr.startWorker();
const { codesOf, make, progress, finished, file } = sheetsOf(qr);

// Drawing and reading many codes takes long on a slow machine.
vi.setConfig({ testTimeout: 90_000 });

/** The texts of the codes on a page, read cell by cell of a grid. */
async function readGrid(page: Buffer, paper: 'A4' | 'Letter', columns: number, rows: number) {
  const pixels = (points: number) => Math.floor((points * DPI) / 72);
  const { width, height } = PAPER_POINTS[paper];
  const cell = { width: (width - 2 * EDGE) / columns, height: (height - 2 * EDGE) / rows };
  const said: (string | null)[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const region = {
        left: pixels(EDGE + column * cell.width),
        top: pixels(EDGE + row * cell.height),
        width: pixels(cell.width),
        height: pixels(cell.height),
      };
      said.push(await readCode(page, region));
    }
  }
  return said;
}

/** What the codes of a printed sheet say: nothing of the menu's version, because cards show no prices. */
const linksOf = (ids: readonly string[]) => ids.map((id) => `${PUBLIC_ORIGIN}/q/${id}`);

/** It leaves its codes the least room. */
const LONG_NAME =
  'The Grand Old Harbour Brewery, Bakery and Oyster House at the End of the Pier, Founded in the Year 1872 by Sailors';

describe('a sheet of many tables', () => {
  // Three pages each, of which the last one has a single code.
  it.each([
    { paper: 'A4', layout: '4', columns: 2, rows: 2, tables: 9 },
    { paper: 'Letter', layout: '12', columns: 3, rows: 4, tables: 25 },
  ] as const)('is a PDF on $paper, $layout on a page, whose pages say all the right links', async (asked) => {
    const { tables } = asked;
    const ada = owner({ name: LONG_NAME });
    const ids = await codesOf(ada, tables);
    const id = await make(ada, { codeIds: ids, paper: asked.paper, layout: asked.layout });
    const done = await finished(ada, id);
    const fileName = `table-1-to-table-${tables}-qr-codes-${asked.paper.toLowerCase()}-${asked.layout}-per-page.pdf`;
    expect(done).toEqual({ state: 'done', done: tables, total: tables, fileName });

    const answer = await file(ada, id);
    expect(answer.disposition).toContain(fileName);
    expect(answer.type).toBe('application/pdf');
    const pages = await rasterised(answer.file);
    expect(pages).toHaveLength(3);
    const said: (string | null)[] = [];
    for (const page of pages) said.push(...(await readGrid(page, asked.paper, asked.columns, asked.rows)));
    expect(said.filter(Boolean)).toEqual(linksOf(ids));
  });

  it('is a zip of images with descriptive names', async () => {
    const ada = owner();
    const ids = await codesOf(ada, 5);
    const id = await make(ada, { codeIds: ids, format: 'zip' });
    expect(await finished(ada, id)).toMatchObject({ state: 'done', fileName: 'table-1-to-table-5-qr-codes.zip' });
    const entries = Object.entries(unzipSync(new Uint8Array((await file(ada, id)).file)));
    expect(entries.map(([name]) => name)).toEqual(ids.map((_, at) => `table-${at + 1}-qr-1024.png`));
    const said: (string | null)[] = [];
    for (const [, png] of entries) said.push(await readCode(Buffer.from(png)));
    // Images may be used for anything, so they do not age.
    expect(said).toEqual(ids.map((id) => `${PUBLIC_ORIGIN}/q/${id}`));
  });
});

describe('a sheet of one', () => {
  it('may be a table tent: a code on each side, the second upside down', async () => {
    const ada = owner();
    const ids = await codesOf(ada, 1);
    const id = await make(ada, { codeIds: ids, layout: 'tent' });
    expect((await finished(ada, id)).fileName).toBe('table-1-qr-code-a4-table-tents.pdf');
    const [page, ...more] = await rasterised((await file(ada, id)).file);
    expect(more).toEqual([]);
    expect(await readGrid(page as Buffer, 'A4', 1, 2)).toEqual([...linksOf(ids), ...linksOf(ids)]);
  });

  it('fills its page: cards to cut out for many tables', async () => {
    const ada = owner();
    const ids = await codesOf(ada, 1);
    const id = await make(ada, { codeIds: ids, layout: '4' });
    expect(await finished(ada, id)).toMatchObject({ done: 1, total: 1, fileName: 'table-1-qr-code-a4-4-per-page.pdf' });
    const [page, ...more] = await rasterised((await file(ada, id)).file);
    expect(more).toEqual([]);
    expect(await readGrid(page as Buffer, 'A4', 2, 2)).toEqual(Array(4).fill(linksOf(ids)[0]));
  });
});

describe("a sheet with the guests' Wi-Fi", () => {
  it('has a second code on each card, which joins it; it is refused where there is none', async () => {
    const ada = owner();
    const ids = await codesOf(ada, 1);
    const ask = { codeIds: ids, layout: '1', wifi: true } as const;
    expectProblem(await call('POST', '/api/qr-codes/sheets', { token: ada.token, body: ask }), 400, ['wifi']);
    ada.tenant.wifi = { name: 'Ada; Bar', password: 'sugo di nonna' };
    const id = await make(ada, ask);
    await finished(ada, id);
    const [page] = await rasterised((await file(ada, id)).file);
    const { width, height } = await sharp(page).metadata();
    const from = Math.floor(height * 0.74);
    const part = (top: number, bottom: number) =>
      readCode(page as Buffer, { left: 0, top, width, height: bottom - top });
    expect(await part(0, from)).toBe(linksOf(ids)[0]);
    expect(await part(from, height)).toBe('WIFI:T:WPA;S:Ada\\; Bar;P:sugo di nonna;;');
  });
});

describe('the same sheet, requested twice', () => {
  it('is made once, and anew after a change', async () => {
    const ada = owner();
    const ids = await codesOf(ada, 3);
    const [one, same] = await Promise.all([make(ada, { codeIds: ids }), make(ada, { codeIds: ids })]);
    expect(same).toBe(one);
    expect(await make(ada, { codeIds: [...ids].reverse() })).not.toBe(one);
    const body = { name: 'Terrace' };
    await call('PUT', `/api/qr-codes/${ids[0]}`, { token: ada.token, body });
    const renamed = await make(ada, { codeIds: ids });
    expect(renamed).not.toBe(one);
    ada.tenant.name = 'Another Name';
    expect(await make(ada, { codeIds: ids })).not.toBe(renamed);
  });
});

describe('the cards of a sheet', () => {
  it("show the restaurant's name and theme color, and no name of the main code", async () => {
    const ada = owner({ name: 'Osteria della Prova', themeColor: '#b91c1c' });
    const main = await mainCodeId(qr.deps.db, ada.tenant.id);
    const [table = ''] = await codesOf(ada, 1);
    const id = await make(ada, { codeIds: [main, table], layout: '1' });
    expect((await finished(ada, id)).fileName).toBe('main-code-to-table-1-qr-codes-a4-1-per-page.pdf');
    const [{ content } = { content: {} }] = await qr.database.rows<{ content: object }>(
      'SELECT content FROM qr.sheet WHERE id = $1',
      [id],
    );
    expect(content).toMatchObject({
      restaurant: { name: 'Osteria della Prova', themeColor: '#b91c1c', language: 'en' },
      codes: [
        { name: 'Main code', isMain: true },
        { name: 'Table 1', isMain: false },
      ],
    });
    const { file: pdf } = await file(ada, id);
    expect(pdf.includes('Main code')).toBe(false);
    const pages = await rasterised(pdf);
    const said: (string | null)[] = [];
    for (const page of pages) said.push(await readCode(page));
    expect(said).toEqual(linksOf([main, table]));
  });

  it("follow the restaurant's template and fonts, and its menu's language", async () => {
    const ada = owner({ name: LONG_NAME, themeColor: '#b91c1c' });
    const [table = ''] = await codesOf(ada, 1);
    const draw = async () => {
      const id = await make(ada, { codeIds: [table], layout: '1' });
      await finished(ada, id);
      const [page] = await rasterised((await file(ada, id)).file);
      expect(await readCode(page as Buffer)).toBe(linksOf([table])[0]);
      const [row] = await qr.database.rows<{ restaurant: object }>(
        "SELECT content -> 'restaurant' AS restaurant FROM qr.sheet WHERE id = $1",
        [id],
      );
      return { id, page: (page as Buffer).toString('base64'), restaurant: row?.restaurant };
    };
    const plain = await draw();
    expect(plain.restaurant).toEqual({ name: LONG_NAME, themeColor: '#b91c1c', language: 'en' });
    // How dishes stand on the page does not show on cards.
    ada.tenant.look = { layout: 'cards' };
    expect(await make(ada, { codeIds: [table], layout: '1' })).toBe(plain.id);

    const look = { template: 'fine', fonts: 'rounded' };
    ada.tenant.look = look;
    const drawn = await draw();
    expect(drawn.restaurant).toMatchObject({ look, language: 'en' });
    expect(drawn.page).not.toBe(plain.page);
    ada.tenant.languages = { base: 'it', others: [] };
    const italian = await draw();
    expect(italian.restaurant).toMatchObject({ look, language: 'it' });
    expect(italian.page).not.toBe(drawn.page);
  });

  it('of a sheet stored by an older release are drawn without a name', async () => {
    const ada = owner();
    const look = { foreground: '#000000', background: '#ffffff', caption: null, logoHash: null };
    const codes = [{ name: 'Table 1', text: `${PUBLIC_ORIGIN}/q/k7m2p9xw` }];
    const [{ id } = { id: '' }] = await qr.database.rows<{ id: string }>(
      `INSERT INTO qr.sheet (id, tenant_id, hash, content, total, file_name, expires_at)
       VALUES (gen_random_uuid(), $1, 'older', $2, 1, 'table-1.pdf', now() + interval '1 day') RETURNING id`,
      [ada.tenant.id, JSON.stringify({ format: 'pdf', paper: 'A4', layout: '1', look, codes })],
    );
    expect((await finished(ada, id)).state).toBe('done');
    const [page] = await rasterised((await file(ada, id)).file);
    expect(await readCode(page as Buffer)).toBe(`${PUBLIC_ORIGIN}/q/k7m2p9xw`);
  });
});

describe('POST /api/qr-codes/sheets', () => {
  const post = ({ token }: Owner, body: object) => call('POST', '/api/qr-codes/sheets', { token, body });

  it('refuses retired codes', async () => {
    const ada = owner();
    const [first = '', second = ''] = await codesOf(ada, 2);
    await call('DELETE', `/api/qr-codes/${second}`, { token: ada.token });
    expectProblem(await post(ada, { codeIds: [first, second] }), 400, ['codeIds']);
  });
});

describe('GET /api/qr-codes/sheets', () => {
  const list = async ({ token }: ReturnType<typeof owner>) => {
    const { status, body } = await call('GET', '/api/qr-codes/sheets', { token });
    expect(status).toBe(200);
    return printedSheets.parse(body).sheets;
  };

  it('lists what was printed, newest first, and what changed on the menu since', async () => {
    const [ada, other] = [owner(), owner()];
    const ids = await codesOf(ada, 2);
    ada.tenant.wifi = { name: 'Ada', password: 'sugo di nonna' };
    const asked = { codeIds: ids, paper: 'Letter', layout: 'tent', wifi: true } as const;
    const first = await make(ada, asked);
    expect(await make(ada, asked)).toBe(first);
    await make(ada, { codeIds: ids, format: 'zip' });
    qr.menu.version += 2;
    await finished(ada, first);
    const second = await make(ada, { codeIds: [ids[0] as string] });
    await finished(ada, second);
    expect(await list(ada)).toMatchObject([
      { id: second, codeIds: [ids[0]], paper: 'A4', layout: '4', wifi: false, changes: { prices: 0, isKnown: true } },
      { id: first, ...asked, changes: { prices: 2, since: qr.menu.version - 2 } },
    ]);
    expect(await list(other)).toEqual([]);
    await qr.database.rows('DELETE FROM qr.sheet WHERE tenant_id = $1', [ada.tenant.id]);
    expect(await list(ada)).toHaveLength(2);
    // A comparison that takes long holds nothing up.
    qr.menu.answersAfterMs = 1_500;
    expect(await list(ada)).toMatchObject([{ changes: null }, { changes: null }]);
    qr.menu.answersAfterMs = 0;
  });

  it('keeps only the newest', async () => {
    const ada = owner();
    const [id] = await codesOf(ada, 1);
    await qr.database.rows(
      `INSERT INTO qr.printed_sheet (tenant_id, id, version, made_at, code_ids, paper, layout)
       SELECT $1, gen_random_uuid(), 1, now() - n * interval '1 day', '{}', 'A4', '4' FROM generate_series(1, $2::int) AS n`,
      [ada.tenant.id, PRINTED_SHEETS_MAX],
    );
    const newest = await make(ada, { codeIds: [id as string] });
    await finished(ada, newest);
    const sheets = await list(ada);
    expect([sheets.length, sheets[0]?.id]).toEqual([PRINTED_SHEETS_MAX, newest]);
  });
});

describe('a sheet', () => {
  it('expires after a day; a worker deletes its file, and images unused for three months', async () => {
    const [ada, bea] = [owner(), owner()];
    const [old, young] = [
      await make(ada, { codeIds: await codesOf(ada, 1) }),
      await make(bea, { codeIds: await codesOf(bea, 1) }),
    ];
    for (const [who, id] of [
      [ada, old],
      [bea, young],
    ] as const)
      await finished(who, id);
    await qr.database.rows("UPDATE qr.sheet SET expires_at = now() - interval '1 second' WHERE id = $1", [old]);
    expectProblem(await progress(ada, old), 404);
    const picture = async (days: number) =>
      (
        await qr.database.rows<{ hash: string }>(
          `INSERT INTO qr.rendering (hash, code_id, bytes, created_at)
           VALUES (gen_random_uuid(), 'a-code', '', now() - make_interval(days => $1)) RETURNING hash`,
          [days],
        )
      )[0]?.hash;
    const [faded, fresh] = [await picture(91), await picture(89)];

    const { setInterval: every } = globalThis;
    const soon = vi
      .spyOn(globalThis, 'setInterval')
      .mockImplementation(((act: () => void, ms: number) =>
        every(act, ms === 10 * 60_000 ? 20 : ms)) as typeof setInterval);
    const worker = qr.startWorker();
    soon.mockRestore();
    onTestFinished(worker.close);
    const sheets = async () =>
      (await qr.database.rows<{ id: string }>('SELECT id FROM qr.sheet WHERE id = ANY ($1)', [[old, young]])).map(
        ({ id }) => id,
      );
    const pictures = async () =>
      (
        await qr.database.rows<{ hash: string }>('SELECT hash FROM qr.rendering WHERE hash = ANY ($1)', [
          [faded, fresh],
        ])
      ).map(({ hash }) => hash);
    await expect.poll(sheets).toEqual([young]);
    await expect.poll(pictures).toEqual([fresh]);
  });

  it('that can only fail says so, affects no other, and may be retried', async () => {
    const ada = owner();
    const ids = await codesOf(ada, 2);
    // No request can create this: its content is missing.
    const [{ id: poison } = { id: '' }] = await qr.database.rows<{ id: string }>(
      `INSERT INTO qr.sheet (id, tenant_id, hash, content, total, file_name, expires_at)
       VALUES (gen_random_uuid(), $1, 'poison', '{"format": "pdf", "look": {}}', 1, 'poison.pdf', now() + interval '1 day')
       RETURNING id`,
      [ada.tenant.id],
    );
    expect(sheet.parse((await progress(ada, poison)).body).state).toBe('waiting');
    expect((await finished(ada, await make(ada, { codeIds: ids }))).state).toBe('done');
    expect(await finished(ada, poison)).toEqual({
      state: 'failed',
      done: 0,
      total: 1,
      reason: "The codes couldn't be created. Please try again.",
    });
    expectProblem(await call('GET', `/api/qr-codes/sheets/${poison}/file`, { token: ada.token }), 404);
  });

  it('that no phone could read is refused with the reason, and was not printed', async () => {
    const ada = owner();
    const ids = await codesOf(ada, 1);
    // Written directly, to bypass the check of new styles.
    await qr.database.rows(
      "INSERT INTO qr.style (tenant_id, foreground, background) VALUES ($1, '#fefefe', '#ffffff')",
      [ada.tenant.id],
    );
    expect(await finished(ada, await make(ada, { codeIds: ids }))).toMatchObject({
      state: 'failed',
      reason: "Phones can't read the codes in this style. Please change the style and try again.",
    });
    expect((await call('GET', '/api/qr-codes/sheets', { token: ada.token })).body.sheets).toEqual([]);
  });
});

// Last: menu does not come back.
it('a sheet is printed without the menu’s version while menu is down, and the list shows its changes as unknown', async () => {
  const ada = owner();
  const ids = await codesOf(ada, 1);
  const printed = await make(ada, { codeIds: ids, layout: '1' });
  await finished(ada, printed);
  await qr.menu.close();
  const id = await make(ada, { codeIds: ids, layout: '1', paper: 'Letter' });
  await finished(ada, id);
  const [page] = await rasterised((await file(ada, id)).file);
  expect(await readCode(page as Buffer)).toBe(`${PUBLIC_ORIGIN}/q/${ids[0]}`);
  const { body } = await call('GET', '/api/qr-codes/sheets', { token: ada.token });
  expect(body.sheets).toMatchObject([{ id: printed, changes: null }]);
});
