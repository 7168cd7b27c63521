import { useLayoutEffect, useRef } from 'react';

/**
 * Returns focus to where it was before a dialog opened. Radix does so only for its own triggers, and most dialogs here
 * are opened by state. Pass the result to `onCloseAutoFocus`.
 */
export function useRestoreFocus(open: boolean): (event: Event) => void {
  const origin = useRef<HTMLElement | null>(null);

  useLayoutEffect(() => {
    if (!open) return;
    const active = document.activeElement as HTMLElement | null;
    // A menu no longer exists when its dialog closes, but the button that opened the menu does.
    const opener = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
    origin.current = (opener && document.getElementById(opener)) || active;
  }, [open]);

  return (event) => {
    event.preventDefault();
    // The confirmed action failed while the dialog was closing: the invalid field already has focus.
    if (document.activeElement?.matches('[aria-invalid=true]')) return;
    const target = origin.current;
    if (target?.isConnected && target !== document.body) {
      // What the dialog added may have been scrolled to.
      target.focus({ preventScroll: true });
      return;
    }
    // If two dialogs closed together, as with "Discard Changes", the other one has already returned focus.
    if (document.activeElement && document.activeElement !== document.body) return;
    // The dialog's action removed its opener: focus the page's heading, and leave the view where it is.
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
    heading?.focus({ preventScroll: true });
  };
}
