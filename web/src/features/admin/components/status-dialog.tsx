import { zodResolver } from '@hookform/resolvers/zod';
import { type StatusInput, statusInput } from '@tavola/contracts/admin.ts';
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

export interface StatusDialogProps {
  open: boolean;
  subject: StatusSubject;
  onClose: () => void;
}

/** Suspends or restores a restaurant or a user, with a reason. Give it a new `key` each time it opens. */
export function StatusDialog({ open, subject, onClose }: StatusDialogProps) {
  const formId = useId();
  const { what, id, name, isActive } = subject;
  const words = WORDS[what];
  const change = useChangeStatus(what, id);
  const form = useForm<StatusInput>({
    resolver: zodResolver(statusInput),
    defaultValues: { isActive: !isActive, reason: '' },
  });
  const { errors, isDirty } = form.formState;
  useUnsavedChanges(open && isDirty);
  const restored = useKeptDraft(form, `status:${id}`);

  const close = async () => {
    if (change.isPending || !(await confirmDiscard())) return;
    form.reset();
    onClose();
  };

  const submit = form.handleSubmit(async (input) => {
    try {
      await change.mutateAsync(input);
    } catch (error) {
      applyServerErrors(form, error);
      toastFailure(error, isActive ? 'Suspend failed' : 'Restore failed', errorText(error, 'Please try again.'));
      return;
    }
    form.reset(form.getValues());
    onClose();
    toast({ title: `${words.noun} ${isActive ? 'suspended' : 'restored'}`, description: name });
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && void close()}
      title={`${isActive ? 'Suspend' : 'Restore'} ${words.noun}`}
      description={
        <>
          <bdi className="font-semibold wrap-anywhere text-ink">{name}</bdi>: {isActive ? words.suspend : words.restore}
        </>
      }
      size="sm"
      footer={
        <>
          <Button variant="secondary" disabled={change.isPending} onClick={() => void close()}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant={isActive ? 'destructive' : 'primary'} busy={change.isPending}>
            {isActive
              ? change.isPending
                ? 'Suspending...'
                : 'Suspend'
              : change.isPending
                ? 'Restoring...'
                : 'Restore'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        {restored && <Alert tone="info">We kept what you typed before your session ended.</Alert>}
        <FormField label="Reason" error={errors.reason?.message} hint="Recorded in the audit log." required>
          <Textarea dir="auto" {...form.register('reason')} />
        </FormField>
      </form>
    </Dialog>
  );
}
