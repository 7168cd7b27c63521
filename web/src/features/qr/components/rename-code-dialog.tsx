import { zodResolver } from '@hookform/resolvers/zod';
import { type Code, type CodeInput, codeInput } from '@tavola/contracts/qr.ts';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { errorText } from '../../../lib/api.ts';
import { toastFailure } from '../../../lib/failure-toast.ts';
import { applyServerErrors, useKeptDraft } from '../../../lib/forms.ts';
import { confirmDiscard, useUnsavedChanges } from '../../../lib/unsaved-changes.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Input } from '../../../ui/input.tsx';
import { toast } from '../../../ui/toast.ts';
import { useRenameCode } from '../api.ts';

export interface RenameCodeDialogProps {
  open: boolean;
  code: Code;
  onClose: () => void;
}

/** Renames a code. Give it a new `key` each time it opens. */
export function RenameCodeDialog({ open, code, onClose }: RenameCodeDialogProps) {
  const formId = useId();
  const save = useRenameCode(code.id);
  const form = useForm<CodeInput>({ resolver: zodResolver(codeInput), defaultValues: { name: code.name } });
  const { errors, isDirty } = form.formState;
  useUnsavedChanges(open && isDirty);
  const restored = useKeptDraft(form, `code:${code.id}`);

  const close = async () => {
    if (save.isPending || !(await confirmDiscard())) return;
    form.reset();
    onClose();
  };

  const submit = form.handleSubmit(async (input) => {
    try {
      await save.mutateAsync(input);
    } catch (error) {
      if (!applyServerErrors(form, error, { conflict: 'name' })) {
        toastFailure(error, 'Rename failed', errorText(error, 'Failed to rename the code. Please try again.'));
      }
      return;
    }
    form.reset(form.getValues());
    onClose();
    toast({ title: 'Code renamed', description: 'Printed codes stay the same.' });
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && void close()}
      title="Rename Code"
      description="The name appears here and on new prints. The code itself stays the same."
      size="sm"
      footer={
        <>
          <Button variant="secondary" disabled={save.isPending} onClick={() => void close()}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={save.isPending}>
            {save.isPending ? 'Saving...' : 'Rename'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        {restored && <Alert tone="info">We kept what you typed before your session ended.</Alert>}
        <FormField label="Name" error={errors.name?.message} required>
          <Input autoComplete="off" dir="auto" {...form.register('name')} />
        </FormField>
      </form>
    </Dialog>
  );
}
