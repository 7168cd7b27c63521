import { useState } from 'react';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { hasFailed } from '../../../lib/http/has-failed.ts';
import { logOut } from '../../../lib/session/session.ts';
import { getToken } from '../../../lib/session/stored-token.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardSection } from '../../../ui/card.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { LoadingRows } from '../../../ui/skeleton.tsx';
import { useTwoFactor } from '../api.ts';
import { TwoFactorSetup } from '../components/two-factor-setup.tsx';

/** Shown to admins who signed in without the required second factor: sets it up, then continues. */
export function FactorRequiredPage({ onDone }: { onDone: () => void }) {
  useDocumentTitle('Two-Factor Sign-In');
  const state = useTwoFactor();
  // Setting it up here replaces the token; without another one it was on before, or only the answer was lost.
  const [token] = useState(getToken);
  return (
    <>
      <PageHeader
        title="One more step"
        description="Admins can see every restaurant, so a password alone isn't enough."
      />
      <Card className="max-w-3xl">
        <CardSection title="Two-factor sign-in" description="Adds a one-time code from your phone at sign-in.">
          {renderBody()}
        </CardSection>
      </Card>
    </>
  );

  function renderBody() {
    if (state.data?.isOn && getToken() === token) {
      return (
        <Alert
          tone="info"
          title="Two-factor sign-in is on for your account."
          action={
            <Button size="sm" onClick={logOut}>
              Sign In Again
            </Button>
          }
        >
          You signed in without a code. Sign in again with one.
        </Alert>
      );
    }
    if (state.data) return <TwoFactorSetup onDone={onDone} />;
    if (hasFailed(state)) {
      return <LoadError title="Couldn't load this" query={state} className="-my-8" />;
    }
    return <LoadingRows row="h-11" />;
  }
}
