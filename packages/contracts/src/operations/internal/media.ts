import { uuid } from '../../fields.ts';
import { pictureHash } from '../../pictures.ts';
import { empty, operations } from '../operation.ts';
import { dataOwnerEntries } from './data-owner.ts';

export const internalMediaOperations = operations('media', {
  ...dataOwnerEntries('media'),
  removePicture: {
    who: 'service',
    method: 'DELETE',
    path: '/internal/tenants/{tenantId}/pictures/{hash}',
    summary: 'Remove a picture that an admin has rejected',
    params: { tenantId: uuid, hash: pictureHash },
    answers: { 204: empty('Removed.') },
  },
});
