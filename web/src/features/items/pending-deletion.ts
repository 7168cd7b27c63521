import type { MenuItem } from '@tavola/contracts/menu.ts';
import { useSyncExternalStore } from 'react';
import { aFewAtATime } from '../../lib/a-few-at-a-time.ts';
import { ApiError, apiRequest } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { getToken } from '../../lib/token.ts';
import { toastFailures } from './toast-failures.ts';

/** How long a bulk deletion can be undone. */
const UNDO_MS = 10_000;

/** Items that are out of view and will be deleted. */
export interface PendingDeletion {
  items: readonly MenuItem[];
  /** Until when it can be undone: not any more once the calls are made. */
  canUndo: boolean;
}

let pending: PendingDeletion | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let run = () => Promise.resolve();
const listeners = new Set<() => void>();

function set(next: PendingDeletion | undefined) {
  pending = next;
  for (const listener of listeners) listener();
}

// The items are still there: leaving now would keep them.
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Hides `items` and deletes them after `UNDO_MS`, also if the screen is left. An earlier deletion is carried out first;
 * call this only once that is done, or while it can still be undone.
 */
export async function deleteLater(items: readonly MenuItem[]): Promise<void> {
  const token = getToken();
  await deleteNow();
  set({ items, canUndo: true });
  window.addEventListener('beforeunload', warn);
  run = () => carryOut(items, token);
  timer = setTimeout(() => void deleteNow(), UNDO_MS);
}

/** Brings the items back. */
export function undoDeletion(): void {
  if (!pending?.canUndo) return;
  stop();
  set(undefined);
}

/** Carries out what is pending without waiting. */
async function deleteNow(): Promise<void> {
  if (!pending?.canUndo) return;
  stop();
  await run();
}

function stop() {
  clearTimeout(timer);
  window.removeEventListener('beforeunload', warn);
}

async function carryOut(items: readonly MenuItem[], token: string | null): Promise<void> {
  // Whoever is signed in now did not ask for it.
  if (getToken() !== token) return set(undefined);
  set({ items, canUndo: false });
  const failed = await aFewAtATime(items, deleteItem);
  const kept = new Set(failed.map(({ value }) => value.id));
  const gone = new Set(items.map(({ id }) => id).filter((id) => !kept.has(id)));
  await queryClient.cancelQueries({ queryKey: ['/api/menu-items'] });
  queryClient.setQueryData<MenuItem[]>(['/api/menu-items'], (all) => all?.filter(({ id }) => !gone.has(id)));
  set(undefined);
  if (failed.length > 0) toastFailures(failed, items.length, 'Delete failed');
  void queryClient.invalidateQueries({ queryKey: ['/api/menu-items'] });
  void queryClient.invalidateQueries({ queryKey: ['/api/dashboard/stats'] });
}

async function deleteItem({ id }: MenuItem): Promise<void> {
  try {
    await apiRequest('DELETE', `/api/menu-items/${id}`);
  } catch (error) {
    // Somebody else has deleted it already.
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

/** The bulk deletion on its way, if there is one. */
export function usePendingDeletion(): PendingDeletion | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pending,
  );
}
