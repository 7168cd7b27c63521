import { randomBytes } from 'node:crypto';
import { closeRedis, makeBlockingRedis } from '@tavola/service-kit/data/redis.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { startQr } from './setup.ts';

// @module-tag full

const qr = await startQr();
qr.startWorker();
const redis = makeBlockingRedis(qr.redis.url, 'test', makeLog('test', 'silent'));
afterAll(() => closeRedis(redis));

/** A picture of noise, which is as large as a logo may be: 200 KB. */
async function largeLogo(): Promise<string> {
  const side = 258;
  const raw = { width: side, height: side, channels: 3 } as const;
  const png = await sharp(randomBytes(side * side * 3), { raw })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

/** The bytes of all jobs and events in Redis. */
async function bytesInQueue(): Promise<number> {
  const sizes = await Promise.all((await redis.keys('bull:*')).map((key) => redis.memoryUsage(key)));
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

it('what an owner tries on does not pile up in the queue', async () => {
  const { token } = qr.owner();
  const logo = await largeLogo();
  expect(logo.length).toBeGreaterThan(250_000);
  for (let n = 0; n < 60; n += 1) {
    const body = { foreground: '#777777', background: `#8888${(n + 16).toString(16)}`, logo };
    expect((await qr.call('PUT', '/api/qr-codes/style', { token, body })).status).toBe(400);
  }
  expect(await bytesInQueue()).toBeLessThan(12_000_000);
  // Redis drops whole blocks of events.
  expect(await redis.xLen('bull:qr-render:events')).toBeLessThan(400);
});
