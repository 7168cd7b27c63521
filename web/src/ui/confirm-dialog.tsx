import { Action, Cancel, Content, Description, Overlay, Portal, Root, Title } from 'radix-ui/alert-dialog';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { currentQuestion, subscribeToQuestions } from './confirm.ts';
import { dialogCardClass, dialogOverlayClass } from './dialog.tsx';
import { useRestoreFocus } from './restore-focus.ts';
import { useDialogClearsToast } from './toast.ts';

export interface ConfirmDialogProps {
  open: boolean;
  /** The question. */
  title: ReactNode;
  /** The consequences of a yes. */
  description?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  destructive?: boolean;
  onAnswer: (yes: boolean) => void;
}

/** A modal question. */
export function ConfirmDialog({
  open,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  destructive = false,
  onAnswer,
}: ConfirmDialogProps) {
  const restoreFocus = useRestoreFocus(open);
  useDialogClearsToast(open);
  return (
    <Root open={open} onOpenChange={(next) => !next && onAnswer(false)}>
      <Portal>
        <Overlay className={dialogOverlayClass} />
        <Content
          onCloseAutoFocus={restoreFocus}
          {...(!description && { 'aria-describedby': undefined })}
          className={cn(dialogCardClass, 'sm:max-w-md')}
        >
          <div className="flex flex-col gap-2 px-6 pt-7 sm:px-7">
            <Title className="display text-xl">{title}</Title>
            {description && <Description className="text-ink-muted">{description}</Description>}
          </div>
          <div className="safe-bottom flex flex-col-reverse gap-2.5 px-6 pt-6 [--safe-bottom-min:1.5rem] sm:flex-row sm:justify-end sm:px-7">
            <Cancel asChild>
              <Button variant="secondary">{cancelLabel}</Button>
            </Cancel>
            <Action asChild>
              <Button variant={destructive ? 'destructive' : 'primary'} onClick={() => onAnswer(true)}>
                {confirmLabel}
              </Button>
            </Action>
          </div>
        </Content>
      </Portal>
    </Root>
  );
}

/** Shows the questions of `confirm()`; use once in the app. */
export function ConfirmHost() {
  const question = useSyncExternalStore(subscribeToQuestions, currentQuestion);
  if (!question) return null;
  const { open, answer, ...words } = question;
  return <ConfirmDialog {...words} open={open} onAnswer={answer} />;
}
