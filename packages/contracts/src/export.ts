import { z } from 'zod';
import { tenant, user } from './auth.ts';
import { daypart } from './dayparts.ts';
import { menuChange } from './history.ts';
import { storedTexts } from './languages.ts';
import { category, menuItem } from './menu.ts';
import { picture } from './pictures.ts';
import { code, codeStyle } from './qr.ts';

// GET /internal/tenants/{tenantId}/export: everything a service exports of one restaurant for its owner.

const since = { createdAt: z.iso.datetime() };
/** With its translations, by language and field, if there are any. */
const kept = { ...since, updatedAt: z.iso.datetime(), texts: storedTexts.optional() };

/** auth's part: the restaurant, all its slugs (the current one first, then former ones) and its users. */
export const authExport = z.object({
  tenant: tenant.extend(kept),
  slugs: z.array(z.string()),
  users: z.array(user.omit({ tenantId: true }).extend(since)),
});
export type AuthExport = z.infer<typeof authExport>;

/** menu's part, in display order; the changes oldest first. */
export const menuExport = z.object({
  categories: z.array(category.extend(kept)),
  items: z.array(menuItem.extend(kept)),
  dayparts: z.array(daypart.extend(kept)),
  changes: z.array(menuChange.omit({ items: true, undoneAt: true })),
});
export type MenuExport = z.infer<typeof menuExport>;

/** qr's part: codes with their links, the main one first, including retired ones. */
export const qrExport = z.object({ codes: z.array(code.extend({ link: z.url() })), style: codeStyle });
export type QrExport = z.infer<typeof qrExport>;

/** media's part: the pictures, oldest first, by their addresses. */
export const mediaExport = z.object({
  pictures: z.array(picture.extend({ bytes: z.int(), createdAt: z.iso.datetime() })),
});
export type MediaExport = z.infer<typeof mediaExport>;

/**
 * analytics' part, oldest first: the counts as stored. `quarter` is the start of a quarter of an hour, in UTC; `day` is
 * in the restaurant's time zone. Months that ended over 13 months ago are added up, at noon UTC of their first day and on
 * that day.
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

/** The export of all of a restaurant's data. `none` if it was never asked for, or has expired. */
export const dataExport = z.object({
  state: z.enum(['none', 'waiting', 'working', 'done', 'failed']),
  /** How much of it is made, in percent. */
  progress: z.int().min(0).max(100),
  /** The reason for a failure, shown to the user. */
  reason: z.string().optional(),
  /** The file, once it is done. */
  file: z.object({ name: z.string(), bytes: z.int(), expiresAt: z.iso.datetime() }).optional(),
});
export type DataExport = z.infer<typeof dataExport>;
