import { useSyncExternalStore } from 'react';
import { knownUser } from './session.ts';

/** What the server does not know: steps that leave no trace in the data, and that the help was dismissed. */
export type FirstStepMark = 'got-qr-code' | 'opened-menu' | 'dismissed';

const listeners = new Set<() => void>();
const storageKey = (tenantId: string) => `first-steps:${tenantId}`;
// Marks where storage is forbidden; they last until the page is closed.
const inMemory = new Map<string, string>();

function read(tenantId: string): string {
  try {
    return localStorage.getItem(storageKey(tenantId)) ?? inMemory.get(tenantId) ?? '';
  } catch {
    return inMemory.get(tenantId) ?? '';
  }
}

/** Remembers on this device that the signed-in restaurant did something. */
export function markFirstStep(mark: FirstStepMark): void {
  const tenantId = knownUser()?.tenantId;
  if (!tenantId) return;
  const marks = new Set(read(tenantId).split(' ').filter(Boolean)).add(mark);
  const text = [...marks].join(' ');
  inMemory.set(tenantId, text);
  try {
    localStorage.setItem(storageKey(tenantId), text);
  } catch {
    // The mark stays in memory.
  }
  for (const listener of listeners) listener();
}

/** The signed-in restaurant's marks on this device. */
export function useFirstStepMarks(): ReadonlySet<FirstStepMark> {
  const text = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => read(knownUser()?.tenantId ?? ''),
  );
  return new Set(text.split(' ').filter(Boolean) as FirstStepMark[]);
}
