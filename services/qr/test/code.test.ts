import { DEFAULT_STYLE, qrCode } from '@tavola/contracts/qr.ts';
import { closeRedis, makeBlockingRedis } from '@tavola/service-kit/data/redis.ts';
import { makeLog } from '@tavola/service-kit/observability/log.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { person } from '@tavola/test-kit/tokens.ts';
import { Queue } from 'bullmq';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { RENDER_QUEUE } from '../src/rendering/render-queue.ts';
import { renderingHash } from '../src/rendering/rendering-store.ts';
import { readCode } from './read-code.ts';
import { type Owner, PUBLIC_ORIGIN, startQr } from './setup.ts';

const qr = await startQr();
const { call, code, database, owner } = qr;
qr.startWorker();

const pngOf = (dataUrl: string) => Buffer.from(dataUrl.replace('data:image/png;base64,', ''), 'base64');

async function codeIdOf({ tenant }: Owner): Promise<string> {
  const [row] = await database.rows<{ id: string }>('SELECT id FROM qr.code WHERE tenant_id = $1', [tenant.id]);
  if (!row) throw new Error('no code');
  return row.id;
}

async function renderings(): Promise<number> {
  const [row] = await database.rows<{ count: number }>('SELECT count(*)::int AS count FROM qr.rendering');
  return row?.count ?? 0;
}

const redis = makeBlockingRedis(qr.redis.url, 'test', makeLog('test', 'silent'));
const queue = new Queue(RENDER_QUEUE, { connection: redis as never });
afterAll(async () => {
  await queue.close();
  closeRedis(redis);
});

/** The number of jobs added to the queue so far, from BullMQ's events. */
async function jobs(): Promise<number> {
  const events = (await redis.xRange(queue.toKey('events'), '-', '+')) ?? [];
  return events.filter(({ message }) => message.event === 'added').length;
}

describe('GET /api/qr-code', () => {
  it('answers with a PNG of 1024 pixels that holds the printed link, and with the URL of the menu [S3.11 S7.22]', async () => {
    const ada = owner({ slug: 'trattoria-ada' });
    // A busy machine may exceed the time limit of the first drawing; a retry finds the image.
    await expect.poll(async () => (await code(ada)).status, { timeout: 15_000 }).toBe(200);
    const answer = await code(ada);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(qrCode.parse(answer.body)).toEqual(answer.body);
    expect(answer.body.menuUrl).toBe(`${PUBLIC_ORIGIN}/menu/trattoria-ada`);

    const png = pngOf(answer.body.qrCode);
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1024, height: 1024 });
    expect(await readCode(png)).toBe(`${PUBLIC_ORIGIN}/q/${await codeIdOf(ada)}`);
  });

  it('takes the origin from its settings, never from the request', async () => {
    const ada = owner({ slug: 'own-origin' });
    const before = await code(ada);
    const headers = {
      host: 'evil.example',
      origin: 'https://evil.example',
      referer: 'https://evil.example/',
      forwarded: 'host=evil.example;proto=https',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      'x-forwarded-port': '666',
    };
    const answer = await call('GET', '/api/qr-code', { token: ada.token, headers });
    expect(answer.body).toEqual(before.body);
    expect(answer.body.menuUrl).toBe(`${PUBLIC_ORIGIN}/menu/own-origin`);
  });

  it('draws once for twenty requests at the same moment', async () => {
    const ada = owner();
    const before = { jobs: await jobs(), renderings: await renderings() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => code(ada)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map((answer) => answer.body.qrCode)).size).toBe(1);
    expect(await renderings()).toBe(before.renderings + 1);
    expect(await database.rows('SELECT 1 FROM qr.code WHERE tenant_id = $1', [ada.tenant.id])).toHaveLength(1);
    expect(await jobs()).toBe(before.jobs + 1);
  });

  it('answers with a stored image, and draws nothing', async () => {
    const ada = owner();
    await code(ada);
    const { foreground, background, caption } = DEFAULT_STYLE;
    const look = { foreground, background, caption, logoHash: null };
    const text = `${PUBLIC_ORIGIN}/q/${await codeIdOf(ada)}`;
    const hash = renderingHash({ text, look, format: 'png', size: 1024 });
    const kept = Buffer.from('kept');
    const changed = await database.rows('UPDATE qr.rendering SET bytes = $1 WHERE hash = $2 RETURNING hash', [
      kept,
      hash,
    ]);
    expect(changed).toEqual([{ hash }]);
    const before = await jobs();
    expect(pngOf((await code(ada)).body.qrCode)).toEqual(kept);
    expect(await jobs()).toBe(before);
  });

  it('has a code of eight unambiguous characters', async () => {
    const ada = owner();
    await code(ada);
    expect(await codeIdOf(ada)).toMatch(/^[2-9a-kmnp-z]{8}$/);
  });

  it('continues after a job that can only fail', async () => {
    const ada = owner();
    const { foreground, background, caption } = DEFAULT_STYLE;
    const look = { foreground, background, caption, logoHash: null };
    const image = { text: 'x'.repeat(10_000), look, format: 'png', size: 1024 };
    await queue.add('draw', { hash: 'poison', tenantId: ada.tenant.id, image }, { jobId: 'poison' });
    await queue.add('draw', null, { jobId: 'more-poison' });
    await expect.poll(() => queue.getFailedCount()).toBe(2);
    expect((await code(owner())).status).toBe(200);
    expect(await database.rows("SELECT 1 FROM qr.rendering WHERE hash = 'poison'")).toEqual([]);
  });

  it('answers 404 for an unknown restaurant, and creates no code', async () => {
    const { token, tenantId } = person();
    expectProblem(await call('GET', '/api/qr-code', { token }), 404);
    expect(await database.rows('SELECT 1 FROM qr.code WHERE tenant_id = $1', [tenantId])).toEqual([]);
  });
});
