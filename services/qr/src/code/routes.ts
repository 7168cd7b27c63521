import { internalAuthOperations } from '@tavola/contracts/operations/internal/auth.ts';
import { qrOperations } from '@tavola/contracts/operations/qr.ts';
import type { ImageQuery } from '@tavola/contracts/qr.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import { notFound } from '@tavola/service-kit/http/problem.ts';
import { type OperationRoutes, operationRoutes, serve, serveRaw } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';
import { type DrawnFor, rendered } from '../rendering/rendered.ts';
import { imageFileName } from '../sheet/file-names.ts';
import { codeStyleOf, styleStore } from '../style/style-store.ts';
import { addCode, addRun, renameCode, retireCode } from './change-codes.ts';
import { restaurantMenu } from './code-destinations.ts';
import { codeStore, mainCodeId } from './code-store.ts';
import { linkOf, printedLinkOf } from './links.ts';

/** Time limit for a worker, from the owner's request on, in milliseconds: an answer is promised in under 3 s. */
const DRAWN_WITHIN_MS = 2_300;

/** The image in the spec's dialog: as large as its largest print needs. */
const MAIN_IMAGE: ImageQuery = { format: 'png', size: 1024 };

/** /api/qr-code and /api/qr-codes: the signed-in owner's codes, including the main one. */
export function codeRoutes(deps: Deps): OperationRoutes {
  const { db, auth, publicOrigin } = deps;
  const routes = operationRoutes(deps);

  serve(routes, qrOperations.getMainCode, async ({ access, tenantId }) => {
    const deadline = performance.now() + DRAWN_WITHIN_MS;
    const tenant = await auth.find(internalAuthOperations.getTenant, {
      params: { id: tenantId },
      answerSchema: restaurantMenu,
    });
    if (!tenant) throw notFound('The restaurant');
    const by = { restaurant: tenantId, person: access.sub };
    const png = await imageOf(deps, by, await mainCodeId(db, tenantId), MAIN_IMAGE, deadline);
    return {
      qrCode: `data:image/png;base64,${Buffer.from(png).toString('base64')}`,
      menuUrl: `${publicOrigin}/menu/${tenant.slug}`,
    };
  });

  serve(routes, qrOperations.listCodes, async ({ tenantId }) => {
    const codes = await asTenant(db, tenantId, async (tx) => {
      const store = codeStore(tx, tenantId);
      await store.main();
      return store.list();
    });
    const style = codeStyleOf(await styleStore(db, tenantId).kept());
    return { codes, style, linkBase: linkOf(publicOrigin, '') };
  });

  serve(routes, qrOperations.addCode, ({ tenantId, body, idempotencyKey }) =>
    addCode(db, tenantId, body.name, idempotencyKey),
  );

  serve(routes, qrOperations.addCodeRun, async ({ tenantId, body, idempotencyKey }) => ({
    codes: await addRun(db, tenantId, body, idempotencyKey),
  }));

  serveRaw(routes, qrOperations.getCodeImage, async ({ access, tenantId, params, query }, res) => {
    const deadline = performance.now() + DRAWN_WITHIN_MS;
    const code = await asTenant(db, tenantId, (tx) => codeStore(tx, tenantId).find(params.id));
    if (!code) throw notFound('The code');
    const file = await imageOf(deps, { restaurant: tenantId, person: access.sub }, code.id, query, deadline);
    res.attachment(imageFileName(code.name, query)).send(Buffer.from(file));
  });

  serve(routes, qrOperations.renameCode, ({ tenantId, params, body, ifMatch }) =>
    renameCode(db, tenantId, { id: params.id, name: body.name, ifMatch }),
  );

  serve(routes, qrOperations.retireCode, ({ tenantId, params }) => retireCode(db, tenantId, params.id));

  return routes;
}

async function imageOf(
  deps: Deps,
  by: DrawnFor,
  codeId: string,
  { format, size, printed }: ImageQuery,
  deadline: number,
) {
  const text = printedLinkOf(deps.publicOrigin, codeId, printed ?? null);
  const describe = async () => ({ text, look: await styleStore(deps.db, by.restaurant).look(), format, size });
  return rendered(deps, by, describe, deadline);
}
