import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** A bucket like S3's: it checks signatures, hashes and lengths, and lists few keys at once. */
interface S3Double {
  /** As `STORAGE_URL` names it. */
  url: string;
  files: Map<string, Buffer>;
  /** While set, these requests get this status, or no answer at all for `silent`. */
  trouble: { on(method: string, key: string): boolean; is: number | 'silent' } | null;
}

const KEY = 'AKIA+double';
const SECRET = 'a/secret+of the double';
const REGION = 'eu-south-1';
const PAGE = 3;

/** Starts a bucket on a free loopback port until the tests of the calling file are over. */
export async function s3Double(): Promise<S3Double> {
  const files: S3Double['files'] = new Map();
  const server = createServer(async (req, res) => {
    const body = Buffer.concat(await req.toArray());
    const { pathname, searchParams } = new URL(req.url as string, 'http://double');
    const key = decodeURIComponent(pathname.slice('/pictures/'.length));
    const { trouble } = double;
    if (trouble?.on(req.method as string, key)) {
      if (trouble.is !== 'silent') refuse(res, trouble.is, 'SlowDown');
      return;
    }
    const fault = faultOf(req, body);
    if (fault) return refuse(res, 403, fault);
    if (!/^\/pictures(\/|$)/.test(pathname)) return refuse(res, 404, 'NoSuchBucket');
    if (req.method === 'PUT') {
      // S3 takes no body of unknown length.
      if (req.headers['content-length'] !== String(body.length)) return refuse(res, 411, 'MissingContentLength');
      files.set(key, body);
      return void res.end();
    }
    if (req.method === 'POST' && searchParams.has('delete')) {
      const md5 = createHash('md5').update(body).digest('base64');
      if (req.headers['content-md5'] !== md5) return refuse(res, 400, 'BadDigest');
      for (const [, one] of String(body).matchAll(/<Key>(.*?)<\/Key>/g)) files.delete(one as string);
      return void res.end('<DeleteResult/>');
    }
    if (req.method === 'GET' && searchParams.get('list-type') === '2') {
      const all = [...files.keys()].toSorted().filter((one) => one.startsWith(searchParams.get('prefix') ?? ''));
      const from = Number(searchParams.get('continuation-token')?.replace('after &', '') ?? 0);
      const page = all.slice(from, from + PAGE);
      const isTruncated = from + PAGE < all.length;
      const more = isTruncated ? `<NextContinuationToken>after &amp;${from + PAGE}</NextContinuationToken>` : '';
      const contents = page.map((one) => `<Contents><Key>${one}</Key></Contents>`).join('');
      return void res.end(`<R><IsTruncated>${isTruncated}</IsTruncated>${contents}${more}</R>`);
    }
    const file = req.method === 'GET' ? files.get(key) : undefined;
    if (!file) return refuse(res, 404, 'NoSuchKey');
    res.end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const name = `${encodeURIComponent(KEY)}:${encodeURIComponent(SECRET)}`;
  const double: S3Double = {
    url: `s3+http://${name}@127.0.0.1:${port}/pictures?region=${REGION}`,
    files,
    trouble: null,
  };
  return double;
}

function refuse(res: ServerResponse, status: number, code: string): void {
  res.statusCode = status;
  res.end(`<Error><Code>${code}</Code></Error>`);
}

/** What is wrong with the signature, or undefined (Amazon S3 API Reference, "Signature Calculations: Transferring Payload in a Single Chunk"). */
function faultOf(req: IncomingMessage, body: Buffer): string | undefined {
  const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const header = (name: string) => String(req.headers[name] ?? '');
  const parts =
    /^AWS4-HMAC-SHA256 Credential=(.+?)\/(\d{8})\/(.+?)\/s3\/aws4_request, SignedHeaders=(.+?), Signature=([0-9a-f]{64})$/;
  const [, key, day, region, names, signature] = parts.exec(header('authorization')) ?? [];
  if (!key || !day || !names) return 'AccessDenied';
  if (key !== KEY) return 'InvalidAccessKeyId';
  if (region !== REGION) return 'AuthorizationHeaderMalformed';
  if (header('x-amz-content-sha256') !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const date = header('x-amz-date');
  const at = Date.parse(date.replace(/(....)(..)(..T..)(..)(..)/, '$1-$2-$3:$4:$5'));
  if (!date.startsWith(day) || !(Math.abs(Date.now() - at) < 15 * 60_000)) return 'RequestTimeTooSkewed';
  const { pathname, searchParams } = new URL(req.url as string, 'http://double');
  const query = [...searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted();
  const signed = names.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return 'AccessDenied';
  const headers = signed.map((name) => `${name}:${header(name).trim()}\n`).join('');
  const request = [req.method, pathname, query.join('&'), headers, names, sha256(body)].join('\n');
  const text = ['AWS4-HMAC-SHA256', date, `${day}/${region}/s3/aws4_request`, sha256(request)].join('\n');
  const signingKey = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${SECRET}`, day), REGION));
  return hmac(signingKey, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}
