import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pictureFile } from '@tavola/contracts/rules/pictures.ts';
import { listen } from '@tavola/test-kit/http.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { describe, expect, it, vi } from 'vitest';
import { makeApp } from '../src/app.ts';
import { readPicture } from '../src/picture/read-picture.ts';
import { sweep } from '../src/picture/sweep.ts';
import type { Storage } from '../src/storage/storage.ts';
import { s3Double } from './s3-double.ts';
import { jpeg } from './samples.ts';
import { startMedia } from './setup.ts';

// @module-tag full

const DAY_MS = 24 * 60 * 60 * 1000;

/** menu and auth that show no picture. */
const silent = { call: async () => ({ pictures: [] }) } as never;
const SILENT = { menu: silent, auth: silent };

describe("while the queue's Redis is down", async () => {
  const media = await startMedia();
  const worker = media.startWorker();

  it('an upload is a 503 that keeps nothing, and pictures are still served', async () => {
    const ada = media.owner();
    const { body } = await media.upload(ada, await jpeg());
    await media.redis.stop();
    await expect.poll(() => worker.ready()).toBe(false);
    expectProblem(await media.send(ada, await jpeg(310)), 503);
    expect(await media.database.rows('SELECT FROM media.upload')).toHaveLength(1);
    expect((await fetch(media.url + body.picture.url)).status).toBe(200);
    await media.redis.start();
    await expect.poll(async () => (await media.upload(ada, await jpeg(310))).status).toBe(201);
  });

  it('a job that was lost is queued again, by whoever asks for the picture or by the next sweep', async () => {
    const lost = async () => {
      const { tenantId, token } = media.owner();
      const id = crypto.randomUUID();
      await media.deps.storage.put(`uploads/${id}`, await jpeg());
      const values = [tenantId, id, new Date(Date.now() - 120_000)];
      await media.database.rows(
        "INSERT INTO media.upload (tenant_id, id, by, state, created_at) VALUES ($1, $2, $2, 'reading', $3)",
        values,
      );
      return {
        id,
        token,
        state: async () => (await media.database.rows('SELECT state FROM media.upload WHERE id = $1', [id]))[0],
      };
    };
    const [asked, swept] = [await lost(), await lost()];
    await media.call('GET', `/api/media/${asked.id}`, asked);
    await expect.poll(asked.state).toEqual({ state: 'ready' });
    await sweep({ ...media.deps, ...SILENT });
    await expect.poll(swept.state).toEqual({ state: 'ready' });
  });
});

describe('without a worker', async () => {
  const media = await startMedia();

  it('an upload says how far it is, and is read once there is one', async () => {
    const ada = media.owner();
    // Each look at the clock takes a second.
    let passed = 0;
    const startedAt = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => startedAt + 1_000 * passed++);
    const { status, body } = await media.send(ada, await jpeg()).finally(() => clock.mockRestore());
    expect([status, body.state]).toEqual([201, 'reading']);
    media.startWorker();
    const now = async () => (await media.call('GET', `/api/media/${body.id}`, ada)).body.state;
    await expect.poll(now).toBe('ready');
  });
});

describe('while the storage is away', async () => {
  const media = await startMedia();
  media.startWorker();

  it('an upload is a 503 that keeps nothing', async () => {
    const ada = media.owner();
    await writeFile(join(media.folder, 'uploads'), 'no folder');
    expectProblem(await media.send(ada, await jpeg()), 503);
    // The rest of this one is still on its way.
    expectProblem(await media.send(ada, new Uint8Array(10_000_000)), 503);
    expect(await media.database.rows("SELECT FROM media.upload WHERE state <> 'refused'")).toEqual([]);
    await rm(join(media.folder, 'uploads'));
    expect((await media.upload(ada, await jpeg())).status).toBe(201);
  });

  it('the file of a failed upload that cannot be deleted is deleted by a sweep', async () => {
    const ada = media.owner();
    const { storage } = media.deps;
    const goingAway: Storage = {
      ...storage,
      async receive(key, body) {
        await storage.receive(key, body);
        throw new Error('kept, but too late to say so');
      },
      remove: async () => {
        throw new Error('away');
      },
    };
    const { call } = await listen(makeApp({ ...media.deps, storage: goingAway }));
    const sent = { token: ada.token, raw: await jpeg(), headers: { 'content-type': 'image/jpeg' } };
    expectProblem(await call('POST', '/api/media', sent), 503);
    expect(media.files('uploads')).toHaveLength(1);
    await sweep({ ...media.deps, ...SILENT, now: () => Date.now() + 2 * DAY_MS });
    expect(media.files('uploads')).toEqual([]);
    expect(await media.database.rows('SELECT FROM media.upload')).toEqual([]);
  });

  it('a picture whose last file cannot be kept is none; read again, it has the same bytes', async () => {
    const ada = media.owner();
    const sent = await jpeg();
    const { files, ...picture } = await readPicture(sent);
    const addresses = files.map(({ width, format }) =>
      pictureFile({ ...picture, tenantId: ada.tenantId }, width, format),
    );
    const inTheWay = join(media.folder, addresses.at(-1) as string);
    await mkdir(inTheWay, { recursive: true });
    const asked = media.upload(ada, sent);
    // All are there, the last only as what is in its way: its own was tried and given up.
    const names = addresses.map((address) => basename(address)).toSorted();
    await expect.poll(() => media.files(dirname(addresses[0] as string)), { timeout: 20_000 }).toEqual(names);
    expect(await media.database.rows('SELECT FROM media.picture WHERE tenant_id = $1', [ada.tenantId])).toEqual([]);
    await rmdir(inTheWay);
    const { status, body } = await asked;
    expect([status, body.state]).toEqual([201, 'ready']);
    for (const [index, address] of addresses.entries()) {
      const kept = await fetch(media.url + address);
      expect([address, Buffer.from(await kept.arrayBuffer())]).toEqual([
        address,
        Buffer.from(files[index]?.bytes ?? []),
      ]);
    }
  });
});

describe('while a bucket refuses', async () => {
  const bucket = await s3Double();
  const media = await startMedia(bucket.url);

  it('to delete, every upload is read all the same, and a sweep deletes its file later', async () => {
    bucket.trouble = { on: (method) => method === 'POST', is: 500 };
    const ada = media.owner();
    const sent = Array.from({ length: 5 }, async (_, at) => media.upload(ada, await jpeg(300 + at)));
    const reading = () => media.database.rows("SELECT FROM media.upload WHERE state = 'reading'");
    await expect.poll(reading).toHaveLength(sent.length);
    media.startWorker();
    expect((await Promise.all(sent)).map(({ body }) => body.state)).toEqual(Array(sent.length).fill('ready'));
    const uploads = () => [...bucket.files.keys()].filter((key) => key.startsWith('uploads/'));
    expect(uploads()).toHaveLength(sent.length);
    // A sweep that can delete none still queues what lost its job.
    const lost = crypto.randomUUID();
    bucket.files.set(`uploads/${lost}`, Buffer.from(await jpeg(320)));
    await media.database.rows(
      "INSERT INTO media.upload (tenant_id, id, by, state, created_at) VALUES ($1, $2, $2, 'reading', $3)",
      [ada.tenantId, lost, new Date(Date.now() - 120_000)],
    );
    await expect(sweep({ ...media.deps, ...SILENT, now: () => Date.now() + 2 * DAY_MS })).rejects.toThrow('500');
    await expect.poll(reading, { timeout: 10_000 }).toEqual([]);
    bucket.trouble = null;
    await sweep({ ...media.deps, ...SILENT, now: () => Date.now() + 2 * DAY_MS });
    expect(uploads()).toEqual([]);
  });

  it('to keep a file, the picture is refused, and a sweep deletes its other files', async () => {
    const [ada, sent] = [media.owner(), await jpeg(340)];
    const kept = () => [...bucket.files.keys()].filter((key) => key.includes(ada.tenantId.replaceAll('-', '')));
    bucket.trouble = { on: (method, key) => method === 'PUT' && key.endsWith('.jpg'), is: 500 };
    const { body } = await media.upload(ada, sent);
    expect(body.detail ?? body.reason).toBe("The picture couldn't be prepared. Please try again.");
    expect(kept()).not.toEqual([]);
    bucket.trouble = null;
    await sweep({ ...media.deps, ...SILENT, now: () => Date.now() + 2 * DAY_MS });
    expect(kept()).toEqual([]);
    expect(await media.database.rows('SELECT FROM media.picture WHERE tenant_id = $1', [ada.tenantId])).toEqual([]);
    expect((await media.upload(ada, sent)).body.state).toBe('ready');
    await sweep({ ...media.deps, ...SILENT, now: () => Date.now() + 2 * DAY_MS });
    expect(kept()).not.toEqual([]);
  });
});
