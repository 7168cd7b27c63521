import { createHash } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsClient } from 'aws4fetch';
import type { Storage } from './storage.ts';

/** A bucket and the credentials for it. */
export interface Bucket {
  /** Its address, with the bucket's name as path: every S3 service knows this form. */
  url: string;
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

/** How long the bucket may take to answer, in milliseconds; for an upload, and for anything else. */
interface Timeouts {
  uploadMs: number;
  otherMs: number;
}

/** Files are put inside of a transaction, so anything but an upload must be shorter than one (service-kit, 5 s). */
const TIMEOUTS: Timeouts = { uploadMs: 20_000, otherMs: 4_000 };

/** The bucket that an `s3+https:` URL names, or null for another URL and for one that lacks a part. */
export function bucketOf(url: string): Bucket | null {
  const { protocol, username, password, host, pathname, searchParams } = new URL(url);
  if (!protocol.startsWith('s3+') || !username || !password || !/^\/[^/]+$/.test(pathname)) return null;
  return {
    url: `${protocol.slice('s3+'.length)}//${host}${pathname}`,
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    region: searchParams.get('region') ?? 'us-east-1',
  };
}

/** Files in a bucket of S3, or of a service that speaks its language. Nothing is tried twice: callers retry. */
export function s3Storage({ url, ...identity }: Bucket, { uploadMs, otherMs } = TIMEOUTS): Storage {
  const aws = new AwsClient({ ...identity, service: 's3' });

  /** Sends a signed request. @throws Error for an answer that is neither a success nor a 404, or that comes too late. */
  async function send(method: string, path: string, sent: Sent = {}): Promise<Response> {
    const { body, sha256 = EMPTY, headers, ms = otherMs } = sent;
    const { url: signedUrl, headers: signed } = await aws.sign(url + path, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': sha256 },
    });
    const answer = await fetch(signedUrl, {
      method,
      headers: signed,
      body: body ?? null,
      signal: AbortSignal.timeout(ms),
    });
    if (answer.ok || answer.status === 404) return answer;
    const reason = textOf('Code', await answer.text())[0] ?? 'no reason';
    throw new Error(`the bucket answered ${answer.status} (${reason}) to ${method} ${path}`);
  }

  async function put(key: string, sent: Sent): Promise<void> {
    const { status } = await send('PUT', `/${key}`, sent);
    if (status === 404) throw new Error('the bucket does not exist');
  }

  /** All keys that begin with `start`. */
  async function list(start: string): Promise<string[]> {
    const keys: string[] = [];
    let next: string | undefined;
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix: start });
      if (next) query.set('continuation-token', next);
      const answer = await send('GET', `?${query}`);
      const page = await answer.text();
      if (!answer.ok) throw new Error('the bucket does not exist');
      keys.push(...textOf('Key', page));
      next = textOf('IsTruncated', page)[0] === 'true' ? textOf('NextContinuationToken', page)[0] : undefined;
    } while (next);
    return keys;
  }

  return {
    put: (key, bytes) => put(key, { body: new Blob([bytes as Uint8Array<ArrayBuffer>]), sha256: sha256(bytes) }),
    async receive(key, body) {
      // S3 wants to know a file's length and hash first; a slow upload waits on disk, not in memory.
      const folder = await mkdtemp(join(tmpdir(), 'upload-'));
      try {
        const path = join(folder, 'file');
        const hash = createHash('sha256');
        const hashing = new Transform({
          transform(chunk, _encoding, done) {
            hash.update(chunk);
            done(null, chunk);
          },
        });
        await pipeline(body, hashing, createWriteStream(path));
        await put(key, { body: await openAsBlob(path), sha256: hash.digest('hex'), ms: uploadMs });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async get(key) {
      const answer = await send('GET', `/${key}`);
      if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
      const reason = textOf('Code', await answer.text())[0];
      if (reason === 'NoSuchBucket') throw new Error('the bucket does not exist');
      return null;
    },
    list,
    async remove(start) {
      const keys = await list(start);
      for (let from = 0; from < keys.length; from += DELETED_AT_ONCE) {
        const named = keys.slice(from, from + DELETED_AT_ONCE).map((key) => `<Object><Key>${key}</Key></Object>`);
        const body = `<Delete><Quiet>true</Quiet>${named.join('')}</Delete>`;
        const headers = {
          'content-type': 'application/xml',
          'content-md5': createHash('md5').update(body).digest('base64'),
        };
        const answer = await send('POST', '?delete', { body, sha256: sha256(body), headers });
        const [failed] = textOf('Error', await answer.text());
        if (!answer.ok || failed)
          throw new Error(`the bucket did not delete all files: ${textOf('Code', failed ?? '')[0]}`);
      }
    },
  };
}

interface Sent {
  body?: Blob | string;
  /** The hash of the body, in hex. */
  sha256?: string;
  headers?: Record<string, string>;
  ms?: number;
}

/** As many keys as S3 takes in one request to delete (its API reference, DeleteObjects). */
const DELETED_AT_ONCE = 1_000;

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
const EMPTY = sha256('');

/** The contents of all elements `name` in S3's XML; its keys are ours, and need no decoding. */
const textOf = (name: string, xml: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, text]) =>
    (text as string).replaceAll('&amp;', '&'),
  );
