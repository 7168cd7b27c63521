import { type TenantJobs, tenantJobs } from '@tavola/service-kit/messaging/tenant-jobs.ts';
import type { Logger } from '@tavola/service-kit/observability/log.ts';
import type { z } from 'zod';
import type { uploadJob } from '../jobs.ts';

/** The queue of restaurants with uploads to read. */
export const UPLOAD_QUEUE = 'media-uploads';

export type UploadJob = z.infer<typeof uploadJob>;

export type UploadQueue = TenantJobs<UploadJob>;

/** The queue on the Redis at `redisUrl`. */
export const uploadQueue = (redisUrl: string, log: Logger): UploadQueue => tenantJobs(UPLOAD_QUEUE, redisUrl, log);
