import type { Category, MenuItem, MenuItemChange } from '@tavola/contracts/menu.ts';
import { ChevronDown, PencilLine, Trash2, X } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import { keepChosen } from '../../../lib/draft/chosen-items.ts';
import { useUndo } from '../../../lib/draft/use-undo.tsx';
import { errorText, isRefusal } from '../../../lib/http/api.ts';
import { toastFailure } from '../../../lib/http/failure-toast.ts';
import { formatCount, many } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { DropdownMenu, MenuItem as MenuEntry } from '../../../ui/dropdown-menu.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useBulkAct, useIsEditing } from '../api.ts';

/** How long Undo is offered here; later, History has it. */
const UNDO_MS = 10_000;

/** The id of the bar beside a table. */
const BAR = 'bulk-bar';

const NOT_CONFIRMED = "We couldn't confirm this. Check the list, and try again.";

/** It is in view wherever the page is scrolled to, so the focus in it scrolls nothing. */
const barClass =
  '[&_button]:scroll-m-0! sticky bottom-[calc(var(--bottom-bar,0px)+env(safe-area-inset-bottom)+1rem)] z-10 mx-auto my-4 flex w-fit max-w-[calc(100%-2rem)] flex-wrap items-center gap-2 rounded-card border border-line-strong bg-surface px-4 py-2 shadow-float';

/** Two columns of buttons for a thumb. */
const touchBarClass = cn(
  barClass,
  'grid w-full max-w-[min(26rem,calc(100%-1.5rem))] grid-cols-2 px-3 py-3 [&_button]:min-h-12 [&_button]:px-3',
);

interface BulkBarProps {
  items: readonly MenuItem[];
  /** The items that can be selected, while the list is in its selection mode. */
  shown: readonly MenuItem[] | undefined;
  categories: readonly Category[];
  /** Selects these instead. */
  onSelect: (ids: readonly number[]) => void;
  /** Ends the selection mode. */
  onEnd: () => void;
}

/** What was done last. */
interface Done {
  /** Its place in the history. */
  change: number;
  /** As in '3 items deleted'. */
  words: ReactNode;
}

/** What can be done with the selected items, or, after that, the way to undo it. */
export function BulkBar({ items, shown, categories, onSelect, onEnd }: BulkBarProps) {
  const act = useBulkAct();
  // Until an item's own edit is saved, it is not known as what it would be changed.
  const isEditing = useIsEditing();
  const { undo, isPending: isUndoing } = useUndo();
  const [done, setDone] = useState<Done>();
  const [, navigate] = useLocation();
  useEffect(() => {
    if (!done || isUndoing) return;
    const timer = setTimeout(() => setDone(undefined), UNDO_MS);
    return () => clearTimeout(timer);
  }, [done, isUndoing]);

  const clear = () => {
    flushSync(() => onSelect([]));
    focusRow(items[0]);
  };
  const apply = async (fields: MenuItemChange | null, outcome: ReactNode) => {
    const count = many(items.length, 'item');
    try {
      const { change } = await act.mutateAsync({ items, fields });
      setDone(
        change === null
          ? undefined
          : {
              change,
              words: (
                <>
                  {count} {outcome}
                </>
              ),
            },
      );
      onSelect([]);
      onEnd();
      // The bar with Undo says what was done.
      if (change !== null) return;
      focusRow(items[0]);
      if (fields) toast({ title: 'Items updated', description: `${count} updated.` });
    } catch (error) {
      toastFailure(error, fields ? 'Update failed' : 'Delete failed', refusalInWords(error, items));
    }
  };

  if (done && items.length === 0 && !shown) {
    return (
      <UndoBar
        words={done.words}
        isUndoing={isUndoing}
        onUndo={() => undo(done.change, { onUndone: () => setDone(undefined) })}
      />
    );
  }
  if (items.length === 0 && !shown) return null;
  const count = (
    <span role="status" className="figures px-1 text-sm font-semibold">
      {formatCount(items.length)} selected
    </span>
  );
  if (!shown) {
    return (
      <section id={BAR} aria-label="Selected items" className={barClass}>
        {count}
        {renderActs()}
        <IconButton
          label="Clear the selection"
          onClick={clear}
          className="relative -me-2 size-9 before:absolute before:-inset-1"
        >
          <X aria-hidden />
        </IconButton>
      </section>
    );
  }
  const hasAll = items.length === shown.length;
  return (
    <section aria-label="Selected items" className={touchBarClass}>
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
    const act = { variant: 'secondary', size: 'sm', disabled: isEditing } as const;
    return (
      <>
        <Button {...act} onClick={() => void apply({ isAvailable: true }, 'now available')}>
          Available
        </Button>
        <Button {...act} onClick={() => void apply({ isAvailable: false }, 'now out of stock')}>
          Out of Stock
        </Button>
        <DropdownMenu
          align="center"
          trigger={
            <Button {...act} aria-label="Move to Category">
              {shown ? 'Move' : 'Move to Category'}
              <ChevronDown aria-hidden />
            </Button>
          }
        >
          {categories.map(({ id, name }) => (
            <MenuEntry
              key={id}
              onSelect={() =>
                void apply(
                  { categoryId: id },
                  <>
                    moved to <bdi>{name}</bdi>
                  </>,
                )
              }
              className="max-w-80 wrap-anywhere"
            >
              <bdi>{name}</bdi>
            </MenuEntry>
          ))}
        </DropdownMenu>
        <Button {...act} onClick={() => void apply(null, 'deleted')} className="text-tomato-ink">
          <Trash2 aria-hidden />
          Delete
        </Button>
        <Button
          {...act}
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

/** Moves the focus to the first button for the selected items. */
export const focusBulkBar = () => document.querySelector<HTMLElement>(`#${BAR} button`)?.focus();

/** Returns focus, lost with the bar's button, to the row of `item`, or to the heading if the row is filtered away. */
function focusRow(item: MenuItem | undefined): void {
  if (document.activeElement !== document.body) return;
  const box = document.querySelector<HTMLElement>(`main [data-row="${item?.id}"] [role=checkbox]`);
  (box ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
}

/** Why nothing was done, with the name of the item that is in the way. */
function refusalInWords(error: unknown, items: readonly MenuItem[]): string {
  if (!isRefusal(error)) return NOT_CONFIRMED;
  const gone = error.code === 'not-found' ? items[Number(error.errors[0]?.field.split('.')[1])] : undefined;
  return gone ? `${gone.name} no longer exists. Nothing was changed.` : errorText(error, NOT_CONFIRMED);
}

interface UndoBarProps {
  words: ReactNode;
  isUndoing: boolean;
  onUndo: () => void;
}

/** Takes the focus if it was on a button that is gone. */
function UndoBar({ words, isUndoing, onUndo }: UndoBarProps) {
  const bar = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // A layout effect's cleanup runs while the bar is still in the page.
  useLayoutEffect(() => {
    const box = bar.current;
    if (document.activeElement === document.body) button.current?.focus();
    return () => {
      if (!box?.contains(document.activeElement)) return;
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <section ref={bar} aria-label="Last change" className={barClass}>
      <span role="status" className="figures min-w-0 px-1 text-sm font-semibold wrap-anywhere">
        {words}
      </span>
      <Button
        ref={button}
        variant="secondary"
        size="sm"
        busy={isUndoing}
        onClick={onUndo}
        className="max-[72rem]:min-h-12"
      >
        {isUndoing ? 'Undoing…' : 'Undo'}
      </Button>
    </section>
  );
}
