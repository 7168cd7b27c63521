import { zodResolver } from '@hookform/resolvers/zod';
import { type DeletionInput, deletionInput, type Tenant } from '@tavola/contracts/auth.ts';
import { DELETION_DAYS } from '@tavola/contracts/product.ts';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { applyServerErrors } from '../../../lib/forms/forms.ts';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { placesOf, useCurrentUser } from '../../../lib/session/session.ts';
import { formatDay } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Input } from '../../../ui/input.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAskForDeletion } from '../api.ts';
import { CodeField, useCodeAgain } from './code-again.tsx';

interface DeletionDialogProps {
  tenant: Pick<Tenant, 'name' | 'timeZone'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Explains deletion and asks for what a stranger at an open screen does not know. Close it after the request. */
export function DeletionDialog({ tenant, open, onOpenChange }: DeletionDialogProps) {
  const id = useId();
  const ask = useAskForDeletion();
  const hasOthers = placesOf(useCurrentUser().user).length > 1;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete this restaurant?"
      size="sm"
      footer={
        <>
          <Button variant="secondary" disabled={ask.isPending} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="destructive" busy={ask.isPending}>
            {ask.isPending ? 'Scheduling...' : 'Delete in 30 Days'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <ul className="flex list-disc flex-col gap-1.5 ps-5 text-ink-muted marker:text-ink-faint">
          <li>Your menu goes offline right away, and all other devices are signed out of this restaurant.</li>
          <li>Sign in within {DELETION_DAYS} days to restore everything.</li>
          <li>
            After that, your menu, QR codes, analytics, and the accounts of people who only worked here are permanently
            deleted.
          </li>
          {hasOthers && <li>Your account and your other restaurants stay.</li>}
          <li>Printed QR codes will never lead to another restaurant.</li>
        </ul>
        <DeletionForm id={id} tenant={tenant} ask={ask.mutateAsync} />
      </div>
    </Dialog>
  );
}

interface DeletionFormProps {
  id: string;
  /** Its name must be typed. */
  tenant: DeletionDialogProps['tenant'];
  ask: ReturnType<typeof useAskForDeletion>['mutateAsync'];
}

function DeletionForm({ id, tenant: { name, timeZone }, ask }: DeletionFormProps) {
  const code = useCodeAgain();
  const form = useForm<DeletionInput>({
    resolver: zodResolver(deletionInput),
    defaultValues: { name: '', password: '', code: '' },
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (input) => {
    try {
      const { deleteAt } = await ask(input);
      if (!deleteAt) return;
      const until = formatDay(deleteAt, timeZone);
      toast({ title: 'Your menu is offline', description: `You can restore it until ${until}.` });
    } catch (error) {
      code.noteRefusal(error);
      applyServerErrors(form, error);
      toastInServersWords(error, 'Not deleted', 'Please try again.');
    }
  });

  return (
    <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <FormField
        label="Restaurant name"
        error={errors.name?.message}
        hint={
          <>
            Type <bdi className="font-semibold text-ink">{name}</bdi>
          </>
        }
        required
      >
        <Input autoComplete="off" dir="auto" {...form.register('name')} />
      </FormField>
      <FormField label="Your password" error={errors.password?.message} required>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </FormField>
      {code.isAsked && <CodeField error={errors.code?.message} field={form.register('code')} />}
    </form>
  );
}
