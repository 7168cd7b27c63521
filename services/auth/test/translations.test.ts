import { QUOTAS } from '@tavola/contracts/quotas.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { confirmAddress, signedUp, startAuth } from './setup.ts';

const { call, database, published } = await startAuth();

/** A restaurant with a description, and its calls. */
async function restaurant() {
  const { token, body } = await signedUp(call);
  await confirmAddress(database, body.user.id);
  const id: string = body.user.tenantId;
  const send = (method: string, path: string, sent?: object) =>
    call(method, path, { token, ...(sent && { body: sent }) });
  await send('PUT', '/api/tenant', { name: 'Da Ada', description: 'Fresh pasta' });
  const put = (change: object, lang = 'fr') =>
    send('PUT', `/api/tenant/translations/${lang}`, {
      changes: [{ kind: 'tenant', id, field: 'description', base: 'Fresh pasta', ...change }],
    });
  const list = async (lang = 'fr') => (await send('GET', `/api/tenant/translations/${lang}`)).body;
  const version = async () => {
    const [row] = await database.rows<{ version: number }>('SELECT version FROM auth.tenant WHERE id = $1', [id]);
    return row?.version;
  };
  return { id, send, put, list, version };
}

describe('/api/tenant/translations/{lang}', () => {
  it('stores a translation, publishes the change once, and detects when it is stale', async () => {
    const { id, send, put, list, version } = await restaurant();
    const row = { kind: 'tenant', id, field: 'description', base: 'Fresh pasta', text: null, isStale: false };
    expect(await list()).toEqual({ texts: [row] });
    const right = { ...row, text: 'Pâtes fraîches', by: 'h' };
    expect(await put({ text: ' Pâtes fraîches ' })).toMatchObject({ status: 200, body: { texts: [right] } });
    expect(await version()).toBe(3);
    expect([await list(), await list('de')]).toEqual([{ texts: [right] }, { texts: [row] }]);
    await send('PUT', '/api/tenant', { name: 'Da Ada', description: 'Pasta with nuts' });
    expect(await list()).toEqual({ texts: [{ ...right, base: 'Pasta with nuts', isStale: true }] });
    const stale = await put({ text: 'Pâtes', replaces: null });
    expectProblem(stale, 409);
    expect(stale.body.current).toMatchObject({ field: 'description', text: 'Pâtes fraîches' });
    expect((await put({ text: 'Pâtes', by: 'm' })).body.texts).toMatchObject([{ text: 'Pâtes', by: 'm' }]);
    await put({ text: null });
    expect(await list()).toEqual({ texts: [{ ...row, base: 'Pasta with nuts' }] });
    const [stored] = await database.rows('SELECT texts FROM auth.tenant WHERE id = $1', [id]);
    expect(stored).toEqual({ texts: {} });
    expect(published.slice(-4).map(({ tenantId, version }) => [tenantId, version])).toEqual(
      [3, 4, 5, 6].map((version) => [id, version]),
    );
  });

  it('stores the notes below the menu, each with its own limit', async () => {
    const { send, put, list } = await restaurant();
    await send('PUT', '/api/tenant', { name: 'Da Ada', notes: { tax: 'Incl. VAT', tip: 'Tips welcome' } });
    const { texts } = await list();
    expect(texts.map(({ field }: { field: string }) => field)).toEqual(['description', 'notes.tax', 'notes.tip']);
    const note = { field: 'notes.tax', base: 'Incl. VAT' };
    expect((await put({ ...note, text: 'TVA comprise' })).body.texts).toMatchObject([
      { text: 'TVA comprise', isStale: false },
    ]);
    expectProblem(await put({ ...note, text: 'x'.repeat(201) }), 400, ['changes.0.text']);
  });

  it('loses none of several parallel saves, and keeps at most eight languages', async () => {
    const { put, list } = await restaurant();
    const tags = ['aa', 'bb', 'cc', 'dd', 'ee', 'ff', 'gg', 'hh'];
    await Promise.all(tags.map((tag) => put({ text: tag }, tag)));
    for (const tag of tags) expect((await list(tag)).texts[0].text).toBe(tag);
    const refused = await put({ text: 'x' }, 'ii');
    expectProblem(refused, 409);
    expect(refused.body).toMatchObject({ quota: { name: 'languages', most: QUOTAS.languages.most } });
    await put({ text: null }, 'aa');
    expect((await put({ text: 'x' }, 'ii')).status).toBe(200);
  });

  it('stays current if the change says so, and is sent to other services and the export', async () => {
    const { id, send, put, list } = await restaurant();
    const internal = async (path: string) => (await call('GET', `/internal/tenants/${id}${path}`, AS_SERVICE)).body;
    expect(await internal('')).not.toHaveProperty('texts');
    await put({ text: 'Pâtes fraîches' });
    await put({ text: 'Frische Nudeln', base: 'Other' }, 'de');
    await send('PUT', '/api/tenant', { name: 'Da Ada', description: 'Fresh pasta!', keepsTexts: true });
    expect((await list()).texts[0]).toMatchObject({ base: 'Fresh pasta!', isStale: false });
    expect((await list('de')).texts[0]).toMatchObject({ isStale: true });
    const { texts } = await internal('');
    expect(texts.fr.description).toMatchObject({ t: 'Pâtes fraîches', by: 'h' });
    expect((await internal('/export?table=tenant')).rows[0].texts).toEqual(texts);
    expect((await send('GET', '/api/tenant')).body).not.toHaveProperty('texts');
  });
});

describe('the languages of a restaurant', () => {
  it('are listed with the slugs if there are several', async () => {
    const [one, several] = [await restaurant(), await restaurant()];
    await one.send('PUT', '/api/tenant', { name: 'One', languages: { base: 'fr', others: [] } });
    const languages = { base: 'ja', others: ['en'] };
    const { body } = await several.send('PUT', '/api/tenant', {
      name: 'Several',
      languages: { ...languages, always: ['en'] },
    });
    const listed = (await call('GET', '/internal/tenants/slugs', AS_SERVICE)).body;
    expect(listed.languages).toEqual({ [body.slug]: languages });
  });

  it('are set as a whole, cleared with null, and missing by default', async () => {
    const { send } = await restaurant();
    const put = (languages: unknown) => send('PUT', '/api/tenant', { name: 'Da Ada', languages });
    const languages = { base: 'ja', others: ['en', 'zh-Hans', 'pt-BR'], always: ['en'] };
    expect((await put(languages)).body).toMatchObject({ languages });
    expect((await put({ base: 'fr', others: [] })).body.languages).toEqual({ base: 'fr', others: [] });
    expect((await put(null)).body).not.toHaveProperty('languages');
  });
});
