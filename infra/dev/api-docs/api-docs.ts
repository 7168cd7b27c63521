import { fileURLToPath } from 'node:url';
import { openApiDocument } from '@tavola/contracts/operations/openapi.ts';

/** Where the API's document is kept, for readers who run nothing. */
export const API_DOCS_FILE = fileURLToPath(new URL('../../../docs/api/openapi.json', import.meta.url));

/** The API's document as it is written there. */
export const apiDocsText = (): string => `${JSON.stringify(openApiDocument(), null, 2)}\n`;
