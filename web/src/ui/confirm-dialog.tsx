import { isSameText } from '@tavola/contracts/rules/same-text.ts';
import { Action, Cancel, Content, Description, Overlay, Portal, Root, Title } from 'radix-ui/alert-dialog';
import { type SubmitEvent, useEffect, useId, useState, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { answerNo, type ConfirmOptions, currentQuestion, subscribeToQuestions } from './confirm.ts';
import { dialogCardClass, dialogOverlayClass } from './dialog.tsx';
import { FormField } from './form-field.tsx';
import { Input } from './input.tsx';
import { useRestoreFocus } from './restore-focus.ts';
import { useDialogClearsToast } from './toast.ts';

interface ConfirmDialogProps extends ConfirmOptions {
  open: boolean;
  onAnswer: (yes: boolean) => void;
}

/** A modal question. */
function ConfirmDialog({
  open,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  destructive = false,
  retype,
  onAnswer,
}: ConfirmDialogProps) {
  const restoreFocus = useRestoreFocus(open);
  useDialogClearsToast(open);
  const formId = useId();
  const variant = destructive ? 'destructive' : 'primary';
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
          {retype && <RetypeForm id={formId} {...retype} onRetyped={() => onAnswer(true)} />}
          <div className="safe-bottom flex flex-col-reverse gap-2.5 px-6 pt-6 [--safe-bottom-min:1.5rem] sm:flex-row sm:justify-end sm:px-7">
            <Cancel asChild>
              <Button variant="secondary">{cancelLabel}</Button>
            </Cancel>
            {retype ? (
              <Button type="submit" form={formId} variant={variant}>
                {confirmLabel}
              </Button>
            ) : (
              <Action asChild>
                <Button variant={variant} onClick={() => onAnswer(true)}>
                  {confirmLabel}
                </Button>
              </Action>
            )}
          </div>
        </Content>
      </Portal>
    </Root>
  );
}

interface RetypeFormProps {
  id: string;
  label: string;
  text: string;
  error: string;
  onRetyped: () => void;
}

/** Asks to type `text`, for changes that nobody should make by accident. */
function RetypeForm({ id, label, text, error, onRetyped }: RetypeFormProps) {
  const [isRefused, setIsRefused] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React passes events on to the form that asked, although the dialog is elsewhere on the page.
    event.stopPropagation();
    const input = event.currentTarget.elements.namedItem('typed') as HTMLInputElement;
    if (isSameText(input.value, text)) return onRetyped();
    setIsRefused(true);
    input.focus();
  };
  return (
    <form id={id} noValidate onSubmit={submit} className="px-6 pt-5 sm:px-7">
      <FormField
        label={label}
        error={isRefused ? error : undefined}
        hint={
          <>
            Type <bdi className="font-semibold wrap-anywhere text-ink">{text}</bdi>
          </>
        }
        required
      >
        <Input name="typed" autoComplete="off" dir="auto" onChange={() => setIsRefused(false)} />
      </FormField>
    </form>
  );
}

/** Shows the questions of `confirm()`; use once in the app. */
export function ConfirmHost() {
  const question = useSyncExternalStore(subscribeToQuestions, currentQuestion);
  // Whoever signs in next must not get to answer it.
  useEffect(() => answerNo, []);
  if (!question) return null;
  const { open, answer, ...words } = question;
  return <ConfirmDialog {...words} open={open} onAnswer={answer} />;
}
