import { problemSchema } from '@tavola/contracts/errors.ts';
import { describe, expect, it } from 'vitest';
import type { Answer, Call } from './http.ts';
import { badTokens, person } from './tokens.ts';

/** A route for the tests below. */
export interface TriedRoute {
  method: string;
  path: string;
  /** A valid body, if the route has one. */
  body?: Record<string, unknown>;
}

/** Expects a problem+json response with this status and, if given, an error for each of these fields. */
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
 * Tests that every route requires a valid token. All kinds of bad tokens are tested where tokens are verified
 * (packages/service-kit/test/access.test.ts), and for every route at the gateway
 * (infra/tests/security/gateway-door.test.ts).
 */
export function describeSignedInOnly(call: () => Call, routes: readonly TriedRoute[]): void {
  it.each(routes)('$method $path is for signed-in users', async ({ method, path, body }) => {
    expectProblem(await call()(method, path, { body }), 401);
    const token = badTokens()['signed with another key'] as string;
    expectProblem(await call()(method, path, { body, token }), 401);
  });
}

/** Tests that internal routes return 404 without the service token. */
export function describeServicesOnly(call: () => Call, paths: readonly string[]): void {
  describe.each(paths)('GET %s is for other services', (path) => {
    it.each([
      ['nobody', {}],
      ['an admin', { token: person({ role: 'admin', tenantId: null }).token }],
      ['a wrong service token', { headers: { 'x-service-token': 'x'.repeat(42) } }],
    ])('answers %s with 404', async (_who, sent) => {
      expectProblem(await call()('GET', path, sent), 404);
    });
  });
}
