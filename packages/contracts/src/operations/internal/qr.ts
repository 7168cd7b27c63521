import { codeUsage } from '../../admin.ts';
import { uuid } from '../../fields.ts';
import { codeIds, codeNames } from '../../qr.ts';
import { json, operations } from '../operation.ts';
import { dataOwnerEntries } from './data-owner.ts';

const tenantParams = { tenantId: uuid };

export const internalQrOperations = operations('qr', {
  ...dataOwnerEntries('qr'),
  listCodeNames: {
    who: 'service',
    method: 'GET',
    path: '/internal/codes/{tenantId}',
    summary: 'The names of all codes, including retired ones',
    params: tenantParams,
    answers: { 200: json('The names.', codeNames) },
  },
  getUsage: {
    who: 'service',
    method: 'GET',
    path: '/internal/tenants/{tenantId}/usage',
    summary: 'How many codes a restaurant has in use',
    params: tenantParams,
    answers: { 200: json('The figure.', codeUsage) },
  },
  listCodeIds: {
    who: 'service',
    method: 'GET',
    path: '/internal/codes/{tenantId}/ids',
    summary: 'The ids of all codes, including retired ones',
    params: tenantParams,
    answers: { 200: json('The ids.', codeIds) },
  },
});
