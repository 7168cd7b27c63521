import { z } from 'zod';

// The jobs that media gives its workers. The two may run different releases, so jobs are read tolerantly.

/** A restaurant whose oldest upload is to be read. */
export const uploadJob = z.object({ tenantId: z.string() });
