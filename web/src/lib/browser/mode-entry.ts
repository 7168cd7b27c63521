let isOpen = false;

/**
 * Adds a history entry for a mode of the screen, so that the back button ends the mode. Returns a function to call when it has
 * ended.
 */
export function openModeEntry(): () => void {
  window.history.pushState(window.history.state, '');
  isOpen = true;
  return () => {
    isOpen = false;
  };
}

/** Whether the current entry is that of a mode. A link followed now must replace it, or going back would take two steps. */
export const isModeEntry = (): boolean => isOpen;
