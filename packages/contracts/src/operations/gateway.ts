import { z } from 'zod';
import { json, operations } from './operation.ts';

/** Operations that the gateway serves itself: this documentation. */
const documentation = { who: 'anyone', limit: 'other', method: 'GET' } as const;

export const gatewayOperations = operations('gateway', {
  readDocs: {
    ...documentation,
    path: '/api/docs',
    summary: 'This documentation for browsers',
    answers: { 200: { what: 'The page.', type: 'text/html' } },
  },
  readOpenApi: {
    ...documentation,
    path: '/api/docs/openapi.json',
    summary: 'This documentation as OpenAPI',
    answers: { 200: json('An OpenAPI 3.1 document.', z.looseObject({ openapi: z.string() })) },
  },
  readDocsFile: {
    ...documentation,
    path: '/api/docs/{file}',
    summary: 'A file of the documentation page',
    params: { file: z.string() },
    answers: {
      200: { what: 'The file.', type: ['text/javascript', 'text/css'] },
      304: { what: 'It has not changed.' },
    },
  },
});
