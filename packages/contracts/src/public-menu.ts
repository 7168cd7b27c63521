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
