import type { DraftInput } from '@tavola/contracts/drafts.ts';
import { entityTag } from '@tavola/contracts/entity-tag.ts';
import type { MenuTranslationChanges } from '@tavola/contracts/translations.ts';
import type { WholeMenu } from '../../../lib/menu-table/columns.ts';
import type { CellChange } from './compare-cells.ts';
import type { PlannedRow, TablePlan } from './plan-table.ts';

/** The request that adds and changes the dishes of a table; undefined if it would do nothing. */
export function draftOf({ rows }: TablePlan): DraftInput | undefined {
  const added = Map.groupBy(
    rows.filter(({ action }) => action === 'add'),
    ({ category }) => category,
  );
  const sections = [...added].map(([{ id, name, changes }, ofCategory]) => {
    const description = changes.find(({ column }) => !column.lang)?.value as string | null | undefined;
    const items = ofCategory.map((row) => fieldsOf(row) as never);
    return id === undefined
      ? { category: { name, description: description ?? null }, items }
      : { categoryId: id, items };
  });
  const changes = rows.flatMap((row) => {
    const fields = row.action === 'change' && row.item ? fieldsOf(row) : {};
    if (!row.item || Object.keys(fields).length === 0) return [];
    const { categoryId, ...rest } = fields;
    const moved = categoryId === undefined ? {} : { categoryId: row.category.id };
    return [{ item: row.item.id, etag: entityTag(row.item), fields: { ...rest, ...moved } }];
  });
  if (sections.length + changes.length === 0) return undefined;
  return { ...(sections.length > 0 && { sections }), ...(changes.length > 0 && { changes }) };
}

/** The fields of a dish that a row changes, as the API takes them; of a new dish without its category. */
function fieldsOf({ item, changes }: PlannedRow): Record<string, unknown> {
  const own = changes.filter(({ column }) => !column.lang && (item || column.field !== 'categoryId'));
  return Object.fromEntries(own.map(({ column, value }) => [column.field, value]));
}

/** The translations that a table changes, by language, of what is on the menu. */
export function translationsOf({ rows, categories }: TablePlan, menu: WholeMenu) {
  const names = new Map(menu.categories.map((category) => [category.id, category]));
  const ofItems = rows.flatMap(({ item, changes }) => (item ? changes.map((change) => translation(change, item)) : []));
  const ofCategories = categories.flatMap(({ id, changes }) => {
    const category = names.get(id ?? 0);
    return category ? changes.map((change) => translation(change, category)) : [];
  });
  return Map.groupBy(
    [...ofItems, ...ofCategories].filter((one) => one !== undefined),
    ({ lang }) => lang,
  );
}

type Translated = MenuTranslationChanges['changes'][number] & { lang: string };

/** A text without a base text can't be translated. */
function translation(
  { column, value }: CellChange,
  row: { id: number; name: string; description: string | null },
): Translated | undefined {
  if (!column.lang) return undefined;
  const { kind, text: field, lang } = column;
  const base = row[field];
  return base === null ? undefined : { lang, kind, id: row.id, field, text: value as string | null, base };
}
