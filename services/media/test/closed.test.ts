import { agreedFetch } from '@tavola/test-kit/agreed-answers.ts';
import { AS_SERVICE } from '@tavola/test-kit/tokens.ts';
import { describe, expect, it, vi } from 'vitest';
import { s3Double } from './s3-double.ts';
import { jpeg } from './samples.ts';
import { type Owner, startMedia } from './setup.ts';

describe.each([
  ['a folder', undefined],
  ['a bucket', (await s3Double()).url],
])('pictures in %s', async (_where, storage) => {
  const media = await startMedia(storage);
  media.startWorker();
  const { changed } = media;
  const tell = ({ tenantId }: Owner, isShown: boolean | null) => {
    changed.addresses = [{ slug: 'da-ada', tenantId, languages: [], isShown, at: Date.now() }];
  };
  /** The statuses of a picture at both processes. */
  const statuses = (url: string, urls = media.urls) =>
    Promise.all(urls.map(async (one) => (await agreedFetch(one + url)).status));
  const mark = (owner: Owner) => media.deps.storage.get(`closed/${owner.tenantId.replaceAll('-', '')}`);
  async function withPicture() {
    const owner = media.owner();
    const { url } = (await media.upload(owner, await jpeg())).body.picture;
    return { owner, url: url as string };
  }

  it('of a closed restaurant are refused, with those uploaded meanwhile, and are there again once it is open', async () => {
    const [ada, bea] = [await withPicture(), await withPicture()];
    tell(ada.owner, false);
    await expect.poll(() => statuses(ada.url)).toEqual([404, 404]);
    await expect.poll(() => mark(ada.owner)).not.toBeNull();
    const uploaded = (await media.upload(ada.owner, await jpeg(310))).body.picture.url;
    expect([await statuses(uploaded), await statuses(bea.url)]).toEqual([
      [404, 404],
      [200, 200],
    ]);
    tell(ada.owner, true);
    await expect.poll(() => statuses(ada.url)).toEqual([200, 200]);
    expect(await statuses(uploaded)).toEqual([200, 200]);
    await expect.poll(() => mark(ada.owner)).toBeNull();
  });

  it('are refused although the mark of another restaurant can’t be written', { tags: 'full' }, async () => {
    const [ada, bea] = [await withPicture(), await withPicture()];
    const { storage } = media.deps;
    const put = storage.put.bind(storage);
    const refused = vi
      .spyOn(storage, 'put')
      .mockImplementation((key, ...rest) =>
        key.startsWith(`closed/${ada.owner.tenantId.replaceAll('-', '')}`)
          ? Promise.reject(new Error('full'))
          : put(key, ...rest),
      );
    changed.addresses = [ada, bea].map(({ owner: { tenantId } }) => ({
      slug: 'da-ada',
      tenantId,
      languages: [],
      isShown: false,
      at: Date.now(),
    }));
    await expect.poll(() => statuses(ada.url)).toEqual([404, 404]);
    await expect.poll(() => statuses(bea.url)).toEqual([404, 404]);
    expect(refused).toHaveBeenCalled();
    refused.mockRestore();
  });

  it('are refused by a process that starts while auth is away', { tags: 'full' }, async () => {
    const { owner, url } = await withPicture();
    tell(owner, false);
    await expect.poll(() => statuses(url)).toEqual([404, 404]);
    changed.addresses = null;
    const another = await media.startAnother();
    expect(await statuses(url, [another.url])).toEqual([404]);
    tell(owner, true);
    await expect.poll(() => statuses(url, [...media.urls, another.url])).toEqual([200, 200, 200]);
  });

  it('leave no mark behind when their restaurant is deleted', { tags: 'full' }, async () => {
    const { owner, url } = await withPicture();
    tell(owner, false);
    await expect.poll(() => statuses(url)).toEqual([404, 404]);
    tell(owner, null);
    expect((await media.call('DELETE', `/internal/tenants/${owner.tenantId}`, AS_SERVICE)).status).toBe(204);
    await expect.poll(() => mark(owner)).toBeNull();
  });
});
