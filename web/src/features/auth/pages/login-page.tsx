import { zodResolver } from '@hookform/resolvers/zod';
import { type LoginInput, loginInput, type Session } from '@tavola/contracts/auth.ts';
import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { applyServerErrors } from '../../../lib/forms/forms.ts';
import { ApiError } from '../../../lib/http/api.ts';
import { arrivalInWords, useEndedIn } from '../../../lib/session/ended-in.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Input } from '../../../ui/input.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { toast, toastError } from '../../../ui/toast.ts';
import { useLogin } from '../api.ts';
import { AuthLayout } from '../components/auth-layout.tsx';
import { CodeStep } from '../components/code-step.tsx';
import { LoginAlert } from '../components/login-alert.tsx';

/** Login (spec §2), with a second step where two-factor sign-in is on. */
export function LoginPage() {
  useDocumentTitle('Sign In');
  const search = useSearch();
  const login = useLogin();
  // Known to the page that led here.
  const known = useHistoryState<{ email?: string } | null>()?.email ?? '';
  const [remember, setRemember] = useState(false);
  /** The verified credentials; the code is sent together with them. */
  const [verified, setVerified] = useState<LoginInput>();
  const form = useForm<LoginInput>({
    resolver: zodResolver(loginInput),
    defaultValues: { email: known, password: '' },
  });
  const { errors } = form.formState;
  const email = useWatch({ control: form.control, name: 'email' });

  const endedIn = useEndedIn();

  // The route sends whoever is signed in to the next page.
  const arrive = ({ user }: Session) => {
    const description = arrivalInWords(endedIn, user) ?? `Welcome back to ${PRODUCT_NAME}!`;
    toast({ title: 'Login successful', description });
  };

  const submit = form.handleSubmit(async (values) => {
    const input = remember ? { ...values, rememberMe: true } : values;
    let session: Session;
    try {
      session = await login.mutateAsync(input);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'two-factor-required') {
        login.reset();
        setVerified(input);
        return;
      }
      applyServerErrors(form, error);
      toastError('Login failed', 'Please check your credentials and try again.');
      return;
    }
    arrive(session);
  });

  const goBack = () => {
    // Rendered at once, so that the field can be focused: the pressed button is gone.
    flushSync(() => setVerified(undefined));
    form.setFocus('email');
  };

  if (verified) return <CodeStep input={verified} onArrive={arrive} onBack={goBack} />;

  return (
    <AuthLayout
      title="Welcome back"
      intro="Sign in to manage your menu."
      footer={
        <>
          Don't have an account?{' '}
          <Button asChild variant="link">
            <Link href={search ? `/signup?${search}` : '/signup'}>Sign up</Link>
          </Button>
        </>
      }
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        {login.isError && <LoginAlert error={login.error} />}
        <FormField label="Email" error={errors.email?.message} required>
          <Input type="email" autoComplete="username" inputMode="email" {...form.register('email')} />
        </FormField>
        <FormField label="Password" error={errors.password?.message} required>
          <PasswordInput autoComplete="current-password" {...form.register('password')} />
        </FormField>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Checkbox label="Remember me" checked={remember} onCheckedChange={setRemember} />
          <Button asChild variant="link" size="sm">
            <Link href="/forgot-password" state={{ email }}>
              Forgot password?
            </Link>
          </Button>
        </div>
        <Button type="submit" size="lg" busy={login.isPending}>
          {login.isPending ? 'Signing in...' : 'Sign In'}
        </Button>
      </form>
    </AuthLayout>
  );
}
