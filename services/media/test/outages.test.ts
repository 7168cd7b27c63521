import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pictureFile } from '@tavola/contracts/rules/pictures.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { describe, expect, it } from 'vitest';
import { readPicture } from '../src/picture/read-picture.ts';
import { sweep } from '../src/picture/sweep.ts';
import { jpeg } from './samples.ts';
import { startMedia } from './setup.ts';

describe("while the queue's Redis is down", async () => {
  const media = await startMedia();
  const worker = media.startWorker();

  it('an upload is a 503 that keeps nothing, and pictures are still served', async () => {
    const ada = media.owner();
    const { body } = await media.upload(ada, await jpeg());
    await media.redis.stop();
    await expect.poll(() => worker.ready()).toBe(false);
    expectProblem(await media.upload(ada, await jpeg(310)), 503);
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
    const { db, storage, queue } = media.deps;
    const silent = { get: async () => ({ pictures: [] }) } as never;
    await sweep({ db, storage, queue, menu: silent, auth: silent });
    await expect.poll(swept.state).toEqual({ state: 'ready' });
  });
});

describe('without a worker', async () => {
  const media = await startMedia();

  it('an upload says how far it is, and is read once there is one', async () => {
    const ada = media.owner();
    const { status, body } = await media.send(ada, await jpeg());
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
    expectProblem(await media.upload(ada, await jpeg()), 503);
    expect(await media.database.rows('SELECT FROM media.upload')).toEqual([]);
    await rm(join(media.folder, 'uploads'));
    expect((await media.upload(ada, await jpeg())).status).toBe(201);
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
