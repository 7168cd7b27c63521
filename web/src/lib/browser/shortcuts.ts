import { useSyncExternalStore } from 'react';

const KEY = 'shortcuts';
const listeners = new Set<() => void>();

/** Whether single keys are shortcuts on this device. On unless switched off. */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}

/** Switches the shortcuts on or off, for this device. */
export function setShortcutsOn(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // Without storage the choice can't be kept, and they stay on.
  }
  for (const listener of listeners) listener();
}

/** Whether the shortcuts are on. */
export function useShortcutsOn(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, areShortcutsOn);
}
