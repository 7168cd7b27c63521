import { pictureAddress } from '@tavola/contracts/rules/pictures.ts';
import { sendInParts, type ZipFiles, zipped } from '@tavola/service-kit/http/download.ts';
import { Problem } from '@tavola/service-kit/http/problem.ts';
import type { Request, Response } from 'express';
import type { Deps } from '../deps.ts';
import type { Picture } from '../generated/client.ts';
import { pictureKey, type Storage } from '../storage/storage.ts';
import { pictureStore } from './picture-store.ts';

/**
 * Sends the largest JPEG of each of the restaurant's pictures as a zip, one after the other, as fast as the client reads. A missing
 * file is left out. If another can't be read later on, or the client takes longer than `withinMs`, the connection is closed.
 * @throws Problem `not-found` where there are no pictures; `unavailable` while the storage is away.
 */
export async function sendPicturesZip(
  deps: Pick<Deps, 'db' | 'storage' | 'log'>,
  tenantId: string,
  req: Request,
  res: Response,
  withinMs?: number,
): Promise<void> {
  const zip = zipped(filesOf(deps, tenantId), { isCompressed: false });
  // Nothing is sent before a file was read.
  const start = await zip.next();
  res.attachment(`pictures-${dayOf(new Date())}.zip`);
  if (req.method === 'HEAD') {
    await zip.return(undefined);
    res.end();
    return;
  }
  async function* whole() {
    if (!start.done) yield start.value;
    yield* zip;
  }
  await sendInParts(res, whole(), withinMs).catch((error: NodeJS.ErrnoException) => {
    const hasClientGone = error.code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (!hasClientGone) deps.log.warn({ err: error, tenantId }, 'download of pictures cut off');
  });
}

/** The files of the restaurant's pictures, each read when it is asked for. */
async function* filesOf(
  { db, storage, log }: Pick<Deps, 'db' | 'storage' | 'log'>,
  tenantId: string,
): AsyncGenerator<ZipFiles> {
  let [pictures, files] = [0, 0];
  for await (const picture of pictureStore(db, tenantId).each()) {
    pictures += 1;
    const key = pictureKey(pictureAddress(picture));
    const bytes = await read(storage, key);
    if (bytes) {
      files += 1;
      yield { names: [nameOf(picture)], at: picture.createdAt, content: [[bytes]] };
    } else log.warn({ tenantId, file: key }, 'file of a picture is missing');
  }
  if (pictures === 0) throw new Problem('not-found', 'Your restaurant has no pictures yet.');
  if (files === 0) throw unavailableProblem(new Error('all files are missing'));
}

/** A bucket may fail once in thousands of files: each is asked for twice. */
const read = (storage: Storage, key: string) =>
  storage
    .get(key)
    .catch(() => storage.get(key))
    .catch((cause) => {
      throw unavailableProblem(cause);
    });

const unavailableProblem = (cause: unknown) =>
  new Problem('unavailable', "Your pictures can't be read right now. Please try again in a moment.", {
    cause,
    retryAfter: 5,
  });

const nameOf = ({ createdAt, hash }: Picture): string => `${dayOf(createdAt)}-${hash}.jpg`;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
