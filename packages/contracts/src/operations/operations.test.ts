import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { INTERNAL_OPERATIONS } from './internal/internal-operations.ts';
import { openApiDocument } from './openapi.ts';
import type { OperationAnswer } from './operation.ts';
import { OPERATIONS, operationOf } from './operations.ts';

describe('the table of operations', () => {
  it('has unique ids, and each method and path once', () => {
    const ids = OPERATIONS.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) < at)).toEqual([]);
    const calls = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
    expect(calls.filter((call, at) => calls.indexOf(call) < at)).toEqual([]);
  });

  it.each(OPERATIONS)('$id: has a schema for each parameter in its path', ({ path, params = {} }) => {
    expect(Object.keys(params)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  });

  it.each(OPERATIONS)(
    '$id: succeeds in at least one way, and knows the shape of all JSON it answers with',
    (operation) => {
      const answers = Object.entries(operation.answers);
      expect(answers.filter(([status]) => Number(status) < 400)).not.toEqual([]);
      for (const [, { type, schema }] of answers) expect(schema !== undefined).toBe(type === 'application/json');
    },
  );

  it('reads only bodies that are objects', () => {
    for (const { body, id } of OPERATIONS) {
      if (body) expect(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }).type, id).toBe('object');
    }
  });
});

describe('the calls between services', () => {
  it('have unique ids, and each method and path once, in each service', () => {
    const ids = INTERNAL_OPERATIONS.map(({ service, id }) => `${service} ${id}`);
    expect(ids.filter((id, at) => ids.indexOf(id) < at)).toEqual([]);
    const calls = INTERNAL_OPERATIONS.map(({ service, method, path }) => `${service} ${method} ${path}`);
    expect(calls.filter((call, at) => calls.indexOf(call) < at)).toEqual([]);
  });

  it.each(INTERNAL_OPERATIONS)('$service.$id is internal, and no part of the public API', (operation) => {
    const { who, method, path } = operation;
    expect(who).toBe('service');
    expect(path).toMatch(/^\/internal\//);
    expect(OPERATIONS).not.toContain(operation);
    expect(operationOf(method, path.replace(/\{\w+\}/g, '7'))).toBeUndefined();
  });

  it.each(INTERNAL_OPERATIONS)(
    '$service.$id has a schema for each parameter in its path, and one answer',
    ({ path, params = {}, answers }) => {
      expect(Object.keys(params)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      const [[status, { type, schema }], ...others] = Object.entries(answers) as [[string, OperationAnswer]];
      expect([Number(status) < 300, others]).toEqual([true, []]);
      expect(schema !== undefined).toBe(type === 'application/json');
    },
  );

  it('are not documented', () => {
    expect(Object.keys(openApiDocument().paths).filter((path) => path.includes('internal'))).toEqual([]);
    expect(JSON.stringify(openApiDocument())).not.toContain('/internal/');
  });
});

describe('the operation of a request', () => {
  it.each([
    ['GET', '/api/categories', 'listCategories'],
    ['HEAD', '/api/categories', 'listCategories'],
    ['PUT', '/api/categories/7', 'changeCategory'],
    ['PUT', '/api/categories/order', 'orderCategories'],
    ['PUT', '/api/qr-codes/style', 'changeCodeStyle'],
    ['GET', '/api/qr-codes/sheets/7/file', 'getSheetFile'],
    ['GET', '/api/qr-codes/sheets/image', 'getSheet'],
    ['GET', '/api/docs/openapi.json', 'readOpenApi'],
    ['GET', '/menu/demo/fr', 'readMenuPageInLanguage'],
    ['GET', '/menu/demo/manifest.webmanifest', 'readMenuManifest'],
    ['GET', '/menu/demo/kitchen.webmanifest', 'readKitchenManifest'],
    ['GET', '/api/public/menu/demo/events', 'watchMenu'],
    ['GET', '/sitemap.xml', 'readSitemap'],
    ['GET', '/sitemapsxml', undefined],
    ['GET', '/sitemapXxml', undefined],
    ['GET', '/api/categories/7', undefined],
    ['PUT', '/api/categories/7/8', undefined],
    ['PUT', '/api/categories/', undefined],
    ['PATCH', '/api/categories/7', undefined],
    ['GET', '/internal/stats', undefined],
  ])('%s %s is %s', (method, path, id) => {
    expect(operationOf(method, path)?.id).toBe(id);
  });
});
