import { useRef, useState } from 'react';
import { hasFailed } from '../../../lib/http/has-failed.ts';
import { useCurrentUser } from '../../../lib/session/session.ts';
import { many } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { LoadingRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDisableTwoFactor, useRenewRecoveryCodes, useTwoFactor } from '../api.ts';
import { PasswordAgain } from './password-again.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { TwoFactorSetup } from './two-factor-setup.tsx';

/** With this many recovery codes left or fewer, suggest new ones. */
const FEW_CODES = 3;

type Act = 'set-up' | 'turn-off' | 'renew';

/** Two-factor sign-in: shows whether it is on, and changes it. */
export function TwoFactorCard() {
  const state = useTwoFactor();
  const { user } = useCurrentUser();
  const disable = useDisableTwoFactor();
  const renew = useRenewRecoveryCodes();
  const [act, setAct] = useState<Act>();
  const [codes, setCodes] = useState<readonly string[]>();
  const section = useRef<HTMLDivElement>(null);

  const finish = () => {
    setAct(undefined);
    setCodes(undefined);
    // The focused element is gone.
    section.current?.focus();
  };

  return (
    <Card>
      <div ref={section} tabIndex={-1} className="rounded-card">
        <CardSection
          title="Two-factor sign-in"
          description="Adds a one-time code from your phone at sign-in."
          actions={
            state.data && (
              <Badge tone={state.data.isOn ? 'positive' : 'neutral'}>{state.data.isOn ? 'On' : 'Off'}</Badge>
            )
          }
        >
          {renderBody()}
        </CardSection>
      </div>
    </Card>
  );

  function renderBody() {
    if (codes) return <RecoveryCodeList codes={codes} onDone={finish} />;
    if (act === 'set-up') return <TwoFactorSetup onDone={finish} onCancel={finish} />;
    if (act === 'turn-off') {
      return (
        <PasswordAgain
          hint="Sign-in will ask only for your password. Your other devices are signed out, and your recovery codes stop working."
          label="Turn Off"
          busyLabel="Turning off..."
          destructive
          failure="Not turned off"
          act={async (input) => {
            await disable.mutateAsync(input);
            finish();
            toast({ title: 'Two-factor sign-in is off', description: 'Your other devices were signed out.' });
          }}
          onCancel={finish}
        />
      );
    }
    if (act === 'renew') {
      return (
        <PasswordAgain
          hint="Your current codes stop working."
          label="Create New Codes"
          busyLabel="Creating codes..."
          failure="Codes not replaced"
          act={async (input) => setCodes((await renew.mutateAsync(input)).recoveryCodes)}
          onCancel={finish}
        />
      );
    }
    if (hasFailed(state)) {
      return <LoadError title="Couldn't load this" query={state} className="-my-8" />;
    }
    if (!state.data) {
      return <LoadingRows row="h-11 w-36" />;
    }
    if (!state.data.isOn) {
      // During an update, an auth of the version before does not say whether it is.
      if (user?.isEmailConfirmed === false) return <p className="text-ink-muted">Confirm your email address first.</p>;
      return (
        <Button className="self-start" onClick={() => setAct('set-up')}>
          Set Up
        </Button>
      );
    }
    const left = state.data.recoveryCodesLeft;
    return (
      <>
        <p className={left <= FEW_CODES ? 'font-medium text-tomato-ink' : 'text-ink-muted'}>
          {many(left, 'recovery code')} left.
        </p>
        <div className="flex flex-wrap gap-2.5">
          <Button variant="secondary" onClick={() => setAct('renew')}>
            Replace Recovery Codes
          </Button>
          <Button variant="secondary" onClick={() => setAct('turn-off')}>
            Turn Off
          </Button>
        </div>
      </>
    );
  }
}
