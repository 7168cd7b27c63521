import { zodResolver } from '@hookform/resolvers/zod';
import { type PasswordInput as Input, passwordInput } from '@tavola/contracts/auth.ts';
import { PASSWORD_MIN_LENGTH } from '@tavola/contracts/product.ts';
import { useForm } from 'react-hook-form';
import { applyServerErrors } from '../../../lib/forms/forms.ts';
import { isRefusal } from '../../../lib/http/api.ts';
import { toastFailure, toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { useChangePassword } from '../api.ts';

const schema = passwordInput();

/** Changes the password, given the current one. `email` tells password managers which account this is. */
export function PasswordCard({ email }: { email: string }) {
  const change = useChangePassword();
  const form = useForm<Input>({
    resolver: zodResolver(schema),
    defaultValues: { currentPassword: '', newPassword: '' },
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (input) => {
    try {
      await change.mutateAsync(input);
    } catch (error) {
      applyServerErrors(form, error);
      if (isRefusal(error)) toastInServersWords(error, 'Password not changed', 'Please try again.');
      // It may have been done, and only its answer lost.
      else toastFailure(error, 'Password may have changed', 'When you next sign in, try the new password first.');
      return;
    }
    form.reset();
    toast({ title: 'Password changed', description: 'Your other devices were signed out.' });
  });

  return (
    <Card>
      <CardSection
        title="Password"
        description="Changing it signs out your other devices and kitchen tablets, and ends your open invitations."
      >
        <form noValidate onSubmit={submit} className="flex flex-col gap-5">
          <input hidden readOnly autoComplete="username" value={email} />
          <FormField label="Current password" error={errors.currentPassword?.message} required>
            <PasswordInput autoComplete="current-password" {...form.register('currentPassword')} />
          </FormField>
          <FormField
            label="New password"
            error={errors.newPassword?.message}
            hint={!errors.newPassword && `Password must be at least ${PASSWORD_MIN_LENGTH} characters`}
            required
          >
            <PasswordInput autoComplete="new-password" {...form.register('newPassword')} />
          </FormField>
          <Button type="submit" className="self-start" busy={change.isPending}>
            {change.isPending ? 'Saving...' : 'Change Password'}
          </Button>
        </form>
      </CardSection>
    </Card>
  );
}
