import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pictureAddress } from '@tavola/contracts/rules/pictures.ts';
import { listen } from '@tavola/test-kit/http.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { person } from '@tavola/test-kit/tokens.ts';
import express from 'express';
import { unzipSync } from 'fflate';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PAGE } from '../src/picture/picture-store.ts';
import { sendPicturesZip } from '../src/picture/pictures-zip.ts';
import { DOWNLOADS_AT_ONCE } from '../src/picture/routes.ts';
import { pictureKey } from '../src/storage/storage.ts';
import { jpeg } from './samples.ts';
import { type Owner, startMedia } from './setup.ts';

// @module-tag full

const media = await startMedia();
media.startWorker();
const { storage, log } = media.deps;
const ZIP = '/api/media/pictures.zip';
const MB = 1024 * 1024;

afterEach(() => vi.restoreAllMocks());

const download = ({ token }: Owner, method = 'GET') =>
  fetch(media.url + ZIP, { method, headers: { authorization: `Bearer ${token}` } });

/** The downloaded files, in their order. */
async function filesOf(owner: Owner): Promise<[name: string, bytes: Buffer][]> {
  const response = await download(owner);
  expect(response.status).toBe(200);
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes)]);
}

/** Adds pictures, whose largest files are texts or links to `file`, a minute after each other unless they have a `createdAt`. */
async function addPictures(
  { tenantId }: Owner,
  count: number,
  { file = '', createdAt = '' } = {},
): Promise<{ hash: string; path: string }[]> {
  const pictures = Array.from({ length: count }, (_, nth) => {
    const at = createdAt || new Date(Date.UTC(2026, 10, 20, 12, nth)).toISOString();
    return { tenantId, hash: nth.toString(16).padStart(24, '0'), width: 2048, height: 1536, color: '#302010', at };
  });
  await media.database.rows(
    `INSERT INTO media.picture (tenant_id, hash, width, height, color, bytes, created_at)
     SELECT $1, hash, 2048, 1536, '#302010', 1000, at FROM unnest($2::text[], $3::timestamptz[]) AS new (hash, at)`,
    [tenantId, pictures.map(({ hash }) => hash), pictures.map(({ at }) => at)],
  );
  const added = pictures.map((picture) => ({
    hash: picture.hash,
    path: join(media.folder, pictureKey(pictureAddress(picture))),
  }));
  for (const [nth, { path }] of added.entries()) {
    await mkdir(dirname(path), { recursive: true });
    await (file ? link(file, path) : writeFile(path, `picture ${nth}`));
  }
  return added;
}

/** A client that asks for the zip and reads nothing of it. */
async function stalled({ token }: Owner, url = media.url): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.pause();
  socket.write(`GET ${ZIP} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  // Before it has begun, another request could take its place.
  await new Promise((resolve) => socket.once('readable', resolve));
  expect(String(socket.read(12))).toBe('HTTP/1.1 200');
  return socket;
}

describe("the zip of a restaurant's pictures", () => {
  it('has the largest JPEG of each, by date, and none of another restaurant', async () => {
    const [ada, bea] = [media.owner(), media.owner()];
    const urls: string[] = [];
    for (const height of [310, 300]) urls.push((await media.upload(ada, await jpeg(height))).body.picture.url);
    await media.upload(bea, await jpeg(320));
    const response = await download(ada);
    const day = new Date().toISOString().slice(0, 10);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename=pictures-${day}.zip`,
      'cache-control': 'no-store',
    });
    const zip = new Uint8Array(await response.arrayBuffer());
    const expected = await Promise.all(
      urls.map(async (url) => {
        const hash = url.split('/')[3]?.slice(0, 24);
        return [`${day}-${hash}.jpg`, Buffer.from(await (await fetch(media.url + url)).arrayBuffer())];
      }),
    );
    expect(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, Buffer.from(bytes)])).toEqual(expected);
    const sizes = expected.reduce((sum, [, bytes]) => sum + (bytes as Buffer).length, 0);
    expect(zip.length - sizes).toBeLessThan(1_000);
    const head = await download(ada, 'HEAD');
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect((await media.call('GET', '/api/media/pictures', ada)).body).toEqual({ count: 2 });
  });

  it('has all of several pages, also those of the same moment', async () => {
    const [ada, bea] = [media.owner(), media.owner()];
    const many = 2 * PAGE + 1;
    await addPictures(ada, many);
    await addPictures(bea, many, { createdAt: '2026-11-20T12:00:00.123Z' });
    for (const owner of [ada, bea]) {
      const files = await filesOf(owner);
      expect(files.map(([, bytes]) => bytes.toString())).toEqual(
        Array.from({ length: many }, (_, nth) => `picture ${nth}`),
      );
    }
  });

  it('is a 404 where there are none', async () => {
    const ada = media.owner();
    expectProblem(await media.call('GET', ZIP, ada), 404);
    expect((await media.call('GET', '/api/media/pictures', ada)).body).toEqual({ count: 0 });
  });

  it('is without a file that is missing, which the log names', async () => {
    const ada = media.owner();
    const [, missing] = await addPictures(ada, 3);
    await rm(missing?.path as string);
    const warn = vi.spyOn(log, 'warn');
    expect((await filesOf(ada)).map(([, bytes]) => bytes.toString())).toEqual(['picture 0', 'picture 2']);
    expect(warn).toHaveBeenCalledWith(
      { tenantId: ada.tenantId, file: expect.stringContaining(missing?.hash as string) },
      'file of a picture is missing',
    );
  });

  it('is a 503 while no file can be read', async () => {
    const [ada, bea] = [media.owner(), media.owner()];
    for (const { path } of await addPictures(ada, 2)) await rm(path);
    expectProblem(await media.call('GET', ZIP, ada), 503);
    const [first] = await addPictures(bea, 2);
    await rm(first?.path as string);
    await mkdir(first?.path as string);
    expectProblem(await media.call('GET', ZIP, bea), 503);
  });

  it('is whole although a file could not be read at first', async () => {
    const ada = media.owner();
    await addPictures(ada, 3);
    vi.spyOn(storage, 'get').mockRejectedValueOnce(new Error('the bucket answered 500'));
    expect(await filesOf(ada)).toHaveLength(3);
  });

  it('is cut off where the storage goes away meanwhile', async () => {
    const ada = media.owner();
    const [, second] = await addPictures(ada, 3);
    await rm(second?.path as string);
    await mkdir(second?.path as string);
    const response = await download(ada);
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
    await rm(second?.path as string, { recursive: true });
    expect(await filesOf(ada)).toHaveLength(2);
  });
});

describe('a client that does not read', async () => {
  const photo = join(media.folder, 'photo');
  await writeFile(photo, Buffer.alloc(MB, 'x'));

  /** Until no more files are read; how many were. */
  async function untilStill(read: ReturnType<typeof vi.spyOn>): Promise<number> {
    let count = -1;
    await expect
      .poll(
        async () => {
          const before = read.mock.calls.length;
          await sleep(300);
          count = read.mock.calls.length;
          return count > 0 && count === before;
        },
        { timeout: 20_000 },
      )
      .toBe(true);
    return count;
  }

  it('leaves uploads and downloads of others as they were, and holds few files in memory', async () => {
    const [slow, other] = [media.owner(), media.owner()];
    const many = 60;
    await addPictures(slow, many, { file: photo });
    await addPictures(other, 2);
    const read = vi.spyOn(storage, 'get');
    const socket = await stalled(slow);
    expect(await untilStill(read)).toBeLessThan(many / 2);
    expect((await media.upload(other, await jpeg(330))).body.state).toBe('ready');
    expect(await filesOf(other)).toHaveLength(3);
    expect((await media.upload(slow, await jpeg(330))).body.state).toBe('ready');
    const refused = await download(slow);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    const elsewhere = person({ userId: slow.userId, tenantId: other.tenantId });
    expect((await download({ ...other, token: elsewhere.token })).status).toBe(429);
    const files = read.mock.calls.length;
    socket.destroy();
    await expect.poll(async () => (await download(slow, 'HEAD')).status).toBe(200);
    await sleep(300);
    // One is the HEAD's.
    expect(read.mock.calls.length - files).toBeLessThan(3);
    expect(await filesOf(slow)).toHaveLength(many + 1);
  });

  it('is one of a limited number in a process', async () => {
    const owners = Array.from({ length: DOWNLOADS_AT_ONCE + 1 }, () => media.owner());
    const last = owners.at(-1) as Owner;
    for (const owner of owners) await addPictures(owner, 60, { file: photo });
    const sockets = await Promise.all(owners.slice(0, -1).map((owner) => stalled(owner)));
    await expect.poll(async () => (await download(last, 'HEAD')).status, { timeout: 20_000 }).toBe(503);
    sockets[0]?.destroy();
    await expect.poll(async () => (await download(last, 'HEAD')).status, { timeout: 20_000 }).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it('is cut off after a while', async () => {
    const ada = media.owner();
    await addPictures(ada, 60, { file: photo });
    let isOver = false;
    const app = express().get(ZIP, async (req, res) => {
      await sendPicturesZip(media.deps, ada.tenantId, req, res, 500);
      isOver = true;
    });
    const { url } = await listen(app);
    const warn = vi.spyOn(log, 'warn');
    const socket = await stalled(ada, url);
    await expect.poll(() => isOver, { timeout: 10_000 }).toBe(true);
    expect(warn).toHaveBeenCalledWith(expect.objectContaining({ tenantId: ada.tenantId }), expect.any(String));
    socket.destroy();
  });
});
