import { setTimeout as sleep } from 'node:timers/promises';
import { pictureAt } from '@tavola/contracts/rules/pictures.ts';
import { agreedFetch } from '@tavola/test-kit/agreed-answers.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { expect, it } from 'vitest';
import { uploadStore } from '../src/picture/upload-store.ts';
import { jpeg } from './samples.ts';
import { type Owner, startMedia } from './setup.ts';

// Pictures that an admin removed, or their owner deleted.

const media = await startMedia();
media.startWorker();
const hashOf = (url: string) => pictureAt(url)?.hash ?? '';
const remove = ({ tenantId }: Owner, url: string) =>
  media.call('DELETE', `/internal/tenants/${tenantId}/pictures/${hashOf(url)}`, AS_SERVICE);
const statusOf = async (url: string) => (await agreedFetch(media.url + url)).status;

it('is gone at once with all its files, for this restaurant only, and may be removed again', async () => {
  const [ada, bea] = [media.owner(), media.owner()];
  const url: string = (await media.upload(ada, await jpeg())).body.picture.url;
  const other: string = (await media.upload(ada, await jpeg(310))).body.picture.url;
  const theirs: string = (await media.upload(bea, await jpeg())).body.picture.url;
  expectProblem(await remove(bea, other), 404);
  for (const _time of [1, 2]) expect((await remove(ada, url)).status).toBe(204);
  expect([await statusOf(url), await statusOf(other), await statusOf(theirs)]).toEqual([404, 200, 200]);
  expect(media.files(`m/${ada.tenantId.replaceAll('-', '')}`)).toHaveLength(1);
  expect((await media.call('GET', '/api/media/pictures', ada)).body).toEqual({ count: 1 });
});

it('is deleted by its owner once nothing shows it, with all its files, and may be uploaded again', async () => {
  const [ada, bea] = [media.owner(), media.owner()];
  const { id, picture } = (await media.upload(ada, await jpeg(330))).body;
  const theirs: string = (await media.upload(bea, await jpeg(330))).body.picture.url;
  const { used } = media;
  const drop = (owner: Owner) => media.call('DELETE', `/api/media/${hashOf(picture.url)}`, { token: owner.token });
  const refused = async (status: number, detail?: string) => {
    const answer = await drop(ada);
    expectProblem(answer, status);
    if (detail) expect(answer.body.detail).toBe(detail);
    expect(await statusOf(picture.url)).toBe(200);
  };
  // As menu and auth may name it: by any of its files.
  used.pictures = [picture.url.replace(/\d+\.jpg$/, '160.webp')];
  await refused(409, 'A dish still shows this picture. Remove it there first.');
  used.pictures = [];
  used.ofProfile = [picture.url];
  await refused(409, 'It is still your logo or your cover photo. Remove it there first.');
  used.ofProfile = [];
  used.pictures = null;
  await refused(503);
  used.pictures = [theirs];
  expect((await drop(ada)).status).toBe(204);
  expect([await statusOf(picture.url), await statusOf(theirs)]).toEqual([404, 200]);
  expect(media.files(`m/${ada.tenantId.replaceAll('-', '')}`)).toEqual([]);
  expectProblem(await drop(ada), 404);
  expectProblem(await media.call('GET', `/api/media/${id}`, { token: ada.token }), 404);
  expectProblem(await media.call('DELETE', '/api/media/x', { token: ada.token }), 400);
  const again = (await media.upload(ada, await jpeg(330))).body;
  expect([again.state, await statusOf(picture.url)]).toEqual(['ready', 200]);
  // By its upload, too.
  expect((await media.call('DELETE', `/api/media/${again.id}`, { token: ada.token })).status).toBe(204);
  expect(await statusOf(picture.url)).toBe(404);
});

it('is refused when the restaurant uploads it again', { tags: 'full' }, async () => {
  const [ada, bea] = [media.owner(), media.owner()];
  const url: string = (await media.upload(ada, await jpeg())).body.picture.url;
  await remove(ada, url);
  const again = await media.upload(ada, await jpeg());
  expect([again.body.state ?? again.status, again.body.reason ?? again.body.detail]).toEqual([
    expect.anything(),
    'This picture was removed by an administrator. Please choose another one.',
  ]);
  expect(await statusOf(url)).toBe(404);
  expect((await media.upload(bea, await jpeg())).body.state).toBe('ready');
});

it('stays away although the same picture is being uploaded meanwhile', { tags: 'full' }, async () => {
  const ada = media.owner();
  const url: string = (await media.upload(ada, await jpeg())).body.picture.url;
  const { hash, width, height, color } = pictureAt(url) as NonNullable<ReturnType<typeof pictureAt>>;
  const store = uploadStore(media.deps.db, ada.tenantId);
  const id = await store.begin(ada.tenantId);
  await store.arrived(id);
  let put = 0;
  // The upload holds the picture's row when the removal begins.
  const kept = store.keep(id, { hash, width, height, color, files: [] }, async () => {
    await sleep(300);
    put += 1;
  });
  await sleep(100);
  const [removed] = await Promise.all([remove(ada, url), kept]);
  expect([removed.status, put, await statusOf(url)]).toEqual([204, 1, 404]);
});

it('needs the hash of a picture', async () => {
  const ada = media.owner();
  expectProblem(await media.call('DELETE', `/internal/tenants/${ada.tenantId}/pictures/x`, AS_SERVICE), 400);
});
