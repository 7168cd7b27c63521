import { toast } from '../../ui/toast.ts';
import { toastInServersWords } from '../failure-toast.ts';
import { usePutBack } from '../put-back.ts';

/** Undoes a draft by its change in the history, and says what of it was changed since and stays. */
export function useUndo() {
  const { mutate, isPending } = usePutBack();
  return {
    isPending,
    undo: (change: number, onUndone: () => void, title = 'Undone') =>
      mutate(change, {
        onSuccess: ({ kept = [] }) => {
          const stays = `Changed since, so left as is: ${kept.join(', ')}.`;
          toast({ title, description: kept.length === 0 ? 'That change is undone.' : stays });
          onUndone();
        },
        onError: (error) =>
          toastInServersWords(error, 'Not undone', "The change couldn't be undone. Please try again."),
      }),
  };
}
