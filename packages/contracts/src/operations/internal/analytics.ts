import { scanUsage } from '../../admin.ts';
import { uuid } from '../../fields.ts';
import { json, operations } from '../operation.ts';
import { dataOwnerEntries } from './data-owner.ts';

export const internalAnalyticsOperations = operations('analytics', {
  ...dataOwnerEntries('analytics'),
  getUsage: {
    who: 'service',
    method: 'GET',
    path: '/internal/tenants/{tenantId}/usage',
    summary: 'How often codes of a restaurant were scanned in the last 30 days',
    params: { tenantId: uuid },
    answers: { 200: json('The figure.', scanUsage) },
  },
});
