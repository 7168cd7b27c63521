import { type ClientRequest, get, type IncomingMessage, type RequestOptions } from 'node:http';
import { RATE_LIMITS } from '@tavola/contracts/operations/rate-limits.ts';
import { memoryCounter } from '@tavola/service-kit/data/counters.ts';
import { makeMetrics } from '@tavola/service-kit/observability/metrics.ts';
import { timed } from '@tavola/test-kit/timed.ts';
import type { RequestHandler, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { makeRateLimiter, type RateLimiter } from '../src/rate-limiter.ts';
import { startGateway } from './setup.ts';

const path = (slug: string) => `/api/public/menu/${slug}/events`;

/** A gateway before a public-menu whose streams the test controls. It times out after `upstreamTimeoutMs` of silence. */
async function started(upstreamTimeoutMs = 10_000, rateLimiter?: RateLimiter) {
  const open = new Map<string, Response>();
  const closed: string[] = [];
  const publicMenu: RequestHandler = (req, res) => {
    const slug = req.path.split('/')[4] ?? '';
    if (!req.path.endsWith('/events')) return void res.json({ slug });
    if (slug === 'silent') return;
    res.on('close', () => closed.push(slug));
    res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    res.write('retry: 1000\n\n');
    open.set(slug, res);
  };
  const gateway = await startGateway({
    instead: { 'public-menu': publicMenu },
    upstreamTimeoutMs,
    ...(rateLimiter && { rateLimiter }),
  });
  return { ...gateway, open, closed };
}

interface Stream {
  request: ClientRequest;
  response: IncomingMessage;
  /** The data received so far. */
  said(): string;
  /** Whether the stream ended cleanly. */
  ended: Promise<boolean>;
}

const openStream = (url: string, options: RequestOptions = {}) =>
  new Promise<Stream>((resolve, reject) => {
    const request = get(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (more: string) => {
        text += more;
      });
      response.on('error', () => {});
      const ended = new Promise<boolean>((done) => response.on('close', () => done(response.complete)));
      resolve({ request, response, said: () => text, ended });
    }).on('error', reject);
  });

const within = <T>(ms: number, what: Promise<T>) =>
  Promise.race([what, new Promise<'late'>((resolve) => setTimeout(resolve, ms, 'late'))]);

/** What `act` resolves to, which must take less than `ms`. */
async function soon<T>(ms: number, act: () => Promise<T>): Promise<T> {
  const { result, ownMs } = await timed(act);
  expect(ownMs).toBeLessThan(ms);
  return result;
}

describe('a stream of events', () => {
  it('is forwarded at once, event by event, and stays open as long as it has a heartbeat', async () => {
    const { url, open } = await started(1_000);
    const stream = await openStream(url + path('da-ada'));
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const heartbeat = setInterval(() => open.get('da-ada')?.write(':\n\n'), 150);
    expect(await within(2_500, stream.ended)).toBe('late');
    clearInterval(heartbeat);
    const before = stream.said();
    open.get('da-ada')?.write('event: menu\ndata: 3.17\n\n');
    const { ownMs } = await timed(() =>
      expect.poll(() => stream.said(), { interval: 5 }).toBe(`${before}event: menu\ndata: 3.17\n\n`),
    );
    expect(ownMs).toBeLessThan(200);
    stream.request.destroy();
  });

  it('ends when its heartbeat stops, and is a 504 if it never began', { tags: 'full' }, async () => {
    const { url, call } = await started(400);
    const stream = await openStream(url + path('da-ada'));
    expect(await soon(2_000, () => stream.ended)).toBe(false);
    expect((await call('GET', path('silent'))).status).toBe(504);
  });

  it('is closed at the service when the client disconnects', async () => {
    const { url, closed } = await started();
    const stream = await openStream(url + path('da-ada'));
    stream.request.destroy();
    const { ownMs } = await timed(() => expect.poll(() => closed, { interval: 5 }).toEqual(['da-ada']));
    expect(ownMs).toBeLessThan(300);
  });

  it('ends for the client when the service ends it or dies', async () => {
    const { url, open } = await started();
    const cut = await openStream(url + path('one'));
    open.get('one')?.socket?.destroy();
    expect(await soon(300, () => cut.ended)).toBe(false);
    const done = await openStream(url + path('two'));
    open.get('two')?.end();
    expect(await soon(300, () => done.ended)).toBe(true);
  });

  it('delays no other request, in any number', { tags: 'full' }, async () => {
    const { url, open, call } = await started();
    const slugs = Array.from({ length: 600 }, (_, n) => `menu-${n}`);
    const streams = await Promise.all(slugs.map((slug) => openStream(url + path(slug))));
    const heartbeat = setInterval(() => {
      for (const res of open.values()) res.write(':\n\n');
    }, 150);
    expect(await soon(1_000, () => call('GET', '/api/public/menu/da-ada'))).toMatchObject({ status: 200 });
    await soon(1_000, () => openStream(url + path('one-more')));
    clearInterval(heartbeat);
    for (const { request } of streams) request.destroy();
  });

  it.each([{ 'content-length': '2' }, { 'transfer-encoding': 'chunked' }, { connection: 'keep-alive, x-more' }])(
    'is counted and ended like others when asked for with %o',
    async (headers) => {
      const limits = { ...RATE_LIMITS, streams: { ...RATE_LIMITS.streams, count: 1 } };
      const rateLimiter = makeRateLimiter((_name, seconds) => memoryCounter(seconds), makeMetrics(), { limits });
      const { url, endStreams } = await started(undefined, rateLimiter);
      const stream = await openStream(url + path('one'), { headers });
      expect(stream.response.statusCode).toBe(200);
      expect((await openStream(url + path('two'))).response.statusCode).toBe(429);
      void endStreams();
      // Silence alone would cut it off.
      expect(await stream.ended).toBe(true);
      stream.request.destroy();
    },
  );

  it('is recognized by its whole path, not only by its end', async () => {
    const { call } = await startGateway();
    expect((await call('GET', '/q/events')).body).toEqual({ service: 'qr' });
  });
});

describe('streams of a gateway that stops', () => {
  it('end spread over two seconds, and no new one begins', { tags: 'full' }, async () => {
    const { url, open, call, endStreams } = await started();
    const slugs = Array.from({ length: 50 }, (_, n) => `menu-${n}`);
    const streams = await Promise.all(slugs.map((slug) => openStream(url + path(slug))));
    const heartbeat = setInterval(() => {
      for (const res of open.values()) if (!res.destroyed) res.write(':\n\n');
    }, 150);
    const startedAt = performance.now();
    const ends: number[] = [];
    for (const { ended } of streams) void ended.then(() => ends.push(performance.now() - startedAt));
    const { result, ownMs } = await timed(async () => {
      const ending = endStreams();
      expect((await call('GET', path('late'))).status).toBe(503);
      await ending;
      clearInterval(heartbeat);
      return Promise.all(streams.map(({ ended }) => ended));
    });
    expect(result).toEqual(slugs.map(() => true));
    expect(ownMs).toBeLessThan(3_500);
    for (const part of [0.25, 0.5, 0.75]) {
      const by = ends.filter((ms) => ms <= part * 1_000 + 50).length;
      expect(by, `ended after ${part} s`).toBeLessThan(45);
    }
    await expect.poll(() => [...open.values()].every((res) => res.destroyed)).toBe(true);
  });
});
