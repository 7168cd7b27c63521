import { z } from 'zod';
import { asField } from './field-kind.ts';
import { id } from './fields.ts';
import { newCategory, newMenuItem } from './menu.ts';
import { QUOTAS } from './quotas.ts';

/** Most dishes in one import: as many as a menu holds. */
export const IMPORT_ITEMS_MAX = QUOTAS.items.most;

/** The largest import as JSON, in bytes: about as much as a menu holds. */
export const IMPORT_BYTES_MAX = 1_000_000;

/** Dishes for an existing category, or for a new one. */
const section = z
  .object(
    {
      categoryId: id('Category').optional(),
      category: newCategory.pick({ name: true, description: true }).optional(),
      items: z
        .array(newMenuItem.pick({ name: true, description: true, price: true }), { error: 'Items must be a list.' })
        .min(1, { error: 'Items must have at least one.' }),
    },
    { error: 'Each section must be an object with items.' },
  )
  .refine(({ categoryId, category }) => (categoryId === undefined) !== (category === undefined), {
    error: 'Each section must have either categoryId or category.',
    path: ['category'],
  });

const sectionList = z
  .array(section, { error: 'Sections must be a list.' })
  .min(1, { error: 'Sections must have at least one.' });

const itemsIn = (sections: readonly { items?: unknown }[]): number =>
  sections.reduce((sum, one) => sum + (Array.isArray(one?.items) ? one.items.length : 0), 0);

/** POST /api/menu-imports: new dishes, and new categories, at the end of the menu. All of them, or none. */
export const importInput = z.object({
  sections: asField(
    'sections',
    z
      .unknown()
      // Counted before each is looked at: a body may hold hundreds of thousands.
      .refine((sections) => !Array.isArray(sections) || sections.length <= QUOTAS.categories.most, {
        error: `Sections can be at most ${QUOTAS.categories.most}.`,
        abort: true,
      })
      .refine((sections) => !Array.isArray(sections) || itemsIn(sections) <= IMPORT_ITEMS_MAX, {
        error: `An import can have at most ${IMPORT_ITEMS_MAX.toLocaleString('en')} items.`,
        abort: true,
      })
      .pipe(sectionList)
      .meta(z.toJSONSchema(sectionList, { io: 'input' }) as Record<string, unknown>),
  ),
});
export type ImportInput = z.infer<typeof importInput>;

/** What was added. `change` is its place in the history: to put that back removes what is still as it was added. */
export const imported = z.object({ change: z.int(), categories: z.int(), items: z.int() });
export type Imported = z.infer<typeof imported>;
