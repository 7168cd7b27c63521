import type { ServiceName } from '@tavola/contracts/topology.ts';
import { makeServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { fakeService } from '@tavola/test-kit/fake-service.ts';
import { SERVICE_TOKEN } from '@tavola/test-kit/tokens.ts';
import { beforeEach, expect, it } from 'vitest';
import { sweep, UNUSED_MS } from '../src/picture/sweep.ts';
import { jpeg } from './samples.ts';
import { type Owner, startMedia } from './setup.ts';

const media = await startMedia();
media.startWorker();
const answering = async <Name extends ServiceName>(name: Name, answer: () => string[] | null) => {
  const { url } = await fakeService(() => {
    const pictures = answer();
    if (!pictures) throw new Error('away');
    return { pictures };
  });
  return makeServiceClient({ name, url, serviceToken: SERVICE_TOKEN });
};
let onMenu: string[] | null = [];
let asLogo: string[] = [];
const { db, storage, queue } = media.deps;
const deps = {
  db,
  storage,
  queue,
  menu: await answering('menu', () => onMenu),
  auth: await answering('auth', () => asLogo),
};
const DAY_MS = 24 * 60 * 60 * 1000;
const sweepAfter = (days: number) => sweep({ ...deps, now: () => Date.now() + days * DAY_MS });

let ada: Owner;
let url: string;
beforeEach(async () => {
  await media.database.rows('DELETE FROM media.picture');
  [onMenu, asLogo] = [[], []];
  ada = media.owner();
  url = (await media.upload(ada, await jpeg())).body.picture.url;
});
const isThere = async () => (await fetch(media.url + url)).status === 200;

it('deletes a picture, and its files, that nothing has shown for a week', async () => {
  await sweepAfter(1.1);
  await sweepAfter(7);
  expect(await isThere()).toBe(true);
  await sweepAfter(1.2 + UNUSED_MS / DAY_MS);
  expect(await isThere()).toBe(false);
  expect(media.files(`m/${ada.tenantId.replaceAll('-', '')}`)).toEqual([]);
  expect(await media.database.rows('SELECT FROM media.picture')).toEqual([]);
});

it.each(['a dish', 'the logo'])('keeps one that %s shows, also after it was unused for a while', async (shows) => {
  await sweepAfter(1.1);
  if (shows === 'a dish') onMenu = [url];
  else asLogo = [url];
  await sweepAfter(5);
  [onMenu, asLogo] = [[], []];
  await sweepAfter(9);
  expect(await isThere()).toBe(true);
});

it('keeps one that is named by another of its files', { tags: 'full' }, async () => {
  onMenu = [url.replace(/\d+\.jpg$/, '160.webp')];
  await sweepAfter(1.1);
  await sweepAfter(9);
  expect(await isThere()).toBe(true);
});

it('deletes nothing while menu is away', { tags: 'full' }, async () => {
  await sweepAfter(1.1);
  onMenu = null;
  await expect(sweepAfter(20)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await isThere()).toBe(true);
});

it('forgets uploads after a day', async () => {
  await sweepAfter(2);
  expect(await media.database.rows('SELECT FROM media.upload')).toEqual([]);
  expect(await isThere()).toBe(true);
});

it('the picture that is uploaded again stays', { tags: 'full' }, async () => {
  await sweepAfter(1.1);
  expect((await media.upload(ada, await jpeg())).body.picture.url).toBe(url);
  await sweepAfter(8.5);
  expect(await isThere()).toBe(true);
});
