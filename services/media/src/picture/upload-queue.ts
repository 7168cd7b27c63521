import { type TenantJobs, tenantJobs } from '@tavola/service-kit/messaging/tenant-jobs.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import { z } from 'zod';

/** The queue of restaurants with uploads to read. */
export const UPLOAD_QUEUE = 'media-uploads';

/** A restaurant whose oldest upload is to be read; another release may have queued it. */
export const uploadJob = z.object({ tenantId: z.string() });
export type UploadJob = z.infer<typeof uploadJob>;

export type UploadQueue = TenantJobs<UploadJob>;

/** The queue on the Redis at `redisUrl`. */
export const uploadQueue = (redisUrl: string, log: Logger): UploadQueue => tenantJobs(UPLOAD_QUEUE, redisUrl, log);
