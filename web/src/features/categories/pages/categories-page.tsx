import type { Category } from '@tavola/contracts/menu.ts';
import { Plus, Shapes } from 'lucide-react';
import { useAddressFlag } from '../../../lib/browser/address-flag.ts';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { useDialogState } from '../../../lib/forms/dialog-state.ts';
import { useReopenedForm } from '../../../lib/forms/forms.ts';
import { hasFailed } from '../../../lib/http/has-failed.ts';
import { useCategories, useDayparts } from '../../../lib/http/queries.ts';
import { useDeleteRow } from '../../../lib/http/use-delete-row.ts';
import { PasteMenuLink } from '../../../lib/menu/paste-menu-link.tsx';
import { formatCount } from '../../../lib/text/format.ts';
import { categoryServedInWords } from '../../../lib/times/served.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FloatingAction } from '../../../ui/floating-action.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RowsSkeleton } from '../../../ui/rows-skeleton.tsx';
import { SortHowTo } from '../../../ui/sort-hint.tsx';
import { Sortable } from '../../../ui/sortable.tsx';
import { useDeleteCategory, useItemCounts, useOrderCategories } from '../api.ts';
import { CategoryDialog } from '../components/category-dialog.tsx';
import { CategoryRow } from '../components/category-row.tsx';

/** The screen Categories. */
export function CategoriesPage() {
  useDocumentTitle('Categories');
  const categories = useCategories();
  const counts = useItemCounts();
  const dayparts = useDayparts(categories.data?.some((category) => category.dayparts !== undefined) ?? false).data
    ?.dayparts;
  const remove = useDeleteCategory();
  const order = useOrderCategories();
  const dialog = useDialogState<Category | undefined>();
  const [asksForNew, clearAsksForNew] = useAddressFlag('new');
  const { deletingId, deleteRow } = useDeleteRow('category');

  const { show } = dialog;
  useReopenedForm('category:', categories.data, show, asksForNew);

  const deleteCategory = (category: Category) => {
    const follows = <DeletionFollows category={category} itemCount={counts && (counts.get(category.id) ?? 0)} />;
    return deleteRow(category.id, follows, async () => {
      await remove.mutateAsync(category.id);
      return { title: 'Category deleted', description: 'Category has been deleted successfully.' };
    });
  };

  return (
    <>
      <PageHeader
        title="Categories"
        description="The sections of your menu. Guests jump between them with one tap."
        actions={
          <FloatingAction floats={categories.data?.length !== 0} onClick={() => show(undefined)}>
            <Plus aria-hidden />
            Add Category
          </FloatingAction>
        }
      />
      <Card className="overflow-hidden">{renderBody()}</Card>
      {dialog.key > 0 && (
        <CategoryDialog
          key={dialog.key}
          open={dialog.open}
          category={dialog.subject}
          onClose={() => {
            dialog.close();
            clearAsksForNew();
          }}
        />
      )}
    </>
  );

  function renderBody() {
    if (hasFailed(categories)) {
      return <LoadError title="Couldn't load your categories" query={categories} />;
    }
    if (!categories.data) {
      return <RowsSkeleton label="Loading categories…" widths={['w-32', 'w-44', 'w-36', 'w-40', 'w-28']} />;
    }
    if (categories.data.length === 0) {
      return (
        <EmptyState
          icon={<Shapes />}
          title="No categories yet"
          description="Start with one, such as Starters or Drinks. Every menu item belongs to a category."
          action={
            <div className="flex flex-wrap justify-center gap-2.5">
              <Button onClick={() => show(undefined)}>
                <Plus aria-hidden />
                Add Your First Category
              </Button>
              <PasteMenuLink />
            </div>
          }
        />
      );
    }
    return (
      <>
        {categories.data.length > 1 && <SortHowTo>Guests see your categories in this order.</SortHowTo>}
        <Sortable entries={categories.data} onMove={order}>
          {(ordered) => (
            <ul aria-label="Categories">
              {ordered.map((category) => (
                <CategoryRow
                  key={category.id}
                  category={category}
                  served={categoryServedInWords(category, dayparts)}
                  itemCount={counts && (counts.get(category.id) ?? 0)}
                  deleting={category.id === deletingId}
                  onEdit={() => show(category)}
                  onDelete={() => void deleteCategory(category)}
                />
              ))}
            </ul>
          )}
        </Sortable>
      </>
    );
  }
}

/** Explains what deleting a category does to its items; how many these are may be unknown. */
function DeletionFollows({ category, itemCount }: { category: Category; itemCount: number | null | undefined }) {
  const name = <bdi className="font-semibold wrap-anywhere text-ink">{category.name}</bdi>;
  if (itemCount === 0) return <>{name} has no items. It is removed from your menu right away.</>;
  const isOne = itemCount === 1;
  const items = isOne ? 'item stays' : `${itemCount ? `${formatCount(itemCount)} ` : ''}items stay`;
  return (
    <>
      Deletes {name}. Its {items} on your menu, without a category. Guests find {isOne ? 'it' : 'them'} under “More”.
    </>
  );
}
