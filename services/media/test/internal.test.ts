import { setTimeout as sleep } from 'node:timers/promises';
import { exported, exportedPages } from '@tavola/test-kit/exported.ts';
import { describeServicesOnly } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { expect, it } from 'vitest';
import { makeApp } from '../src/app.ts';
import { deleteTenant } from '../src/internal/delete-tenant.ts';
import type { Storage } from '../src/storage/storage.ts';
import { jpeg } from './samples.ts';
import { startMedia } from './setup.ts';

const media = await startMedia();
media.startWorker();

it('the export names all pictures', async () => {
  const ada = media.owner();
  const { picture } = (await media.upload(ada, await jpeg())).body;
  const { pictures } = await exported(media.call, 'media', ada.tenantId);
  expect(pictures).toMatchObject([picture]);
  expect(pictures[0]?.bytes).toBeGreaterThan(1_000);
});

it('the export has pages, of which each picture is on one, the oldest first', async () => {
  const { tenantId } = media.owner();
  await media.database.rows(
    `INSERT INTO media.picture (tenant_id, hash, width, height, color, bytes, created_at)
     SELECT $1, md5(n::text), 1, 1, '#aabbcc', n, '2026-01-01T00:00:00.123Z'::timestamptz + n / 900 * interval '1 ms'
     FROM generate_series(1, 2000) AS n`,
    [tenantId],
  );
  const pages = await exportedPages(media.call, 'media', tenantId, 'pictures');
  expect(pages.map((rows) => rows.length)).toEqual([1_000, 1_000, 0]);
  const all = pages.flat();
  expect(new Set(all.map(({ url }) => url)).size).toBe(2_000);
  expect(all.map(({ createdAt }) => createdAt)).toEqual(all.map(({ createdAt }) => createdAt).toSorted());
});

it('a deleted restaurant leaves no row and no file, and others keep theirs', async () => {
  const [ada, bea] = [media.owner(), media.owner()];
  const hers = (await media.upload(ada, await jpeg())).body.picture.url;
  const theirs = (await media.upload(bea, await jpeg())).body.picture.url;
  const id = crypto.randomUUID();
  await media.deps.storage.put(`uploads/${id}`, await jpeg());
  const left = [ada.tenantId, id, ada.tenantId];
  await media.database.rows('INSERT INTO media.upload (tenant_id, id, by) VALUES ($1, $2, $3)', left);
  for (const _time of [1, 2]) {
    expect((await media.call('DELETE', `/internal/tenants/${ada.tenantId}`, AS_SERVICE)).status).toBe(204);
  }
  for (const table of ['upload', 'picture'])
    expect(await media.database.rows(`SELECT FROM media.${table} WHERE tenant_id = $1`, [ada.tenantId])).toEqual([]);
  expect([(await fetch(media.url + hers)).status, (await fetch(media.url + theirs)).status]).toEqual([404, 200]);
  expect(media.files('uploads')).not.toContain(id);
  expect(media.files(`m/${ada.tenantId.replaceAll('-', '')}`)).toEqual([]);
});

it('a restaurant is deleted although the storage takes longer for its pictures than a transaction may take', {
  tags: 'full',
}, async () => {
  const ada = media.owner();
  const { url } = (await media.upload(ada, await jpeg())).body.picture;
  const { storage, db } = media.deps;
  const slow: Storage = {
    ...storage,
    async remove(start) {
      if (media.files(start).length > 0) await sleep(5_500);
      await storage.remove(start);
    },
  };
  await deleteTenant(db, slow, ada.tenantId);
  expect(await media.database.rows('SELECT FROM media.picture WHERE tenant_id = $1', [ada.tenantId])).toEqual([]);
  expect((await fetch(media.url + url)).status).toBe(404);
});

describeServicesOnly(makeApp(media.deps), media.call);
