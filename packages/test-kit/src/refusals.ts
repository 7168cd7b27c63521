import { problemBody } from '@tavola/contracts/errors.ts';
import { describe, expect, it } from 'vitest';
import type { Answer, Call } from './http.ts';
import { badTokens, person } from './tokens.ts';

/** A route as the batteries below try it. */
export interface TriedRoute {
  method: string;
  path: string;
  /** A body that the route would take, where it takes one. */
  body?: Record<string, unknown>;
}

/** Expects an answer to be problem+json with this status and, where given, an entry for each of these fields. */
export function expectProblem(answer: Answer, status: number, fields: string[] = []): void {
  expect({ status: answer.status, type: answer.headers.get('content-type') }).toEqual({
    status,
    type: expect.stringContaining('application/problem+json'),
  });
  const problem = problemBody.parse(answer.body);
  expect(problem.status).toBe(status);
  expect(problem.errors?.map((error) => error.field) ?? []).toEqual(expect.arrayContaining(fields));
}

/** Tests that every route wants a valid token: 401 without one, and with every kind of bad one. */
export function describeSignedInOnly(call: () => Call, routes: readonly TriedRoute[]): void {
  describe.each(routes)('$method $path is for signed-in users', ({ method, path, body }) => {
    it('refuses a request without a token', async () => {
      expectProblem(await call()(method, path, { body }), 401);
    });
    it.each(Object.entries(badTokens()))('refuses a token that is %s', async (_what, token) => {
      expectProblem(await call()(method, path, { body, token }), 401);
    });
  });
}

/** Tests that every route with a body refuses bodies that are not a JSON object from the user of `token`, without reading them as one. */
export function describeBodyRefusals(
  call: () => Call,
  routes: readonly TriedRoute[],
  token: string = person().token,
): void {
  describe.each(routes)('$method $path reads only a JSON object', ({ method, path }) => {
    it.each(['', 'null', '[]', '"text"', '42'])('refuses the body %j with 400', async (raw) => {
      const answer = await call()(method, path, { token, raw, headers: { 'content-type': 'application/json' } });
      expectProblem(answer, 400);
    });
    it('refuses broken JSON with 400', async () => {
      const answer = await call()(method, path, {
        token,
        raw: '{"name":',
        headers: { 'content-type': 'application/json' },
      });
      expectProblem(answer, 400);
    });
    it('refuses a form with 415', async () => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      expectProblem(await call()(method, path, { token, raw: 'name=x', headers }), 415);
    });
    it('refuses a body of over 256 KiB with 413', async () => {
      expectProblem(await call()(method, path, { token, body: { name: 'x'.repeat(300_000) } }), 413);
    });
  });
}

/** Tests that routes for neighbours do not exist for anybody without the service token. */
export function describeNeighboursOnly(call: () => Call, paths: readonly string[]): void {
  describe.each(paths)('GET %s is for neighbours', (path) => {
    it.each([
      ['nobody', {}],
      ['an admin', { token: person({ role: 'admin', tenantId: null }).token }],
      ['a wrong service token', { headers: { 'x-service-token': 'x'.repeat(42) } }],
    ])('answers %s with 404', async (_who, sent) => {
      expectProblem(await call()('GET', path, sent), 404);
    });
  });
}
