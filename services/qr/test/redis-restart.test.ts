import { describe, it } from 'vitest';
import { startQr } from './setup.ts';
import { expectUnavailable, untilDrawn } from './waiting.ts';

const qr = await startQr();

describe('an idle worker', () => {
  // taskforcesh/bullmq#4585: an idle worker never resumed after an outage of more than about six seconds.
  it('draws again, without a restart, after Redis was down for 8 s', async () => {
    qr.startWorker();
    await untilDrawn(qr, qr.owner());
    await qr.redis.stop();
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    await expectUnavailable(qr);
    await qr.redis.start();
    await untilDrawn(qr, qr.owner());
    await untilDrawn(qr, qr.owner());
  }, 60_000);
});
