import { z } from 'zod';
import { uuid } from './fields.ts';

/** GET /api/dashboard/stats; `avgViewTime` is text such as "2m 30s". */
export const dashboardStats = z.object({
  totalViews: z.int(),
  totalItems: z.int(),
  totalScans: z.int(),
  avgViewTime: z.string(),
});
export type DashboardStats = z.infer<typeof dashboardStats>;

/** Longest view that counts, in seconds: a phone left on the table is not half an hour of reading. */
export const VIEW_SECONDS_MAX = 1800;

/** POST /api/public/visits: one visit to a menu, sent by the page when it is left. */
export const visitInput = z.object({
  tenantId: uuid,
  seconds: z
    .number({ error: 'Seconds must be a number.' })
    .min(0, { error: "Seconds can't be negative." })
    .transform((value) => Math.min(Math.round(value), VIEW_SECONDS_MAX)),
});
export type VisitInput = z.infer<typeof visitInput>;
