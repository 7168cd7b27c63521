import { useSyncExternalStore } from 'react';

/** 'system' follows the device. */
type ThemeChoice = 'system' | 'light' | 'dark';

const THEME_KEY = 'theme';
const listeners = new Set<() => void>();

/** The user's theme choice on this device. */
function getTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(THEME_KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

/** Applies the stored choice to the document; called once before the first render. */
export function applyTheme(): void {
  const choice = getTheme();
  document.documentElement.classList.toggle('light', choice === 'light');
  document.documentElement.classList.toggle('dark', choice === 'dark');
}

/** Stores and applies a choice. */
export function setTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, choice);
  } catch {
    // Without storage the choice can't be kept, and the device's setting applies.
  }
  applyTheme();
  for (const listener of listeners) listener();
}

/** The choice, and a function that changes it. */
export function useTheme(): [ThemeChoice, (choice: ThemeChoice) => void] {
  const choice = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, getTheme);
  return [choice, setTheme];
}
