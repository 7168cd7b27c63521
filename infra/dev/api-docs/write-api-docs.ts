import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { API_DOCS_FILE, apiDocsText } from './api-docs.ts';

// npm run api:docs: writes the OpenAPI document of everything that can be called from outside.

mkdirSync(dirname(API_DOCS_FILE), { recursive: true });
writeFileSync(API_DOCS_FILE, apiDocsText());
