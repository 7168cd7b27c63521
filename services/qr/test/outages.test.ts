import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { describe, expect, it } from 'vitest';
import { startQr } from './setup.ts';
import { expectUnavailable, secondsUntilDrawn, timed } from './waiting.ts';

describe('without a worker', async () => {
  const qr = await startQr();

  it('a code is a 503 in under 3 s, and drawn at the next request once there is one', async () => {
    await expectUnavailable(qr);
    const worker = qr.startWorker();
    expect((await qr.code(qr.owner())).status).toBe(200);
    await worker.close();
  });

  it('a code is drawn when one comes while the owner waits', async () => {
    const asked = qr.code(qr.owner());
    await new Promise((resolve) => setTimeout(resolve, 500));
    const worker = qr.startWorker();
    expect((await asked).status).toBe(200);
    await worker.close();
  });
});

describe("while the queue's Redis is away", async () => {
  const qr = await startQr();
  qr.startWorker();

  it('a code is a 503 in under 3 s, and kept ones are still served', async () => {
    const kept = qr.owner();
    const before = await qr.code(kept);
    await qr.redis.stop();
    await expectUnavailable(qr);
    const { answer, seconds } = await timed(() => qr.code(kept));
    expect(answer).toMatchObject({ status: 200, body: before.body });
    expect(seconds).toBeLessThan(1);
    await qr.redis.start();
    expect(await secondsUntilDrawn(qr)).toBeLessThan(10);
  });
});

describe('while auth is away', async () => {
  const qr = await startQr();

  it('a code is a 503', async () => {
    await qr.auth.close();
    const answer = await qr.code(qr.owner());
    expectProblem(answer, 503);
    expect(answer.headers.get('retry-after')).toBe('2');
  });
});
