import { z } from 'zod';
import { tenant } from './auth.ts';
import { category, menuItem } from './menu.ts';
import { moneyPattern } from './money.ts';

/**
 * GET /api/public/menu/{slug}: what a diner sees. Active categories in display order; items in display order, without
 * those of inactive categories. Items of a deleted category have `categoryId: null`.
 */
export const publicMenu = z.object({
  tenant,
  categories: z.array(category),
  items: z.array(menuItem),
  /** How prices are written; absent for US dollars in English. */
  money: moneyPattern.optional(),
});
export type PublicMenu = z.infer<typeof publicMenu>;

/**
 * Key prefix of cached menus, one entry per tenant. public-menu writes them; the services that own the data raise their
 * versions.
 */
export const MENU_CACHE_PREFIX = 'menu';

/**
 * How long, in milliseconds, a process that caches menus may trust its subscription after its own test message has come
 * back. It is also how long a writer that could not publish waits before it acknowledges a write.
 */
export const LEASE_MS = 100;

/** The sources of a cached menu. */
export const MENU_SOURCES = ['tenant', 'menu'] as const;
export type MenuSource = (typeof MENU_SOURCES)[number];
