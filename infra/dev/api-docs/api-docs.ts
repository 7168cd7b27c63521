import { fileURLToPath } from 'node:url';
import { openApiDocument } from '@tavola/contracts/operations/openapi.ts';

/** The committed OpenAPI document. */
export const API_DOCS_FILE = fileURLToPath(new URL('../../../docs/api/openapi.json', import.meta.url));

/** The text of that file: the OpenAPI document as JSON. */
export const apiDocsText = (): string => `${JSON.stringify(openApiDocument(), null, 2)}\n`;
