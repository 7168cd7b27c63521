import type { MenuItem } from '@tavola/contracts/menu.ts';
import { groupsById } from '@tavola/contracts/rules/choices.ts';
import { pictureAt } from '@tavola/contracts/rules/pictures.ts';
import { Plus, SearchX, UtensilsCrossed } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useAddressFlag } from '../../../lib/browser/address-flag.ts';
import { laterPart } from '../../../lib/browser/later-part.ts';
import { useMediaQuery } from '../../../lib/browser/media-query.ts';
import { whenThere } from '../../../lib/browser/when-there.ts';
import { useDialogState } from '../../../lib/forms/dialog-state.ts';
import { useReopenedForm } from '../../../lib/forms/forms.ts';
import { toastFailure } from '../../../lib/http/failure-toast.ts';
import { combineQueries, useCategories, useDayparts, useItems, useOptionGroups } from '../../../lib/http/queries.ts';
import { useDeleteRow } from '../../../lib/http/use-delete-row.ts';
import { PasteMenuLink } from '../../../lib/menu/paste-menu-link.tsx';
import { OwnMoneyProvider } from '../../../lib/money/use-own-money.ts';
import { lackOf } from '../../../lib/options/lacking.ts';
import { otherPlaces } from '../../../lib/session/other-places.ts';
import { useCurrentUser } from '../../../lib/session/session.ts';
import { formatCount } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { SortHint, SortHowTo } from '../../../ui/sort-hint.tsx';
import type { SortableProps } from '../../../ui/sortable.tsx';
import { type DishChange, dishChange } from '../also-in.ts';
import { useDeleteItem, useLastCategory, useMoney, useOrderItems, useSoldOutTimes } from '../api.ts';
import { filterItems, type ItemFilter, NO_FILTER, showsWholeCategories } from '../filter-items.ts';
import { groupItems } from '../group-items.ts';
import { useSelectionMode } from '../selection-mode.ts';
import { namesDaypart, servingTimes } from '../serving-times.ts';
import { AlsoInLine } from './also-in-line.tsx';
import { BulkBar } from './bulk-bar.tsx';
import type { ItemDialogProps } from './item-dialog.tsx';
import { ItemRows } from './item-rows.tsx';
import { ItemsSkeleton } from './items-skeleton.tsx';
import { ItemsTable } from './items-table.tsx';
import { ItemsToolbar } from './items-toolbar.tsx';

// A third of the screen's code, which marking a dish as sold out does not need.
const dialogPart = laterPart<ItemDialogProps>(() => import('./item-dialog.tsx').then((m) => m.ItemDialog));
// Nor does moving dishes.
const sortablePart = laterPart<SortableProps<MenuItem>>(() =>
  import('../../../ui/sortable.tsx').then((m) => m.Sortable),
);

/** How long a new item stands out in the list. */
const ADDED_MS = 6_000;

interface DialogSubject {
  /** The item to edit; a new one without it. */
  item?: MenuItem;
  copyOf?: MenuItem;
  /** The category that a new item is for. */
  categoryId?: number;
}

interface ItemsSectionProps {
  /** The level of the headings of categories on a phone, below the header's. */
  headingLevel: 2 | 3;
  /** The header above the items; receives the function that adds an item, and whether there are items. */
  renderHeader: (add: () => void, hasItems: boolean) => ReactNode;
}

/** The menu items with search, switches, add, edit and delete: used by Menu Items and Overview. */
export function ItemsSection({ headingLevel, renderHeader }: ItemsSectionProps) {
  const items = useItems();
  const categories = useCategories();
  const money = useMoney();
  const soldOut = useSoldOutTimes();
  const dayparts = useDayparts(namesDaypart(items.data ?? [], categories.data ?? [])).data?.dayparts;
  const hasOptions = items.data?.some((item) => item.optionGroups?.length) ?? false;
  const { data: ownGroups } = useOptionGroups(hasOptions);
  const optionGroups = useMemo(() => groupsById(ownGroups), [ownGroups]);
  const remove = useDeleteItem();
  const order = useOrderItems();
  const dialog = useDialogState<DialogSubject>();
  const lastCategoryId = useLastCategory();
  const [asksForNew, clearAsksForNew] = useAddressFlag('new');
  const hasColumns = useMediaQuery('(min-width: 72rem)');
  const [filter, setFilter] = useState<ItemFilter>(NO_FILTER);
  // Items toggled under this filter; they stay in view until the filter changes.
  const [switched, setSwitched] = useState<ReadonlySet<number>>(new Set());
  const card = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState<MenuItem>();
  const [changed, setChanged] = useState<DishChange>();
  const others = otherPlaces(useCurrentUser().user);
  const { deletingId, deleteRow } = useDeleteRow('menu item');
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const mode = useSelectionMode(() => setSelected(new Set()));
  const isSelecting = mode.isOn && !hasColumns;

  const loaded = items.data !== undefined && categories.data !== undefined && money !== undefined;
  const { show } = dialog;
  useReopenedForm('item:', loaded ? items.data : undefined, (item) => show(item ? { item } : {}), asksForNew);

  const add = () => show({});
  const applyFilter = (next: ItemFilter) => {
    setFilter(next);
    setSwitched(new Set());
    // What is out of view must not be changed with the rest.
    setSelected(new Set());
  };
  const select = (ids: readonly number[], isSelected: boolean) =>
    setSelected((before) => {
      const after = new Set(before);
      for (const id of ids) isSelected ? after.add(id) : after.delete(id);
      return after;
    });

  /** Brings a new item into view, whatever the list showed. */
  const showAdded = (item: MenuItem) => {
    const isInView = filter.category === 'all' || filter.category === item.categoryId;
    if (!isInView || !showsWholeCategories(filter)) applyFilter(NO_FILTER);
    setAdded(item);
  };
  useEffect(() => {
    if (!added) return;
    const stop = whenThere(() => {
      const row = card.current?.querySelector(`[data-row="${added.id}"]`);
      row?.scrollIntoView({ block: 'center' });
      return Boolean(row);
    });
    const timer = setTimeout(() => setAdded(undefined), ADDED_MS);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [added]);

  const deleteItem = (item: MenuItem) => {
    const follows = (
      <>
        <bdi className="font-semibold wrap-anywhere text-ink">{item.name}</bdi> is removed from your menu right away.
        You can undo this in History{item.image && pictureAt(item.image) && ' (after a week without its photo)'}.
      </>
    );
    return deleteRow(item.id, follows, async () => {
      await remove.mutateAsync(item.id);
      select([item.id], false);
      // The deletion may have been asked for in the item's dialog. Another one may be open by now.
      dialog.closeIf((shown) => shown.item?.id === item.id);
      return { title: 'Item deleted', description: 'Menu item has been deleted successfully.' };
    });
  };

  const closeDialog = () => {
    dialog.close();
    clearAsksForNew();
  };

  const ItemDialog = dialogPart.usePart(loaded, dialog.open, (error) => {
    closeDialog();
    toastFailure(error, "Couldn't open the form", 'Please check your connection and try again.');
  });

  // A waiter on a phone reads and taps the whole list: nothing may replace its rows meanwhile.
  const canMove = showsWholeCategories(filter) && (hasColumns || filter.category !== 'all');
  const Sortable = useOnceUntouched(
    rows,
    sortablePart.usePart(loaded, canMove, (error) =>
      toastFailure(error, "Couldn't start reordering", 'Please check your connection and try again.'),
    ),
  );

  const known = categories.data ?? [];
  const firstCategory = known.length === 1 ? known[0] : known.find(({ id }) => id === lastCategoryId);
  const { subject } = dialog;
  const likelyCategoryId =
    subject?.categoryId ?? (typeof filter.category === 'number' ? filter.category : firstCategory?.id);

  return (
    <>
      {renderHeader(add, (items.data?.length ?? 0) > 0)}
      {/* Clipped instead of hidden, which would keep the toolbar from sticking to the window. */}
      <Card ref={card} className="overflow-clip">
        {renderBody()}
      </Card>
      {changed && others.length > 0 && (
        <AlsoInLine
          key={JSON.stringify(changed)}
          change={changed}
          places={others}
          onClose={() => setChanged(undefined)}
        />
      )}
      {dialog.key > 0 && money && ItemDialog && (
        <OwnMoneyProvider value={money}>
          <ItemDialog
            key={dialog.key}
            open={dialog.open}
            item={subject?.item}
            copyOf={subject?.copyOf}
            categories={categories.data}
            likelyCategoryId={likelyCategoryId}
            onClose={closeDialog}
            onAdded={showAdded}
            onChanged={(before, after) => setChanged(dishChange(before, after))}
            onDuplicate={(item) => show({ copyOf: item })}
            onDelete={(item) => void deleteItem(item)}
          />
        </OwnMoneyProvider>
      )}
    </>
  );

  function renderBody() {
    const queries = combineQueries([items, categories]);
    if (queries.isError) {
      return <LoadError title="Couldn't load your menu items" query={queries} />;
    }
    if (!items.data || !categories.data || !money) return <ItemsSkeleton />;
    const all = items.data;
    const isEmpty = all.length === 0;
    const names = new Map(categories.data.map(({ id, name }) => [id, name]));
    const canOrder = (item: MenuItem) => item.isAvailable && lackOf(item, optionGroups) === undefined;
    const { shown, counts } = filterItems(all, filter, names, switched, canOrder);
    const takesMore = filter.search.trim() === '' && filter.availability === 'all';
    const inView =
      typeof filter.category === 'number'
        ? categories.data.filter(({ id }) => id === filter.category)
        : categories.data;
    const times = servingTimes(categories.data, dayparts);
    const groups = (ordered: readonly MenuItem[]) =>
      groupItems(ordered, inView, takesMore && filter.category !== 'unknown');
    const renderList = (ordered: readonly MenuItem[]) => {
      const list = {
        groups: groups(ordered),
        takesMore,
        deletingId,
        addedId: added?.id,
        soldOut,
        times,
        optionGroups,
        onSwitched: (id: number) => setSwitched((before) => new Set(before).add(id)),
        onEdit: (item: MenuItem) => show({ item }),
        onAdd: (categoryId: number) => show({ categoryId }),
      };
      if (list.groups.length === 0) return null;
      if (!hasColumns) {
        return (
          <ItemRows
            {...list}
            headingLevel={headingLevel}
            isSelecting={isSelecting}
            selected={selected}
            onSelect={(ids, isSelected) => {
              mode.start();
              select(ids, isSelected);
            }}
          />
        );
      }
      return <ItemsTable {...list} selected={selected} onSelect={select} onDelete={(item) => void deleteItem(item)} />;
    };
    return (
      <OwnMoneyProvider value={money}>
        {!isEmpty && (
          <ItemsToolbar
            items={all}
            categories={categories.data}
            filter={filter}
            counts={counts}
            selection={hasColumns ? undefined : mode}
            onChange={applyFilter}
          />
        )}
        <p role="status" className="sr-only">
          {!isEmpty && `${formatCount(shown.length)} of ${formatCount(all.length)} items shown`}
          {added && `. ${added.name} added to ${inView.find(({ id }) => id === added.categoryId)?.name ?? 'the menu'}.`}
        </p>
        <OrderHint filter={filter} canMove={canMove} shown={shown.length} />
        {isEmpty && <NothingYet hasCategories={categories.data.length > 0} onAdd={add} />}
        {!isEmpty && groups(shown).length === 0 && (
          <EmptyState
            icon={<SearchX />}
            title="No items found"
            description="Nothing on your menu matches these filters."
            action={
              <Button variant="secondary" onClick={() => applyFilter(NO_FILTER)}>
                Clear Filters
              </Button>
            }
          />
        )}
        <div ref={rows}>
          {canMove && Sortable ? (
            <Sortable
              entries={groups(shown).flatMap((group) => group.items)}
              groupOf={({ categoryId }) => (categoryId !== null && names.has(categoryId) ? categoryId : null)}
              onMove={order}
            >
              {renderList}
            </Sortable>
          ) : (
            renderList(shown)
          )}
        </div>
        <BulkBar
          items={hasColumns || isSelecting ? shown.filter(({ id }) => selected.has(id)) : []}
          shown={isSelecting ? shown : undefined}
          categories={categories.data}
          onSelect={(next) => setSelected(new Set(next))}
          onEnd={mode.end}
        />
      </OwnMoneyProvider>
    );
  }
}

/** An empty menu, above its categories if there are some. */
function NothingYet({ hasCategories, onAdd }: { hasCategories: boolean; onAdd: () => void }) {
  return (
    <EmptyState
      icon={<UtensilsCrossed />}
      title="Nothing on the menu yet"
      description={
        hasCategories
          ? 'Type a dish and its price under a category below, or fill in the whole form.'
          : 'Add your first dish or drink. Its category is created with it.'
      }
      action={
        <div className="flex flex-wrap justify-center gap-2.5">
          <Button onClick={onAdd}>
            <Plus aria-hidden />
            Add Your First Item
          </Button>
          <PasteMenuLink />
        </div>
      }
    />
  );
}

/** Explains how to reorder the items in view, or what to do before they can be reordered. */
function OrderHint({ filter, canMove, shown }: { filter: ItemFilter; canMove: boolean; shown: number }) {
  if (shown < 2) return null;
  if (!showsWholeCategories(filter)) {
    return <SortHint>To reorder items, clear the search and the availability filter.</SortHint>;
  }
  const howTo = canMove ? (
    <SortHowTo>Guests see these items in this order.</SortHowTo>
  ) : (
    <SortHint>To reorder items, choose a category.</SortHint>
  );
  // A phone has no line to spare for it above the whole menu.
  return filter.category === 'all' ? <div className="max-sm:hidden">{howTo}</div> : howTo;
}

/** How long nobody may have touched the page: between two fields the focus is outside for a moment, and a tap is not done yet. */
const UNTOUCHED_MS = 1_000;

/** A menu or a dialog that is open, which would close as rows become movable. */
const OPEN = ':is([role=menu], [role=dialog], [role=listbox])[data-state=open]';

/**
 * `part`, later than it loads where the focus is inside `area` then, or somebody has just tapped: what is typed or opened in the rows would
 * be lost as they become movable.
 */
function useOnceUntouched<Part>(area: RefObject<HTMLElement | null>, part: Part | undefined): Part | undefined {
  const [used, setUsed] = useState<{ part: Part }>();
  const touchedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (used) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = () => {
      if (part === undefined || area.current?.contains(document.activeElement) || document.querySelector(OPEN)) return;
      setUsed({ part });
    };
    const takeLater = () => {
      clearTimeout(timer);
      timer = setTimeout(take, UNTOUCHED_MS);
    };
    const touch = () => {
      touchedAt.current = performance.now();
      takeLater();
    };
    if (performance.now() - touchedAt.current < UNTOUCHED_MS) takeLater();
    else take();
    document.addEventListener('focusout', takeLater);
    document.addEventListener('pointerdown', touch, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('focusout', takeLater);
      document.removeEventListener('pointerdown', touch, true);
    };
  }, [area, part, used]);
  return used?.part;
}
