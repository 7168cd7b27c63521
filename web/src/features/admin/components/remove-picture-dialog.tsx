import { zodResolver } from '@hookform/resolvers/zod';
import { type RemovedPictureInput, removedPictureInput } from '@tavola/contracts/admin.ts';
import { useForm } from 'react-hook-form';
import { FormDialog, useFormDialog } from '../../../lib/forms/form-dialog.tsx';
import { applyServerErrors, withFormDisabled } from '../../../lib/forms/forms.ts';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { FormField } from '../../../ui/form-field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { toast } from '../../../ui/toast.ts';
import { useRemovePicture } from '../api.ts';

interface RemovePictureDialogProps {
  open: boolean;
  restaurant: { id: string; name: string };
  onClose: () => void;
}

/** Removes one picture of a restaurant for good, with a reason. Give it a new `key` each time it opens. */
export function RemovePictureDialog({ open, restaurant: { id, name }, onClose }: RemovePictureDialogProps) {
  const remove = useRemovePicture(id);
  const form = useForm<RemovedPictureInput>({
    resolver: zodResolver(removedPictureInput),
    defaultValues: { picture: '', reason: '' },
  });
  const { errors } = form.formState;
  const dialog = useFormDialog(form, { open, busy: remove.isPending, draft: `remove-picture:${id}`, onClose });

  const submit = form.handleSubmit(async (input) => {
    try {
      await withFormDisabled(dialog.formId, () => remove.mutateAsync(input));
    } catch (error) {
      applyServerErrors(form, error, { 'not-found': 'picture' });
      toastInServersWords(error, 'Remove failed', 'Please try again.');
      return;
    }
    dialog.saved();
    toast({ title: 'Picture removed', description: name });
  });

  return (
    <FormDialog
      dialog={dialog}
      title="Remove Picture"
      description={
        <>
          <bdi className="font-semibold wrap-anywhere text-ink">{name}</bdi>: guests no longer see the picture, and it
          can't be uploaded again. Phones that already loaded it may keep it.
        </>
      }
      size="sm"
      submitLabel="Remove"
      busyLabel="Removing..."
      destructive
      onSubmit={submit}
    >
      <FormField
        label="Picture address"
        error={errors.picture?.message}
        hint="Copy the picture's address from the menu."
        required
      >
        <Input dir="ltr" inputMode="url" autoComplete="off" {...form.register('picture')} />
      </FormField>
      <FormField label="Reason" error={errors.reason?.message} hint="Recorded in the audit log." required>
        <Textarea dir="auto" {...form.register('reason')} />
      </FormField>
    </FormDialog>
  );
}
