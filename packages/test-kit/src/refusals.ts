import { problemSchema } from '@tavola/contracts/errors.ts';
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
  const problem = problemSchema.parse(answer.body);
  expect(problem.status).toBe(status);
  expect(problem.errors?.map((error) => error.field) ?? []).toEqual(expect.arrayContaining(fields));
}

/**
 * Tests that every route wants a token of ours. Every kind of bad one is tried where tokens are read
 * (packages/service-kit/test/access.test.ts), and on every route at the gateway (infra/tests/security/gateway-door.test.ts).
 */
export function describeSignedInOnly(call: () => Call, routes: readonly TriedRoute[]): void {
  it.each(routes)('$method $path is for signed-in users', async ({ method, path, body }) => {
    expectProblem(await call()(method, path, { body }), 401);
    const token = badTokens()['signed with another key'] as string;
    expectProblem(await call()(method, path, { body, token }), 401);
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
