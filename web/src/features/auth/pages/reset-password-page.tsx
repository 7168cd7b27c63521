import { zodResolver } from '@hookform/resolvers/zod';
import { resetPasswordInput } from '@tavola/contracts/auth.ts';
import { PASSWORD_MIN_LENGTH } from '@tavola/contracts/product.ts';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'wouter';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { applyServerErrors } from '../../../lib/forms/forms.ts';
import { ApiError, errorText } from '../../../lib/http/api.ts';
import { useLinkToken } from '../../../lib/session/link-token.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { toast, toastError } from '../../../ui/toast.ts';
import { useResetPassword } from '../api.ts';
import { AuthLayout } from '../components/auth-layout.tsx';

const schema = resetPasswordInput().pick({ password: true });

/** Sets a new password with the mailed link. */
export function ResetPasswordPage() {
  useDocumentTitle('Set a New Password');
  const [, navigate] = useLocation();
  const reset = useResetPassword();
  const token = useLinkToken();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { password: '' } });
  const error = form.formState.errors.password?.message;
  const isAboutPassword =
    reset.error instanceof ApiError && reset.error.errors.some(({ field }) => field === 'password');

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await reset.mutateAsync({ token, password });
    } catch (failure) {
      applyServerErrors(form, failure);
      toastError('Password not changed', 'Please check the error below.');
      return;
    }
    toast({ title: 'Password changed', description: 'Sign in with your new password.' });
    navigate('/login', { replace: true });
  });

  return (
    <AuthLayout
      title="Set a new password"
      intro="Signs you out everywhere, so no one else stays signed in."
      footer={
        <>
          Link expired?{' '}
          <Button asChild variant="link">
            <Link href="/forgot-password">Request a New One</Link>
          </Button>
        </>
      }
    >
      {token === '' ? (
        <Alert title="This link is incomplete.">
          Open the link in your email again, or copy all of it into the address bar.
        </Alert>
      ) : (
        <form onSubmit={submit} noValidate className="flex flex-col gap-5">
          {reset.isError && reset.variables.token === token && !isAboutPassword && (
            <Alert>{errorText(reset.error, "The password couldn't be changed. Please try again.")}</Alert>
          )}
          <FormField
            label="New password"
            error={error}
            hint={!error && `Password must be at least ${PASSWORD_MIN_LENGTH} characters`}
            required
          >
            <PasswordInput autoComplete="new-password" {...form.register('password')} />
          </FormField>
          <Button type="submit" size="lg" busy={reset.isPending}>
            {reset.isPending ? 'Saving...' : 'Set Password'}
          </Button>
        </form>
      )}
    </AuthLayout>
  );
}
