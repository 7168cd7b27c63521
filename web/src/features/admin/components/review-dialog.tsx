import { zodResolver } from '@hookform/resolvers/zod';
import { type BetaReview, betaReview, type ReviewedApplication } from '@tavola/contracts/admin.ts';
import { Controller, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useFormDialog } from '../../../lib/forms/form-dialog.tsx';
import { applyServerErrors, withFormDisabled } from '../../../lib/forms/forms.ts';
import { ApiError, errorText } from '../../../lib/http/api.ts';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { RestoredNotice } from '../../../ui/restored-notice.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { toast } from '../../../ui/toast.ts';
import { useReviewApplication } from '../api.ts';

const DECISIONS = [
  { value: 'accepted', label: 'Accept' },
  { value: 'declined', label: 'Decline' },
  { value: 'new', label: 'Undecided' },
] as const;

interface ReviewDialogProps {
  open: boolean;
  application: ReviewedApplication;
  onClose: () => void;
}

/** Accepts or declines an application, with a note for the other admins. Give it a new `key` each time it opens. */
export function ReviewDialog({ open, application, onClose }: ReviewDialogProps) {
  const { id, companyName, status, note, version } = application;
  const save = useReviewApplication(id);
  const form = useForm<z.input<typeof betaReview>, unknown, BetaReview>({
    resolver: zodResolver(betaReview),
    defaultValues: { status: status === 'new' ? 'accepted' : status, note: note ?? '', version },
  });
  const { errors } = form.formState;
  const dialog = useFormDialog(form, { open, busy: save.isPending, draft: `application:${id}`, onClose });
  const tooLate = save.error instanceof ApiError && save.error.code === 'conflict' ? save.error : undefined;

  const submit = form.handleSubmit(async (review) => {
    try {
      await withFormDisabled(dialog.formId, () => save.mutateAsync(review));
    } catch (error) {
      // The dialog itself shows a conflict, next to what was typed.
      if (error instanceof ApiError && error.code === 'conflict') return;
      applyServerErrors(form, error);
      toastInServersWords(error, 'Update failed', 'Failed to update the application. Please try again.');
      return;
    }
    dialog.saved();
    toast({ title: 'Application updated', description: companyName });
  });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && void dialog.cancel()}
      title="Review Application"
      description={<bdi className="wrap-anywhere">{companyName}</bdi>}
      size="sm"
      footer={
        <>
          <Button variant="secondary" disabled={save.isPending} onClick={() => void dialog.cancel()}>
            {tooLate ? 'Close' : 'Cancel'}
          </Button>
          {!tooLate && (
            <Button type="submit" form={dialog.formId} busy={save.isPending}>
              {save.isPending ? 'Saving...' : 'Save Decision'}
            </Button>
          )}
        </>
      }
    >
      <form id={dialog.formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        {dialog.restored && <RestoredNotice />}
        {tooLate && (
          <Alert title="This was changed in the meantime">
            {errorText(tooLate, 'Someone else just reviewed this application.')} Your review wasn't saved.
          </Alert>
        )}
        <Controller
          control={form.control}
          name="status"
          render={({ field }) => (
            <div className="flex flex-col gap-2">
              <Segmented label="Decision" value={field.value} options={DECISIONS} onValueChange={field.onChange} />
              {field.value === 'accepted' && !application.invitedAt && (
                <p className="text-sm text-ink-muted">{application.email} gets a mail with the way to sign up.</p>
              )}
            </div>
          )}
        />
        <FormField
          label="Note"
          error={errors.note?.message}
          hint="For admins only. The restaurant never sees it."
          optional
        >
          <Textarea dir="auto" {...form.register('note')} />
        </FormField>
      </form>
    </Dialog>
  );
}
