import { type ReactNode, useEffect } from 'react';

/** How long a toast shows (spec §9). */
export const TOAST_DURATION_MS = 5000;
/** How long a dismissed toast is remembered (spec §9). */
export const TOAST_REMOVE_DELAY_MS = 1_000_000;

export interface ToastOptions {
  title: ReactNode;
  description?: ReactNode;
  variant?: 'default' | 'destructive';
}

interface ToastEntry extends ToastOptions {
  id: number;
  open: boolean;
}

let latest: ToastEntry | undefined;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: ToastEntry | undefined) {
  latest = next;
  for (const listener of listeners) listener();
}

/** Shows a message, from anywhere; replaces the previous one (one at a time, spec §9). */
export function toast(options: ToastOptions): void {
  clearTimeout(removal);
  lastId += 1;
  set({ ...options, id: lastId, open: true });
}

/** Shows that something failed. */
export const toastError = (title: string, description: string): void =>
  toast({ title, description, variant: 'destructive' });

/** Dismisses the toast, and removes it later. */
export function dismissToast(id: number): void {
  if (latest?.id !== id || !latest.open) return;
  set({ ...latest, open: false });
  removal = setTimeout(() => set(undefined), TOAST_REMOVE_DELAY_MS);
}

/** Dismisses the toast when a dialog opens, which it would cover. */
export function useDialogClearsToast(open: boolean): void {
  useEffect(() => {
    if (open && latest) dismissToast(latest.id);
  }, [open]);
}

/** For the toaster: the newest toast, shown or dismissed. */
export const latestToast = (): ToastEntry | undefined => latest;

/** For the toaster: calls `listener` on every change. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
