import type { DraftCounts, MenuChange } from '@tavola/contracts/history.ts';
import { ChevronDown, Undo2 } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Words } from '../../../lib/draft/changed-fields.ts';
import { hasFailed, useErrorText } from '../../../lib/http/has-failed.ts';
import { formatCount, formatTime } from '../../../lib/text/format.ts';
import { Bidi } from '../../../ui/bidi.tsx';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { RetryAlert } from '../../../ui/retry-alert.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useDraftChanges } from '../api.ts';
import { actInWords, undoesOf, whenInWords } from '../change-in-words.ts';
import { ChangeSentences } from './change-sentences.tsx';

interface ChangeRowProps {
  change: MenuChange;
  /** The draft that it undid, if that is listed. */
  undone: MenuChange | undefined;
  /** Who made it. */
  actor: string;
  words: Words;
  busy: boolean;
  onUndo: () => void;
}

/** One change: what it did, by whom and when, and a button that undoes it, if that can be. A draft opens to show what it changed. */
export function ChangeRow({ change, undone, actor, words, busy, onUndo }: ChangeRowProps) {
  const { kind, name, at, isDeclaration, undoneAt } = change;
  const { timeZone } = words;
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  return (
    <article className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        {kind === 'draft' ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={() => setOpen(!isOpen)}
            className="relative inline-flex items-center gap-1.5 self-start rounded-tag text-start font-medium before:absolute before:-inset-x-2 before:-inset-y-2.5 before:content-[''] hover:underline"
          >
            {actInWords(change)}
            <ChevronDown aria-hidden className={cn('size-4 shrink-0 transition-transform', isOpen && 'rotate-180')} />
          </button>
        ) : (
          <ChangeSentences change={change} words={words} />
        )}
        <p className="text-sm text-ink-muted">
          <Bidi className="wrap-anywhere">{actor}</Bidi> · <time dateTime={at}>{formatTime(at, timeZone)}</time>
          {undoesOf(change) !== undefined &&
            (undone
              ? ` · Undid: ${actInWords(undone)}, ${whenInWords(undone.at, at, timeZone)}`
              : ' · Undo of an earlier change')}
          {undoneAt && (
            <>
              {' · Undone '}
              <time dateTime={undoneAt}>{whenInWords(undoneAt, at, timeZone)}</time>
            </>
          )}
        </p>
      </div>
      {!undoneAt && !isDeclaration && (
        <UndoButton busy={busy} onUndo={onUndo}>
          : {name} {(name === null || change.items > 0) && actInWords(change)}
        </UndoButton>
      )}
      {kind === 'draft' && (
        <div id={detailsId} className="basis-full empty:hidden">
          {isOpen && <DraftChanges draft={change} words={words} />}
        </div>
      )}
    </article>
  );
}

interface UndoButtonProps {
  busy: boolean;
  onUndo: () => void;
  /** Which change, for screen readers. */
  children: ReactNode;
}

/** Leaves its focus, when the change is undone, to the line that it stands in. */
function UndoButton({ busy, onUndo, children }: UndoButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  // A layout effect's cleanup runs while the button is still in the page.
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      if (own === null || own !== document.activeElement) return;
      own.closest('article')?.querySelector<HTMLElement>('[aria-expanded]')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <Button ref={button} variant="secondary" size="sm" busy={busy} onClick={onUndo}>
      {!busy && <Undo2 aria-hidden />}
      Undo
      <VisuallyHidden>{children}</VisuallyHidden>
    </Button>
  );
}

/** What a draft changed, or the beginning of it. */
function DraftChanges({ draft, words }: { draft: MenuChange; words: Words }) {
  const changes = useDraftChanges(draft.id);
  const { data, error } = changes;
  const text = useErrorText(error, "These changes couldn't be loaded. Please check your connection.");
  if (hasFailed(changes)) {
    return <RetryAlert query={changes}>{text}</RetryAlert>;
  }
  if (!data) return <p role="status">Loading…</p>;
  const { added, changed, removed, categories } = draft.after as DraftCounts;
  const more = added + changed + removed + categories - data.length;
  return (
    <ul className="flex flex-col gap-1.5 border-s-2 border-line ps-4 text-sm">
      {data.map((change) => (
        <li key={change.id}>
          <ChangeSentences change={change} words={words} />
        </li>
      ))}
      {more > 0 && <li className="text-ink-muted">and {formatCount(more)} more</li>}
    </ul>
  );
}
