import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { report } from '../report.ts';
import { exchange, statusesIn } from './raw-http.ts';

// @module-tag full
// Requests with an ambiguous end, byte by byte, at nginx and at the gateway itself: hidden requests reach no process, and no
// other client gets their response.

const { origin, urls, home } = inject('site');
const DOORS = { nginx: origin, 'the gateway': urls.gateway };
/** Each case replaces this with its own number, so that the logs show which case it was. */
const NUMBER = '0000';
const HIDDEN = `/api/public/menu/smuggled-${NUMBER}`;

const hidden = `GET ${HIDDEN} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const post = (headers: string, body: string) =>
  `POST /api/public/visits HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;
const chunked = `0\r\n\r\n${hidden}`;

/** Must be rejected with a response that ends the connection. */
const REFUSED: Record<string, string> = {
  'a length and chunks': post(`Content-Length: ${chunked.length}\r\nTransfer-Encoding: chunked\r\n`, chunked),
  'chunks and a length': post('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', chunked),
  'two lengths': post(`Content-Length: 2\r\nContent-Length: ${2 + hidden.length}\r\n`, `{}${hidden}`),
  'two lengths in one': post(`Content-Length: 2, ${2 + hidden.length}\r\n`, `{}${hidden}`),
  'a signed length': post('Content-Length: +2\r\n', `{}${hidden}`),
  'a negative length': post('Content-Length: -2\r\n', `{}${hidden}`),
  'a length in hex': post('Content-Length: 0x2\r\n', `{}${hidden}`),
  'a length with words': post('Content-Length: 2 x\r\n', `{}${hidden}`),
  'a length that is too long': post(`Content-Length: 2${'0'.repeat(30)}\r\n`, `{}${hidden}`),
  xchunked: post('Transfer-Encoding: xchunked\r\n', chunked),
  'chunked, twice': post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', chunked),
  'chunked before the last': post('Transfer-Encoding: chunked, identity\r\n', chunked),
  'chunked in quotes': post('Transfer-Encoding: "chunked"\r\n', chunked),
  'a space before the colon': post('Transfer-Encoding : chunked\r\n', chunked),
  'a folded header': post('Transfer-Encoding:\r\n chunked\r\n', chunked),
  'a control character before chunked': post('Transfer-Encoding: \x0bchunked\r\n', chunked),
  'a NUL in a header': post('X-A: a\0b\r\nContent-Length: 2\r\n', `{}${hidden}`),
  'a NUL in a name': post('X\0A: b\r\nContent-Length: 2\r\n', `{}${hidden}`),
  'a bare CR': post(`X-A: a\rTransfer-Encoding: chunked\r\nContent-Length: ${chunked.length}\r\n`, chunked),
  'a chunk of no size': post('Transfer-Encoding: chunked\r\n', `x\r\n${hidden}`),
  'a chunk of a huge size': post('Transfer-Encoding: chunked\r\n', `fffffffffffffffff\r\n${hidden}`),
  'a negative chunk': post('Transfer-Encoding: chunked\r\n', `-1\r\n${hidden}`),
  'HTTP/0.9 with a body': `GET /\r\n${hidden}`,
  'no host': 'GET /api/public/menu/demo HTTP/1.1\r\n\r\n',
  'two hosts': 'GET /api/public/menu/demo HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
};

/** One request that contains everything: answered at most once. */
const ONE: Record<string, string> = {
  'a length as long as the hidden one': post(`Content-Length: ${hidden.length}\r\n`, hidden),
  'a read with a body': `GET /api/public/menu/demo HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  'a body as one chunk': post(
    'Transfer-Encoding: chunked\r\n',
    `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
  ),
  'a chunk with an extension': post(
    'Transfer-Encoding: chunked\r\n',
    `${hidden.length.toString(16)};a=b\r\n${hidden}\r\n0\r\n\r\n`,
  ),
  trailers: post('Transfer-Encoding: chunked\r\n', '2\r\n{}\r\n0\r\nX-Service-Token: x\r\nContent-Length: 9\r\n\r\n'),
  'bare line feeds': `GET /api/public/menu/demo HTTP/1.1\nHost: localhost\nX-A: a\n\n`,
};

/** The cases, by number. */
const sent: string[] = [];

/** Sends `bytes` with their own number and returns the statuses received. */
async function statusesOf(url: string, what: string, bytes: string): Promise<number[]> {
  const number = String(sent.push(what)).padStart(NUMBER.length, '0');
  return statusesIn(await exchange(url, bytes.replaceAll(`smuggled-${NUMBER}`, `smuggled-${number}`)));
}

afterAll(() =>
  report('smuggling', `${sent.length} requests at nginx and at the gateway; none smuggled another one in.`),
);

// In parallel: most of the time is spent waiting for more bytes that never come.
describe.concurrent.each(Object.entries(DOORS))('at %s', (door, url) => {
  /** The next clients on the upstream connections get their own responses. */
  const expectNobodyMisled = async () => {
    for (let count = 0; count < 5; count += 1) {
      const [menu, missing] = await Promise.all([
        fetch(`${url}/api/public/menu/sushi-nami?${count}`),
        fetch(`${url}/api/categories`),
      ]);
      expect(((await menu.json()) as { tenant: { slug: string } }).tenant.slug).toBe('sushi-nami');
      expect(missing.status).toBe(401);
      await missing.body?.cancel();
    }
  };

  it.each(Object.entries(REFUSED))('%s: refused, and what hides behind is not read', async (what, bytes) => {
    const statuses = await statusesOf(url, `${what} at ${door}`, bytes);
    expect(statuses.length).toBeLessThanOrEqual(1);
    // nginx waits for the rest of a body that never comes.
    for (const status of statuses) expect([400, 411, 413, 501], `${door}: ${status}`).toContain(status);
    await expectNobodyMisled();
  });

  it.each(Object.entries(ONE))('%s: one request', async (what, bytes) => {
    const statuses = await statusesOf(url, `${what} at ${door}`, bytes);
    expect(statuses.length).toBeLessThanOrEqual(1);
    for (const status of statuses) expect(status).toBeLessThan(500);
    await expectNobodyMisled();
  });
});

it('no process has had a request that was hidden', async () => {
  // Processes buffer their log lines for a while.
  await rest(1_500);
  const folder = join(home, 'logs');
  const logs = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const had = logs.flatMap((log) =>
    Array.from(log.matchAll(/smuggled-(\d+)/g), ([, number]) => sent[Number(number) - 1]),
  );
  expect(had).toEqual([]);
});
