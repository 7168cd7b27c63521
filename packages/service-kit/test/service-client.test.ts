import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { empty, json, operations } from '@tavola/contracts/operations/operation.ts';
import { requireServiceToken } from '@tavola/service-kit/http/access.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { ANSWER_BYTES, makeServiceClient } from '@tavola/service-kit/http/service-client.ts';
import { inRequest } from '@tavola/service-kit/observability/request-context.ts';
import { listen, listenWith } from '@tavola/test-kit/http.ts';
import { silentAt } from '@tavola/test-kit/silent-address.ts';
import { timed } from '@tavola/test-kit/timed.ts';
import { SERVICE_TOKEN } from '@tavola/test-kit/tokens.ts';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';

const schema = z.object({ name: z.string() });
const readX = {
  who: 'service',
  method: 'GET',
  path: '/internal/x',
  summary: '',
  answers: { 200: json('', schema) },
} as const;
const table = operations('auth', {
  readX,
  readOne: {
    who: 'service',
    method: 'GET',
    path: '/internal/x/{id}/of/{owner}',
    summary: '',
    params: { id: z.string(), owner: z.string() },
    query: z.object({ since: z.string().optional(), after: z.string().optional() }),
    answers: { 200: json('', schema) },
  },
  changeX: {
    who: 'service',
    method: 'PUT',
    path: '/internal/x',
    summary: '',
    body: z.object({ on: z.boolean().optional() }),
    answers: { 200: json('', schema) },
  },
  deleteX: { who: 'service', method: 'DELETE', path: '/internal/x', summary: '', answers: { 204: empty('') } },
});
const codes = operations('qr', { readX });
let answer: (req: IncomingMessage, res: ServerResponse) => void = (_req, res) => void res.end('{"name":"Ada"}');
const server = createServer((req, res) => answer(req, res));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const neighbour = makeServiceClient({ name: 'auth', url, serviceToken: SERVICE_TOKEN, timeoutMs: 30_000 });
const impatient = makeServiceClient({ name: 'auth', url, serviceToken: SERVICE_TOKEN, timeoutMs: 300 });

/** The error of a failed call. */
async function failure(act: () => Promise<unknown>): Promise<Problem> {
  const error = await act().then(
    (value) => expect.fail(`answered ${JSON.stringify(value)}`),
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(Problem);
  return error;
}

describe('another service', () => {
  it('gets the service token and the id of the current request', async () => {
    const seen: IncomingMessage['headers'][] = [];
    answer = (req, res) => {
      seen.push(req.headers);
      res.end('{"name":"Ada","more":1}');
    };
    expect(await inRequest({ requestId: 'request-1234' }, () => neighbour.call(table.readX, {}))).toEqual({
      name: 'Ada',
    });
    await neighbour.call(table.readX, {});
    expect(seen[0]).toMatchObject({ 'x-service-token': SERVICE_TOKEN, 'x-request-id': 'request-1234' });
    expect(seen[1]?.['x-request-id']).toBeUndefined();
    expect(seen[0]?.authorization).toBeUndefined();
  });

  it('is asked at the path of the operation, with its parameters and what is given of its query', async () => {
    const seen: unknown[] = [];
    answer = (req, res) => {
      seen.push(req.url);
      res.end('{"name":"Ada"}');
    };
    const params = { id: 'a/b?c', owner: 'Ada' };
    await neighbour.call(table.readOne, { params, query: { since: '1,2' } });
    await neighbour.call(table.readOne, { params, query: {} });
    await neighbour.find(table.readOne, { params, query: { since: '1', after: 'x&y' } });
    const path = '/internal/x/a%2Fb%3Fc/of/Ada';
    expect(seen).toEqual([`${path}?since=1%2C2`, path, `${path}?since=1&after=x%26y`]);
  });

  it('is read by the schema of the caller, if it has its own', async () => {
    answer = (_req, res) => void res.end('{"name":"Ada","age":36}');
    const answerSchema = z.object({ age: z.int() });
    expect(await neighbour.call(table.readX, { answerSchema })).toEqual({ age: 36 });
    expect(await neighbour.find(table.readX, { answerSchema })).toEqual({ age: 36 });
    expect(await neighbour.call(table.changeX, { body: {}, answerSchema })).toEqual({ age: 36 });
  });

  it('is called by its own operations only', () => {
    const others = operations('menu', { readX: { ...table.readX } });
    // @ts-expect-error The operation is another service's.
    expect(() => neighbour.call(others.readX, {})).toBeTypeOf('function');
    // @ts-expect-error Without its parameters.
    expect(() => neighbour.call(table.readOne, { query: {} })).toBeTypeOf('function');
    // @ts-expect-error A change is not a read.
    expect(() => neighbour.find(table.changeX, { body: {} })).toBeTypeOf('function');
  });

  it('that has another token says so in the log and in readiness, and never that nothing exists', async () => {
    const other = await listenWith((app) => {
      app.use('/internal', requireServiceToken('another token, of the same length as ours'));
    });
    const call = { name: 'qr', serviceToken: SERVICE_TOKEN } as const;
    const refused = await failure(() => makeServiceClient({ ...call, url: other.url }).find(codes.readX, {}));
    expect(refused).toMatchObject({
      code: 'unavailable',
      cause: { message: expect.stringMatching(/^qr refuses our token/) },
    });
    const ready = () => other.call('GET', '/health/ready');
    // Not ready, unless another test of this process was accepted before.
    expect((await ready()).body.reasons).toEqual(['qr refuses our token']);
    // Without a token, nothing is said.
    expect((await other.call('GET', '/internal/x')).headers.get('x-service-token')).toBeNull();
    answer = (_req, res) => void res.end('{"name":"Ada"}');
    await makeServiceClient({ ...call, url }).find(codes.readX, {});
    expect(await ready()).toMatchObject({ status: 200, body: { status: 'ready' } });
    // A process that worked before goes on while the token is replaced.
    await failure(() => makeServiceClient({ ...call, url: other.url }).find(codes.readX, {}));
    expect(await ready()).toMatchObject({ status: 200, body: { reasons: ['qr refuses our token'] } });
  });

  it('that answers 404 yields null where that is allowed, else a 503', async () => {
    answer = (_req, res) => void res.writeHead(404).end('{"name":"Ada"}');
    expect(await neighbour.find(table.readX, {})).toBeNull();
    expect((await failure(() => neighbour.call(table.readX, {}))).code).toBe('unavailable');
  });

  it('that hangs up is asked once more, by GET only', async () => {
    let asked = 0;
    answer = (req, res) => {
      asked += 1;
      if (asked === 1) req.socket.destroy();
      else res.end('{"name":"Ada"}');
    };
    expect(await neighbour.call(table.readX, {})).toEqual({ name: 'Ada' });
    expect(asked).toBe(2);
    asked = 0;
    await failure(() => neighbour.call(table.changeX, { body: {} }));
    expect(asked).toBe(1);
  });

  it('that breaks off in the middle of an answer is read once more', async () => {
    let asked = 0;
    answer = (req, res) => {
      asked += 1;
      res.writeHead(200, { 'content-length': '14' });
      res.write('{"name":');
      if (asked === 1) setTimeout(() => req.socket.destroy(), 10);
      else res.end('"Ada"}');
    };
    expect(await neighbour.call(table.readX, {})).toEqual({ name: 'Ada' });
    expect(asked).toBe(2);
  });

  it.each<[string, typeof answer]>([
    ['says 500', (_req, res) => void res.writeHead(500).end('{"name":"Ada"}')],
    ['sends us elsewhere', (_req, res) => void res.writeHead(302, { location: '/other' }).end()],
    ['answers in another shape', (_req, res) => void res.end('{"name":7}')],
    ['answers with no JSON', (_req, res) => void res.end('<html>')],
    ['answers with nothing', (_req, res) => void res.end()],
    ['answers with more than it may', (_req, res) => void res.end('{"name":"Ada"}'.padEnd(ANSWER_BYTES + 1))],
    ['hangs up', (req) => void req.socket.destroy()],
    [
      'breaks off in the middle',
      (req, res) => {
        res.writeHead(200, { 'content-length': '100' });
        res.write('{"name":');
        setTimeout(() => req.socket.destroy(), 10);
      },
    ],
  ])('that %s is unavailable', async (_what, answered) => {
    answer = answered;
    const problem = await failure(() => neighbour.find(table.readX, {}));
    expect(problem).toMatchObject({ code: 'unavailable', status: 503, retryAfter: 2 });
    expect(problem.message).not.toContain('auth');
    expect(String(problem.cause)).toContain('auth');
  });

  it.each<[string, typeof answer]>([
    ['does not answer', () => {}],
    ['does not end its answer', (_req, res) => void res.write('{"name":')],
  ])('that %s is given up at the timeout', async (_what, answered) => {
    answer = answered;
    const { result, ms, ownMs } = await timed(() => failure(() => impatient.find(table.readX, {})));
    expect(result.code).toBe('unavailable');
    expect(ms).toBeGreaterThan(250);
    expect(ownMs).toBeLessThan(1_000);
  });

  it('that is not running is unavailable at once', async () => {
    const nobody = makeServiceClient({ name: 'auth', url: 'http://127.0.0.1:1', serviceToken: SERVICE_TOKEN });
    const { result, ownMs } = await timed(() => failure(() => nobody.find(table.readX, {})));
    expect(result.code).toBe('unavailable');
    expect(ownMs).toBeLessThan(1_000);
  });

  it('gets a change as JSON by PUT, with the token and the id', async () => {
    const seen: unknown[] = [];
    answer = async (req, res) => {
      const chunks: Buffer[] = [];
      for await (const chunk of req) chunks.push(chunk);
      const { 'x-service-token': token, 'x-request-id': id, 'content-type': type } = req.headers;
      seen.push(req.method, req.url, token, id, type, JSON.parse(Buffer.concat(chunks).toString()));
      res.end('{"name":"Ada"}');
    };
    expect(
      await inRequest({ requestId: 'request-1234' }, () => neighbour.call(table.changeX, { body: { on: false } })),
    ).toEqual({
      name: 'Ada',
    });
    expect(seen).toEqual(['PUT', '/internal/x', SERVICE_TOKEN, 'request-1234', 'application/json', { on: false }]);
  });

  it('gets a DELETE, once more if it hangs up, and may answer without a body', async () => {
    const seen: unknown[] = [];
    answer = (req, res) => {
      seen.push([req.method, req.url, req.headers['x-service-token']]);
      if (seen.length === 1) req.socket.destroy();
      else res.writeHead(204).end();
    };
    await neighbour.call(table.deleteX, {});
    expect(seen).toEqual([
      ['DELETE', '/internal/x', SERVICE_TOKEN],
      ['DELETE', '/internal/x', SERVICE_TOKEN],
    ]);
  });

  it.each<[string, typeof answer, string]>([
    ['is away', (req) => void req.socket.destroy(), 'unavailable'],
    ['fails', (_req, res) => void res.writeHead(500).end(), 'unavailable'],
    ['does not answer', () => {}, 'unavailable'],
    [
      'refuses',
      (_req, res) => {
        const body = { type: 'urn:tavola:problem:conflict', title: 'x', status: 409, detail: 'No.', requestId: 'x' };
        res.writeHead(409).end(JSON.stringify(body));
      },
      'conflict',
    ],
  ])('that %s has not deleted', async (what, answered, code) => {
    answer = answered;
    const client = what === 'does not answer' ? impatient : neighbour;
    expect((await failure(() => client.call(table.deleteX, {}))).code).toBe(code);
  });

  it('may refuse a change, with its own problem', async () => {
    const errors = [{ field: 'on', message: 'No.' }];
    const body = {
      type: 'urn:tavola:problem:conflict',
      title: 'x',
      status: 409,
      detail: 'Not that one.',
      requestId: 'r',
    };
    answer = (_req, res) => void res.writeHead(409).end(JSON.stringify({ ...body, errors }));
    const refusal = await failure(() => neighbour.call(table.changeX, { body: {} }));
    expect(refusal).toMatchObject({ code: 'conflict', message: 'Not that one.', errors });
  });

  it.each<[string, number, string]>([
    ['fails', 500, '{"type":"urn:tavola:problem:internal","title":"x","status":500,"detail":"x","requestId":"r"}'],
    [
      'refuses with a code nobody knows',
      409,
      '{"type":"urn:tavola:problem:x","title":"x","status":409,"detail":"x","requestId":"r"}',
    ],
    ['refuses without a word', 409, ''],
    ['answers a change in another shape', 200, '{"name":7}'],
  ])('that %s is unavailable', async (_what, status, body) => {
    answer = (_req, res) => void res.writeHead(status).end(body);
    expect((await failure(() => neighbour.call(table.changeX, { body: {} }))).code).toBe('unavailable');
  });
});

describe('a service with two replicas', () => {
  /** A client of a service at 127.0.0.1 and 127.0.0.2, whose addresses are known. */
  async function clientOfBoth(port: string, timeoutMs = 30_000) {
    const client = makeServiceClient({
      name: 'auth',
      url: `http://localhost:${port}`,
      serviceToken: SERVICE_TOKEN,
      timeoutMs,
      lookup: async () => ['127.0.0.1', '127.0.0.2'],
    });
    await client.call(table.readX, {});
    return client;
  }

  /** A replica at 127.0.0.1 and what it counts; `leaving` starts another at 127.0.0.2, which is shutting down. */
  async function replica() {
    const asked = { here: 0, beside: 0 };
    const { url: at } = await listen((_req, res) => {
      asked.here += 1;
      res.end('{"name":"Ada"}');
    });
    const { port } = new URL(at);
    const leaving = async () => {
      const other = createServer((_req, res) => {
        asked.beside += 1;
        res.writeHead(200, { connection: 'close' }).end('{"name":"Ada"}');
      });
      await new Promise<void>((resolve) => other.listen(Number(port), '127.0.0.2', resolve));
      onTestFinished(() => {
        other.closeAllConnections();
        other.close();
      });
    };
    return { port, asked, leaving };
  }

  it.each<[string, (port: string) => Promise<void>]>([
    ['is down', async () => {}],
    ['is silent', silentAt],
  ])('answers every read and every change while one %s', async (_what, make) => {
    const { port } = await replica();
    await make(port);
    const client = await clientOfBoth(port);
    for (let count = 0; count < 3; count += 1) {
      expect(await client.call(table.readX, {})).toEqual({ name: 'Ada' });
      expect(await client.call(table.changeX, { body: {} })).toEqual({ name: 'Ada' });
    }
  });

  it('is asked at the other while one is shutting down', async () => {
    const { port, asked, leaving } = await replica();
    await leaving();
    const client = await clientOfBoth(port);
    for (let count = 0; count < 20; count += 1) await client.call(table.readX, {});
    expect(asked.beside).toBeGreaterThan(0);
    expect(asked.beside).toBeLessThan(asked.here / 2);
  });

  it('asks one that does not answer no more for a second', async () => {
    const { port, asked } = await replica();
    const hung = createServer(() => {
      asked.beside += 1;
    });
    await new Promise<void>((resolve) => hung.listen(Number(port), '127.0.0.2', resolve));
    onTestFinished(() => {
      hung.closeAllConnections();
      hung.close();
    });
    const client = await clientOfBoth(port, 300);
    const results = [];
    for (let count = 0; count < 6; count += 1)
      results.push(await client.call(table.readX, {}).catch(({ code }) => code));
    expect(results.filter((result) => result === 'unavailable')).toHaveLength(asked.beside);
    expect(asked.beside).toBe(1);
  });
});
