import { randomUUID } from 'node:crypto';
import { codeIds, codeNames, DEFAULT_STYLE, MAIN_CODE_NAME } from '@tavola/contracts/qr.ts';
import { exported, exportedPages } from '@tavola/test-kit/exported.ts';
import { describeServicesOnly } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { makeApp } from '../src/app.ts';
import { PUBLIC_ORIGIN, startQr } from './setup.ts';

const qr = await startQr();
const { call, database, owner } = qr;
const ask = (path: string) => call('GET', path, AS_SERVICE);

describe('GET /internal/codes/{tenantId} and …/ids', () => {
  it('lists the codes of one restaurant, also retired ones', async () => {
    const [ada, bea] = [owner(), owner()];
    await call('POST', '/api/qr-codes', { token: bea.token, body: { name: 'Elsewhere' } });
    await call('GET', '/api/qr-codes', { token: ada.token });
    const table = (await call('POST', '/api/qr-codes', { token: ada.token, body: { name: 'Table 4' } })).body;
    const window = (await call('POST', '/api/qr-codes', { token: ada.token, body: { name: 'Window' } })).body;
    expect((await call('DELETE', `/api/qr-codes/${table.id}`, { token: ada.token })).status).toBeLessThan(300);
    expect((await ask(`/internal/tenants/${ada.tenant.id}/usage`)).body).toEqual({ codes: 2 });
    const { status, body } = await ask(`/internal/codes/${ada.tenant.id}`);
    expect(status).toBe(200);
    expect(codeNames.strict().parse(body).codes).toEqual([
      { id: expect.any(String), name: MAIN_CODE_NAME },
      { id: table.id, name: 'Table 4' },
      { id: window.id, name: 'Window' },
    ]);
    const ids = await ask(`/internal/codes/${ada.tenant.id}/ids`);
    expect(codeIds.strict().parse(ids.body).codeIds.toSorted()).toEqual(
      body.codes.map(({ id }: { id: string }) => id).toSorted(),
    );
  });

  it('is empty for an unknown restaurant', async () => {
    expect(await ask(`/internal/codes/${randomUUID()}`)).toMatchObject({ status: 200, body: { codes: [] } });
    expect(await ask(`/internal/codes/${randomUUID()}/ids`)).toMatchObject({ status: 200, body: { codeIds: [] } });
  });
});

describe('GET /internal/tenants/{tenantId}/export', () => {
  it('returns the codes of one restaurant with their links, also retired ones, and their style', async () => {
    const [ada, bea] = [owner(), owner()];
    await call('POST', '/api/qr-codes', { token: bea.token, body: { name: 'Elsewhere' } });
    await call('POST', '/api/qr-codes', { token: ada.token, body: { name: 'Table 4' } });
    const { codes } = (await call('GET', '/api/qr-codes', { token: ada.token })).body;
    await call('DELETE', `/api/qr-codes/${codes[1].id}`, { token: ada.token });
    const png = Buffer.from('not looked at here');
    await database.rows(`INSERT INTO qr.logo (tenant_id, hash, png) VALUES ($1, 'x', $2)`, [ada.tenant.id, png]);
    await database.rows(`INSERT INTO qr.style VALUES ($1, '#112233', '#ffffff', 'x', 'Scan me')`, [ada.tenant.id]);
    expect(await exported(call, 'qr', ada.tenant.id)).toEqual({
      codes: [
        { ...codes[0], link: `${PUBLIC_ORIGIN}/q/${codes[0].id}` },
        { ...codes[1], link: `${PUBLIC_ORIGIN}/q/${codes[1].id}`, retiredAt: expect.any(String) },
      ],
      style: [
        {
          foreground: '#112233',
          background: '#ffffff',
          caption: 'Scan me',
          logo: `data:image/png;base64,${png.toString('base64')}`,
        },
      ],
    });
  });

  it('is empty for an unknown restaurant, and creates no code', async () => {
    const tenantId = randomUUID();
    for (const _ of [1, 2]) expect(await exported(call, 'qr', tenantId)).toEqual({ codes: [], style: [DEFAULT_STYLE] });
  });

  it('has pages of codes, of which each code is on one, the main one first', async () => {
    const { tenant, token } = owner();
    await database.rows(
      `INSERT INTO qr.code (id, tenant_id, name) SELECT left(md5(n::text), 20), $1, 'Table ' || n FROM generate_series(1, 2001) AS n`,
      [tenant.id],
    );
    // The main one is made when it is asked for.
    const { codes } = (await call('GET', '/api/qr-codes', { token })).body;
    const pages = await exportedPages(call, 'qr', tenant.id, 'codes');
    expect(pages.map((rows) => rows.length)).toEqual([1_000, 1_000, 2]);
    expect(pages.flat().map(({ link: _link, ...code }) => code)).toEqual(codes);
    expect(pages[0]?.[0]).toMatchObject({ isMain: true });
  });
});

describeServicesOnly(makeApp(qr.deps), call);
