import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from './api.ts';
import { toastFailure } from './failure-toast.ts';
import { changedPart, inOrder } from './reorder.ts';

interface Move {
  /** The ids that change places, as they were and as they shall be. */
  before: number[];
  after: number[];
}

/**
 * Puts the list at `path` in another order: seen at once by every view of it, taken back with `failure` when the server
 * refuses. Give the result the ids in view as they stand and as they shall stand.
 */
export function useReorder<Row extends { id: number }>(
  path: string,
  failure: string,
): (before: readonly number[], after: readonly number[]) => void {
  const client = useQueryClient();
  const queryKey = [path];
  const setOrder = (ids: readonly number[]) =>
    client.setQueryData<Row[]>(queryKey, (rows) => rows && inOrder(rows, ids));

  const { mutate } = useMutation({
    mutationKey: ['reorder', path],
    // Moves reach the server in the order in which they were made.
    scope: { id: `reorder-${path}` },
    // Only the rows that change places: a colleague's moves elsewhere in the list stay.
    mutationFn: ({ after }: Move) => apiRequest<Row[]>('PUT', `${path}/order`, { ids: after }),
    onMutate: async ({ after }) => {
      // A list on its way would show the old order again.
      await client.cancelQueries({ queryKey });
      setOrder(after);
    },
    onSuccess: (rows) => {
      // With other changes on their way, only the order of the answer is sure to be news.
      if (client.isMutating() === 1) client.setQueryData<Row[]>(queryKey, rows);
      else if (client.isMutating({ mutationKey: ['reorder', path] }) === 1) setOrder(rows.map(({ id }) => id));
    },
    onError: (error, { before }) => {
      setOrder(before);
      toastFailure(error, 'Update failed', failure);
      if (client.isMutating({ mutationKey: ['reorder', path] }) === 1) void client.invalidateQueries({ queryKey });
    },
  });

  return (before, after) => {
    const move = { before: changedPart(after, before), after: changedPart(before, after) };
    if (move.after.length > 0) mutate(move);
  };
}
