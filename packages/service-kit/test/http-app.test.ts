import { randomUUID } from 'node:crypto';
import { PROBLEMS, type ProblemCode, problemSchema } from '@tavola/contracts/errors.ts';
import { jsonBody } from '@tavola/service-kit/http/http-app.ts';
import { notFound, Problem } from '@tavola/service-kit/http/problem.ts';
import { valid } from '@tavola/service-kit/http/validate.ts';
import { currentRequestId } from '@tavola/service-kit/observability/request-context.ts';
import { listenWith } from '@tavola/test-kit/http.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

let isReady: () => Promise<boolean> | boolean = () => true;
const { call } = await listenWith(
  (app) => {
    app.post('/echo', jsonBody(), (req, res) => void res.json({ got: req.body }));
    app.post('/named', jsonBody(), (req, res) => void res.json(valid(z.object({ name: z.string() }), req.body)));
    app.get('/things/:id', (req, res) => void res.json({ id: req.params.id }));
    app.get('/request-id', async (_req, res) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      res.json({ id: currentRequestId() });
    });
    app.get('/problem/:code', (req) => {
      throw new Problem(req.params.code as ProblemCode, 'Said to the person.', { retryAfter: 7 });
    });
    app.get('/missing', () => {
      throw notFound('The thing');
    });
    app.get('/broken', async () => {
      throw new Error('a secret: password=hunter2');
    });
    app.get('/broken-with-status', async () => {
      throw Object.assign(new Error('a secret'), { status: 418, expose: true });
    });
    app.get('/nothing-thrown', () => Promise.reject());
    app.get('/kept', (_req, res) => void res.set('Cache-Control', 'max-age=60').json({}));
  },
  () => isReady(),
);

const json = { 'content-type': 'application/json' };

describe('an error', () => {
  it.each(Object.entries(PROBLEMS))('%s is answered as one of the known problems', async (code, { status, title }) => {
    const answer = await call('GET', `/problem/${code}`);
    expectProblem(answer, status);
    expect(answer.body).toEqual({
      type: `urn:tavola:problem:${code}`,
      title,
      status,
      detail: 'Said to the person.',
      requestId: answer.headers.get('x-request-id'),
    });
    expect(answer.headers.get('retry-after')).toBe('7');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it.each(['/broken', '/broken-with-status', '/nothing-thrown'])(
    'that nobody foresaw (%s) tells nothing of itself',
    async (path) => {
      const answer = await call('GET', path);
      expectProblem(answer, 500);
      expect(problemSchema.strict().parse(answer.body).type).toBe('urn:tavola:problem:internal');
      expect(JSON.stringify(answer.body)).not.toMatch(/secret|hunter2|at .*\.ts/);
    },
  );

  it('is 404 for an unknown route or method', async () => {
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/nothing?x=1'],
      ['DELETE', '/echo'],
      ['GET', '/ECHO'],
      ['POST', '/Echo'],
    ] as const) {
      expectProblem(await call(method, path), 404);
    }
    expect((await call('GET', '/missing')).body.detail).toBe('The thing was not found.');
  });

  it.each(['%E0%A4%A', '%', '%zz', '%ff'])('of an address that can not be decoded (%s) is 400', async (id) => {
    expectProblem(await call('GET', `/things/${id}`), 400);
  });
});

describe('a body', () => {
  it('is parsed as JSON', async () => {
    expect((await call('POST', '/echo', { body: { a: ['寿司', 1] } })).body).toEqual({ got: { a: ['寿司', 1] } });
    const charset = { 'content-type': 'application/json; charset=UTF-8' };
    expect((await call('POST', '/echo', { raw: '{"a":1}', headers: charset })).body).toEqual({ got: { a: 1 } });
  });

  it('without a type, of another, compressed, or in another charset is 415', async () => {
    const raw = new TextEncoder().encode('{"a":1}');
    expectProblem(await call('POST', '/echo', { raw }), 415);
    const linked = { 'content-type': 'application/ld+json' };
    expectProblem(await call('POST', '/echo', { raw, headers: linked }), 415);
    expectProblem(await call('POST', '/echo', { raw, headers: { ...json, 'content-encoding': 'gzip' } }), 415);
    const latin = { 'content-type': 'application/json; charset=latin1' };
    expectProblem(await call('POST', '/echo', { raw, headers: latin }), 415);
  });

  it('above 256 KiB is 413, and of exactly 256 KiB is read', async () => {
    const sized = (bytes: number) => ({ raw: `{"a":"${'x'.repeat(bytes - 8)}"}`, headers: json });
    expectProblem(await call('POST', '/echo', sized(256 * 1024 + 1)), 413);
    expect((await call('POST', '/echo', sized(256 * 1024))).status).toBe(200);
  });
});

describe('a request id', () => {
  it.each(['12345678', 'a-B-3'.repeat(3), 'x'.repeat(64), randomUUID()])('is taken over: %s', async (id) => {
    const answer = await call('GET', '/request-id', { headers: { 'x-request-id': id } });
    expect(answer.headers.get('x-request-id')).toBe(id);
    expect(answer.body).toEqual({ id });
  });

  it.each(['1234567', 'x'.repeat(65), 'with space', ''])('is replaced if it is malformed: %s', async (id) => {
    const answer = await call('GET', '/request-id', { headers: { 'x-request-id': id } });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.body).toEqual({ id: answer.headers.get('x-request-id') });
  });

  it('is separate for each of many parallel requests', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => call('GET', '/request-id')));
    for (const { body, headers } of answers) expect(body.id).toBe(headers.get('x-request-id'));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(30);
  });
});

describe('an answer', () => {
  it('is not stored by caches unless it allows that, and does not name its software', async () => {
    const { headers } = await call('GET', '/things/1');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('etag')).toBeNull();
    expect((await call('GET', '/kept')).headers.get('cache-control')).toBe('max-age=60');
  });
});

describe('health', () => {
  it.each<[string, () => Promise<boolean> | boolean, number]>([
    ['can do its work', () => true, 200],
    ['can not', () => false, 503],
    [
      'finds out by an error',
      () => {
        throw new Error('away');
      },
      503,
    ],
    ['finds out by a rejection', () => Promise.reject(new Error('away')), 503],
  ])('is live, and ready as the process %s', async (_what, ready, status) => {
    isReady = ready;
    expect((await call('GET', '/health/ready')).status).toBe(status);
    expect((await call('GET', '/health/live')).status).toBe(200);
  });
});
