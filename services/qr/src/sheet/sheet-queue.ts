import { type TenantJobs, tenantJobs } from '@tavola/service-kit/messaging/tenant-jobs.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import type { z } from 'zod';
import { SHEET_DRAWING_VERSION, type sheetJob } from '../jobs.ts';

/** The queue of sheets. It is separate so that interactive requests need not wait behind two hundred codes. */
export const SHEET_QUEUE = 'qr-sheet';

export type SheetJob = z.infer<typeof sheetJob>;

export type SheetQueue = TenantJobs<SheetJob>;

/** The queue on the Redis at `redisUrl`. */
export const sheetQueue = (redisUrl: string, log: Logger): SheetQueue => tenantJobs(SHEET_QUEUE, redisUrl, log);

/** The job of making a sheet of the restaurant `tenantId`, which is stored in the database. */
export const sheetJobOf = (sheetId: string, tenantId: string): SheetJob => ({
  sheetId,
  tenantId,
  drawing: SHEET_DRAWING_VERSION,
});
