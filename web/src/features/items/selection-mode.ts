import { type RefObject, useEffect, useRef, useState } from 'react';
import { openModeEntry } from '../../lib/browser/mode-entry.ts';

/** The mode in which a press on an item selects it, for lists without a column of checkboxes. */
export interface SelectionMode {
  isOn: boolean;
  start: () => void;
  end: () => void;
  /** For the button that starts it, which receives the focus at its end. */
  button: RefObject<HTMLButtonElement | null>;
}

/** The selection mode; the back button and Escape end it, too. `onEnd` clears the selection. */
export function useSelectionMode(onEnd: () => void): SelectionMode {
  const [isOn, setOn] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  /** Set while the mode is on. `end` checks this, not `isOn`, because an act may call the `end` of an earlier render. */
  const closeEntry = useRef<() => void>(undefined);
  const leave = () => {
    setOn(false);
    onEnd();
  };
  const end = () => {
    if (!closeEntry.current) return;
    leave();
    // Removes the entry that `start` added.
    window.history.back();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `leave` and `end` call only setters of state
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      // A menu or a message that the key closes comes first.
      if (event.key === 'Escape' && !event.defaultPrevented) end();
    };
    window.addEventListener('popstate', leave);
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('popstate', leave);
      window.removeEventListener('keydown', onKeyDown);
      closeEntry.current?.();
      closeEntry.current = undefined;
      // What had the focus may be gone with the mode.
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    };
  }, [isOn]);
  const start = () => {
    if (isOn) return;
    setOn(true);
    closeEntry.current = openModeEntry();
  };
  return { isOn, start, end, button };
}
