import { zodResolver } from '@hookform/resolvers/zod';
import { type TwoFactorSetup as Secret, twoFactorCodeInput } from '@tavola/contracts/auth.ts';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { applyServerErrors } from '../../../lib/forms/forms.ts';
import { toastInServersWords } from '../../../lib/http/failure-toast.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Input } from '../../../ui/input.tsx';
import { toast } from '../../../ui/toast.ts';
import { useConfirmTwoFactor, useSetUpTwoFactor } from '../api.ts';
import { PasswordAgain } from './password-again.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';

interface TwoFactorSetupProps {
  /** Called once two-factor is on and the user has saved the recovery codes. */
  onDone: () => void;
  onCancel?: () => void;
}

/** The steps to turn on two-factor sign-in: password, authenticator app, recovery codes. */
export function TwoFactorSetup({ onDone, onCancel }: TwoFactorSetupProps) {
  const begin = useSetUpTwoFactor();
  const [secret, setSecret] = useState<Secret>();
  const [codes, setCodes] = useState<readonly string[]>();

  if (codes) return <RecoveryCodeList codes={codes} onDone={onDone} />;
  if (secret) return <AppStep secret={secret} onOn={setCodes} onCancel={onCancel} />;
  return (
    <PasswordAgain
      hint="Confirms it's you. Next, you'll need an authenticator app, such as the one in your password manager."
      label="Continue"
      busyLabel="Checking..."
      failure="Setup failed"
      act={async (input) => setSecret(await begin.mutateAsync(input))}
      onCancel={onCancel}
    />
  );
}

const ON = 'Two-factor sign-in is on';

interface AppStepProps {
  secret: Secret;
  onOn: (recoveryCodes: readonly string[]) => void;
  onCancel: (() => void) | undefined;
}

/** Shows the secret for the authenticator app, then asks for a first code. */
function AppStep({ secret, onOn, onCancel }: AppStepProps) {
  const confirm = useConfirmTwoFactor();
  const form = useForm({ resolver: zodResolver(twoFactorCodeInput), defaultValues: { code: '' } });
  const error = form.formState.errors.code?.message;
  // Focus the next field, so that screen readers continue there.
  useEffect(() => form.setFocus('code'), [form]);

  const submit = form.handleSubmit(async (input) => {
    try {
      const on = await confirm.mutateAsync(input);
      if (!on) {
        onCancel?.();
        toast({ title: ON, description: 'Its recovery codes got lost on the way. Replace them.' });
        return;
      }
      onOn(on.recoveryCodes);
    } catch (failure) {
      applyServerErrors(form, failure);
      toastInServersWords(failure, 'Not turned on', 'Please try again.');
      return;
    }
    toast({ title: ON, description: 'Your other devices were signed out.' });
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <div className="flex flex-col gap-5 sm:flex-row sm:items-center">
        <img
          src={secret.qrCode}
          alt="QR code for your authenticator app"
          width={192}
          height={192}
          className="size-48 shrink-0 self-center rounded-control border border-line bg-white p-1"
        />
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <p className="text-ink-muted">
            Scan this with your authenticator app.{' '}
            <a
              href={secret.url}
              className="font-semibold text-brand-ink underline decoration-1 underline-offset-4 pointer-fine:hidden"
            >
              Or open the app on this phone.
            </a>
          </p>
          <p className="text-sm text-ink-muted">Can't scan it? Enter this key in the app:</p>
          <CopyField label="Key" value={secret.secret} />
        </div>
      </div>
      <FormField label="Code" error={error} hint={!error && 'The 6 digits your app shows now.'} required>
        <Input
          autoComplete="one-time-code"
          inputMode="numeric"
          dir="ltr"
          maxLength={7}
          className="figures max-w-48 tracking-widest"
          {...form.register('code')}
        />
      </FormField>
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" busy={confirm.isPending}>
          {confirm.isPending ? 'Turning on...' : 'Turn On'}
        </Button>
        {onCancel && (
          <Button variant="ghost" disabled={confirm.isPending} onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
