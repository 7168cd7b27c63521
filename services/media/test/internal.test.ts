import { setTimeout as sleep } from 'node:timers/promises';
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
  const { body } = await media.call('GET', `/internal/tenants/${ada.tenantId}/export`, AS_SERVICE);
  expect(body.pictures).toMatchObject([picture]);
  expect(body.pictures[0].bytes).toBeGreaterThan(1_000);
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

it('a restaurant is deleted although the storage takes longer for its pictures than a transaction may take', async () => {
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
