import { randomUUID } from 'node:crypto';
import { qrExport } from '@tavola/contracts/export.ts';
import { codeNames, DEFAULT_STYLE, MAIN_CODE_NAME } from '@tavola/contracts/qr.ts';
import { describeServicesOnly, expectProblem } from '@tavola/test-kit/refusals.ts';
import { SERVICE_TOKEN } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { PUBLIC_ORIGIN, startQr } from './setup.ts';

const qr = await startQr();
const { call, code, database, owner } = qr;
qr.startWorker();
const ask = (path: string) => call('GET', path, { headers: { 'x-service-token': SERVICE_TOKEN } });

describe('GET /internal/codes/{tenantId}', () => {
  it('lists the codes of one restaurant, also retired ones', async () => {
    const [ada, bea] = [owner(), owner()];
    await call('POST', '/api/qr-codes', { token: bea.token, body: { name: 'Elsewhere' } });
    await call('GET', '/api/qr-codes', { token: ada.token });
    const table = (await call('POST', '/api/qr-codes', { token: ada.token, body: { name: 'Table 4' } })).body;
    const window = (await call('POST', '/api/qr-codes', { token: ada.token, body: { name: 'Window' } })).body;
    expect((await call('DELETE', `/api/qr-codes/${table.id}`, { token: ada.token })).status).toBeLessThan(300);
    const { status, body } = await ask(`/internal/codes/${ada.tenant.id}`);
    expect(status).toBe(200);
    expect(codeNames.strict().parse(body).codes).toEqual([
      { id: expect.any(String), name: MAIN_CODE_NAME },
      { id: table.id, name: 'Table 4' },
      { id: window.id, name: 'Window' },
    ]);
  });

  it('is empty for an unknown restaurant, and refuses a malformed id', async () => {
    expect(await ask(`/internal/codes/${randomUUID()}`)).toMatchObject({ status: 200, body: { codes: [] } });
    expectProblem(await ask('/internal/codes/demo'), 400, ['tenantId']);
  });
});

describe('DELETE /internal/tenants/{tenantId}', () => {
  const end = (id: string) =>
    call('DELETE', `/internal/tenants/${id}`, { headers: { 'x-service-token': SERVICE_TOKEN } });
  const pictures = (tenantId: string) =>
    database.rows('SELECT 1 FROM qr.rendering WHERE code_id IN (SELECT id FROM qr.code WHERE tenant_id = $1)', [
      tenantId,
    ]);

  it('deletes the codes and images of this restaurant only, also when repeated', async () => {
    const [ada, bea] = [owner(), owner()];
    for (const who of [ada, bea]) {
      expect((await code(who)).status).toBe(200);
      await call('PUT', '/api/qr-codes/style', { token: who.token, body: { caption: 'Scan me' } });
      const headers = { 'idempotency-key': 'k' };
      await call('POST', '/api/qr-codes', { token: who.token, body: { name: 'Table 1' }, headers });
    }
    expect([(await pictures(ada.tenant.id)).length, (await pictures(bea.tenant.id)).length]).toEqual([1, 1]);
    const all = await database.rows('SELECT 1 FROM qr.rendering');
    expect([(await end(ada.tenant.id)).status, (await end(ada.tenant.id)).status]).toEqual([204, 204]);
    for (const table of ['code', 'style', 'idempotency_key']) {
      const rows = await database.rows(`SELECT tenant_id FROM qr.${table} WHERE tenant_id = ANY ($1)`, [
        [ada.tenant.id, bea.tenant.id],
      ]);
      expect([...new Set(rows.map(({ tenant_id }) => tenant_id))]).toEqual([bea.tenant.id]);
    }
    expect((await pictures(bea.tenant.id)).length).toBe(1);
    expect((await database.rows('SELECT 1 FROM qr.rendering')).length).toBe(all.length - 1);
  });

  it('is for other services only, and refuses a malformed id', async () => {
    const ada = owner();
    await code(ada);
    expectProblem(await call('DELETE', `/internal/tenants/${ada.tenant.id}`, { token: ada.token }), 404);
    expect((await pictures(ada.tenant.id)).length).toBe(1);
    expectProblem(await end('demo'), 400, ['tenantId']);
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
    const { status, body } = await ask(`/internal/tenants/${ada.tenant.id}/export`);
    expect(status).toBe(200);
    expect(qrExport.strict().parse(body)).toEqual(body);
    expect(body).toEqual({
      codes: [
        { ...codes[0], link: `${PUBLIC_ORIGIN}/q/${codes[0].id}` },
        { ...codes[1], link: `${PUBLIC_ORIGIN}/q/${codes[1].id}`, retiredAt: expect.any(String) },
      ],
      style: {
        foreground: '#112233',
        background: '#ffffff',
        caption: 'Scan me',
        logo: `data:image/png;base64,${png.toString('base64')}`,
      },
    });
  });

  it('is empty for an unknown restaurant, creates no code, and refuses a malformed id', async () => {
    const path = `/internal/tenants/${randomUUID()}/export`;
    for (const _ of [1, 2]) expect((await ask(path)).body).toEqual({ codes: [], style: DEFAULT_STYLE });
    expectProblem(await ask('/internal/tenants/demo/export'), 400, ['tenantId']);
  });
});

describeServicesOnly(() => call, [`/internal/codes/${randomUUID()}`, `/internal/tenants/${randomUUID()}/export`]);
