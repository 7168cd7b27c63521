import type { DraftInput, DraftTexts } from '@tavola/contracts/drafts.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { NewCategory } from '@tavola/contracts/menu.ts';
import type { CellChange } from './compare-cells.ts';
import type { PlannedRow, TablePlan } from './plan-table.ts';

/**
 * The request that adds and changes the dishes of a table, with their translations. `categoryFields` gives what else a new category has, by
 * its name.
 */
export function draftOfTable(
  { rows }: TablePlan,
  categoryFields: (name: string) => Partial<NewCategory> = () => ({}),
): DraftInput {
  const added = Map.groupBy(
    rows.filter(({ action }) => action === 'add'),
    ({ category }) => category,
  );
  const sections = [...added].map(([{ id, name, changes }, ofCategory]) => {
    const description = changes.find(({ column }) => !column.lang)?.value as string | null | undefined;
    const items = ofCategory.map((row) => ({ ...fieldsOf(row), ...textsIn(row.changes) }) as never);
    return id === undefined
      ? { category: { name, description: description ?? null, ...categoryFields(name), ...textsIn(changes) }, items }
      : { categoryId: id, items };
  });
  const changes = rows.flatMap((row) => {
    if (row.action !== 'change' || !row.item) return [];
    const { categoryId, ...rest } = fieldsOf(row);
    const fields = { ...rest, ...(categoryId !== undefined && { categoryId: row.category.id }) };
    return [{ item: row.item.id, etag: entityTag(row.item), fields, ...textsIn(row.changes) }];
  });
  return { ...(sections.length > 0 && { sections }), ...(changes.length > 0 && { changes }) };
}

/** The fields of a dish that a row changes, as the API takes them; of a new dish without its category. */
function fieldsOf({ item, changes }: PlannedRow): Record<string, unknown> {
  const own = changes.filter(({ column }) => !column.lang && (item || column.field !== 'categoryId'));
  return Object.fromEntries(own.map(({ column, value }) => [column.field, value]));
}

/** The translations that a row changes, by language. */
function textsIn(changes: readonly CellChange[]): { texts?: DraftTexts } {
  const texts: DraftTexts = {};
  for (const { column, value } of changes) {
    if (column.lang) texts[column.lang] = { ...texts[column.lang], [column.text]: value };
  }
  return Object.keys(texts).length > 0 ? { texts } : {};
}
