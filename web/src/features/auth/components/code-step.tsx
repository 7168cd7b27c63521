import { zodResolver } from '@hookform/resolvers/zod';
import type { LoginInput, Session } from '@tavola/contracts/auth.ts';
import { PRODUCT_NAME } from '@tavola/contracts/product.ts';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { applyServerErrors } from '../../../lib/forms/forms.ts';
import { ApiError } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Input } from '../../../ui/input.tsx';
import { toastError } from '../../../ui/toast.ts';
import { useLogin } from '../api.ts';
import { AuthLayout } from './auth-layout.tsx';
import { LoginAlert } from './login-alert.tsx';

const KINDS = {
  app: {
    title: 'Enter your code',
    intro: `Enter the code your authenticator app shows for ${PRODUCT_NAME}.`,
    label: 'Code',
    missing: 'Enter the code from your app.',
    other: 'Use a recovery code',
  },
  recovery: {
    title: 'Use a recovery code',
    intro: 'Enter one of the codes you saved when you set up two-factor sign-in. Each works once.',
    label: 'Recovery code',
    missing: 'Enter one of your recovery codes.',
    other: 'Use your authenticator app',
  },
} as const;

interface CodeStepProps {
  /** The verified e-mail and password. */
  input: LoginInput;
  onArrive: (session: Session) => void;
  onBack: () => void;
}

/** The second login step: a code from the authenticator app, or a recovery code. */
export function CodeStep({ input, onArrive, onBack }: CodeStepProps) {
  const [kind, setKind] = useState<keyof typeof KINDS>('app');
  const words = KINDS[kind];
  const login = useLogin();
  const form = useForm({
    resolver: zodResolver(z.object({ code: z.string().trim().min(1, { error: words.missing }) })),
    defaultValues: { code: '' },
  });
  const error = form.formState.errors.code?.message;
  const isAboutCode = login.error instanceof ApiError && login.error.code === 'two-factor-invalid';

  // Also when the kind of code changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the kind is the reason to begin anew
  useEffect(() => form.setFocus('code'), [form, kind]);

  const submit = form.handleSubmit(async ({ code }) => {
    let session: Session;
    try {
      session = await login.mutateAsync({ ...input, code });
    } catch (failure) {
      applyServerErrors(form, failure, { 'two-factor-invalid': 'code' });
      toastError('Login failed', 'Please check your credentials and try again.');
      return;
    }
    onArrive(session);
  });

  const change = () => {
    setKind(kind === 'app' ? 'recovery' : 'app');
    login.reset();
    form.reset();
  };

  return (
    <AuthLayout
      title={words.title}
      intro={words.intro}
      footer={
        <>
          Not your account?{' '}
          <Button variant="link" onClick={onBack}>
            Back to Sign In
          </Button>
        </>
      }
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        {login.isError && !isAboutCode && <LoginAlert error={login.error} />}
        <FormField label={words.label} error={error} required>
          <Input
            key={kind}
            autoComplete="one-time-code"
            inputMode={kind === 'app' ? 'numeric' : 'text'}
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            maxLength={40}
            className="figures tracking-widest"
            {...form.register('code')}
          />
        </FormField>
        <Button type="submit" size="lg" busy={login.isPending}>
          {login.isPending ? 'Signing in...' : 'Sign In'}
        </Button>
        <Button variant="link" size="sm" className="self-start" onClick={change}>
          {words.other}
        </Button>
      </form>
    </AuthLayout>
  );
}
