import { zodResolver } from '@hookform/resolvers/zod';
import { PASSWORD_MIN_LENGTH } from '@tavola/contracts/product.ts';
import { type AcceptInput, acceptInput, type InvitationView } from '@tavola/contracts/team.ts';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'wouter';
import type { z } from 'zod';
import { applyServerErrors } from '../../../lib/forms/forms.ts';
import { ApiError, errorText } from '../../../lib/http/api.ts';
import { forgetInvitation } from '../../../lib/session/invitation-token.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Input } from '../../../ui/input.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { toast, toastError } from '../../../ui/toast.ts';
import { useAcceptInvitation } from '../api.ts';

const schema = acceptInput();

interface JoinFormProps {
  token: string;
  invitation: InvitationView;
  /** Called with an address that turns out to have an account. */
  onKnown: (email: string) => void;
}

const isOver = (error: unknown): boolean => error instanceof ApiError && error.code === 'link-invalid';

/** To who has joined with an answer that was lost, and cannot be signed in by that, such as after a typing error. */
const SignIn = ({ email }: { email: string | undefined }) => (
  <Button asChild variant="secondary" size="sm">
    <Link href="/login" state={{ email }}>
      Joined already? Sign In
    </Link>
  </Button>
);

/** Accepts an invitation with a new account. */
export function JoinForm({ token, invitation, onKnown }: JoinFormProps) {
  const { email, restaurant } = invitation;
  const accept = useAcceptInvitation(invitation);
  const [, navigate] = useLocation();
  const form = useForm<z.input<typeof schema>, unknown, AcceptInput>({
    resolver: zodResolver(schema),
    // An invitation that was shown as a code is for any address.
    defaultValues: { token, name: '', password: '', ...(email === null && { email: '' }) },
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (input) => {
    try {
      await accept.mutateAsync({ ...input, token });
    } catch (error) {
      applyServerErrors(form, error, { 'email-taken': 'email' });
      if (error instanceof ApiError && error.code === 'email-taken') onKnown(input.email ?? '');
      toastError('Not joined', 'Please check your information and try again.');
      return;
    }
    forgetInvitation();
    toast({ title: 'Account created', description: `You're on the team of ${restaurant}.` });
    navigate('/dashboard', { replace: true });
  });

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {accept.isError && (
        <Alert action={isOver(accept.error) && <SignIn email={email ?? form.getValues('email')} />}>
          {errorText(accept.error, 'Something went wrong. Please try again.')}
        </Alert>
      )}
      <FormField label="Your Name" error={errors.name?.message} required>
        <Input autoComplete="name" {...form.register('name')} />
      </FormField>
      {email === null ? (
        <FormField label="Email Address" error={errors.email?.message} required>
          <Input type="email" autoComplete="username" inputMode="email" {...form.register('email')} />
        </FormField>
      ) : (
        <FormField label="Email Address" hint="The invitation is for this address.">
          <Input type="email" autoComplete="username" readOnly value={email} />
        </FormField>
      )}
      <FormField
        label="Password"
        error={errors.password?.message}
        hint={!errors.password && `Password must be at least ${PASSWORD_MIN_LENGTH} characters`}
        required
      >
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
      </FormField>
      <Button type="submit" size="lg" busy={accept.isPending}>
        {accept.isPending ? 'Joining...' : 'Create Account and Join'}
      </Button>
    </form>
  );
}
