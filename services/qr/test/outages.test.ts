import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { describe, expect, it } from 'vitest';
import { startQr } from './setup.ts';
import { sheetsOf } from './sheet-calls.ts';

// @module-tag full

describe('while auth is down', async () => {
  const qr = await startQr();
  await qr.auth.close();

  it('a code is a 503', async () => {
    const answer = await qr.code(qr.owner());
    expectProblem(answer, 503);
    expect(answer.headers.get('retry-after')).toBe('2');
  });

  it('a print sheet, which shows the name of the restaurant, is a 503', async () => {
    const ada = qr.owner();
    const codeIds = await sheetsOf(qr).codesOf(ada, 1);
    const answer = await qr.call('POST', '/api/qr-codes/sheets', { token: ada.token, body: { codeIds } });
    expectProblem(answer, 503);
    expect(answer.headers.get('retry-after')).toBe('5');
  });
});
