import { useQueryClient } from '@tanstack/react-query';
import { apiRequest } from './api.ts';
import { toastFailure } from './failure-toast.ts';
import { changedPart, inOrder } from './reorder.ts';
import { isLastEdit, useSerialEdit } from './serial-edit.ts';

interface Move {
  /** The ids that move, in their old and new order. */
  before: number[];
  after: number[];
}

/**
 * Reorders the list at `path`: an optimistic update of every view, rolled back with the `failure` toast if the server
 * refuses. Call the result with the ids in view, in their old and new order.
 */
export function useReorder<Row extends { id: number }>(
  path: string,
  failure: string,
): (before: readonly number[], after: readonly number[]) => void {
  const client = useQueryClient();
  const queryKey = [path];
  const setOrder = (ids: readonly number[]) =>
    client.setQueryData<Row[]>(queryKey, (rows) => rows && inOrder(rows, ids));

  const kind = `reorder ${path}`;
  const isLast = () => isLastEdit(client, kind);

  const { mutate } = useSerialEdit<Row[], Move>({
    kind,
    queryKey,
    show: ({ after }) => setOrder(after),
    // Only the moved rows, so that a colleague's moves elsewhere in the list stay.
    send: ({ after }) => apiRequest<Row[]>('PUT', `${path}/order`, { ids: after }),
    onSaved: (rows) => {
      // While other changes are pending, only the order in the response is reliable.
      if (client.isMutating() === 1) client.setQueryData<Row[]>(queryKey, rows);
      else if (isLast()) setOrder(rows.map(({ id }) => id));
      // A list that is being fetched now may have the old order; before the last move, one fetched anew would, too.
      if (isLast() && client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey });
    },
    onRefused: (error, { before }) => {
      setOrder(before);
      toastFailure(error, 'Update failed', failure);
      if (isLast()) void client.invalidateQueries({ queryKey });
    },
  });

  return (before, after) => {
    const move = { before: changedPart(after, before), after: changedPart(before, after) };
    if (move.after.length > 0) mutate(move);
  };
}
