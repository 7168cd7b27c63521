import { randomUUID } from 'node:crypto';
import { codeNames, MAIN_CODE_NAME } from '@tavola/contracts/qr.ts';
import { describeNeighboursOnly, expectProblem } from '@tavola/test-kit/refusals.ts';
import { SERVICE_TOKEN } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it } from 'vitest';
import { startQr } from './setup.ts';

const { call, owner } = await startQr();
const ask = (path: string) => call('GET', path, { headers: { 'x-service-token': SERVICE_TOKEN } });

describe('GET /internal/codes/{tenantId}', () => {
  it('names the codes of one restaurant, those in use and retired ones', async () => {
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

  it('has none for a restaurant that nobody knows, and refuses what is no id', async () => {
    expect(await ask(`/internal/codes/${randomUUID()}`)).toMatchObject({ status: 200, body: { codes: [] } });
    expectProblem(await ask('/internal/codes/demo'), 400, ['tenantId']);
  });
});

describeNeighboursOnly(() => call, [`/internal/codes/${randomUUID()}`]);
