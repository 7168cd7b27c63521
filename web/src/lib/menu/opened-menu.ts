import { useSyncExternalStore } from 'react';

// Whether a restaurant has looked at its own menu on this device. Such visits are not counted, so nothing else tells.

const keyOf = (tenantId: string) => `menu-opened:${tenantId}`;

/** Remembers that a restaurant's own device has its menu open. */
export function noteMenuOpened(tenantId: string): void {
  try {
    localStorage.setItem(keyOf(tenantId), 'yes');
  } catch {
    // Where storage is forbidden, a first step stays open.
  }
}

/** Whether it had, in this tab or another. */
export const useIsMenuOpened = (tenantId: string | undefined): boolean =>
  useSyncExternalStore(subscribe, () => tenantId !== undefined && isOpened(tenantId));

function isOpened(tenantId: string): boolean {
  try {
    return localStorage.getItem(keyOf(tenantId)) !== null;
  } catch {
    return false;
  }
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
