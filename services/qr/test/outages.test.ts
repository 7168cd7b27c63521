import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { describe, expect, it } from 'vitest';
import { startQr } from './setup.ts';
import { expectUnavailable, secondsUntilDrawn, timed } from './waiting.ts';

describe('a code that cannot be drawn', () => {
  it('is a 503 in under 3 s without a worker, and drawn at the next request once there is one', async () => {
    const qr = await startQr();
    await expectUnavailable(qr);
    qr.startWorker();
    expect((await qr.code(qr.owner())).status).toBe(200);
  });

  it('is drawn when the worker comes while the owner waits', async () => {
    const qr = await startQr();
    const asked = qr.code(qr.owner());
    await new Promise((resolve) => setTimeout(resolve, 500));
    qr.startWorker();
    expect((await asked).status).toBe(200);
  });

  it("is a 503 in under 3 s while the queue's Redis is away; kept ones are still served", async () => {
    const qr = await startQr();
    qr.startWorker();
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

  it('is a 503 while auth is away', async () => {
    const qr = await startQr();
    await qr.auth.close();
    const answer = await qr.code(qr.owner());
    expectProblem(answer, 503);
    expect(answer.headers.get('retry-after')).toBe('2');
  });
});
