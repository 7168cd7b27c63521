import { X } from 'lucide-react';
import { Close, Content, Description, Overlay, Portal, Root, Title } from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { useRestoreFocus } from './restore-focus.ts';
import { useDialogClearsToast } from './toast.ts';

/** The card of a dialog: a sheet from the bottom edge on a phone, centred above that. Its top leaves room for a toast (main.css). */
export const dialogCardClass =
  'fixed z-40 flex flex-col bg-surface text-ink shadow-overlay outline-none ' +
  'inset-x-0 bottom-0 max-h-[min(92dvh,100dvh-var(--toast-room)-env(safe-area-inset-top,0px))] rounded-t-sheet data-[state=open]:animate-sheet-in data-[state=closed]:animate-sheet-out ' +
  'sm:inset-x-auto sm:bottom-auto sm:start-1/2 sm:top-1/2 sm:max-h-[min(88dvh,100dvh-var(--toast-room)-var(--dialog-end))] sm:w-[calc(100%-2rem)] sm:-translate-x-1/2 sm:translate-y-[max(-50%,calc(var(--toast-room)-50dvh))] rtl:sm:translate-x-1/2 ' +
  'sm:rounded-sheet sm:data-[state=open]:animate-pop-in sm:data-[state=closed]:animate-pop-out';

/** The overlay that dims the page behind a dialog. */
export const dialogOverlayClass =
  'fixed inset-0 z-40 bg-overlay data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** The buttons, fixed below the scrolling body. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  children: ReactNode;
}

/** A checkbox has an unseen input, for forms, and a file's is behind its button. A choice hands its focus on to what is chosen. */
const FIELDS = 'input:not([type=hidden], [tabindex="-1"], :disabled), textarea, [role=combobox], [role=radiogroup]';

/** Focuses the field marked `data-first-focus`, else the first one, except where that opens an on-screen keyboard; never "Close". */
function focusFirstField(event: Event) {
  event.preventDefault();
  const content = event.currentTarget as HTMLElement;
  const field = window.matchMedia('(pointer: fine)').matches
    ? (content.querySelector<HTMLElement>('[data-first-focus]') ?? content.querySelector<HTMLElement>(FIELDS))
    : null;
  (field ?? content).focus();
}

/** A dialog over the page, opened by state. To put a form around body and footer, give its buttons `form="{id}"`. */
export function Dialog({ open, onOpenChange, title, description, footer, size = 'md', children }: DialogProps) {
  const restoreFocus = useRestoreFocus(open);
  useDialogClearsToast(open);
  return (
    <Root open={open} onOpenChange={onOpenChange}>
      <Portal>
        <Overlay className={dialogOverlayClass} />
        <Content
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={restoreFocus}
          // A field marked `data-own-escape` uses the key itself.
          onEscapeKeyDown={(event) => {
            if (document.activeElement?.hasAttribute('data-own-escape')) event.preventDefault();
          }}
          data-size={size}
          {...(!description && { 'aria-describedby': undefined })}
          className={cn(dialogCardClass, { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl' }[size])}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-5 pb-4 sm:px-7 sm:pt-6 low:pt-3 low:pb-2">
            <div className="flex flex-col gap-1">
              <Title className="display text-xl">{title}</Title>
              {description && <Description className="text-sm text-ink-muted">{description}</Description>}
            </div>
            <Close
              aria-label="Close"
              className="-me-2.5 -mt-2 low:-mt-0.5 inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink-muted hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden className="size-5" />
            </Close>
          </header>
          <div
            className={cn(
              'min-h-0 flex-1 scroll-py-4 overflow-y-auto overscroll-contain px-5 pt-1 sm:px-7',
              footer ? 'pb-5' : 'safe-bottom pb-7 [--safe-bottom-min:1.75rem]',
            )}
          >
            {children}
          </div>
          {footer && (
            <footer className="safe-bottom flex flex-col-reverse gap-2.5 border-t border-line px-5 pt-4 [--safe-bottom-min:1rem] sm:flex-row sm:justify-end sm:px-7 sm:[--safe-bottom-min:1.25rem] low:pt-2.5 low:[--safe-bottom-min:0.75rem]">
              {footer}
            </footer>
          )}
        </Content>
      </Portal>
    </Root>
  );
}
