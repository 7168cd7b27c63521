import { mediaOperations } from '@tavola/contracts/operations/media.ts';
import { pictureAt } from '@tavola/contracts/rules/pictures.ts';
import { notFound, requireFound } from '@tavola/service-kit/http/problem.ts';
import { type OperationRoutes, operationRoutes, serve, serveRaw } from '@tavola/service-kit/http/serve.ts';
import type { Deps } from '../deps.ts';
import { pictureKey } from '../storage/storage.ts';
import { receiveUpload } from './receive-upload.ts';
import { uploadStore } from './upload-store.ts';

const TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;

/** /api/media and /m: the signed-in owner's uploads, and the files of pictures. */
export function pictureRoutes(deps: Deps): OperationRoutes {
  const { db, queue, storage } = deps;
  const routes = operationRoutes(deps);

  serve(routes, mediaOperations.addPicture, ({ req, tenantId, access }) =>
    receiveUpload(deps, tenantId, access.sub, req),
  );

  serve(routes, mediaOperations.getPicture, async ({ tenantId, params }) => {
    const found = requireFound('The picture', await uploadStore(db, tenantId).find(params.id));
    // Its job may be lost with the queue.
    if (found.state === 'reading') await queue.read(tenantId).catch(() => {});
    return found;
  });

  serveRaw(routes, mediaOperations.getPictureFile, async ({ params: { tenant, picture, file } }, res) => {
    const address = `/m/${tenant}/${picture}/${file}`;
    const bytes = pictureAt(address) && (await storage.get(pictureKey(address)));
    if (!bytes) throw notFound('The picture');
    res.set('Cache-Control', 'public, max-age=31536000, immutable');
    res.type(TYPES[file.slice(file.indexOf('.') + 1) as keyof typeof TYPES]).send(Buffer.from(bytes));
  });

  return routes;
}
