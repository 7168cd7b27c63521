import { json, operations, tagged } from '@tavola/contracts/operations/operation.ts';
import { mountOperations, operationRoutes, serve, serveRaw } from '@tavola/service-kit/http/serve.ts';
import { listenWith } from '@tavola/test-kit/http.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { AS_SERVICE, keys, person, SERVICE_TOKEN } from '@tavola/test-kit/tokens.ts';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tokenCheck } from '../src/http/access.ts';

const number = z.string().regex(/^\d+$/, { error: 'The id must be a number.' }).transform(Number);
const named = z.object({ name: z.string({ error: 'The name must be text.' }) });
const owners = { who: 'signed-in', needs: 'menu.write', summary: '' } as const;

const table = operations('menu', {
  readThings: {
    ...owners,
    method: 'GET',
    path: '/things',
    query: z.object({ from: number.optional() }),
    answers: { 200: json('', z.unknown()) },
  },
  addThing: {
    ...owners,
    method: 'POST',
    path: '/things',
    body: named,
    acceptsIdempotencyKey: true,
    answers: { 201: tagged('', z.unknown()) },
  },
  changeThing: {
    ...owners,
    method: 'PUT',
    path: '/things/{id}',
    params: { id: number },
    body: named,
    acceptsIfMatch: true,
    answers: { 200: json('', z.unknown()) },
  },
  deleteThing: {
    ...owners,
    method: 'DELETE',
    path: '/things/{id}',
    params: { id: number },
    answers: { 204: { what: '' } },
  },
  readAll: {
    ...owners,
    who: 'admin',
    needs: undefined,
    method: 'GET',
    path: '/all',
    answers: { 200: json('', z.unknown()) },
  },
  readFile: {
    ...owners,
    who: 'anyone',
    limit: 'other',
    needs: undefined,
    method: 'GET',
    path: '/file',
    answers: { 200: { what: '', type: 'text/csv' } },
  },
});

const internal = operations('menu', {
  readThing: {
    who: 'service',
    method: 'GET',
    path: '/internal/things/{id}',
    summary: '',
    params: { id: number },
    query: z.object({ from: number.optional() }),
    answers: { 200: json('', z.unknown()) },
  },
  changeThing: {
    who: 'service',
    method: 'PUT',
    path: '/internal/things/{id}',
    summary: '',
    params: { id: number },
    body: named,
    answers: { 200: json('', z.unknown()) },
  },
});

const checks = {
  checkToken: tokenCheck(keys.publicKey),
  adminTwoFactor: 'required',
  serviceToken: SERVICE_TOKEN,
} as const;

const { call } = await listenWith((app) => {
  const routes = operationRoutes(checks);
  serve(routes, table.readThings, async ({ access, tenantId, query }) => ({ user: access.sub, tenantId, query }));
  serve(routes, table.addThing, async ({ body, idempotencyKey }) => ({
    body,
    hasKey: idempotencyKey !== undefined,
  }));
  serve(routes, table.changeThing, async ({ params, body, ifMatch }) => ({ params, body, ifMatch }));
  serve(routes, table.deleteThing, async () => 'unsaid');
  serve(routes, table.readAll, async ({ access }) => access.role);
  serveRaw(routes, table.readFile, async (_call, res) => void res.type('text/csv').send('a,b'));
  mountOperations(app, table, routes);
  const internalRoutes = operationRoutes(checks);
  serve(internalRoutes, internal.readThing, async ({ req: _req, ...input }) => input);
  serve(internalRoutes, internal.changeThing, async ({ req: _req, ...input }) => input);
  mountOperations(app, internal, internalRoutes);
});

const { token, userId, tenantId } = person();
const admin = person({ role: 'admin', tenantId: null, mfa: true });

describe('an operation that is served', () => {
  it.each([
    ['GET', '/things'],
    ['POST', '/things'],
    ['PUT', '/things/7'],
    ['DELETE', '/things/7'],
    ['GET', '/all'],
  ])('is for signed-in users if its entry requires it: %s %s', async (method, path) => {
    expectProblem(await call(method, path, { ...(method !== 'GET' && { raw: 'no JSON' }) }), 401);
  });

  it('is for the users of a restaurant if its entry requires it', async () => {
    expectProblem(await call('GET', '/things', { token: admin.token }), 403);
    expect((await call('GET', '/things', { token })).body).toEqual({ user: userId, tenantId, query: {} });
  });

  it('is for roles that have its permission, whatever the body', async () => {
    const staff = person({ role: 'staff', mayDeclare: true });
    for (const [method, path] of [
      ['GET', '/things'],
      ['POST', '/things'],
      ['DELETE', '/things/7'],
    ] as const) {
      const answer = await call(method, path, { token: staff.token, ...(method === 'POST' && { raw: 'no JSON' }) });
      expectProblem(answer, 403);
      expect(answer.body.type).toBe('urn:tavola:problem:forbidden');
    }
    const manager = person({ role: 'manager' });
    expect((await call('GET', '/things', { token: manager.token })).body).toMatchObject({ user: manager.userId });
  });

  it('is for admins with a second factor if its entry requires it', async () => {
    expectProblem(await call('GET', '/all', { token }), 403);
    expectProblem(await call('GET', '/all', { token: person({ role: 'admin', tenantId: null }).token }), 403);
    expect((await call('GET', '/all', { token: admin.token })).body).toBe('admin');
  });

  it('gets the input as parsed by its schemas', async () => {
    expect((await call('GET', '/things?from=7&to=8', { token })).body.query).toEqual({ from: 7 });
    const sent = { token, body: { name: 'Bar', tenantId: 'x' }, headers: { 'if-match': '"a", W/"b"' } };
    const changed = { params: { id: 7 }, body: { name: 'Bar' }, ifMatch: ['a', 'b'] };
    expect((await call('PUT', '/things/7', sent)).body).toEqual(changed);
  });

  it('refuses input that its schemas do not allow, naming the field', async () => {
    expectProblem(await call('GET', '/things?from=x', { token }), 400, ['from']);
    expectProblem(await call('PUT', '/things/x', { token, body: { name: 'Bar' } }), 400, ['id']);
    expectProblem(await call('PUT', '/things/7', { token, body: { name: 7 } }), 400, ['name']);
    expectProblem(
      await call('PUT', '/things/7', { token, raw: 'name=x', headers: { 'content-type': 'text/plain' } }),
      415,
    );
  });

  it('refuses a malformed If-Match and Idempotency-Key if it accepts them', async () => {
    const body = { name: 'Bar' };
    expectProblem(await call('PUT', '/things/7', { token, body, headers: { 'if-match': 'a' } }), 400);
    expectProblem(await call('POST', '/things', { token, body, headers: { 'idempotency-key': 'a b' } }), 400);
    expect((await call('POST', '/things', { token, body, headers: { 'if-match': 'a' } })).status).toBe(201);
  });

  it('is answered with the status of its entry, and an ETag if the entry asks for it', async () => {
    const added = await call('POST', '/things', { token, body: { name: 'Bar' }, headers: { 'idempotency-key': 'k' } });
    expect(added).toMatchObject({ status: 201, body: { body: { name: 'Bar' }, hasKey: true } });
    expect(added.headers.get('etag')).toMatch(/^"\w+"$/);
    expect((await call('GET', '/things', { token })).headers.has('etag')).toBe(false);
    expect(await call('DELETE', '/things/7', { token })).toMatchObject({ status: 204, body: undefined });
  });

  it('may write its response itself', async () => {
    const answer = await call('GET', '/file');
    expect([answer.status, answer.body]).toEqual([200, 'a,b']);
  });
});

describe('an operation for services', () => {
  it('gets its input as parsed by its schemas, and no signed-in user', async () => {
    expect((await call('GET', '/internal/things/7?from=8', AS_SERVICE)).body).toEqual({
      params: { id: 7 },
      query: { from: 8 },
    });
    const sent = { ...AS_SERVICE, token, body: { name: 'Bar', more: 1 } };
    expect((await call('PUT', '/internal/things/7', sent)).body).toEqual({ params: { id: 7 }, body: { name: 'Bar' } });
    expectProblem(await call('GET', '/internal/things/x', AS_SERVICE), 400, ['id']);
  });

  it.each(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])('does not exist for anybody else, by %s', async (method) => {
    for (const path of ['/internal/things/7', '/internal/things/x', '/internal/nothing']) {
      for (const sent of [{}, { token: admin.token }, { headers: { 'x-service-token': 'x'.repeat(42) } }]) {
        const answer = await call(method, path, sent);
        expect([answer.status, answer.headers.get('allow')]).toEqual([404, null]);
        if (method !== 'HEAD') expect(answer.body.detail).toBe(`There is nothing at ${method} ${path}.`);
      }
    }
  });

  it('does not change who may call the others', async () => {
    expect((await call('GET', '/file')).status).toBe(200);
    expectProblem(await call('GET', '/things', AS_SERVICE), 401);
  });
});

describe('mounting a router', () => {
  it('fails if an operation has no handler', () => {
    const routes = operationRoutes(checks);
    serve(routes, table.readThings, async () => ({}));
    expect(() => mountOperations(express(), table, routes)).toThrow(
      'No handler for addThing, changeThing, deleteThing, readAll, readFile',
    );
  });

  it('fails if nothing checks the tokens of signed-in users', () => {
    expect(() => serve(operationRoutes(), table.readThings, async () => ({}))).toThrow(
      'readThings is for signed-in users',
    );
  });

  it('fails without the service token', () => {
    const { serviceToken: _token, ...others } = checks;
    expect(() => serve(operationRoutes(others), internal.readThing, async () => ({}))).toThrow(
      'readThing is for services, and there is no service token',
    );
  });

  it.each([
    { ...internal.readThing, path: '/things/{id}' },
    { ...internal.readThing, path: '/internals/{id}' },
    { ...table.readFile, path: '/internal/file' },
  ])('fails if an operation for $who is at $path', (operation) => {
    expect(() => serve(operationRoutes(checks), operation, async () => ({}) as never)).toThrow(
      `${operation.id} must be for services and under /internal, or neither`,
    );
  });

  it('fails without the setting for admins’ two-factor', () => {
    const routes = operationRoutes({ checkToken: checks.checkToken });
    expect(() => serve(routes, table.readAll, async () => ({}))).toThrow('readAll is for admins');
  });
});
