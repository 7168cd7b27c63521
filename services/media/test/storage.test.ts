import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '@tavola/local-servers/leftovers.ts';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { sweep } from '../src/picture/sweep.ts';
import { type Bucket, bucketOf, s3Storage } from '../src/storage/s3-storage.ts';
import { storageAt, storageUrl } from '../src/storage/storage-at.ts';
import { s3Double } from './s3-double.ts';
import { jpeg } from './samples.ts';
import { startMedia } from './setup.ts';

const { TEST_S3_URL } = process.env;
const bucket = await s3Double();
const folder = temporaryFolder('storage');
const scratch = temporaryFolder('scratch');
afterAll(() => {
  folder.remove();
  scratch.remove();
});
afterEach(() => {
  bucket.trouble = null;
  vi.unstubAllEnvs();
});

const kinds: [string, string][] = [
  ['a folder', pathToFileURL(folder.path).href],
  ['a bucket', bucket.url],
  ...(TEST_S3_URL ? [['a real bucket', TEST_S3_URL] as [string, string]] : []),
];

describe.each(kinds)('%s', (_name, url) => {
  const storage = storageAt(url);
  /** Nobody else's files, also in a real bucket. */
  const own = `test-${randomUUID()}`;
  afterAll(() => storage.remove(`${own}/`));

  it('keeps bytes as they are, and a later file instead of an earlier one', async () => {
    const [first, second] = [randomBytes(300_000), randomBytes(10)];
    await storage.put(`${own}/a/one`, first);
    expect(await storage.get(`${own}/a/one`)).toEqual(new Uint8Array(first));
    await storage.put(`${own}/a/one`, second);
    expect(await storage.get(`${own}/a/one`)).toEqual(new Uint8Array(second));
    expect(await storage.get(`${own}/a/other`)).toBeNull();
  });

  it('keeps what arrives in parts, and nothing of what breaks off', async () => {
    vi.stubEnv('TMPDIR', scratch.path);
    const sent = randomBytes(2_000_000);
    await storage.receive(`${own}/whole`, Readable.from([sent.subarray(0, 7), sent.subarray(7)]));
    expect(await storage.get(`${own}/whole`)).toEqual(new Uint8Array(sent));
    const broken = Readable.from(
      (async function* () {
        yield sent;
        throw new Error('gone');
      })(),
    );
    await expect(storage.receive(`${own}/broken`, broken)).rejects.toThrow('gone');
    expect(await storage.get(`${own}/broken`)).toBeNull();
    expect(readdirSync(scratch.path)).toEqual([]);
  });

  it('removes what begins with a key, and nothing else', async () => {
    const keys = ['p/aa-1/1', 'p/aa-1/2', 'p/aa-1/3', 'p/aa-1/4', 'p/aa-2/1', 'p/ab/1', 'q/aa-1/1', 'u/5'];
    const left = async () => {
      const found = await Promise.all(keys.map((key) => storage.get(`${own}/${key}`)));
      return keys.filter((_key, index) => found[index]);
    };
    for (const key of keys) await storage.put(`${own}/${key}`, randomBytes(1));
    await storage.remove(`${own}/p/aa-`);
    expect(await left()).toEqual(['p/ab/1', 'q/aa-1/1', 'u/5']);
    await storage.remove(`${own}/u/5`);
    await storage.remove(`${own}/p/`);
    expect(await left()).toEqual(['q/aa-1/1']);
    await storage.remove(`${own}/p/`);
  });
});

describe('the setting', () => {
  it('names a folder or a bucket with all its parts', () => {
    const bad = [
      '/pictures',
      'https://host/b',
      's3+https://host/b',
      's3+https://key@host/b',
      's3+https://k:s@host/',
      's3+https://k:s@host/b/c',
    ];
    for (const url of ['file:///pictures', bucket.url])
      expect([url, storageUrl.safeParse(url).success]).toEqual([url, true]);
    for (const url of bad) expect([url, storageUrl.safeParse(url).success]).toEqual([url, false]);
  });
});

describe('a bucket', () => {
  const given = bucketOf(bucket.url) as Bucket;
  const wrong: [string, Partial<Bucket>, string][] = [
    ['key', { accessKeyId: 'other' }, '403 (InvalidAccessKeyId)'],
    ['secret', { secretAccessKey: 'other' }, '403 (SignatureDoesNotMatch)'],
    ['region', { region: 'us-east-1' }, '403 (AuthorizationHeaderMalformed)'],
    ['bucket', { url: `${given.url}-2` }, 'does not exist'],
  ];

  it.each(wrong)('with a wrong %s is an error, not a missing file', async (_what, part, reason) => {
    const storage = s3Storage({ ...given, ...part });
    const one = randomBytes(1);
    for (const call of [() => storage.get('a'), () => storage.put('a', one), () => storage.remove('a')]) {
      await expect(call()).rejects.toThrow(reason);
    }
  });

  it('that never answers is an error in time', async () => {
    bucket.trouble = { on: () => true, is: 'silent' };
    const storage = s3Storage(given, { uploadMs: 200, otherMs: 100 });
    const calls = [
      () => storage.get('a'),
      () => storage.put('a', randomBytes(1)),
      () => storage.receive('a', Readable.from(['a'])),
      () => storage.remove('a'),
    ];
    for (const call of calls) await expect(call()).rejects.toThrow('timeout');
  });
});

describe('with a bucket for all processes', async () => {
  const media = await startMedia(bucket.url);
  media.startWorker();
  media.startWorker();

  it('what one process received another reads, serves and sweeps', { tags: 'full' }, async () => {
    const ada = media.owner();
    const answers = await Promise.all([300, 310, 320, 330].map(async (size) => media.upload(ada, await jpeg(size))));
    expect(answers.map(({ body }) => body.state)).toEqual(['ready', 'ready', 'ready', 'ready']);
    const uploads = () => [...bucket.files.keys()].filter((key) => key.startsWith('uploads/'));
    await expect.poll(uploads).toEqual([]);
    const address: string = answers[0]?.body.picture.url;
    for (const url of media.urls) {
      const file = await fetch(url + address);
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      expect(Buffer.from(await file.arrayBuffer())).toEqual(bucket.files.get(address.slice(1)));
    }
    const kept = answers.slice(1).map(({ body }) => body.picture.url as string);
    media.used.pictures = kept;
    const { db, storage, queue } = media.deps;
    const used = { call: async () => ({ pictures: kept }) } as never;
    const day = 24 * 60 * 60 * 1000;
    for (const days of [2, 12]) {
      await sweep({ db, storage, queue, menu: used, auth: used, now: () => Date.now() + days * day });
    }
    expect((await fetch(media.url + address)).status).toBe(404);
    for (const one of kept) expect([one, (await fetch(media.url + one)).status]).toEqual([one, 200]);
  });
});
