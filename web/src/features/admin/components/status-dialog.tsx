import { zodResolver } from '@hookform/resolvers/zod';
import { type StatusInput, statusInput } from '@tavola/contracts/admin.ts';
import { useForm } from 'react-hook-form';
import { FormDialog, useFormDialog } from '../../../lib/forms/form-dialog.tsx';
import { applyServerErrors, withFormDisabled } from '../../../lib/forms/forms.ts';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { FormField } from '../../../ui/form-field.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { toast } from '../../../ui/toast.ts';
import { useChangeStatus } from '../api.ts';

/** The restaurant or user to suspend or restore. */
export interface StatusSubject {
  what: 'tenants' | 'users';
  id: string;
  name: string;
  isActive: boolean;
}

const WORDS = {
  tenants: {
    noun: 'Restaurant',
    suspend: "its menu goes offline, and everyone who runs it is signed out and can't sign in.",
    restore: 'its menu goes back online, and everyone who runs it can sign in again.',
  },
  users: {
    noun: 'User',
    suspend: "they are signed out everywhere and can't sign in. Their restaurant's menu stays online.",
    restore: 'they can sign in again.',
  },
} as const;

interface StatusDialogProps {
  open: boolean;
  subject: StatusSubject;
  onClose: () => void;
}

/** Suspends or restores a restaurant or a user, with a reason. Give it a new `key` each time it opens. */
export function StatusDialog({ open, subject, onClose }: StatusDialogProps) {
  const { what, id, name, isActive } = subject;
  const words = WORDS[what];
  const change = useChangeStatus(what, id);
  const form = useForm<StatusInput>({
    resolver: zodResolver(statusInput),
    defaultValues: { isActive: !isActive, reason: '' },
  });
  const { errors } = form.formState;
  const dialog = useFormDialog(form, {
    open,
    busy: change.isPending,
    draft: `${isActive ? 'suspend' : 'restore'}:${id}`,
    onClose,
  });

  const submit = form.handleSubmit(async (input) => {
    try {
      await withFormDisabled(dialog.formId, () => change.mutateAsync(input));
    } catch (error) {
      applyServerErrors(form, error);
      toastInServersWords(error, isActive ? 'Suspend failed' : 'Restore failed', 'Please try again.');
      return;
    }
    dialog.saved();
    toast({ title: `${words.noun} ${isActive ? 'suspended' : 'restored'}`, description: name });
  });

  return (
    <FormDialog
      dialog={dialog}
      title={`${isActive ? 'Suspend' : 'Restore'} ${words.noun}`}
      description={
        <>
          <bdi className="font-semibold wrap-anywhere text-ink">{name}</bdi>: {isActive ? words.suspend : words.restore}
        </>
      }
      size="sm"
      submitLabel={isActive ? 'Suspend' : 'Restore'}
      busyLabel={isActive ? 'Suspending...' : 'Restoring...'}
      destructive={isActive}
      onSubmit={submit}
    >
      <FormField label="Reason" error={errors.reason?.message} hint="Recorded in the audit log." required>
        <Textarea dir="auto" {...form.register('reason')} />
      </FormField>
    </FormDialog>
  );
}
