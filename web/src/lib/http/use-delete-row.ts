import { type ReactNode, useState } from 'react';
import { confirm } from '../../ui/confirm.ts';
import { type ToastOptions, toast } from '../../ui/toast.ts';
import { useRowFocus } from '../../ui/use-row-focus.ts';
import { toastFailure } from './failure-toast.ts';

/** Deletes rows of a list, each of them a `kind` such as 'category'. */
export function useDeleteRow(kind: string) {
  const [deletingId, setDeletingId] = useState<number>();
  const keepPlace = useRowFocus();
  /** Asks first, with `description`. `act` deletes the row and returns what to say then. */
  const deleteRow = async (id: number, description: ReactNode, act: () => Promise<ToastOptions>) => {
    const yes = await confirm({
      title: `Are you sure you want to delete this ${kind}?`,
      description,
      confirmLabel: 'Delete',
      destructive: true,
    });
    if (!yes) return;
    setDeletingId(id);
    keepPlace(id);
    try {
      toast(await act());
    } catch (error) {
      toastFailure(error, 'Delete failed', `Failed to delete ${kind}. Please try again.`);
    }
    setDeletingId(undefined);
  };
  return { deletingId, deleteRow };
}
