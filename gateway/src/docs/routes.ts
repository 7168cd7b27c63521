import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '@tavola/contracts/operations/openapi.ts';
import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import { notFound } from '@tavola/service-kit/http/problem.ts';
import { Router } from 'express';

/** The documentation's public path. */
export const DOCS_PATH = '/api/docs';

const OWN = fileURLToPath(new URL('.', import.meta.url));
const VIEWER = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/swagger-ui.css')));

/** The page's files and their folders. */
const FILES: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', VIEWER],
  ['swagger-ui-bundle.js', VIEWER],
  ['docs-page.css', OWN],
  ['docs-page.js', OWN],
]);

/** All content is same-origin and none is inline. The viewer's icons are data URLs in its stylesheet. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${PRODUCT_NAME} API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${DOCS_PATH}/swagger-ui.css">
<link rel="stylesheet" href="${DOCS_PATH}/docs-page.css">
</head>
<body>
<main id="docs"></main>
<noscript>This page needs JavaScript. The same as JSON: <a href="${DOCS_PATH}/openapi.json">openapi.json</a></noscript>
<script src="${DOCS_PATH}/swagger-ui-bundle.js"></script>
<script src="${DOCS_PATH}/docs-page.js"></script>
</body>
</html>
`;

/** /api/docs: the API's documentation as a page, and as the OpenAPI document that the page shows. */
export function docsRoutes(): Router {
  const routes = Router({ caseSensitive: true });
  let document: string | undefined;

  routes.get('/', (_req, res) => {
    res.set('Content-Security-Policy', CONTENT_SECURITY_POLICY).type('html').send(PAGE);
  });

  routes.get('/openapi.json', (_req, res) => {
    document ??= JSON.stringify(openApiDocument());
    res.type('json').send(document);
  });

  routes.get('/:file', (req, res) => {
    const root = FILES.get(req.params.file);
    if (root === undefined) throw notFound('The file');
    // Clients may cache the files but must revalidate: the next version of the viewer has the same names.
    res.set('Cache-Control', 'no-cache').sendFile(req.params.file, { root, cacheControl: false, acceptRanges: false });
  });

  return routes;
}
