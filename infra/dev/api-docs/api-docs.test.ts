import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { API_DOCS_FILE, apiDocsText } from './api-docs.ts';

describe('docs/api/openapi.json', () => {
  it('is what the contracts say; npm run api:docs writes it anew', () => {
    expect(readFileSync(API_DOCS_FILE, 'utf8') === apiDocsText(), 'npm run api:docs was not run').toBe(true);
  });

  it('is a valid OpenAPI 3.1 document whose references all lead somewhere', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(JSON.parse(readFileSync(API_DOCS_FILE, 'utf8')));
    expect(errors ?? []).toEqual([]);
    expect({ valid, version: validator.version }).toEqual({ valid: true, version: '3.1' });
    expect(() => validator.resolveRefs()).not.toThrow();
  });

  it('is not taken for valid where it is not', async () => {
    const broken = JSON.parse(readFileSync(API_DOCS_FILE, 'utf8'));
    delete broken.paths['/api/tenant'].get.responses[200].description;
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });
});
