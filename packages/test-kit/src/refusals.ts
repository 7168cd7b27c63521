import { randomUUID } from 'node:crypto';
import { problemSchema } from '@tavola/contracts/errors.ts';
import type { Express } from 'express';
import { expect, it } from 'vitest';
import { routesOf } from './express-routes.ts';
import type { Answer, Call } from './http.ts';
import { AS_SERVICE, person } from './tokens.ts';

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

/** Tests that internal routes of `app` answer others as if they did not exist, and refuse ids that are none. */
export function describeServicesOnly(app: Express, call: Call): void {
  const internal = routesOf(app).filter((route) => route.includes(' /internal/'));
  const at = (route: string, id: string) => route.replace(/\{\w+\}/g, id).split(' ') as [method: string, path: string];

  it('has internal routes', () => expect(internal).not.toEqual([]));

  it.each(internal)('%s is for other services', async (route) => {
    const [method, path] = at(route, randomUUID());
    for (const sent of [
      {},
      { token: person({ role: 'admin', tenantId: null }).token },
      { headers: { 'x-service-token': 'x'.repeat(42) } },
    ]) {
      const answer = await call(method, path, sent);
      expectProblem(answer, 404);
      expect(answer.body.detail).toBe(`There is nothing at ${method} ${path}.`);
    }
  });

  it.each(internal.filter((route) => route.includes('{')))('%s refuses what is no id', async (route) => {
    const parameter = /\{(\w+)\}/.exec(route)?.[1] as string;
    for (const id of ['12', 'Demo', '%00', `${randomUUID()}x`]) {
      const answer = await call(...at(route, id), { ...AS_SERVICE, ...(route.startsWith('PUT') && { body: {} }) });
      if (parameter === 'slug') expectProblem(answer, 404);
      else expectProblem(answer, 400, [parameter]);
    }
  });
}
