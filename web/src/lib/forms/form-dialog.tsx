import { type FormEventHandler, type ReactNode, useId } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { Dialog, type DialogProps } from '../../ui/dialog.tsx';
import { RestoredNotice } from '../../ui/restored-notice.tsx';
import { type BesideInput, type Underlying, useKeptDraft } from './forms.ts';
import { confirmDiscard, useUnsavedChanges } from './unsaved-changes.ts';

interface FormDialogOptions<Kept, Beside> {
  open: boolean;
  /** Whether the form is being saved. */
  busy: boolean;
  /** Where the form's input is kept when the session ends. */
  draft: string;
  /** The object behind the form, if others may change it. */
  about?: Underlying<Kept>;
  /** Input besides the fields, which is kept with them. */
  beside?: BesideInput<Beside>;
  /** Whether anything besides the fields would be lost. */
  isUnsaved?: boolean;
  onClose: () => void;
}

/** A form in a dialog: guards and keeps its input, and closes. */
export function useFormDialog<Values extends FieldValues, Output, Kept = never, Beside = never>(
  form: UseFormReturn<Values, unknown, Output>,
  { open, busy, draft, about, beside, isUnsaved = false, onClose }: FormDialogOptions<Kept, Beside>,
) {
  const formId = useId();
  const unsaved = useUnsavedChanges(open && (form.formState.isDirty || isUnsaved));
  const restored = useKeptDraft(
    form,
    draft,
    about,
    beside && { ...beside, read: () => (open ? beside.read() : undefined) },
  );
  return {
    open,
    busy,
    formId,
    restored,
    /** Closes, unless it is busy or the user keeps editing. Resolves to whether it closed. */
    async cancel(): Promise<boolean> {
      if (busy || !(await confirmDiscard(unsaved))) return false;
      form.reset();
      onClose();
      return true;
    },
    /** Closes after the form was saved. */
    saved(): void {
      form.reset(form.getValues());
      onClose();
    },
  };
}

interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'size' | 'children'> {
  /** What `useFormDialog` gives. */
  dialog: { open: boolean; busy: boolean; formId: string; restored: boolean; cancel: () => unknown };
  /** The submit button's text. */
  submitLabel: string;
  /** The same while busy. */
  busyLabel?: string;
  /** Whether submitting takes something away. */
  destructive?: boolean;
  /** Another button, before the others. */
  button?: ReactNode;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** The form's class. */
  className?: string;
}

/** A dialog that is a form, with Cancel and a submit button. */
export function FormDialog({
  dialog: { open, busy, formId, restored, cancel },
  submitLabel,
  busyLabel = 'Saving...',
  destructive = false,
  button,
  onSubmit,
  className = 'flex flex-col gap-5',
  children,
  ...rest
}: FormDialogProps) {
  return (
    <Dialog
      {...rest}
      open={open}
      onOpenChange={(next) => !next && void cancel()}
      footer={
        <>
          {button}
          <Button variant="secondary" disabled={busy} onClick={() => void cancel()}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant={destructive ? 'destructive' : 'primary'} busy={busy}>
            {busy ? busyLabel : submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit} className={className}>
        {restored && <RestoredNotice />}
        {children}
      </form>
    </Dialog>
  );
}
