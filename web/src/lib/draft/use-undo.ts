import { toast } from '../../ui/toast.ts';
import { toastInServersWords } from '../http/failure-toast.ts';
import { usePutBack } from '../http/put-back.ts';

interface UndoOptions {
  onUndone?: () => void;
  /** The title of the toast. */
  title?: string;
  /** What is as before, where all of it is. */
  description?: string;
}

/** Undoes a change by its id in the history, and says what of it was changed since and stays. */
export function useUndo() {
  const { mutateAsync, isPending, variables } = usePutBack();
  return {
    isPending,
    /** The id of the change that is being undone. */
    undoing: isPending ? variables : undefined,
    undo: (change: number, { onUndone, title = 'Undone', description = 'That change is undone.' }: UndoOptions = {}) =>
      void mutateAsync(change).then(
        ({ kept = [] }) => {
          const stays = `Changed since, so left as is: ${kept.join(', ')}.`;
          toast({ title, description: kept.length === 0 ? description : stays });
          onUndone?.();
        },
        (error) => toastInServersWords(error, 'Not undone', "The change couldn't be undone. Please try again."),
      ),
  };
}
