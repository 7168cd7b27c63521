import { z } from 'zod';
import { email, optionalText, requiredText } from './fields.ts';

/** POST /api/beta-signup */
export const betaApplicationInput = z.object({
  companyName: requiredText('Company name', 120),
  email,
  contactName: requiredText('Contact name', 100),
  phone: optionalText('Phone', 40).default(null),
  restaurantType: optionalText('Restaurant type', 100).default(null),
  estimatedTables: optionalText('Number of tables', 50).default(null),
});
export type BetaApplicationInput = z.infer<typeof betaApplicationInput>;

export const betaApplication = z.object({
  id: z.int(),
  companyName: z.string(),
  email: z.string(),
  contactName: z.string(),
  phone: z.string().nullable(),
  restaurantType: z.string().nullable(),
  estimatedTables: z.string().nullable(),
});
export type BetaApplication = z.infer<typeof betaApplication>;

/** GET /api/admin/stats; a figure is `null` while the service that owns it does not answer. */
export const adminStats = z.object({
  totalTenants: z.int().nullable(),
  totalUsers: z.int().nullable(),
  totalMenuItems: z.int().nullable(),
});
export type AdminStats = z.infer<typeof adminStats>;
