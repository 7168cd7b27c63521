import { LOGO_MAX_BYTES, styleInput } from '@tavola/contracts/qr.ts';
import { signedIn, tenantOf } from '@tavola/service-kit/http/access.ts';
import { jsonBody } from '@tavola/service-kit/http/http-app.ts';
import { ifMatchOf, sendTagged } from '@tavola/service-kit/http/if-match.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import { valid } from '@tavola/service-kit/http/validate.ts';
import { type RequestHandler, Router } from 'express';
import { mainCodeId } from '../code/code-store.ts';
import { linkOf } from '../code/routes.ts';
import type { Deps } from '../deps.ts';
import { changeStyle } from './change-style.ts';
import { codeStyleOf, styleStore } from './style-store.ts';

/** /api/qr-codes/style: how the signed-in owner's codes look. */
export function styleRoutes(deps: Deps): Router {
  const { db, publicOrigin, checkToken } = deps;
  const routes = Router({ caseSensitive: true });
  routes.use(signedIn(checkToken));

  routes.get('/', async (req, res) => {
    sendTagged(res, codeStyleOf(await styleStore(db, tenantOf(req)).kept()));
  });

  routes.put('/', logoBody(), async (req, res) => {
    const tenantId = tenantOf(req);
    const input = valid(styleInput, req.body);
    const text = linkOf(publicOrigin, await mainCodeId(db, tenantId));
    sendTagged(res, await changeStyle(deps, tenantId, text, input, ifMatchOf(req)));
  });

  return routes;
}

/** Room for a logo in base64, and for the rest of a style. */
const BODY_LIMIT_BYTES = Math.ceil((LOGO_MAX_BYTES * 4) / 3) + 16 * 1024;

/** A body with a picture in it: larger than others, and what is too large in it is the picture. */
function logoBody(): RequestHandler {
  const read = jsonBody(BODY_LIMIT_BYTES);
  return (req, res, next) =>
    read(req, res, (error?: unknown) => {
      next((error as { type?: string } | undefined)?.type === 'entity.too.large' ? tooLarge() : error);
    });
}

function tooLarge(): Problem {
  const message = `The logo can be at most ${LOGO_MAX_BYTES / 1024} KB large.`;
  return new Problem('validation-failed', message, { errors: [{ field: 'logo', message }] });
}
