import { ApiError, errorText } from '../../../lib/http/api.ts';
import { useSite } from '../../../lib/http/use-site.ts';
import { Alert } from '../../../ui/alert.tsx';

/** Why a sign-in failed; to who is suspended also whom to ask, if the operator says so. */
export function LoginAlert({ error }: { error: unknown }) {
  return (
    <Alert>
      {errorText(error, 'Login failed. Please try again.')}
      {error instanceof ApiError && error.code === 'account-suspended' && <SupportLine />}
    </Alert>
  );
}

function SupportLine() {
  const { supportEmail } = useSite();
  if (!supportEmail) return null;
  return (
    <>
      {' Please contact '}
      <a href={`mailto:${supportEmail}`} className="font-semibold break-all underline">
        {supportEmail}
      </a>
      .
    </>
  );
}
