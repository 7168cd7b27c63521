import { z } from 'zod';
import { tenant, user } from './auth.ts';
import { category, menuItem } from './menu.ts';
import { code, codeStyle } from './qr.ts';

// GET /internal/tenants/{tenantId}/export: all that a service keeps of one restaurant and its owner may take along.

const since = { createdAt: z.iso.datetime() };
const kept = { ...since, updatedAt: z.iso.datetime() };

/** auth's part: the restaurant, every slug that is or was its own, the one in use first, and who runs it. */
export const authExport = z.object({
  tenant: tenant.extend(kept),
  slugs: z.array(z.string()),
  users: z.array(user.omit({ tenantId: true }).extend(since)),
});
export type AuthExport = z.infer<typeof authExport>;

/** menu's part, in display order. */
export const menuExport = z.object({
  categories: z.array(category.extend(kept)),
  items: z.array(menuItem.extend(kept)),
});
export type MenuExport = z.infer<typeof menuExport>;

/** qr's part: codes with what they lead to, the main one first, retired ones among them. */
export const qrExport = z.object({ codes: z.array(code.extend({ link: z.url() })), style: codeStyle });
export type QrExport = z.infer<typeof qrExport>;

/**
 * analytics' part, oldest first: what was counted, as it is kept. A quarter of an hour is named by its beginning, in UTC; a
 * day is one where the restaurant is.
 */
export const analyticsExport = z.object({
  quarters: z.array(
    z.object({
      quarter: z.iso.datetime(),
      views: z.int(),
      viewSeconds: z.int(),
      scans: z.int(),
      visitors: z.int(),
    }),
  ),
  codes: z.array(z.object({ day: z.iso.date(), codeId: z.string(), views: z.int(), scans: z.int() })),
  items: z.array(z.object({ day: z.iso.date(), itemId: z.int(), seen: z.int(), opened: z.int() })),
});
export type AnalyticsExport = z.infer<typeof analyticsExport>;
