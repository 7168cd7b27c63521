import { request } from 'node:http';
import { UPLOAD_MAX_BYTES } from '@tavola/contracts/pictures.ts';
import { pictureAt, pictureFile, pictureWidths } from '@tavola/contracts/rules/pictures.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { UPLOADS_UNDER_WAY } from '../src/picture/upload-store.ts';
import { claimingPng, jpeg } from './samples.ts';
import { startMedia } from './setup.ts';

const media = await startMedia();
const rows = (sql: string, values: unknown[]) => media.database.rows(sql, values);

describe('an upload', () => {
  const worker = media.startWorker();

  it('is a picture at an address that says all about it, in every size', async () => {
    const ada = media.owner();
    const { status, body } = await media.upload(ada, await jpeg());
    expect([status, body.state]).toEqual([201, 'ready']);
    expect(body.picture).toMatchObject({ width: 400, height: 300, color: expect.stringMatching(/^#[0-9a-f]{6}$/) });
    const picture = pictureAt(body.picture.url);
    if (!picture) throw new Error(`no address of a picture: ${body.picture.url}`);
    expect(picture.tenantId).toBe(ada.tenantId);
    for (const format of ['avif', 'webp', 'jpg'] as const) {
      for (const width of pictureWidths(400, format)) {
        const answer = await fetch(media.url + pictureFile(picture, width, format));
        expect(answer.headers.get('content-type')).toBe(`image/${format === 'jpg' ? 'jpeg' : format}`);
        expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(width);
      }
    }
    expect((await media.call('GET', `/api/media/${body.id}`, ada)).body).toEqual(body);
    // The file that was sent may say where it was taken.
    await expect.poll(() => media.files('uploads')).toEqual([]);
  });

  it('of the same picture again is the same picture', { tags: 'full' }, async () => {
    const ada = media.owner();
    const [one, other] = [await media.upload(ada, await jpeg()), await media.upload(ada, await jpeg())];
    expect(other.body.picture).toEqual(one.body.picture);
    expect(await rows('SELECT FROM media.picture WHERE tenant_id = $1', [ada.tenantId])).toHaveLength(1);
    // Another restaurant's is another one: its address tells nothing of this one's.
    const bea = await media.upload(media.owner(), await jpeg());
    expect(bea.body.picture.url).not.toBe(one.body.picture.url);
  });

  it('that is no picture is refused, in under a second for a bomb, and the worker lives', async () => {
    const ada = media.owner();
    const answer = await media.upload(ada, claimingPng(15_000, 15_000), 'image/png');
    expectProblem(answer, 422);
    expect(answer.body.detail).toBe('A PNG can have at most 25 megapixels. Make it smaller and try again.');
    expect(await rows('SELECT FROM media.picture WHERE tenant_id = $1', [ada.tenantId])).toEqual([]);
    await expect.poll(() => media.files('uploads')).toEqual([]);
    expect((await media.upload(ada, await jpeg())).status).toBe(201);
    expect(await worker.ready()).toBe(true);
  });

  it.each([
    ['text/html', 415],
    ['image/jpeg; charset=binary', 201],
  ])('of type %s: %i', async (type, status) => {
    expect((await media.upload(media.owner(), await jpeg(), type)).status).toBe(status);
  });

  it('that is too large is refused before it is sent', async () => {
    const { token } = media.owner();
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'image/jpeg',
      'content-length': UPLOAD_MAX_BYTES + 1,
    };
    const said = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const asked = request(`${media.url}/api/media`, { method: 'POST', headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () => {
          asked.destroy();
          resolve({ status: answer.statusCode, body: Buffer.concat(chunks).toString() });
        });
      });
      asked.on('error', reject);
      asked.flushHeaders();
    });
    expect(said.status).toBe(413);
    expect(JSON.parse(said.body).detail).toBe('A picture can be at most 12 MB.');
  });

  it('of unknown length, or of none, is refused', async () => {
    const { token } = media.owner();
    const chunked = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(10));
        controller.close();
      },
    });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' };
    const sent = { method: 'POST', headers, body: chunked, duplex: 'half' } as RequestInit;
    expect((await fetch(`${media.url}/api/media`, sent)).status).toBe(400);
    expectProblem(await media.call('POST', '/api/media', { token, headers: { 'content-type': 'image/jpeg' } }), 400);
  });

  it('that breaks off leaves nothing', async () => {
    const { token, tenantId } = media.owner();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg', 'content-length': 50_000 };
    const asked = request(`${media.url}/api/media`, { method: 'POST', headers }).on('error', () => {});
    asked.write(new Uint8Array(10_000));
    await expect
      .poll(() => rows('SELECT state FROM media.upload WHERE tenant_id = $1', [tenantId]))
      .toEqual([{ state: 'receiving' }]);
    await expect.poll(() => media.files('uploads').length).toBe(1);
    asked.destroy();
    await expect.poll(() => rows('SELECT FROM media.upload WHERE tenant_id = $1', [tenantId])).toEqual([]);
    expect(media.files('uploads')).toEqual([]);
  });
});

it('there is nothing at another address', { tags: 'full' }, async () => {
  const { body } = await media.upload(media.owner(), await jpeg());
  const { url } = body.picture;
  const folder = url.slice(0, url.lastIndexOf('/'));
  for (const path of [
    url.replace('400.jpg', '401.jpg'),
    url.replace('.jpg', '.png'),
    `${folder}/160.jpg`,
    `${folder}/..%2f..%2f..%2fuploads/x`,
    '/m/x/y/z',
    url.replace(/\/m\/./, (start: string) => `/m/${start.endsWith('0') ? '1' : '0'}`),
  ]) {
    expect([path, (await fetch(media.url + path)).status]).toEqual([path, 404]);
  }
});

describe('too many at once', async () => {
  const busy = await startMedia();

  it('are refused; another restaurant waits for one of them, not for all', {
    tags: 'full',
    timeout: 120_000,
  }, async () => {
    const [ada, bea] = [busy.owner(), busy.owner()];
    const all = Array.from({ length: UPLOADS_UNDER_WAY }, async (_, at) => busy.send(ada, await jpeg(200 + at)));
    await expect
      .poll(() => busy.database.rows("SELECT FROM media.upload WHERE state = 'reading'"))
      .toHaveLength(UPLOADS_UNDER_WAY);
    const refused = await busy.send(ada, await jpeg());
    expectProblem(refused, 429);
    expect(refused.body.detail).toMatch(/^Too many of your pictures are still uploading\./);
    const hers = busy.send(bea, await jpeg());
    await expect
      .poll(() => busy.database.rows('SELECT FROM media.upload WHERE tenant_id = $1', [bea.tenantId]))
      .toHaveLength(1);
    const worker = busy.startWorker();
    await Promise.all([hers, ...all]);
    await expect
      .poll(() => busy.database.rows('SELECT FROM media.picture'), { timeout: 60_000 })
      .toHaveLength(UPLOADS_UNDER_WAY + 1);
    const order = await busy.database.rows<{ tenant_id: string }>(
      'SELECT tenant_id FROM media.picture ORDER BY created_at',
    );
    expect(order.findIndex(({ tenant_id }) => tenant_id === bea.tenantId)).toBeLessThanOrEqual(2);
    await worker.close();
  });

  it('stay within the quotas', async () => {
    const { tenantId, ...ada } = busy.owner();
    const keep = (count: number, bytes: number) =>
      busy.database.rows(
        `INSERT INTO media.picture (tenant_id, hash, width, height, color, bytes)
         SELECT $1, 'h' || n, 1, 1, '#000000', $3 FROM generate_series(1, $2::int) n`,
        [tenantId, count, bytes],
      );
    await keep(2_000, 1);
    const full = await busy.upload({ tenantId, ...ada }, await jpeg());
    expectProblem(full, 409);
    expect(full.body.quota).toEqual({ name: 'pictures', most: 2_000 });
    await busy.database.rows('DELETE FROM media.picture WHERE tenant_id = $1', [tenantId]);
    await keep(2, 600_000_000);
    expect((await busy.upload({ tenantId, ...ada }, await jpeg())).body.quota.name).toBe('pictureBytes');
  });
});
