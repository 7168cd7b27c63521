import { z } from 'zod';
import { tenant } from './auth.ts';
import { category, menuItem } from './menu.ts';

/**
 * GET /api/public/menu/{slug}: what a diner sees. Active categories in display order; items in display order, those of
 * inactive categories left out, those whose category was deleted with `categoryId: null`.
 */
export const publicMenu = z.object({
  tenant,
  categories: z.array(category),
  items: z.array(menuItem),
});
export type PublicMenu = z.infer<typeof publicMenu>;

/** Where the cached menus lie, one entry a tenant: written by public-menu, raised by those whose data they are made of. */
export const MENU_CACHE_PREFIX = 'menu';

/**
 * How long a process that keeps menus may believe that it hears of every change, in milliseconds, after a message it sent
 * itself has come back; and how long a writer that could tell nobody waits before it acknowledges.
 */
export const LEASE_MS = 100;

/** What a cached menu is made of. */
export const MENU_SOURCES = ['tenant', 'menu'] as const;
export type MenuSource = (typeof MENU_SOURCES)[number];
