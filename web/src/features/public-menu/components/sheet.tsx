import X from 'lucide-react/icons/x';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { usePageWords } from '../words/page-words.ts';

interface SheetProps {
  /** The id of what names it. */
  labelledBy: string;
  /** Called when it was closed. */
  onClose: () => void;
  /** Its content, given what closes it. */
  children: (close: () => void) => ReactNode;
}

/** A dialog over the page: from the bottom edge on phones, in the middle elsewhere. */
export function Sheet({ labelledBy, onClose, children }: SheetProps) {
  const { say, own } = usePageWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();

  // The browser keeps the focus in it and gives it back, which it can only while the dialog is on the page.
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, too
    <dialog
      ref={dialog}
      aria-labelledby={labelledBy}
      onClose={onClose}
      // Only the backdrop is the dialog itself: all else is in what fills it.
      onClick={(event) => event.target === event.currentTarget && close()}
      className="mx-auto mt-auto mb-0 max-h-[92dvh] w-full max-w-lg animate-sheet-in overflow-y-auto overscroll-contain rounded-t-sheet bg-surface text-ink [--ground:var(--color-surface)] shadow-overlay backdrop:bg-overlay sm:mb-auto sm:animate-pop-in sm:rounded-sheet print:hidden"
    >
      <div className="relative pb-(--sheet-end) [--sheet-end:max(1.25rem,env(safe-area-inset-bottom))]">
        <button
          {...own}
          type="button"
          aria-label={say('close')}
          onClick={close}
          className="absolute end-3 top-3 flex size-11 items-center justify-center rounded-full bg-surface/90 text-ink shadow-float"
        >
          <X aria-hidden className="size-5" />
        </button>
        {children(close)}
      </div>
    </dialog>
  );
}
