import type { DataOwner } from '../../export.ts';
import type { InternalOperation } from '../operation.ts';
import { internalAnalyticsOperations } from './analytics.ts';
import { internalAuthOperations } from './auth.ts';
import type { dataOwnerEntries } from './data-owner.ts';
import { internalMediaOperations } from './media.ts';
import { internalMenuOperations } from './menu.ts';
import { internalQrOperations } from './qr.ts';

type DataOwnerEntries = ReturnType<typeof dataOwnerEntries>;

/** The operations that each service has which holds data of restaurants. */
export type DataOwnerOperations = {
  readonly [Id in keyof DataOwnerEntries]: DataOwnerEntries[Id] & { readonly id: Id; readonly service: DataOwner };
};

/** How each service's data of a restaurant is exported and deleted. */
export const DATA_OWNER_OPERATIONS: Readonly<Record<DataOwner, DataOwnerOperations>> = {
  auth: internalAuthOperations,
  menu: internalMenuOperations,
  qr: internalQrOperations,
  media: internalMediaOperations,
  analytics: internalAnalyticsOperations,
};

/** All calls between services. Neither the gateway nor the API's documentation knows them. */
export const INTERNAL_OPERATIONS: readonly InternalOperation[] = [
  internalAuthOperations,
  internalMenuOperations,
  internalQrOperations,
  internalMediaOperations,
  internalAnalyticsOperations,
].flatMap((operations) => Object.values<InternalOperation>(operations));
