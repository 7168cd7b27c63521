import { toast } from '../../ui/toast.ts';
import { toastInServersWords } from '../http/failure-toast.ts';
import { usePutBack } from '../http/put-back.ts';

/** Undoes a draft by its change in the history, and says what of it was changed since and stays. */
export function useUndo() {
  const { mutateAsync, isPending } = usePutBack();
  return {
    isPending,
    undo: (change: number, onUndone: () => void, title = 'Undone') =>
      void mutateAsync(change).then(
        ({ kept = [] }) => {
          const stays = `Changed since, so left as is: ${kept.join(', ')}.`;
          toast({ title, description: kept.length === 0 ? 'That change is undone.' : stays });
          onUndone();
        },
        (error) => toastInServersWords(error, 'Not undone', "The change couldn't be undone. Please try again."),
      ),
  };
}
