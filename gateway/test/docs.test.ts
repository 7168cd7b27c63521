import { Validator } from '@seriousme/openapi-schema-validator';
import { openApiDocument } from '@tavola/contracts/operations/openapi.ts';
import { agreedFetch } from '@tavola/test-kit/agreed-answers.ts';
import { callsTo } from '@tavola/test-kit/http.ts';
import { expectProblem } from '@tavola/test-kit/refusals.ts';
import { describe, expect, it } from 'vitest';
import { startGateway } from './setup.ts';

const gateway = await startGateway();
const call = callsTo(gateway.url, agreedFetch);

describe('GET /api/docs', () => {
  it.each(['/api/docs', '/api/docs/'])('%s is a page that runs nothing but what the gateway serves', async (path) => {
    const { status, headers, body } = await call('GET', path);
    expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'text/html; charset=utf-8' });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'"]));
    expect(policy).not.toContain('unsafe');
    const named = [...body.matchAll(/(?:src|href)="([^"]+)"/g)]
      .map(([, url]) => url)
      .filter((url) => !/favicon/.test(url));
    expect(named).toHaveLength(5);
    for (const url of named) expect(await call('GET', url)).toMatchObject({ status: 200 });
    expect(body.match(/<script(?! src=)|<style|style="|onload=/g)).toBeNull();
  });

  it('is answered by the gateway itself, without a service', async () => {
    await call('GET', '/api/docs');
    expect(gateway.seen).toEqual([]);
  });
});

describe('the files of the page', () => {
  it.each([
    ['swagger-ui.css', 'text/css; charset=utf-8'],
    ['docs-page.js', 'text/javascript; charset=utf-8'],
  ])('%s is cached by browsers, and revalidated', async (file, type) => {
    const path = `/api/docs/${file}`;
    const { status, headers } = await call('GET', path);
    expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type });
    expect(headers.get('cache-control')).toBe('no-cache');
    // fetch bypasses caches for conditional requests unless it sends cache-control as a browser does.
    const asked = { 'if-modified-since': headers.get('last-modified') as string, 'cache-control': 'max-age=0' };
    expect((await call('GET', path, { headers: asked })).status).toBe(304);
    expect((await call('GET', path, { headers: { range: 'bytes=0-9' } })).status).toBe(200);
  });

  it.each(['routes.ts', 'swagger-ui-bundle.js.map', 'constructor', '..%2froutes.ts'])(
    '%s is not one of them',
    async (file) => {
      expectProblem(await call('GET', `/api/docs/${file}`), 404);
    },
  );

  it('are a 400 if the URL cannot be decoded', async () => {
    expectProblem(await call('GET', '/api/docs/%zz'), 400);
  });
});

describe('GET /api/docs/openapi.json', () => {
  it('is the document of the contracts: valid OpenAPI 3.1, whose references all lead somewhere', async () => {
    const { status, body } = await call('GET', '/api/docs/openapi.json');
    expect({ status, body }).toEqual({ status: 200, body: JSON.parse(JSON.stringify(openApiDocument())) });
    const validator = new Validator();
    const { valid, errors } = await validator.validate(body as Record<string, unknown>);
    expect({ valid, errors, version: validator.version }).toEqual({ valid: true, errors: undefined, version: '3.1' });
    expect(() => validator.resolveRefs()).not.toThrow();
  });
});
