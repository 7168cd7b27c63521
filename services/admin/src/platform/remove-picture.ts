import type { RemovedPicture, RemovedPictureInput } from '@tavola/contracts/admin.ts';
import { tenant } from '@tavola/contracts/auth.ts';
import { internalAuthOperations } from '@tavola/contracts/operations/internal/auth.ts';
import { internalMediaOperations } from '@tavola/contracts/operations/internal/media.ts';
import { type Picture, pictureAddress, pictureAt } from '@tavola/contracts/rules/pictures.ts';
import { notFound } from '@tavola/service-kit/http/problem.ts';
import { requireAllowedPicture } from '@tavola/service-kit/http/validate.ts';
import type { Intent } from '../audit/audit-store.ts';
import { auditedElsewhere } from '../audit/audited.ts';
import type { Deps } from '../deps.ts';

const tenantName = tenant.pick({ id: true, name: true });

/**
 * Removes a picture of the restaurant `id` through media. Dishes that show it show none from then on.
 * @throws Problem `not-found` for an unknown restaurant or picture; `validation-failed` for another restaurant's picture; `unavailable`
 * if the outcome is unknown.
 */
export async function removePicture(
  deps: Pick<Deps, 'db' | 'auth' | 'media' | 'log'>,
  id: string,
  { picture: address, reason }: RemovedPictureInput,
  by: Pick<Intent, 'actor' | 'requestId'>,
): Promise<RemovedPicture> {
  requireAllowedPicture('picture', address, { tenantId: id });
  const found = await deps.auth.find(internalAuthOperations.getTenant, { params: { id }, answerSchema: tenantName });
  if (!found) throw notFound('The restaurant');
  // The contract has checked that it is one.
  const picture = pictureAt(address) as Picture;
  const removed = pictureAddress(picture);
  const subject = { kind: 'tenant', id: found.id, name: found.name } as const;
  return auditedElsewhere(deps, { ...by, act: 'picture.remove', subject, reason }, async () => {
    await deps.media.call(internalMediaOperations.removePicture, { params: { tenantId: id, hash: picture.hash } });
    return { result: { picture: removed }, changed: { before: { picture: removed }, after: { picture: null } } };
  });
}
