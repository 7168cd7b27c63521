import { z } from 'zod';
import { TOPOLOGY } from './topology.ts';

/** GET /api/admin/system-status: whether each service that admin calls reports that it is ready. */
export const systemStatus = z.object({
  services: z.array(z.object({ name: z.enum(TOPOLOGY.admin.calls), isReady: z.boolean() })),
});
export type SystemStatus = z.infer<typeof systemStatus>;
