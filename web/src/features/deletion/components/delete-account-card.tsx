import { zodResolver } from '@hookform/resolvers/zod';
import { type AccountDeletionInput, accountDeletionInput } from '@tavola/contracts/auth.ts';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { applyServerErrors } from '../../../lib/forms/forms.ts';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { useDeleteAccount } from '../api.ts';
import { CodeField, useCodeAgain } from './code-again.tsx';

/** Deletes the account of somebody who works for no restaurant. */
export function DeleteAccountCard() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card>
      <CardSection
        title="Delete your account"
        description="You don't work for any restaurant. Deletes your name, email address and sign-in right away."
      >
        <Button variant="secondary" className="self-start text-tomato-ink" onClick={() => setIsOpen(true)}>
          Delete Account
        </Button>
        {isOpen && <DeleteAccountDialog onClose={() => setIsOpen(false)} />}
      </CardSection>
    </Card>
  );
}

/** Asks for what a stranger at an open screen does not know. */
function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const deletion = useDeleteAccount();
  const code = useCodeAgain();
  const form = useForm<AccountDeletionInput>({
    resolver: zodResolver(accountDeletionInput),
    defaultValues: { password: '', code: '' },
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (input) => {
    try {
      await deletion.mutateAsync(input);
    } catch (error) {
      code.noteRefusal(error);
      applyServerErrors(form, error);
      toastInServersWords(error, 'Account not deleted', 'Please try again.');
    }
  });

  return (
    <Dialog
      open
      // What is on its way can't be called back.
      onOpenChange={(open) => !open && !deletion.isPending && onClose()}
      title="Delete your account?"
      description="This can't be undone."
      size="sm"
      footer={
        <>
          <Button variant="secondary" disabled={deletion.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="destructive" busy={deletion.isPending}>
            {deletion.isPending ? 'Deleting...' : 'Delete Account'}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <FormField label="Your password" error={errors.password?.message} required>
          <PasswordInput autoComplete="current-password" {...form.register('password')} />
        </FormField>
        {code.isAsked && <CodeField error={errors.code?.message} field={form.register('code')} />}
      </form>
    </Dialog>
  );
}
