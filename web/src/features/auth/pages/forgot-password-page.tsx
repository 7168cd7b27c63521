import { zodResolver } from '@hookform/resolvers/zod';
import { type ForgotPasswordInput, forgotPasswordInput } from '@tavola/contracts/auth.ts';
import { RESET_MINUTES } from '@tavola/contracts/product.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { applyServerErrors } from '../../../lib/forms/forms.ts';
import { errorText } from '../../../lib/http/api.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Input } from '../../../ui/input.tsx';
import { toastError } from '../../../ui/toast.ts';
import { useForgotPassword } from '../api.ts';
import { AuthLayout } from '../components/auth-layout.tsx';

/** Requests a password reset link. Shows the same message whether or not the account exists. */
export function ForgotPasswordPage() {
  useDocumentTitle('Forgot Password');
  const ask = useForgotPassword();
  // The e-mail typed on the login page is carried over.
  const typed = useHistoryState<{ email?: string } | null>()?.email ?? '';
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm<ForgotPasswordInput>({
    resolver: zodResolver(forgotPasswordInput),
    defaultValues: { email: typed },
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (input) => {
    setSentTo(undefined);
    try {
      await ask.mutateAsync(input);
    } catch (error) {
      applyServerErrors(form, error);
      toastError('Request failed', "The email couldn't be sent.");
      return;
    }
    setSentTo(input.email);
  });

  const label = sentTo ? 'Send Again' : 'Send Link';
  return (
    <AuthLayout
      title="Forgot your password?"
      intro="We'll email you a reset link."
      footer={
        <>
          Remembered it?{' '}
          <Button asChild variant="link">
            <Link href="/login">Sign in</Link>
          </Button>
        </>
      }
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        {ask.isError && <Alert>{errorText(ask.error, 'Request failed. Please try again.')}</Alert>}
        {sentTo && (
          <Alert tone="info" title="Check your email">
            If there is an account for <bdi className="wrap-anywhere">{sentTo}</bdi>, a link is on its way. It works
            once and expires in {RESET_MINUTES} minutes. Don't see it? Check your spam folder. After several requests,
            use the latest link.
          </Alert>
        )}
        <FormField label="Email" error={errors.email?.message} required>
          <Input type="email" autoComplete="username" inputMode="email" {...form.register('email')} />
        </FormField>
        <Button type="submit" size="lg" variant={sentTo ? 'secondary' : 'primary'} busy={ask.isPending}>
          {ask.isPending ? 'Sending...' : label}
        </Button>
      </form>
    </AuthLayout>
  );
}
