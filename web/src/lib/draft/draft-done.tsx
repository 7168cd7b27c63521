import type { ConfirmedDraft } from '@tavola/contracts/drafts.ts';
import { Check, Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { toast } from '../../ui/toast.ts';
import { errorText } from '../api.ts';
import { toastFailure } from '../failure-toast.ts';
import { usePutBack } from '../put-back.ts';
import { draftInWords } from './draft-in-words.ts';

export interface DraftDoneProps {
  done: ConfirmedDraft;
  /** Goes back to the form, also after Undo. */
  onAgain: () => void;
}

/** What a draft did, and a button that undoes it. Takes the focus, which was on a button that is gone. */
export function DraftDone({ done, onAgain }: DraftDoneProps) {
  const { change } = done;
  const undo = usePutBack();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => card.current?.focus(), []);
  return (
    <Card ref={card} role="status" tabIndex={-1} className="outline-none">
      <EmptyState
        icon={<Check />}
        title={change === null ? 'Your menu was like this already' : draftInWords(done)}
        description={change !== null && 'Guests see this now. You can also undo it later, in History.'}
        action={
          <div className="flex flex-wrap justify-center gap-2.5">
            <Button asChild>
              <Link href="/dashboard/items">See Your Menu Items</Link>
            </Button>
            <Button variant="secondary" onClick={onAgain}>
              Change More
            </Button>
            {change !== null && (
              <Button
                variant="secondary"
                busy={undo.isPending}
                onClick={() =>
                  undo.mutate(change, {
                    onSuccess: ({ kept = [] }) => {
                      toast({
                        title: 'Undone',
                        description:
                          kept.length === 0
                            ? 'Your menu is as it was.'
                            : `Changed since, so left as is: ${kept.join(', ')}.`,
                      });
                      onAgain();
                    },
                    onError: (error) =>
                      toastFailure(
                        error,
                        'Not undone',
                        errorText(error, "The change couldn't be undone. Please try again."),
                      ),
                  })
                }
              >
                <Undo2 aria-hidden />
                Undo
              </Button>
            )}
          </div>
        }
      />
    </Card>
  );
}
