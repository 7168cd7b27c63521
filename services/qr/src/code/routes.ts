import { internalTenant } from '@tavola/contracts/auth.ts';
import type { QrCode } from '@tavola/contracts/qr.ts';
import { signedIn, tenantOf } from '@tavola/service-kit/access.ts';
import { notFound } from '@tavola/service-kit/problem.ts';
import { type Response, Router } from 'express';
import type { Deps } from '../deps.ts';
import { rendered } from '../rendering/rendered.ts';
import { CODE_ID, mainCodeId, tenantOfCode } from './code-store.ts';

/** How long a worker may have from the moment an owner asks, in milliseconds: the promise is an answer in under 3 s. */
const DRAWN_WITHIN_MS = 2_300;

/** /api/qr-code: the signed-in owner's code. */
export function codeRoutes({ db, auth, queue, publicOrigin, checkToken }: Deps): Router {
  const routes = Router({ caseSensitive: true });
  routes.use(signedIn(checkToken));

  routes.get('/', async (req, res) => {
    const deadline = performance.now() + DRAWN_WITHIN_MS;
    const tenantId = tenantOf(req);
    const tenant = await auth.find(`/internal/tenants/${tenantId}`, internalTenant);
    if (!tenant) throw notFound('The restaurant');
    const link = `${publicOrigin}/q/${await mainCodeId(db, tenantId)}`;
    const png = await rendered(db, queue, link, deadline);
    res.json({
      qrCode: `data:image/png;base64,${Buffer.from(png).toString('base64')}`,
      menuUrl: `${publicOrigin}/menu/${tenant.slug}`,
    } satisfies QrCode);
  });

  return routes;
}

/** /q: where a printed code leads, whatever the restaurant's menu is called by now. */
export function printedCodeRoutes({ db, auth, tellVisit, log }: Deps): Router {
  const routes = Router({ caseSensitive: true });

  routes.get('/:id', async (req, res) => {
    const { id } = req.params;
    const tenantId = CODE_ID.test(id) ? await tenantOfCode(db, id) : null;
    const tenant = tenantId && (await auth.find(`/internal/tenants/${tenantId}`, internalTenant));
    if (!tenant) return sayUnknown(res);
    // A scan that can't be counted is lost; the guest is not kept waiting for it.
    void tellVisit({ kind: 'scan', tenantId: tenant.id, at: Date.now(), codeId: id }).catch((error: Error) =>
      log.warn({ reason: error.message }, 'scan not counted'),
    );
    res.redirect(302, `/menu/${tenant.slug}`);
  });

  return routes;
}

/** A person with a phone stands behind this request, not a program. */
function sayUnknown(res: Response): void {
  res
    .status(404)
    .type('html')
    .send(
      '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
        '<title>Code not in use</title><body style="font:1.125rem/1.5 system-ui;max-width:30rem;margin:20vh auto;padding:0 1.5rem">' +
        '<h1>This code is not in use</h1><p>Please ask the staff for the menu.</p></body></html>',
    );
}
