import { randomUUID } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { setTimeout as rest } from 'node:timers/promises';
import { freePorts } from '@tavola/local-servers/ports.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { ownRedis } from '@tavola/test-kit/own-redis.ts';
import { afterAll, expect, it } from 'vitest';
import { renderQueue } from '../src/rendering/render-queue.ts';
import { sheetJobOf, sheetQueue } from '../src/sheet/sheet-queue.ts';

const redis = await ownRedis('queue');
const log = makeLog('qr', 'silent');
const slowUrl = await slowlyTo(redis.url);
const sheets = sheetQueue(slowUrl, log);
const codes = renderQueue(slowUrl, log);
afterAll(() => Promise.all([sheets.close(), codes.close()]));

it('queues accept jobs if Redis was slow when they were created', async () => {
  const add = () => sheets.add(sheetJobOf(randomUUID(), randomUUID()));
  await expect.poll(() => add().then(() => 'taken', String), { timeout: 20_000 }).toBe('taken');
  const count = () => codes.jobs.getJobCounts('waiting').catch(String);
  await expect.poll(count, { timeout: 20_000 }).toEqual({ waiting: 0 });
}, 60_000);

/** A proxy to the Redis at `url` that delays INFO by two seconds. */
async function slowlyTo(url: string): Promise<string> {
  const target = new URL(url);
  const [port] = (await freePorts(1)) as [number];
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) socket.on('error', () => {});
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    far.pipe(near);
    near.on('data', async (chunk) => {
      if (/\r\ninfo\r\n/i.test(chunk.toString('latin1'))) await rest(2_000);
      far.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  afterAll(() => void server.close());
  const slow = new URL(url);
  slow.port = String(port);
  return slow.href;
}
