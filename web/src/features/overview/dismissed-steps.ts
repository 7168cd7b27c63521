import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
const storageKey = (tenantId: string) => `first-steps:${tenantId}`;
// Where storage is forbidden; lasts until the page is closed.
const inMemory = new Set<string>();

function isDismissed(tenantId: string): boolean {
  try {
    // Earlier releases kept other words beside it.
    const words = localStorage.getItem(storageKey(tenantId))?.split(' ') ?? [];
    return words.includes('dismissed') || inMemory.has(tenantId);
  } catch {
    return inMemory.has(tenantId);
  }
}

/** Hides the first steps of a restaurant on this device. */
export function dismissFirstSteps(tenantId: string): void {
  try {
    localStorage.setItem(storageKey(tenantId), 'dismissed');
  } catch {
    inMemory.add(tenantId);
  }
  for (const listener of listeners) listener();
}

/** Whether the first steps of a restaurant were dismissed on this device. */
export function useAreStepsDismissed(tenantId: string | undefined): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => tenantId !== undefined && isDismissed(tenantId),
  );
}
