import type { ConfirmedDraft } from '@tavola/contracts/drafts.ts';
import { Check, Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { draftInWords } from './draft-in-words.ts';
import { useUndo } from './use-undo.tsx';

interface DraftDoneProps {
  done: ConfirmedDraft;
  /** What was done, in words. */
  title?: string;
  /** What guests see now, and what was left out. */
  description?: string;
  /** The title where the draft changed no dish. */
  unchangedTitle?: string;
  /** The button that goes back to the form; none if that is undefined. */
  againLabel?: string | undefined;
  undoLabel?: string;
  undoneTitle?: string;
  /** Goes back to the form, also after Undo. */
  onAgain: () => void;
}

/** What a draft did, and a button that undoes it. Takes the focus, which was on a button that is gone, on the screen's first lines. */
export function DraftDone({
  done,
  title = draftInWords(done),
  description = 'Guests see this now. You can also undo it later, in History.',
  unchangedTitle = 'Your menu was already like this',
  againLabel,
  undoLabel = 'Undo',
  undoneTitle = 'Undone',
  onAgain,
}: DraftDoneProps) {
  const { change } = done;
  const { undo, isPending } = useUndo();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    card.current?.focus({ preventScroll: true });
    // Not only to the card: what is above it may be new, such as how far the photos are.
    card.current?.closest('main')?.scrollIntoView();
  }, []);
  return (
    <Card ref={card} role="status" tabIndex={-1} className="outline-none">
      <EmptyState
        icon={<Check />}
        title={change === null ? unchangedTitle : title}
        description={change !== null && description}
        action={
          <div className="flex flex-wrap justify-center gap-2.5">
            <Button asChild>
              <Link href="/dashboard/items">See Your Menu Items</Link>
            </Button>
            {againLabel && (
              <Button variant="secondary" onClick={onAgain}>
                {againLabel}
              </Button>
            )}
            {change !== null && (
              <Button
                variant="secondary"
                busy={isPending}
                onClick={() => undo(change, { onUndone: onAgain, title: undoneTitle })}
              >
                <Undo2 aria-hidden />
                {undoLabel}
              </Button>
            )}
          </div>
        }
      />
    </Card>
  );
}
