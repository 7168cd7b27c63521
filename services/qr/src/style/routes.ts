import { qrOperations } from '@tavola/contracts/operations/qr.ts';
import { LOGO_MAX_BYTES } from '@tavola/contracts/qr.ts';
import { jsonBody } from '@tavola/service-kit/http/http-app.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { type OperationRoutes, operationRoutes, serve } from '@tavola/service-kit/http/serve.ts';
import type { RequestHandler } from 'express';
import { mainCodeId } from '../code/code-store.ts';
import { linkOf } from '../code/links.ts';
import type { Deps } from '../deps.ts';
import { changeStyle } from './change-style.ts';
import { codeStyleOf, styleStore } from './style-store.ts';

/** /api/qr-codes/style: the look of the signed-in owner's codes. */
export function styleRoutes(deps: Deps): OperationRoutes {
  const { db, publicOrigin } = deps;
  const routes = operationRoutes(deps);

  serve(routes, qrOperations.getCodeStyle, async ({ tenantId }) => codeStyleOf(await styleStore(db, tenantId).kept()));

  serve(
    routes,
    qrOperations.changeCodeStyle,
    async ({ access, tenantId, body, ifMatch }) => {
      const text = linkOf(publicOrigin, await mainCodeId(db, tenantId));
      return changeStyle(deps, { restaurant: tenantId, person: access.sub }, text, body, ifMatch);
    },
    { readBody: logoBody() },
  );

  return routes;
}

/** Room for a logo in base64 and the rest of a style. */
const BODY_LIMIT_BYTES = Math.ceil((LOGO_MAX_BYTES * 4) / 3) + 16 * 1024;

/** Parses a body that may contain a picture: the limit is higher, and an error about size names the picture. */
function logoBody(): RequestHandler {
  const read = jsonBody(BODY_LIMIT_BYTES);
  return (req, res, next) =>
    read(req, res, (error?: unknown) => {
      next((error as { type?: string } | undefined)?.type === 'entity.too.large' ? tooLarge() : error);
    });
}

function tooLarge(): Problem {
  const message = `The logo can be at most ${LOGO_MAX_BYTES / 1024} KB.`;
  return new Problem('validation-failed', message, { errors: [{ field: 'logo', message }] });
}
