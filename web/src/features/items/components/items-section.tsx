import type { MenuItem } from '@tavola/contracts/menu.ts';
import { Plus, SearchX, UtensilsCrossed } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useAddressFlag } from '../../../lib/address-flag.ts';
import { useDialogState } from '../../../lib/dialog-state.ts';
import { toastFailure } from '../../../lib/failure-toast.ts';
import { formatCount } from '../../../lib/format.ts';
import { keptDrafts } from '../../../lib/forms.ts';
import { useMediaQuery } from '../../../lib/media-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { SortHint, SortHowTo } from '../../../ui/sort-hint.tsx';
import { Sortable } from '../../../ui/sortable.tsx';
import { toast } from '../../../ui/toast.ts';
import { useCategories, useDeleteItem, useItems, useOrderItems } from '../api.ts';
import { filterItems, type ItemFilter, isWholeCategory, NO_FILTER } from '../filter-items.ts';
import { ItemCards } from './item-cards.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { ItemsSkeleton } from './items-skeleton.tsx';
import { ItemsTable } from './items-table.tsx';
import { ItemsToolbar } from './items-toolbar.tsx';

export interface ItemsSectionProps {
  /** The header above the items; receives the function that adds an item. */
  renderHeader: (add: () => void) => ReactNode;
}

/** The menu items with search, switches, add, edit and delete: used by Menu Items and Overview. */
export function ItemsSection({ renderHeader }: ItemsSectionProps) {
  const items = useItems();
  const categories = useCategories();
  const remove = useDeleteItem();
  const order = useOrderItems();
  const dialog = useDialogState<MenuItem | undefined>();
  const [asksForNew, clearAsksForNew] = useAddressFlag('new');
  const hasColumns = useMediaQuery('(min-width: 72rem)');
  const [filter, setFilter] = useState<ItemFilter>(NO_FILTER);
  // Items toggled under this filter; they stay in view until the filter changes.
  const [switched, setSwitched] = useState<ReadonlySet<number>>(new Set());
  const [deletingId, setDeletingId] = useState<number>();

  const loaded = items.data !== undefined && categories.data !== undefined;
  const { show } = dialog;
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only
  useEffect(() => {
    if (!loaded) return;
    // Reopen the form that was being edited when the session ended.
    const [draft] = keptDrafts('item:');
    const item = items.data.find(({ id }) => String(id) === draft);
    if (item) show(item);
    else if (draft === 'new' || asksForNew) show(undefined);
  }, [loaded, asksForNew]);

  const add = () => show(undefined);
  const applyFilter = (next: ItemFilter) => {
    setFilter(next);
    setSwitched(new Set());
  };

  const deleteItem = async (item: MenuItem) => {
    const yes = await confirm({
      title: 'Are you sure you want to delete this menu item?',
      description: (
        <>
          <bdi className="font-semibold wrap-anywhere text-ink">{item.name}</bdi> is removed from your menu right away.
          This can't be undone.
        </>
      ),
      confirmLabel: 'Delete',
      destructive: true,
    });
    if (!yes) return;
    setDeletingId(item.id);
    try {
      await remove.mutateAsync(item.id);
      toast({ title: 'Item deleted', description: 'Menu item has been deleted successfully.' });
    } catch (error) {
      toastFailure(error, 'Delete failed', 'Failed to delete menu item. Please try again.');
    }
    setDeletingId(undefined);
  };

  return (
    <>
      {renderHeader(add)}
      <Card className="overflow-hidden">{renderBody()}</Card>
      {dialog.key > 0 && (
        <ItemDialog
          key={dialog.key}
          open={dialog.open}
          item={dialog.subject}
          categories={categories.data}
          likelyCategoryId={typeof filter.category === 'number' ? filter.category : undefined}
          onClose={() => {
            dialog.close();
            clearAsksForNew();
          }}
        />
      )}
    </>
  );

  function renderBody() {
    const failed = [items, categories].filter((query) => query.isError && !query.data);
    if (failed.length > 0) {
      return (
        <LoadError
          title="Couldn't load your menu items"
          busy={items.isFetching || categories.isFetching}
          onRetry={() => {
            for (const query of failed) void query.refetch();
          }}
        />
      );
    }
    if (!items.data || !categories.data) return <ItemsSkeleton />;
    if (items.data.length === 0) {
      const ready = categories.data.length > 0;
      return (
        <EmptyState
          icon={<UtensilsCrossed />}
          title="Nothing on the menu yet"
          description={
            ready
              ? 'Add your first dish or drink. Guests see it right away.'
              : 'Every menu item belongs to a category. Create your first category, then add items to it.'
          }
          action={
            ready ? (
              <Button onClick={add}>
                <Plus aria-hidden />
                Add your first item
              </Button>
            ) : (
              <Button asChild>
                <Link href="/dashboard/categories?new">
                  <Plus aria-hidden />
                  Create a category
                </Link>
              </Button>
            )
          }
        />
      );
    }

    const names = new Map(categories.data.map(({ id, name }) => [id, name]));
    const { shown, counts } = filterItems(items.data, filter, new Set(names.keys()), switched);
    const List = hasColumns ? ItemsTable : ItemCards;
    return (
      <>
        <ItemsToolbar
          items={items.data}
          categories={categories.data}
          filter={filter}
          counts={counts}
          onChange={applyFilter}
        />
        <p role="status" className="sr-only">
          {`${formatCount(shown.length)} of ${formatCount(items.data.length)} items shown`}
        </p>
        <OrderHint filter={filter} shown={shown.length} />
        {shown.length === 0 ? (
          <EmptyState
            icon={<SearchX />}
            title="No items found"
            description="Nothing on your menu matches these filters."
            action={
              <Button variant="secondary" onClick={() => applyFilter(NO_FILTER)}>
                Clear filters
              </Button>
            }
          />
        ) : (
          <Sortable entries={shown} enabled={isWholeCategory(filter)} onMove={order}>
            {(ordered) => (
              <List
                items={ordered}
                categoryName={(item) => names.get(item.categoryId ?? 0) ?? 'Unknown'}
                deletingId={deletingId}
                onSwitched={(id) => setSwitched((before) => new Set(before).add(id))}
                onEdit={show}
                onDelete={(item) => void deleteItem(item)}
              />
            )}
          </Sortable>
        )}
      </>
    );
  }
}

/** Explains how to reorder the items in view, or what to do before they can be reordered. */
function OrderHint({ filter, shown }: { filter: ItemFilter; shown: number }) {
  if (shown < 2) return null;
  if (filter.category === 'all') return <SortHint>To reorder items, choose a category.</SortHint>;
  if (!isWholeCategory(filter)) {
    return <SortHint>To reorder items, clear the search and the availability filter.</SortHint>;
  }
  return <SortHowTo>Guests see these items in this order.</SortHowTo>;
}
