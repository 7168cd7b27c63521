import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import { ChevronDown, PencilLine, Trash2, X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { keepChosen } from '../../../lib/draft/chosen-items.ts';
import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { DropdownMenu, MenuItem as MenuEntry } from '../../../ui/dropdown-menu.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useChangeItems } from '../api.ts';
import { deleteLater, undoDeletion, usePendingDeletion } from '../pending-deletion.ts';
import { toastFailures } from '../toast-failures.ts';

const barClass =
  'sticky bottom-[calc(var(--bottom-bar,0px)+env(safe-area-inset-bottom)+1rem)] z-10 mx-auto my-4 flex w-fit max-w-[calc(100%-2rem)] flex-wrap items-center gap-2 rounded-card border border-line-strong bg-surface px-4 py-2 shadow-float';

/** Two columns of buttons for a thumb. */
const touchBarClass = cn(
  barClass,
  'grid w-full max-w-[min(26rem,calc(100%-1.5rem))] grid-cols-2 px-3 py-3 [&_button]:min-h-12 [&_button]:px-3',
);

const inWords = (count: number) => (count === 1 ? '1 item' : `${formatCount(count)} items`);

export interface BulkBarProps {
  /** The selected items. */
  items: readonly MenuItem[];
  /** The items that can be selected, while the list is in its selection mode. */
  shown: readonly MenuItem[] | undefined;
  categories: readonly Category[];
  /** Selects these instead. */
  onSelect: (ids: readonly number[]) => void;
  /** Ends the selection mode. */
  onEnd: () => void;
}

/** What can be done with the selected items, or, after a deletion, the way to undo it. */
export function BulkBar({ items, shown, categories, onSelect, onEnd }: BulkBarProps) {
  const change = useChangeItems();
  const deletion = usePendingDeletion();
  const [, navigate] = useLocation();

  const apply = async (fields: { isAvailable: boolean } | { categoryId: number }) => {
    const failed = await change.mutateAsync({ items, change: fields });
    onSelect(failed.map(({ value }) => value.id));
    if (failed.length > 0) return toastFailures(failed, items.length, 'Update failed');
    onEnd();
    focusRow(items[0]);
    toast({ title: 'Items updated', description: `${inWords(items.length)} updated.` });
  };

  if (deletion && items.length === 0) return <UndoBar count={deletion.items.length} canUndo={deletion.canUndo} />;
  if (items.length === 0 && !shown) return null;
  const count = (
    <span role="status" className="figures px-1 text-sm font-semibold">
      {formatCount(items.length)} selected
    </span>
  );
  if (!shown) {
    return (
      <section aria-label="Selected items" data-bulk-bar className={barClass}>
        {count}
        {renderActs()}
        <IconButton label="Clear the selection" onClick={() => onSelect([])} className="-me-2 size-9">
          <X aria-hidden />
        </IconButton>
      </section>
    );
  }
  const hasAll = items.length === shown.length;
  return (
    <section aria-label="Selected items" data-bulk-bar className={touchBarClass}>
      <div className="col-span-2 flex flex-wrap items-center justify-between gap-x-1">
        {count}
        <span className="flex">
          {shown.length > 0 && (
            <Button variant="ghost" size="sm" onClick={() => onSelect(hasAll ? [] : shown.map(({ id }) => id))}>
              {hasAll ? 'Select None' : 'Select All'}
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={onEnd}>
            Cancel
          </Button>
        </span>
      </div>
      {items.length > 0 && renderActs()}
    </section>
  );

  function renderActs() {
    return (
      <>
        <Button
          variant="secondary"
          size="sm"
          disabled={change.isPending}
          onClick={() => void apply({ isAvailable: true })}
        >
          Available
        </Button>
        <Button
          variant="secondary"
          size="sm"
          disabled={change.isPending}
          onClick={() => void apply({ isAvailable: false })}
        >
          Out of Stock
        </Button>
        <DropdownMenu
          align="center"
          trigger={
            <Button variant="secondary" size="sm" disabled={change.isPending} aria-label="Move to Category">
              {shown ? 'Move' : 'Move to Category'}
              <ChevronDown aria-hidden />
            </Button>
          }
        >
          {categories.map(({ id, name }) => (
            <MenuEntry key={id} onSelect={() => void apply({ categoryId: id })} className="max-w-80 wrap-anywhere">
              <bdi>{name}</bdi>
            </MenuEntry>
          ))}
        </DropdownMenu>
        <Button
          variant="secondary"
          size="sm"
          // The calls of an earlier deletion are on their way.
          disabled={change.isPending || deletion?.canUndo === false}
          onClick={() => {
            onSelect([]);
            onEnd();
            void deleteLater(items);
          }}
          className="text-tomato-ink"
        >
          <Trash2 aria-hidden />
          Delete
        </Button>
        <Button
          variant="secondary"
          size="sm"
          disabled={change.isPending}
          onClick={() => {
            keepChosen(items.map(({ id }) => id));
            navigate('/dashboard/items/change');
          }}
          className={cn(shown && 'col-span-2')}
        >
          <PencilLine aria-hidden />
          More Changes…
        </Button>
      </>
    );
  }
}

/** Returns focus, lost with the bar's button, to the row of `item`, or to the heading if the row is filtered away. */
function focusRow(item: MenuItem | undefined): void {
  if (document.activeElement !== document.body) return;
  const box = document.querySelector<HTMLElement>(`main [data-row="${item?.id}"] [role=checkbox]`);
  (box ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
}

/** Takes the focus, which was on a button that is gone. */
function UndoBar({ count, canUndo }: { count: number; canUndo: boolean }) {
  const bar = useRef<HTMLElement>(null);
  const undo = useRef<HTMLButtonElement>(null);
  // A layout effect's cleanup runs while the bar is still in the page.
  useLayoutEffect(() => {
    const box = bar.current;
    undo.current?.focus();
    return () => {
      if (!box?.contains(document.activeElement)) return;
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <section ref={bar} aria-label="Deletion of items" data-bulk-bar className={barClass}>
      <span role="status" className="figures px-1 text-sm font-semibold">
        {canUndo ? `${inWords(count)} deleted` : `Deleting ${inWords(count)}…`}
      </span>
      <Button
        ref={undo}
        variant="secondary"
        size="sm"
        busy={!canUndo}
        onClick={undoDeletion}
        className="max-[72rem]:min-h-12"
      >
        Undo
      </Button>
    </section>
  );
}
