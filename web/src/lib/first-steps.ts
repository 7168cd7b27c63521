import { useSyncExternalStore } from 'react';
import { knownUser } from './session.ts';

/** What the server can't know: steps that leave no trace in the data, and that someone wants no more help. */
export type FirstStepMark = 'got-qr-code' | 'opened-menu' | 'dismissed';

const listeners = new Set<() => void>();
const storageKey = (tenantId: string) => `first-steps:${tenantId}`;
// Marks made where storage is forbidden hold until the page goes.
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
    // In memory it is, then.
  }
  for (const listener of listeners) listener();
}

/** What the signed-in restaurant did, as far as this device knows. */
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
