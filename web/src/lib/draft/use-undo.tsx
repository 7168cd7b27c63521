import { useQueryClient } from '@tanstack/react-query';
import { toast } from '../../ui/toast.ts';
import { readLapsed, ToConfirmLink } from '../allergens/lapsed.tsx';
import { toastInServersWords } from '../http/failure-toast.ts';
import { usePutBack } from '../http/put-back.ts';

interface UndoOptions {
  onUndone?: () => void;
  /** The title of the toast. */
  title?: string;
  /** What is as before, where all of it is. */
  description?: string;
}

/**
 * Undoes a change by its id in the history, and says what of it was changed since and stays, and for how many dishes allergens are to be
 * confirmed now, as their texts are others.
 */
export function useUndo() {
  const client = useQueryClient();
  const { mutateAsync, isPending, variables } = usePutBack();
  return {
    isPending,
    /** The id of the change that is being undone. */
    undoing: isPending ? variables : undefined,
    undo: (change: number, { onUndone, title = 'Undone', description = 'That change is undone.' }: UndoOptions = {}) =>
      void mutateAsync(change).then(
        async ({ kept = [], lapsed }) => {
          const stays = `Changed since, so left as is: ${kept.join(', ')}.`;
          const text = kept.length === 0 ? description : stays;
          onUndone?.();
          const now = await readLapsed(client);
          const toConfirm = now === undefined || lapsed === undefined ? 0 : now - lapsed;
          toast({
            title,
            description:
              toConfirm > 0 ? (
                <>
                  {text} <ToConfirmLink count={toConfirm} />
                </>
              ) : (
                text
              ),
          });
        },
        (error) => toastInServersWords(error, 'Not undone', "The change couldn't be undone. Please try again."),
      ),
  };
}
