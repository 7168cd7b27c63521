import { zodResolver } from '@hookform/resolvers/zod';
import { passwordAgainInput } from '@tavola/contracts/auth.ts';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { applyServerErrors } from '../../../lib/forms/forms.ts';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';

interface PasswordAgainProps {
  /** Why the password is asked for. */
  hint: string;
  /** The button's label, normally and while busy. */
  label: string;
  busyLabel: string;
  destructive?: boolean;
  /** The title of the error toast. */
  failure: string;
  /** Runs the action; its errors are shown. */
  act: (input: { password: string }) => Promise<unknown>;
  onCancel?: (() => void) | undefined;
}

/** Asks for the password again before a sensitive action, in case a stranger is at an open screen. */
export function PasswordAgain({ hint, label, busyLabel, destructive, failure, act, onCancel }: PasswordAgainProps) {
  const form = useForm({ resolver: zodResolver(passwordAgainInput), defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;
  useEffect(() => form.setFocus('password'), [form]);

  const submit = form.handleSubmit(async (input) => {
    try {
      await act(input);
    } catch (error) {
      applyServerErrors(form, error);
      toastInServersWords(error, failure, 'Please try again.');
    }
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <FormField label="Your password" error={errors.password?.message} hint={hint} required>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </FormField>
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant={destructive ? 'destructive' : 'primary'} busy={isSubmitting}>
          {isSubmitting ? busyLabel : label}
        </Button>
        {onCancel && (
          <Button variant="ghost" disabled={isSubmitting} onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
