import { type TenantJobs, tenantJobs } from '@tavola/service-kit/messaging/tenant-jobs.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import { z } from 'zod';

/** The queue of restaurants whose export is to be made. */
export const EXPORT_QUEUE = 'admin-exports';

/** A restaurant whose export is to be made; another release may have queued it. */
export const exportJob = z.object({ tenantId: z.string() });
export type ExportJob = z.infer<typeof exportJob>;

export type ExportQueue = TenantJobs<ExportJob>;

/** The queue on the Redis at `redisUrl`. */
export const exportQueue = (redisUrl: string, log: Logger): ExportQueue => tenantJobs(EXPORT_QUEUE, redisUrl, log);
