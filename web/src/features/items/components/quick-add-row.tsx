import { formatMoney } from '@tavola/contracts/rules/money.ts';
import { CornerDownLeft, Plus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ApiError } from '../../../lib/http/api.ts';
import { toastFailure } from '../../../lib/http/failure-toast.ts';
import { useKeptOnceKeys } from '../../../lib/http/once-key.ts';
import { isMenuText, keepPasted } from '../../../lib/menu/pasted-menu.ts';
import { useOwnMoney } from '../../../lib/money/use-own-money.ts';
import { cn } from '../../../ui/cn.ts';
import { ErrorLine } from '../../../ui/error-line.tsx';
import { useAddItem } from '../api.ts';
import { exampleOf, newItemOf, readQuickAdd } from '../quick-add.ts';
import { useTypedLine } from '../typed-line.ts';

const FAILED = 'Failed to add menu item. Please try again.';

interface QuickAddRowProps {
  category: { id: number; name: string };
  className?: string;
}

/** A line under a category that adds a dish: its name, its price and Enter. What was typed stays until it is added. */
export function QuickAddRow({ category, className }: QuickAddRowProps) {
  const id = useId();
  const [, navigate] = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const add = useAddItem(useKeptOnceKeys('quick-add'));
  const money = useOwnMoney();
  const [text, setText] = useTypedLine(category.id);
  const [error, setError] = useState<string>();
  const [said, setSaid] = useState('');

  const submit = async () => {
    // The dish before is still on its way; this one stays in the field.
    if (add.isPending) return;
    const line = text.trim();
    const read = readQuickAdd(line, money);
    if ('error' in read) {
      if (read.instead !== undefined) setText(read.instead);
      setError(read.error);
      return;
    }
    setError(undefined);
    // Typing goes on while the dish is saved.
    setText('');
    try {
      const added = await add.mutateAsync(newItemOf(read, category.id));
      setSaid(`${added.name} added, ${formatMoney(added.price, money)}.`);
    } catch (failure) {
      // Before what was typed meanwhile.
      setText((since) => [line, since].filter(Boolean).join(' '));
      const [first] = failure instanceof ApiError ? failure.errors : [];
      setError(first?.message ?? "This item wasn't added.");
      toastFailure(failure, 'Add failed', FAILED);
    }
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className={cn('flex flex-col', className)}
    >
      <div className="flex items-center gap-2">
        <Plus aria-hidden className="size-4 shrink-0 text-ink-faint" />
        <input
          ref={input}
          type="text"
          dir="auto"
          autoComplete="off"
          enterKeyHint="done"
          aria-label={`Quick add to ${category.name}`}
          placeholder={`Add a dish: ${exampleOf(money)}`}
          value={text}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => {
            setText(event.target.value);
            setError(undefined);
          }}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text');
            if (!isMenuText(pasted)) return;
            // A whole menu, or a part of one: every dish is shown before it is added.
            event.preventDefault();
            keepPasted({ text: pasted, categoryId: category.id });
            navigate('/dashboard/import');
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || text === '') return;
            setText('');
            setError(undefined);
          }}
          className="min-h-11 w-full min-w-0 rounded-tag bg-transparent px-1.5 text-base text-ink placeholder:text-ink-faint focus-visible:-outline-offset-3"
        />
        {text !== '' && (
          <button
            type="submit"
            onClick={() => input.current?.focus()}
            className="inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-full px-3 text-sm font-semibold text-brand-ink hover:bg-sunken"
          >
            Add
            <CornerDownLeft aria-hidden className="size-4" />
          </button>
        )}
      </div>
      {error !== undefined && (
        <ErrorLine id={`${id}-error`} role="alert" className="ps-6 pb-2.5 wrap-anywhere">
          {error}
        </ErrorLine>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </form>
  );
}
