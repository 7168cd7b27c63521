import { createHash, randomBytes } from 'node:crypto';
import { Agent, type RequestListener, request } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { listen } from '@tavola/test-kit/http.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { timed } from '@tavola/test-kit/timed.ts';
import { person, SERVICE_TOKEN } from '@tavola/test-kit/tokens.ts';
import type { RequestHandler } from 'express';
import { describe, expect, it } from 'vitest';
import { type Gateway, sendRaw, startGateway } from './setup.ts';

const { token } = person();
const plain = await startGateway();
const lastSeen = ({ seen }: Gateway) => {
  const last = seen.at(-1);
  if (!last) throw new Error('nothing reached a service');
  return last;
};
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A read and a small body take the fast lane, a large body the proxy. */
const SMALL = { way: 'POST', method: 'POST', raw: 'x'.repeat(300) };
const LANES = [
  { way: 'GET', method: 'GET' },
  { way: 'POST of a large body', method: 'POST', raw: 'x'.repeat(100_000) },
];

/** Begins a body of this many bytes; returns the connection, and the response on it so far. */
function beginBody(url: string, path: string, length: number) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answered = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answered += text;
  });
  socket.on('error', () => {});
  socket.write(`POST ${path} HTTP/1.1\r\nHost: gateway\r\nContent-Length: ${length}\r\n\r\nhalf`);
  return { socket, answered: () => answered };
}

/** Begins a body of 10 MB, and sends more of it whenever the connection takes it, until the response is there. */
function sendLong(url: string, headers: Record<string, string | number>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, (res) => {
      res.resume().on('end', () => resolve(res.statusCode ?? 0));
    });
    sent.on('error', reject);
    Readable.from(Array(100).fill(Buffer.alloc(100_000))).pipe(sent);
  });
}

/** Sends a body in chunks without a Content-Length. */
function sendChunks(url: string, chunks: Buffer[], headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, (res) => {
      res.resume();
      res.on('end', () => resolve(res.statusCode ?? 0));
    });
    sent.on('error', reject);
    for (const chunk of chunks) sent.write(chunk);
    sent.end();
  });
}

describe('a forwarded request', () => {
  it('has no forwarding headers of the client, and names the client’s address', async () => {
    const claims = {
      'X-Forwarded-For': '6.6.6.6',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Port': '666',
      'X-Forwarded-Prefix': '/evil',
      Forwarded: 'for=6.6.6.6',
      'X-Service-Token': SERVICE_TOKEN,
    };
    await plain.call('GET', '/api/tenant', { token, headers: claims });
    const { headers } = lastSeen(plain);
    expect(headers['x-forwarded-for']).toBe('127.0.0.1');
    for (const name of Object.keys(claims).slice(1)) expect(headers).not.toHaveProperty(name.toLowerCase());
    expect(JSON.stringify(headers)).not.toMatch(/evil|6\.6\.6\.6/);
    expect(headers.authorization).toBe(`Bearer ${token}`);
  });

  it('has none either if it waits for "100 Continue"', async () => {
    const headers = { expect: '100-continue', 'x-service-token': SERVICE_TOKEN, 'x-forwarded-for': '6.6.6.6' };
    const body = Buffer.from('{"seconds":1}');
    expect(await sendChunks(`${plain.url}/api/public/visits`, [body], headers)).toBe(200);
    expect(lastSeen(plain).headers).not.toHaveProperty('x-service-token');
    expect(lastSeen(plain).headers['x-forwarded-for']).toBe('127.0.0.1');
    expect(lastSeen(plain).body).toEqual(body);
  });

  it('has all headers except hop-by-hop ones', async () => {
    const own = { te: 'trailers', 'proxy-authorization': 'Basic eDp4', 'keep-alive': 'timeout=5', 'x-other': 'kept' };
    const answer = await sendRaw(plain.url, 'DELETE /q/23456789', { ...own, connection: 'close' });
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    const { headers, method } = lastSeen(plain);
    expect(method).toBe('DELETE');
    expect(headers['x-other']).toBe('kept');
    expect(headers).not.toHaveProperty('te');
    expect(headers).not.toHaveProperty('proxy-authorization');
    expect(headers.connection).toBe('keep-alive');
  });

  it.each([5, 100_000])('gets "100 Continue" for a body of %i bytes', async (size) => {
    const body = randomBytes(size);
    const status = await new Promise<number>((resolve, reject) => {
      const headers = { expect: '100-continue', 'content-length': String(size) };
      const sent = request(`${plain.url}/api/beta-signup`, { method: 'POST', headers }, (res) => {
        res.resume().on('end', () => resolve(res.statusCode ?? 0));
      });
      sent.on('error', reject);
      sent.on('continue', () => sent.end(body));
      sent.flushHeaders();
    });
    expect(status).toBe(200);
    expect(sha(lastSeen(plain).body)).toBe(sha(body));
    expect(lastSeen(plain).headers).not.toHaveProperty('expect');
  });

  it.each(['DELETE', 'POST', 'PUT', 'PATCH', 'OPTIONS'])(
    'has no body where the client sent none: %s',
    async (method) => {
      expect((await plain.call(method, '/api/menu-items/1', { token })).status).toBe(200);
      expect(lastSeen(plain)).toMatchObject({ method, body: Buffer.alloc(0) });
    },
  );

  it('may have a body sent byte by byte', async () => {
    const { socket, answered } = beginBody(plain.url, '/api/beta-signup', 8);
    for (const letter of 'done') {
      await new Promise((resolve) => setTimeout(resolve, 20));
      socket.write(letter);
    }
    await expect.poll(answered).toMatch(/^HTTP\/1\.1 200 /);
    expect(lastSeen(plain).body.toString()).toBe('halfdone');
    socket.destroy();
  });

  it('never holds what follows its body, or two lengths', async () => {
    const before = plain.seen.length;
    const { socket, answered } = beginBody(plain.url, '/api/beta-signup', 2);
    await expect.poll(answered).toMatch(/HTTP\/1\.1 400 /);
    socket.destroy();
    expect(plain.seen.slice(before).map(({ body }) => body.toString())).toEqual(['ha']);
    const twice = { 'content-length': '2', 'Content-length': '3' };
    expect(await sendRaw(plain.url, 'POST /api/beta-signup', twice)).toMatch(/^HTTP\/1\.1 400 /);
    const both = { 'content-length': '2', 'transfer-encoding': 'chunked' };
    expect(await sendRaw(plain.url, 'POST /api/beta-signup', both)).toMatch(/^HTTP\/1\.1 400 /);
    expect(plain.seen.length).toBe(before + 1);
  });

  it('is not sent if the client disconnects within a small body', async () => {
    const before = plain.seen.length;
    const { socket } = beginBody(plain.url, '/api/beta-signup', 8);
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await plain.call('GET', '/q/23456789')).status).toBe(200);
    expect(plain.seen.slice(before).map(({ method }) => method)).toEqual(['GET']);
  });

  it('has a request id that the response names, too, in place of a malformed one', async () => {
    const answer = await plain.call('GET', '/q/23456789', { headers: { 'x-request-id': 'short' } });
    const id = answer.headers.get('x-request-id');
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(lastSeen(plain).headers['x-request-id']).toBe(id);
  });

  it('keeps the request id of nginx', async () => {
    const given = '0123456789abcdef0123456789abcdef';
    const answer = await plain.call('GET', '/q/23456789', { headers: { 'x-request-id': given } });
    expect(answer.headers.get('x-request-id')).toBe(given);
    expect(lastSeen(plain).headers['x-request-id']).toBe(given);
  });

  it.each([2, 300_000, 2_000_000])('streams a body of %i bytes unchanged', async (size) => {
    const raw = new Uint8Array(randomBytes(size));
    const headers = { 'content-type': 'application/octet-stream' };
    const answer = await plain.call('POST', '/api/beta-signup', { raw, headers });
    expect(answer.status).toBe(200);
    const { body, headers: arrived } = lastSeen(plain);
    expect(sha(body)).toBe(sha(raw));
    expect(arrived).toMatchObject({ 'content-type': 'application/octet-stream', 'content-length': String(size) });
  });

  it('streams a chunked body unchanged', async () => {
    const chunks = Array.from({ length: 20 }, () => randomBytes(15_000));
    expect(await sendChunks(`${plain.url}/api/beta-signup`, chunks)).toBe(200);
    expect(sha(lastSeen(plain).body)).toBe(sha(Buffer.concat(chunks)));
  });

  it.each<{ title: string; headers: Record<string, number> }>([
    { title: 'in chunks', headers: {} },
    { title: 'of a known length', headers: { 'content-length': 10_000_000 } },
  ])('gets its refusal though nobody read its body ($title), also from a service that is stopping', async (sent) => {
    const refuse: RequestListener = (req, res) => {
      if (req.url?.endsWith('stopping')) res.setHeader('connection', 'close');
      res.writeHead(413).end();
    };
    const { url } = await startGateway({ instead: { media: (await listen(refuse)).url } });
    const headers = { authorization: `Bearer ${token}`, ...sent.headers };
    for (const path of ['/api/media', '/api/media?stopping']) {
      const statuses = await Promise.all(Array.from({ length: 5 }, () => sendLong(url + path, headers)));
      expect(statuses, path).toEqual(Array(5).fill(413));
    }
  });

  it('reuses one connection', async () => {
    const before = plain.seen.length;
    for (let n = 0; n < 20; n++) await plain.call('GET', '/api/categories', { token });
    const connections = new Set(plain.seen.slice(before).map((one) => one.port));
    expect(plain.seen.length - before).toBe(20);
    expect(connections.size).toBe(1);
  });
});

describe.each(LANES)('a forwarded response ($way)', async ({ method, raw }) => {
  const sent = { raw };
  const large = randomBytes(5_000_000);
  const zipped = gzipSync('{"a":"menu"}');
  const answers: Record<string, RequestHandler> = {
    '/q/no-content': (_req, res) => void res.status(204).end(),
    '/q/redirect': (_req, res) => void res.redirect(302, '/menu/da-ada'),
    '/q/elsewhere': (_req, res) => void res.redirect(302, 'https://elsewhere.example/menu'),
    '/q/problem': (_req, res) => void res.status(409).type('application/problem+json').send('{"status":409}'),
    '/q/cached': (_req, res) =>
      void res.set({ etag: '"v1"', 'cache-control': 'public, max-age=1', 'x-request-id': 'somebody-elses' }).send('ok'),
    '/q/cookies': (_req, res) => void res.append('set-cookie', ['a=1', 'b=2']).send('ok'),
    '/q/large': (_req, res) => void res.type('application/octet-stream').send(large),
    '/q/pieces': (_req, res) => {
      for (let at = 0; at < large.length; at += 100_000) res.write(large.subarray(at, at + 100_000));
      res.end();
    },
    '/q/early-hints': (_req, res) => {
      res.writeEarlyHints({ link: '</a.css>; rel=preload' });
      res.send('ok');
    },
    '/q/zipped': (_req, res) => void res.set({ 'content-encoding': 'gzip' }).type('json').send(zipped),
  };
  const there = await startGateway({ instead: { qr: (req, res, next) => answers[req.originalUrl]?.(req, res, next) } });

  it('keeps a 204 without a body', async () => {
    expect(await there.call(method, '/q/no-content', sent)).toMatchObject({ status: 204, body: undefined });
  });
  it.each([
    ['/q/redirect', '/menu/da-ada'],
    ['/q/elsewhere', 'https://elsewhere.example/menu'],
  ])('keeps a redirect unchanged: %s', async (path, location) => {
    const answer = await there.call(method, path, sent);
    expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({ status: 302, location });
  });
  it("keeps a service's own problem unchanged", async () => {
    const answer = await there.call(method, '/q/problem', sent);
    expect(answer).toMatchObject({ status: 409, body: { status: 409 } });
  });
  it("keeps the service's cache-control, but not its request id", async () => {
    const { headers } = await there.call(method, '/q/cached', sent);
    expect(headers.get('etag')).toBe('"v1"');
    expect(headers.get('cache-control')).toBe('public, max-age=1');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
  it('keeps a compressed body compressed', async () => {
    const answer = await there.call(method, '/q/zipped', sent);
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(answer.headers.get('content-length')).toBe(String(zipped.length));
    expect(answer.body).toEqual({ a: 'menu' });
  });
  it.each(['/q/large', '/q/pieces'])(
    'passes five megabytes on as they are to a client who reads slowly: %s',
    async (path) => {
      const { body } = await fetch(there.url + path, { method, body: raw ?? null });
      const hash = createHash('sha256');
      for await (const chunk of body ?? []) {
        hash.update(chunk);
        if (Math.random() < 0.1) await new Promise((resolve) => setTimeout(resolve, 5));
      }
      expect(hash.digest('hex')).toBe(sha(large));
    },
  );
  it('has each of several cookies', async () => {
    expect((await there.call(method, '/q/cookies', sent)).headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });
  it('waits for the response after an interim one', async () => {
    expect(await there.call(method, '/q/early-hints', sent)).toMatchObject({ status: 200, body: 'ok' });
  });
  it('has no-store if the service says nothing else', async () => {
    expect((await there.call(method, '/q/cookies', sent)).headers.get('cache-control')).toBe('no-store');
  });
});

describe('the response to a HEAD', async () => {
  const there = await startGateway({
    instead: { qr: (_req, res) => void res.set({ 'content-length': '1234', etag: '"v1"' }).end() },
  });
  it('has the length of a GET’s body, and no body', async () => {
    for (let n = 0; n < 2; n++) {
      const answer = await there.call('HEAD', '/q/23456789');
      expect(answer).toMatchObject({ status: 200, body: undefined });
      expect(answer.headers.get('content-length')).toBe('1234');
    }
  });
});

describe('a failing service', async () => {
  const answers: Record<string, RequestHandler> = {
    '/q/silent': () => {},
    '/q/hangs-up': (req) => void req.socket.destroy(),
    '/q/dies': (req, res) => {
      res.writeHead(200, { 'content-length': '1000' });
      res.write('half of it');
      setTimeout(() => req.socket.destroy(), 50);
    },
    '/q/breaks-off': (req, res) => {
      res.write('half of it');
      setTimeout(() => req.socket.destroy(), 50);
    },
    '/q/long': (_req, res) => void Readable.from(Array(40).fill(Buffer.alloc(1_000_000))).pipe(res),
    '/q/stalls': (_req, res) => {
      res.writeHead(200, { 'content-length': '1000' });
      res.write('half of it');
    },
    '/q/endless': (_req, res) => {
      const more = setInterval(() => res.write('x'.repeat(50_000)), 1);
      res.on('close', () => clearInterval(more));
    },
    '/q/fine': (_req, res) => void res.json({ fine: true }),
  };
  const there = await startGateway({
    upstreamTimeoutMs: 300,
    instead: {
      // Nothing listens there: the port of a server that was closed may be another test's by now.
      auth: 'http://127.0.0.1:1',
      qr: (req, res, next) => answers[req.originalUrl]?.(req, res, next),
    },
  });

  let letGo = 0;
  const patient = await startGateway({
    instead: {
      qr: (req) =>
        void req.socket.once('close', () => {
          letGo++;
        }),
    },
  });

  it('of the AI may take longer than others', { tags: 'full' }, async () => {
    const late = Promise.withResolvers<void>();
    const { call } = await startGateway({
      upstreamTimeoutMs: 200,
      instead: {
        menu: async (req, res) => {
          if (req.originalUrl.startsWith('/api/assistant/')) await late.promise;
          else await new Promise(() => {});
          res.json({ fine: true });
        },
      },
    });
    const asked = [
      call('POST', '/api/assistant/dish', { token, body: {} }),
      call('POST', '/api/assistant/photo', { token, raw: new Uint8Array(100_000) }),
    ];
    expectProblem(await call('POST', '/api/menu-drafts', { token, body: {} }), 504);
    late.resolve();
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it.each(['GET', 'PUT'])('is a 503 that says when to try again while nothing listens (%s)', async (method) => {
    const { call } = there;
    const answer = await call(method, '/api/tenant', { token, ...(method === 'PUT' && { body: { name: 'X' } }) });
    expectProblem(answer, 503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
    expect(JSON.stringify(answer.body)).not.toMatch(/127\.0\.0\.1|ECONN|auth/);
  });

  it.each([...LANES, SMALL])(
    'is a 503 when it hangs up without an answer ($way), after a retry of safe requests only',
    async ({ method, raw }) => {
      // An HTTP client retries on a connection that worked before.
      expect((await there.call(method, '/q/fine', { raw })).status).toBe(200);
      const before = there.seen.length;
      expectProblem(await there.call(method, '/q/hangs-up', { raw }), 503);
      expect(there.seen.length).toBe(before + (method === 'GET' ? 2 : 1));
    },
  );

  it.each(LANES)('is a 504 at the timeout ($way)', async ({ method, raw }) => {
    const { call } = there;
    const { result, ownMs } = await timed(() => call(method, '/q/silent', { raw }));
    expectProblem(result, 504);
    expect(ownMs).toBeLessThan(2_000);
  });

  it.each([8, 100_000])('is a 504 if the client stops within a body of %i bytes', async (length) => {
    const { socket, answered } = beginBody(there.url, '/q/fine', length);
    await expect.poll(answered).toMatch(/^HTTP\/1\.1 504 [\s\S]*application\/problem\+json/);
    // The rest of the body arrives after all, and the next request is answered on the same connection.
    socket.write(`${'x'.repeat(length - 4)}GET /q/fine HTTP/1.1\r\nHost: gateway\r\n\r\n`);
    await expect.poll(answered).toMatch(/HTTP\/1\.1 200 [\s\S]*"fine":true/);
    socket.destroy();
  });

  it.each([5_000, 100_000])(
    'is a 504 when a body of %i bytes never pauses and never ends',
    { tags: 'full' },
    async (length) => {
      const { socket, answered } = beginBody(there.url, '/q/fine', length);
      for (let sent = 0; sent < 4_000 && answered() === ''; sent += 10) {
        socket.write('x'.repeat(10));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      expect(answered()).toMatch(/^HTTP\/1\.1 504 [\s\S]*application\/problem\+json/);
      socket.destroy();
    },
  );

  it.each(
    LANES.flatMap((way) => [
      { ...way, path: '/q/dies' },
      { ...way, path: '/q/breaks-off' },
      { ...way, path: '/q/stalls' },
    ]),
  )('ends the connection when it has begun to answer: $way $path', { tags: 'full' }, async ({ method, raw, path }) => {
    const { url } = there;
    const { ownMs } = await timed(async () => {
      const answer = await fetch(url + path, { method, body: raw ?? null });
      expect(answer.status).toBe(200);
      await expect(answer.text()).rejects.toThrow();
    });
    expect(ownMs).toBeLessThan(2_000);
  });

  it('waits for a client who does not read for longer than that', { tags: 'full' }, async () => {
    const answer = await fetch(`${there.url}/q/long`);
    await sleep(2_500);
    let bytes = 0;
    for await (const chunk of answer.body ?? []) bytes += chunk.length;
    expect(bytes).toBe(40_000_000);
  });

  it('does not close the client’s connection, whatever was left of the body', async () => {
    const { url } = there;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number | undefined>();
    const statuses: (number | undefined)[] = [];
    for (const [path, body] of [
      ['/api/auth/login', 'x'.repeat(300_000)],
      ['/q/silent', 'x'.repeat(300_000)],
      ['/q/fine', ''],
    ] as const) {
      await new Promise<void>((resolve, reject) => {
        const sent = request(url + path, { agent, method: body ? 'POST' : 'GET' }, (res) => {
          statuses.push(res.statusCode);
          ports.add(res.socket.localPort);
          res.resume();
          res.on('end', () => resolve());
        });
        sent.on('error', reject);
        sent.end(body);
      });
    }
    agent.destroy();
    expect(statuses).toEqual([503, 504, 200]);
    expect(ports.size).toBe(1);
  });

  it.each(LANES)('gets its request aborted when the client disconnects ($way)', async ({ method, raw }) => {
    const [before, letGoBefore] = [patient.seen.length, letGo];
    const leaving = new AbortController();
    const asked = fetch(`${patient.url}/q/x`, { method, body: raw ?? null, signal: leaving.signal });
    await expect.poll(() => patient.seen.length).toBe(before + 1);
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => letGo).toBe(letGoBefore + 1);
  });

  it('leaves the gateway running when clients disconnect within a response', async () => {
    const { url, call } = there;
    for (let n = 0; n < 50; n++) {
      const leaving = new AbortController();
      const answer = await fetch(`${url}/q/endless`, { signal: leaving.signal });
      leaving.abort();
      await expect(answer.text()).rejects.toThrow();
    }
    expect((await call('GET', '/q/fine')).status).toBe(200);
  });
});
