import { z } from 'zod';
import { json, type Operation } from './operation.ts';

/** What the gateway answers itself: this documentation. */
const documentation = { service: 'gateway', who: 'anyone', method: 'GET' } as const;

export const gatewayOperations: readonly Operation[] = [
  {
    ...documentation,
    id: 'readDocs',
    path: '/api/docs',
    summary: 'This documentation, to be read in a browser',
    answers: { 200: { what: 'The page.', type: 'text/html' } },
  },
  {
    ...documentation,
    id: 'readOpenApi',
    path: '/api/docs/openapi.json',
    summary: 'This documentation, to be read by programs',
    answers: { 200: json('An OpenAPI 3.1 document.', z.looseObject({ openapi: z.string() })) },
  },
  {
    ...documentation,
    id: 'readDocsFile',
    path: '/api/docs/{file}',
    summary: 'What the page is made of',
    params: { file: z.string() },
    answers: {
      200: { what: 'The file.', type: ['text/javascript', 'text/css'] },
      304: { what: 'It has not changed.' },
    },
  },
];
