import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { UPLOAD_MAX_BYTES, UPLOAD_TYPES, type Upload } from '@tavola/contracts/pictures.ts';
import { Problem, requireFound } from '@tavola/service-kit/http/problem.ts';
import { afterRequest } from '@tavola/service-kit/observability/request-context.ts';
import type { Request } from 'express';
import type { Deps } from '../deps.ts';
import { uploadKey } from '../storage/storage.ts';
import { uploadStore } from './upload-store.ts';

/** How long an upload's sender waits for a worker, in milliseconds. */
const WAIT_MS = 8_000;

/** How often it is looked up meanwhile, in milliseconds. */
const LOOK_MS = 150;

const NOT_KEPT = "The picture couldn't be saved.";

/**
 * Keeps the body of `req` and waits until a worker has read it.
 * @throws Problem `unsupported-media-type`, `body-too-large`, `malformed-request` for a body of unknown length, `image-unreadable`,
 * `quota-reached`, `too-many-requests`; `unavailable` while the queue or the storage is away.
 */
export async function receiveUpload(deps: Deps, tenantId: string, by: string, req: Request): Promise<Upload> {
  const { db, queue, storage } = deps;
  requireImage(req);
  if (!queue.isUp()) throw away(new Error('the queue is away'));
  const store = uploadStore(db, tenantId);
  const id = await store.begin(by);
  try {
    // A storage that fails destroys what it reads; with the connection, the sender would lose the answer.
    await storage.receive(
      uploadKey(id),
      Readable.from(req.iterator({ destroyOnReturn: false }), { objectMode: false }),
    );
    await store.arrived(id);
  } catch (error) {
    await afterRequest(() => forget(deps, tenantId, id)).catch(() => {});
    throw error instanceof Problem ? error : away(error);
  }
  await queue.add({ tenantId }).catch((error) => deps.log.warn({ reason: error.message }, 'upload not queued'));
  const giveUpAt = performance.now() + WAIT_MS;
  for (;;) {
    const found = requireFound('The picture', await store.find(id));
    if (found.state === 'refused') throw new Problem('image-unreadable', found.reason as string);
    if (found.state === 'ready' || performance.now() > giveUpAt) return found;
    await sleep(LOOK_MS);
  }
}

/** Forgets an upload that did not arrive. If its file can't be deleted now, its row stays, by which a sweep finds it. */
async function forget({ db, storage }: Deps, tenantId: string, id: string): Promise<void> {
  const store = uploadStore(db, tenantId);
  await storage.remove(uploadKey(id)).then(
    () => store.forget(id),
    () => store.refuse(id, NOT_KEPT),
  );
}

function requireImage(req: Request): void {
  const type = req.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!(UPLOAD_TYPES as readonly string[]).includes(type) || req.headers['content-encoding']) {
    throw new Problem('unsupported-media-type', 'The body must be a JPEG, PNG, WebP or AVIF picture.');
  }
  const length = Number(req.headers['content-length']);
  if (!(length > 0)) throw new Problem('malformed-request', 'The request must say the length of the picture.');
  if (length > UPLOAD_MAX_BYTES) {
    throw new Problem('body-too-large', `A picture can be at most ${UPLOAD_MAX_BYTES / 1024 / 1024} MB.`);
  }
}

const away = (cause: unknown) =>
  new Problem('unavailable', "The picture can't be saved right now. Please try again in a moment.", {
    cause,
    retryAfter: 5,
  });
