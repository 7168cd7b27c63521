import { zodResolver } from '@hookform/resolvers/zod';
import { type LoginInput, loginInput } from '@tavola/contracts/auth.ts';
import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation, useSearch } from 'wouter';
import { errorText } from '../../../lib/api.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { applyServerErrors } from '../../../lib/forms.ts';
import { safeNext } from '../../../lib/session.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Input } from '../../../ui/input.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { useLogin } from '../api.ts';
import { AuthLayout } from '../components/auth-layout.tsx';

/** Login (spec §2). */
export function LoginPage() {
  useDocumentTitle('Sign In');
  const [, navigate] = useLocation();
  const search = useSearch();
  const login = useLogin();
  const [remember, setRemember] = useState(false);
  const [forgotten, setForgotten] = useState(false);
  const form = useForm<LoginInput>({
    resolver: zodResolver(loginInput),
    defaultValues: { email: '', password: '' },
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      await login.mutateAsync(remember ? { ...values, rememberMe: true } : values);
    } catch (error) {
      applyServerErrors(form, error);
      toast({
        title: 'Login failed',
        description: 'Please check your credentials and try again.',
        variant: 'destructive',
      });
      return;
    }
    toast({ title: 'Login successful', description: `Welcome back to ${PRODUCT_NAME}!` });
    navigate(safeNext(search), { replace: true });
  });

  return (
    <AuthLayout
      title="Welcome back"
      intro="Sign in to tend your menu."
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
        {login.isError && <Alert>{errorText(login.error, 'Login failed. Please try again.')}</Alert>}
        <FormField label="Email" error={errors.email?.message} required>
          <Input type="email" autoComplete="username" inputMode="email" {...form.register('email')} />
        </FormField>
        <FormField label="Password" error={errors.password?.message} required>
          <PasswordInput autoComplete="current-password" {...form.register('password')} />
        </FormField>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Checkbox label="Remember me" checked={remember} onCheckedChange={setRemember} />
          <Button variant="link" size="sm" aria-expanded={forgotten} onClick={() => setForgotten(true)}>
            Forgot password?
          </Button>
        </div>
        {forgotten && (
          <Alert tone="info">
            Passwords can't be reset online yet. Please ask the person who looks after your restaurant's account.
          </Alert>
        )}
        <Button type="submit" size="lg" busy={login.isPending}>
          {login.isPending ? 'Signing in...' : 'Sign In'}
        </Button>
      </form>
    </AuthLayout>
  );
}
