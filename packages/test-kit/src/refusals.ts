import { problemSchema } from '@tavola/contracts/errors.ts';
import { describe, expect, it } from 'vitest';
import type { Answer, Call } from './http.ts';
import { person } from './tokens.ts';

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
