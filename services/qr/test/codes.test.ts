import { entityTag } from '@tavola/contracts/entity-tag.ts';
import { codeList, codeRun, MAIN_CODE_NAME } from '@tavola/contracts/qr.ts';
import { agreedFetch } from '@tavola/test-kit/agreed-answers.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { whileUncommitted } from '@tavola/test-kit/uncommitted.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readCode } from './read-code.ts';
import { type Owner, PUBLIC_ORIGIN, startQr } from './setup.ts';

const qr = await startQr();
const { call, owner } = qr;
qr.startWorker();

const PATH = '/api/qr-codes';
const list = async ({ token }: Owner) => codeList.parse((await call('GET', PATH, { token })).body);
const add = ({ token }: Owner, name: string) => call('POST', PATH, { token, body: { name } });
const run = ({ token }: Owner, body: object) => call('POST', `${PATH}/run`, { token, body });
const bytes = async (path: string, token: string) => {
  const answer = await agreedFetch(qr.url + path, { headers: { authorization: `Bearer ${token}` } });
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    disposition: answer.headers.get('content-disposition'),
    file: Buffer.from(await answer.arrayBuffer()),
  };
};

describe('GET /api/qr-codes', () => {
  it('begins with the main code, as shown in the settings', async () => {
    const ada = owner();
    const { codes, style, linkBase } = await list(ada);
    expect(codes).toEqual([
      { id: expect.any(String), name: MAIN_CODE_NAME, isMain: true, createdAt: expect.any(String), retiredAt: null },
    ]);
    expect(style).toEqual({ foreground: '#000000', background: '#ffffff', logo: null, caption: null });
    expect(linkBase).toBe(`${PUBLIC_ORIGIN}/q/`);
    const { qrCode } = (await qr.code(ada)).body;
    expect(await readCode(Buffer.from(qrCode.split(',')[1], 'base64'))).toBe(linkBase + codes[0]?.id);
  });

  it('lists only the own codes, oldest first', async () => {
    const [ada, bea] = [owner(), owner()];
    await add(ada, 'Window');
    await run(ada, { prefix: 'Table', from: 9, to: 11 });
    await add(ada, 'Bar');
    const names = (await list(ada)).codes.map((code) => code.name);
    expect(names).toEqual([MAIN_CODE_NAME, 'Window', 'Table 9', 'Table 10', 'Table 11', 'Bar']);
    expect((await list(bea)).codes).toHaveLength(1);
  });
});

describe('a new code', () => {
  it('has a link of its own that leads to the menu', async () => {
    const ada = owner({ slug: 'window-seat' });
    const { status, body } = await add(ada, '  Window ');
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'Window', isMain: false, retiredAt: null });
    expect((await call('GET', `/q/${body.id}`)).headers.get('location')).toBe(`/menu/window-seat?c=${body.id}`);
  });

  it('has a name that no other code in use has, including the main one', async () => {
    const ada = owner();
    expectProblem(await add(ada, 'MAIN  code'), 409, ['name']);
    await add(ada, 'Window');
    expectProblem(await add(ada, 'window'), 409, ['name']);
    expect((await add(owner(), 'Window')).status).toBe(201);
  });

  it('is created once by parallel requests', async () => {
    const ada = owner();
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => add(ada, 'Bar')))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });
});

describe('a run', () => {
  it('creates all of its codes', async () => {
    const ada = owner();
    const { status, body } = await run(ada, { prefix: 'Table', from: 1, to: 200 });
    expect(status).toBe(201);
    const { codes } = codeRun.parse(body);
    expect(codes.map((code) => code.name)).toEqual(Array.from({ length: 200 }, (_, at) => `Table ${at + 1}`));
    expect(new Set(codes.map((code) => code.id)).size).toBe(200);
  });

  it('creates nothing if one of its names is taken', async () => {
    const ada = owner();
    await add(ada, 'Table 3');
    const answer = await run(ada, { prefix: 'Table', from: 1, to: 5 });
    expectProblem(answer, 409, ['prefix']);
    expect(answer.body.detail).toContain('“Table 3”');
    expect((await list(ada)).codes).toHaveLength(2);
  });

  it('is refused above 500 codes in use, until one is retired', async () => {
    const ada = owner();
    for (const prefix of ['Room', 'Hall']) await run(ada, { prefix, from: 1, to: 200 });
    const tooMany = await run(ada, { prefix: 'Roof', from: 1, to: 100 });
    expectProblem(tooMany, 409);
    expect(tooMany.body).toMatchObject({
      type: 'urn:tavola:problem:quota-reached',
      detail: 'A restaurant can have at most 500 codes in use.',
      quota: { name: 'codes', most: 500 },
    });
    // With the main code, one more of these than there is room for.
    const last = ['a', 'b'].map((prefix) => run(ada, { prefix, from: 1, to: 99 }));
    expect((await Promise.all(last)).map(({ status }) => status).sort()).toEqual([201, 409]);
    expectProblem(await add(ada, 'Window'), 409);
    const { codes } = await list(ada);
    expect(codes).toHaveLength(500);
    expect((await call('DELETE', `${PATH}/${codes[1]?.id}`, { token: ada.token })).status).toBe(204);
    expect((await add(ada, 'Window')).status).toBe(201);
  });

  it('is refused above 5,000 codes, including retired ones', async () => {
    const ada = owner();
    await list(ada);
    await qr.database.rows(
      `INSERT INTO qr.code (id, tenant_id, name, retired_at)
       SELECT 'old' || lpad(n::text, 5, '0'), $1, 'Old', now() FROM generate_series(1, 4998) AS n`,
      [ada.tenant.id],
    );
    expect((await add(ada, 'Window')).status).toBe(201);
    expect((await add(ada, 'Door')).body).toMatchObject({ quota: { name: 'codesEver', most: 5_000 } });
  });
});

describe('a code', () => {
  it('can be renamed, and keeps its printed link', async () => {
    const ada = owner();
    const { body: code } = await add(ada, 'Windw');
    const headers = { 'if-match': `"${entityTag(code)}"` };
    const renamed = await call('PUT', `${PATH}/${code.id}`, { token: ada.token, headers, body: { name: 'Window' } });
    expect(renamed).toMatchObject({ status: 200, body: { ...code, name: 'Window' } });
    const stale = await call('PUT', `${PATH}/${code.id}`, { token: ada.token, headers, body: { name: 'Door' } });
    expect(stale).toMatchObject({ status: 409, body: { current: renamed.body } });
    const again = await call('PUT', `${PATH}/${code.id}`, { token: ada.token, body: { name: 'WINDOW' } });
    expect(again.body.name).toBe('WINDOW');
    await add(ada, 'Bar');
    expectProblem(await call('PUT', `${PATH}/${code.id}`, { token: ada.token, body: { name: 'bar' } }), 409, ['name']);
  });

  it('can be renamed if it is the main one, which frees its old name', async () => {
    const ada = owner();
    const [main] = (await list(ada)).codes;
    const body = { name: 'Front door' };
    expect((await call('PUT', `${PATH}/${main?.id}`, { token: ada.token, body })).body).toEqual({ ...main, ...body });
    expect((await add(ada, MAIN_CODE_NAME)).status).toBe(201);
    const { codes } = await list(ada);
    expect(codes.map(({ name, isMain }) => [name, isMain])).toEqual([
      ['Front door', true],
      [MAIN_CODE_NAME, false],
    ]);
  });

  it('can be retired: it still leads to the menu, and its name is free again [P3]', async () => {
    const ada = owner({ slug: 'retired' });
    const { body: code } = await add(ada, 'Table 4');
    for (const _twice of [1, 2]) {
      expect((await call('DELETE', `${PATH}/${code.id}`, { token: ada.token })).status).toBe(204);
    }
    const listed = (await list(ada)).codes.find(({ id }) => id === code.id);
    expect(listed?.retiredAt).toEqual(expect.any(String));
    expect((await call('GET', `/q/${code.id}`)).headers.get('location')).toBe(`/menu/retired?c=${code.id}&at=table`);
    expect((await add(ada, 'Table 4')).status).toBe(201);
  });

  it('that is renamed while it is being retired leaves both names free', async () => {
    const ada = owner();
    const { body: code } = await add(ada, 'Windw');
    const retire = 'UPDATE qr.code SET retired_at = now(), name_key = NULL WHERE id = $1';
    const renamed = await whileUncommitted(qr.database, retire, [code.id], () =>
      call('PUT', `${PATH}/${code.id}`, { token: ada.token, body: { name: 'Window' } }),
    );
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Window', retiredAt: expect.any(String) } });
    for (const name of ['Windw', 'Window']) expect((await add(ada, name)).status).toBe(201);
  });

  it('cannot be retired if it is the main one', async () => {
    const ada = owner();
    const [main] = (await list(ada)).codes;
    expectProblem(await call('DELETE', `${PATH}/${main?.id}`, { token: ada.token }), 409);
  });
});

describe('GET /api/qr-codes/:id/image', () => {
  it.each([
    ['', 'image/png', 'table-4-qr-1024.png', 1024],
    ['?size=512', 'image/png', 'table-4-qr-512.png', 512],
    ['?format=svg', 'image/svg+xml', 'table-4-qr.svg', null],
  ])('%s is a file with a descriptive name', async (query, type, fileName, width) => {
    const ada = owner();
    const { body: code } = await add(ada, 'Table 4');
    // A busy machine may exceed the time limit of one request; a retry finds the image.
    const image = () => bytes(`${PATH}/${code.id}/image${query}`, ada.token);
    await expect.poll(async () => (await image()).status, { timeout: 15_000 }).toBe(200);
    const answer = await image();
    expect(answer).toMatchObject({
      status: 200,
      type: expect.stringContaining(type),
      disposition: expect.stringMatching(new RegExp(`^attachment; filename="?${fileName}"?$`)),
    });
    if (width) expect((await sharp(answer.file).metadata()).width).toBe(width);
    const png = await sharp(answer.file).resize(700).png().toBuffer();
    expect(await readCode(png)).toBe(`${PUBLIC_ORIGIN}/q/${code.id}`);
  });

  it('carries the menu’s version, for paper, only if it is asked to', async () => {
    const ada = owner();
    const { body: code } = await add(ada, 'Table 4');
    const { linkBase } = (await call('GET', PATH, { token: ada.token })).body;
    for (const [query, link] of [
      ['', code.id],
      ['?printed=340', `${code.id}?p=340`],
    ]) {
      const { file: png } = await bytes(`${PATH}/${code.id}/image${query}`, ada.token);
      expect(await readCode(png)).toBe(linkBase + link);
    }
  });

  it('is deleted with its restaurant, also if it carries the menu’s version', async () => {
    const ada = owner();
    const { body: code } = await add(ada, 'Table 4');
    const images = () => qr.database.rows('SELECT 1 FROM qr.rendering WHERE code_id LIKE $1', [`${code.id}%`]);
    for (const query of ['', '?printed=340']) {
      const image = () => bytes(`${PATH}/${code.id}/image${query}`, ada.token);
      await expect.poll(async () => (await image()).status, { timeout: 15_000 }).toBe(200);
    }
    expect(await images()).toHaveLength(2);
    expect((await call('DELETE', `/internal/tenants/${ada.tenant.id}`, AS_SERVICE)).status).toBe(204);
    expect(await images()).toEqual([]);
  });
});
