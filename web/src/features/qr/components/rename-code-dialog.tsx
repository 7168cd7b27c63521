import { zodResolver } from '@hookform/resolvers/zod';
import { type Code, type CodeInput, codeInput } from '@tavola/contracts/qr.ts';
import { useForm } from 'react-hook-form';
import { FormDialog, useFormDialog } from '../../../lib/forms/form-dialog.tsx';
import { applyServerErrors, withFormDisabled } from '../../../lib/forms/forms.ts';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { changesInWords, useOptimisticLock } from '../../../lib/http/shared-object.ts';
import { ChangedMeanwhile } from '../../../ui/changed-meanwhile.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Input } from '../../../ui/input.tsx';
import { toast } from '../../../ui/toast.ts';
import { useRenameCode } from '../api.ts';

const toValues = ({ name }: Code): CodeInput => ({ name });

interface RenameCodeDialogProps {
  open: boolean;
  code: Code;
  onClose: () => void;
}

/** Renames a code. Give it a new `key` each time it opens. */
export function RenameCodeDialog({ open, code, onClose }: RenameCodeDialogProps) {
  const save = useRenameCode(code.id);
  const form = useForm<CodeInput>({ resolver: zodResolver(codeInput), defaultValues: toValues(code) });
  const shared = useOptimisticLock(form, code, toValues);
  const { errors } = form.formState;
  const dialog = useFormDialog(form, { open, busy: save.isPending, draft: `code:${code.id}`, about: shared, onClose });

  const submit = form.handleSubmit(async (input) => {
    try {
      await withFormDisabled(dialog.formId, () => save.mutateAsync({ input, tag: shared.tag }));
    } catch (error) {
      if (shared.isStale(error)) return;
      if (!applyServerErrors(form, error, { conflict: 'name' })) {
        toastInServersWords(error, 'Rename failed', 'Failed to rename the code. Please try again.');
      }
      return;
    }
    dialog.saved();
    toast({ title: 'Code renamed', description: 'Printed codes stay the same.' });
  });

  return (
    <FormDialog
      dialog={dialog}
      title="Rename Code"
      description="The name appears here and on new prints. The code itself stays the same."
      size="sm"
      submitLabel="Rename"
      onSubmit={submit}
    >
      {shared.stale && (
        <ChangedMeanwhile
          key={shared.stale.refusals}
          changes={changesInWords(shared.stale.changes, { name: 'Name' })}
          busy={save.isPending}
          onTakeTheirs={shared.takeTheirs}
          onKeepMine={() => void shared.keepMine().then(() => submit())}
        />
      )}
      <FormField label="Name" error={errors.name?.message} required>
        <Input autoComplete="off" dir="auto" {...form.register('name')} />
      </FormField>
    </FormDialog>
  );
}
