import { mediaOperations } from '@tavola/contracts/operations/media.ts';
import { pictureAt } from '@tavola/contracts/rules/pictures.ts';
import { notFound, requireFound, tooManyRequests } from '@tavola/service-kit/http/problem.ts';
import { type OperationRoutes, operationRoutes, serve, serveRaw } from '@tavola/service-kit/http/serve.ts';
import { busy, fairQueue } from '@tavola/service-kit/runtime/fair-queue.ts';
import type { Deps } from '../deps.ts';
import { pictureKey } from '../storage/storage.ts';
import { deletePicture } from './delete-picture.ts';
import { pictureStore } from './picture-store.ts';
import { sendPicturesZip } from './pictures-zip.ts';
import { receiveUpload } from './receive-upload.ts';
import { uploadStore } from './upload-store.ts';

const TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;

/** How many downloads of all pictures a process sends at once; of one restaurant, and to one person, it sends one. */
export const DOWNLOADS_AT_ONCE = 20;

const SHARE = { atOnce: 1, waiting: 0 };

/** When an owner whose pictures are being downloaded should try again, in milliseconds. */
const RETRY_AFTER_MS = 5_000;

/** /api/media and /m: the signed-in owner's uploads, and the files of pictures. */
export function pictureRoutes(deps: Deps): OperationRoutes {
  const { closed, db, queue, storage } = deps;
  const routes = operationRoutes(deps);
  const manyDownloads = busy('Many pictures are being downloaded right now. Please try again in a moment.');
  const downloads = fairQueue({
    atOnce: DOWNLOADS_AT_ONCE,
    waiting: 0,
    per: { restaurant: SHARE, person: SHARE },
    refuse: (limit) =>
      limit ? tooManyRequests('Your pictures are already being downloaded.', RETRY_AFTER_MS) : manyDownloads(),
  });

  serve(routes, mediaOperations.addPicture, ({ req, tenantId, access }) =>
    receiveUpload(deps, tenantId, access.sub, req),
  );

  serve(routes, mediaOperations.getPicture, async ({ tenantId, params }) => {
    const found = requireFound('The picture', await uploadStore(db, tenantId).find(params.id));
    // Its job may be lost with the queue.
    if (found.state === 'reading') await queue.add({ tenantId }).catch(() => {});
    return found;
  });

  serve(routes, mediaOperations.deletePicture, ({ tenantId, params }) => deletePicture(deps, tenantId, params.id));

  serve(routes, mediaOperations.countPictures, async ({ tenantId }) => ({
    count: await pictureStore(db, tenantId).count(),
  }));

  serveRaw(routes, mediaOperations.getPicturesZip, ({ access, tenantId, req }, res) =>
    downloads.run({ restaurant: tenantId, person: access.sub }, () => sendPicturesZip(deps, tenantId, req, res)),
  );

  serveRaw(routes, mediaOperations.getPictureFile, async ({ params: { tenant, picture, file } }, res) => {
    const address = `/m/${tenant}/${picture}/${file}`;
    const found = pictureAt(address);
    const isOpen = found && !(await closed.has(found.tenantId));
    const bytes = isOpen && (await storage.get(pictureKey(address)));
    if (!bytes) throw notFound('The picture');
    res.set('Cache-Control', 'public, max-age=31536000, immutable');
    res.type(TYPES[file.slice(file.indexOf('.') + 1) as keyof typeof TYPES]).send(Buffer.from(bytes));
  });

  return routes;
}
