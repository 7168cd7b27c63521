import {
  type CodeList,
  type CodeRun,
  codeInput,
  type ImageQuery,
  imageQuery,
  type QrCode,
  runInput,
} from '@tavola/contracts/qr.ts';
import { asTenant } from '@tavola/service-kit/data/postgres.ts';
import { signedIn, tenantOf } from '@tavola/service-kit/http/access.ts';
import { jsonBody } from '@tavola/service-kit/http/http-app.ts';
import { onceKeyOf } from '@tavola/service-kit/http/idempotency.ts';
import { notFound } from '@tavola/service-kit/http/problem.ts';
import { valid } from '@tavola/service-kit/http/validate.ts';
import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { rendered } from '../rendering/rendered.ts';
import { imageFileName } from '../sheet/file-names.ts';
import { codeStyleOf, styleStore } from '../style/style-store.ts';
import { addCode, addRun, renameCode, retireCode } from './change-codes.ts';
import { codeStore, mainCodeId } from './code-store.ts';
import { restaurantSlug } from './where-codes-lead.ts';

/** How long a worker may have from the moment an owner asks, in milliseconds: the promise is an answer in under 3 s. */
const DRAWN_WITHIN_MS = 2_300;

/** What the spec's dialog shows: as large as the largest print it is used for. */
const MAIN_IMAGE: ImageQuery = { format: 'png', size: 1024 };

/** What a code says: the address it leads to for good. */
export const linkOf = (publicOrigin: string, codeId: string): string => `${publicOrigin}/q/${codeId}`;

/** /api/qr-code: the signed-in owner's main code. */
export function mainCodeRoutes(deps: Deps): Router {
  const { db, auth, publicOrigin, checkToken } = deps;
  const routes = Router({ caseSensitive: true });
  routes.use(signedIn(checkToken));

  routes.get('/', async (req, res) => {
    const deadline = performance.now() + DRAWN_WITHIN_MS;
    const tenantId = tenantOf(req);
    const tenant = await auth.find(`/internal/tenants/${tenantId}`, restaurantSlug);
    if (!tenant) throw notFound('The restaurant');
    const png = await imageOf(deps, tenantId, await mainCodeId(db, tenantId), MAIN_IMAGE, deadline);
    res.json({
      qrCode: `data:image/png;base64,${Buffer.from(png).toString('base64')}`,
      menuUrl: `${publicOrigin}/menu/${tenant.slug}`,
    } satisfies QrCode);
  });

  return routes;
}

/** /api/qr-codes: the signed-in owner's codes, the main one among them. */
export function codeRoutes(deps: Deps): Router {
  const { db, publicOrigin, checkToken } = deps;
  const routes = Router({ caseSensitive: true });
  routes.use(signedIn(checkToken));

  routes.get('/', async (req, res) => {
    const tenantId = tenantOf(req);
    const codes = await asTenant(db, tenantId, async (tx) => {
      const store = codeStore(tx, tenantId);
      await store.main();
      return store.list();
    });
    const style = codeStyleOf(await styleStore(db, tenantId).kept());
    res.json({ codes, style, linkBase: linkOf(publicOrigin, '') } satisfies CodeList);
  });

  routes.post('/', jsonBody(), async (req, res) => {
    const { name } = valid(codeInput, req.body);
    res.status(201).json(await addCode(db, tenantOf(req), name, onceKeyOf(req)));
  });

  routes.post('/run', jsonBody(), async (req, res) => {
    const codes = await addRun(db, tenantOf(req), valid(runInput, req.body), onceKeyOf(req));
    res.status(201).json({ codes } satisfies CodeRun);
  });

  routes.get('/:id/image', async (req, res) => {
    const deadline = performance.now() + DRAWN_WITHIN_MS;
    const tenantId = tenantOf(req);
    const asked = valid(imageQuery, req.query, 'query');
    const code = await asTenant(db, tenantId, (tx) => codeStore(tx, tenantId).find(req.params.id));
    if (!code) throw notFound('The code');
    const file = await imageOf(deps, tenantId, code.id, asked, deadline);
    res.attachment(imageFileName(code.name, asked)).send(Buffer.from(file));
  });

  routes.put('/:id', jsonBody(), async (req, res) => {
    const { name } = valid(codeInput, req.body);
    res.json(await renameCode(db, tenantOf(req), req.params.id as string, name));
  });

  routes.delete('/:id', async (req, res) => {
    await retireCode(db, tenantOf(req), req.params.id);
    res.status(204).end();
  });

  return routes;
}

async function imageOf(deps: Deps, tenantId: string, codeId: string, { format, size }: ImageQuery, deadline: number) {
  const look = await styleStore(deps.db, tenantId).look();
  return rendered(deps, tenantId, { text: linkOf(deps.publicOrigin, codeId), look, format, size }, deadline);
}
