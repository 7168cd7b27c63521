import { operations } from '../operation.ts';
import { dataOwnerEntries } from './data-owner.ts';

export const internalAnalyticsOperations = operations('analytics', dataOwnerEntries('analytics'));
