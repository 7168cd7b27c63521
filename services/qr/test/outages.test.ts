import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { describe, expect, it } from 'vitest';
import { type Owner, type Qr, startQr } from './setup.ts';
import { sheetsOf } from './sheet-calls.ts';

/** Expects a 503 for a code that no worker draws. infra/tests/faults measures how soon it comes. */
async function expectUnavailable({ owner, code }: Qr): Promise<void> {
  const answer = await code(owner());
  expectProblem(answer, 503);
  expect(answer.headers.get('retry-after')).toBe('5');
}

/** Retries until the code is drawn, as an owner would: a slow machine may need more than one request's time. */
async function untilDrawn({ code }: Qr, owner: Owner): Promise<void> {
  await expect.poll(async () => (await code(owner)).status, { timeout: 18_000, interval: 50 }).toBe(200);
}

describe('without a worker', async () => {
  const qr = await startQr();

  it('a code is a 503, and drawn for a retry once there is one', async () => {
    await expectUnavailable(qr);
    const worker = qr.startWorker();
    await untilDrawn(qr, qr.owner());
    await worker.close();
  });
});

describe("while the queue's Redis is down", async () => {
  const qr = await startQr();
  qr.startWorker();

  it('a code is a 503, and stored ones are still served', async () => {
    const kept = qr.owner();
    await untilDrawn(qr, kept);
    const before = await qr.code(kept);
    await qr.redis.stop();
    // taskforcesh/bullmq#4585: an idle worker never resumed after an outage of more than about six seconds.
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    await expectUnavailable(qr);
    expect(await qr.code(kept)).toMatchObject({ status: 200, body: before.body });
    await qr.redis.start();
    await untilDrawn(qr, qr.owner());
    await untilDrawn(qr, qr.owner());
  }, 60_000);
});

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
