import { zodResolver } from '@hookform/resolvers/zod';
import { type EmailChangeInput, emailChangeInput, type SignedInUser } from '@tavola/contracts/auth.ts';
import { CONFIRM_HOURS } from '@tavola/contracts/product.ts';
import { useForm } from 'react-hook-form';
import { applyServerErrors } from '../../../lib/forms/forms.ts';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Input, VERBATIM } from '../../../ui/input.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAskEmailChange } from '../api.ts';

/** Asks for another e-mail address. It becomes the account's once the link mailed to it is used; until then the user's `email` is. */
export function EmailCard({ user: { email, newEmail } }: { user: SignedInUser }) {
  const ask = useAskEmailChange();
  const form = useForm<EmailChangeInput>({
    resolver: zodResolver(emailChangeInput),
    defaultValues: { email: '', password: '' },
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (input) => {
    try {
      await ask.mutateAsync(input);
      form.reset();
      toast({ title: 'Link sent', description: "Don't see it? Check your spam folder." });
    } catch (error) {
      applyServerErrors(form, error);
      toastInServersWords(error, 'Address not changed', 'Please try again.');
    }
  });

  return (
    <Card>
      <CardSection
        title="Email address"
        description={
          <>
            You sign in with <bdi className="font-semibold wrap-anywhere text-ink">{email}</bdi>.
          </>
        }
      >
        {newEmail !== undefined && (
          <Alert tone="info" title="Check your inbox">
            Open the link we emailed to <bdi className="font-semibold wrap-anywhere">{newEmail}</bdi> within{' '}
            {CONFIRM_HOURS} hours. Until then nothing changes.
          </Alert>
        )}
        <form noValidate onSubmit={submit} className="flex flex-col gap-5">
          <input hidden readOnly autoComplete="username" value={email} />
          <FormField label="New email address" error={errors.email?.message} required>
            <Input type="email" inputMode="email" {...VERBATIM} {...form.register('email')} />
          </FormField>
          <FormField label="Password" error={errors.password?.message} required>
            <PasswordInput autoComplete="current-password" {...form.register('password')} />
          </FormField>
          <Button type="submit" className="self-start" busy={ask.isPending}>
            {ask.isPending ? 'Sending...' : 'Change Address'}
          </Button>
        </form>
      </CardSection>
    </Card>
  );
}
