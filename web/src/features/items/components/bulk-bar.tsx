import type { Category, MenuItem } from '@tavola/contracts/menu.ts';
import { ChevronDown, Trash2, X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { DropdownMenu, MenuItem as MenuEntry } from '../../../ui/dropdown-menu.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useChangeItems } from '../api.ts';
import { deleteLater, undoDeletion, usePendingDeletion } from '../pending-deletion.ts';
import { toastFailures } from '../toast-failures.ts';

const barClass =
  'sticky bottom-4 z-10 mx-auto my-4 flex w-fit max-w-[calc(100%-2rem)] flex-wrap items-center gap-2 rounded-card border border-line-strong bg-surface px-4 py-2 shadow-float';

const inWords = (count: number) => (count === 1 ? '1 item' : `${formatCount(count)} items`);

export interface BulkBarProps {
  /** The selected items. */
  items: readonly MenuItem[];
  categories: readonly Category[];
  /** Selects these instead. */
  onSelect: (ids: readonly number[]) => void;
}

/** What can be done with the selected items, or, after a deletion, the way to undo it. */
export function BulkBar({ items, categories, onSelect }: BulkBarProps) {
  const change = useChangeItems();
  const deletion = usePendingDeletion();

  const apply = async (fields: { isAvailable: boolean } | { categoryId: number }) => {
    const failed = await change.mutateAsync({ items, change: fields });
    onSelect(failed.map(({ value }) => value.id));
    if (failed.length > 0) return toastFailures(failed, items.length, 'Update failed');
    focusRow(items[0]);
    toast({ title: 'Items updated', description: `${inWords(items.length)} updated.` });
  };

  if (deletion && items.length === 0) return <UndoBar count={deletion.items.length} canUndo={deletion.canUndo} />;
  if (items.length === 0) return null;
  return (
    <section aria-label="Selected items" className={barClass}>
      <span role="status" className="figures px-1 text-sm font-semibold">
        {formatCount(items.length)} selected
      </span>
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
          <Button variant="secondary" size="sm" disabled={change.isPending}>
            Move to category
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
          void deleteLater(items);
        }}
        className="text-tomato-ink"
      >
        <Trash2 aria-hidden />
        Delete
      </Button>
      <IconButton label="Clear the selection" onClick={() => onSelect([])} className="-me-2 size-9">
        <X aria-hidden />
      </IconButton>
    </section>
  );
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
    <section ref={bar} aria-label="Deletion of items" className={barClass}>
      <span role="status" className="figures px-1 text-sm font-semibold">
        {canUndo ? `${inWords(count)} deleted` : `Deleting ${inWords(count)}…`}
      </span>
      <Button ref={undo} variant="secondary" size="sm" busy={!canUndo} onClick={undoDeletion}>
        Undo
      </Button>
    </section>
  );
}
