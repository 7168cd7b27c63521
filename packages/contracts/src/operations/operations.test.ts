import { describe, expect, it } from 'vitest';
import { z } from 'zod';
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
