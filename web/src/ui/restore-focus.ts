import { useLayoutEffect, useRef } from 'react';

/**
 * Brings focus back to where it was before a dialog opened. Radix does so only for its own triggers, and most dialogs
 * here are opened by state. Give the result to `onCloseAutoFocus`.
 */
export function useRestoreFocus(open: boolean): (event: Event) => void {
  const origin = useRef<HTMLElement | null>(null);

  useLayoutEffect(() => {
    if (!open) return;
    const active = document.activeElement as HTMLElement | null;
    // A menu is gone when its dialog closes; the button that opened the menu is still there.
    const opener = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
    origin.current = (opener && document.getElementById(opener)) || active;
  }, [open]);

  return (event) => {
    event.preventDefault();
    // What the dialog agreed to was refused while it was closing: the cursor is in the refused field already.
    if (document.activeElement?.matches('[aria-invalid=true]')) return;
    const target = origin.current;
    if (target?.isConnected && target !== document.body) {
      target.focus();
      return;
    }
    // Where two dialogs closed at once, as with "Discard changes", the other one has given focus back already.
    if (document.activeElement && document.activeElement !== document.body) return;
    // What opened the dialog was deleted by it: begin again at the page's heading.
    (document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main'))?.focus();
  };
}
