import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { API_DOCS_FILE, apiDocsText } from './api-docs.ts';

// npm run api:docs: writes the OpenAPI document of all public operations.

mkdirSync(dirname(API_DOCS_FILE), { recursive: true });
writeFileSync(API_DOCS_FILE, apiDocsText());
