import { PIN_MAX_LENGTH, PIN_MIN_LENGTH } from '@tavola/contracts/product.ts';
import { latinDigits } from '@tavola/contracts/rules/latin-digits.ts';
import type { SwitchedSession } from '@tavola/contracts/team.ts';
import { ChefHat, Delete } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { focusHeading } from '../../../lib/browser/focus-heading.ts';
import { useOnline } from '../../../lib/browser/use-online.ts';
import { ApiError, apiRequest, errorText } from '../../../lib/http/api.ts';
import {
  IDLE_MS,
  KITCHEN_PATH,
  type KitchenTablet,
  keepKitchenTablet,
  lockReason,
  setLockReason,
  useKitchenTablet,
} from '../../../lib/session/kitchen-tablet.ts';
import { enterRestaurant, loginPath, placesOf } from '../../../lib/session/session.ts';
import { claimsOf } from '../../../lib/session/token-claims.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { PATIENCE_MS } from '../api.ts';

const REASONS = {
  idle: `Locked after ${IDLE_MS / 60_000} minutes without a touch.`,
  'session-over': 'Locked because the last sign-in has ended.',
};

/** A kitchen tablet that is locked: its PIN opens the kitchen. One that was signed out for good says so. */
export function UnlockPage() {
  const tablet = useKitchenTablet();
  useDocumentTitle(tablet?.key === null ? 'Tablet signed out' : 'Kitchen locked');
  if (!tablet) return null;
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-5 px-5 pt-6 pb-[calc(env(safe-area-inset-bottom)+1.5rem)] low:gap-3 low:pt-3 low:pb-3"
    >
      <div className="flex flex-col items-center gap-1 text-center">
        <ChefHat aria-hidden className="mb-1 size-8 text-brand-ink low:hidden" />
        <h1 tabIndex={-1} dir="auto" className="display text-2xl text-balance wrap-anywhere">
          {tablet.restaurant}
        </h1>
        <p dir="auto" className="text-sm text-ink-muted wrap-anywhere">
          {tablet.name}
        </p>
      </div>
      {tablet.key === null ? <SignedOut /> : <PinPad tablet={tablet} unlockKey={tablet.key} />}
    </main>
  );
}

/** What shows where no PIN counts any more. */
function SignedOut() {
  const [, navigate] = useLocation();
  const button = useRef<HTMLButtonElement>(null);
  // What had the focus is gone with the PIN pad.
  useEffect(() => button.current?.focus(), []);
  const goToLogin = () => {
    navigate(loginPath(KITCHEN_PATH));
    keepKitchenTablet(null);
  };
  return (
    <>
      <Alert tone="warning" title="This tablet was signed out">
        Its 30 days are over, the wrong PIN was entered too often, an owner signed it out, or whoever set it up changed
        their password or left. To use it again, sign in and set it up again.
      </Alert>
      <Button ref={button} size="lg" onClick={goToLogin}>
        Sign In
      </Button>
    </>
  );
}

interface Failure {
  text: string;
  /** Whether the PIN itself was wrong. */
  isWrong: boolean;
}

function PinPad({ tablet, unlockKey: key }: { tablet: KitchenTablet; unlockKey: string }) {
  const [pin, setPin] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => field.current?.focus(), []);
  const isOpened = useRef(false);
  useEffect(
    () => () => {
      // The field, which had the focus, is gone with this page.
      if (isOpened.current) focusHeading();
    },
    [],
  );

  const change = (text: string) => {
    setFailure(undefined);
    setPin(latinDigits(text).replace(/\D/g, '').slice(0, PIN_MAX_LENGTH));
  };
  const fail = (next: Failure) => {
    setFailure(next);
    field.current?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pin.length < PIN_MIN_LENGTH) {
      fail({ text: `The PIN has ${PIN_MIN_LENGTH} to ${PIN_MAX_LENGTH} digits.`, isWrong: false });
      return;
    }
    setBusy(true);
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const session = await apiRequest<SwitchedSession>('POST', '/api/auth/unlock', { key, pin }, { signal });
      setLockReason(undefined);
      // The restaurant may have another name by now.
      const restaurant = placesOf(session.user)[0]?.name ?? tablet.restaurant;
      const { tenantId, sid } = claimsOf(session.token);
      keepKitchenTablet({ ...tablet, restaurant, tenantId: tenantId ?? undefined, sid });
      isOpened.current = true;
      enterRestaurant(session);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'link-invalid') {
        keepKitchenTablet({ ...tablet, key: null });
        return;
      }
      setBusy(false);
      setPin('');
      fail(failureOf(error));
    }
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 low:gap-2.5">
      <div className="flex min-h-14 flex-col justify-end low:min-h-0">
        <Message failure={failure} />
      </div>
      <label>
        <VisuallyHidden>PIN</VisuallyHidden>
        <input
          ref={field}
          type="password"
          // As a password, the browser would offer to save it.
          autoComplete="one-time-code"
          // The keys below are its keyboard.
          inputMode="none"
          dir="ltr"
          value={pin}
          aria-invalid={failure?.isWrong || undefined}
          onChange={({ target }) => change(target.value)}
          className="min-h-14 w-full rounded-control border border-line-control bg-surface text-center text-2xl tracking-[0.4em] text-ink shadow-card aria-invalid:border-tomato low:min-h-11"
        />
      </label>
      <fieldset className="grid grid-cols-3 gap-2.5 low:gap-1.5">
        <legend className="sr-only">Keys</legend>
        {['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'].map((digit) => (
          <Key key={digit} className={cn(digit === '0' && 'col-start-2')} onPress={() => change(pin + digit)}>
            {digit}
          </Key>
        ))}
        <Key label="Delete the last digit" onPress={() => change(pin.slice(0, -1))}>
          <Delete aria-hidden className="size-6" />
        </Key>
      </fieldset>
      <p aria-live="polite" className="sr-only">
        {pin.length > 0 && (pin.length === 1 ? '1 digit' : `${pin.length} digits`)}
      </p>
      <Button type="submit" size="lg" busy={isBusy}>
        {isBusy ? 'Unlocking...' : 'Unlock'}
      </Button>
      <Button asChild variant="link" size="sm" className="self-center">
        <Link href={loginPath(KITCHEN_PATH)}>Sign in instead</Link>
      </Button>
    </form>
  );
}

/** What went wrong, else what keeps the PIN from being checked, else why the tablet is locked. */
function Message({ failure }: { failure: Failure | undefined }) {
  const isOnline = useOnline();
  const why = lockReason();
  if (failure) return <Alert tone={failure.isWrong ? 'error' : 'warning'}>{failure.text}</Alert>;
  if (!isOnline) return <Alert tone="warning">You're offline. The PIN can be checked once you're back online.</Alert>;
  return (
    <p role="status" className="text-center text-ink-muted text-balance">
      {why && <>{REASONS[why]} </>}Enter the PIN to open the kitchen.
    </p>
  );
}

/** A key for a thumb; the field keeps the focus. */
function Key({
  label,
  className,
  onPress,
  children,
}: {
  label?: string;
  className?: string;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
      className={cn(
        'figures flex min-h-16 touch-manipulation items-center justify-center rounded-control border border-line bg-surface text-2xl font-semibold text-ink shadow-card select-none hover:bg-sunken active:bg-brand-soft low:min-h-10',
        className,
      )}
    >
      {children}
    </button>
  );
}

function failureOf(error: unknown): Failure {
  const isWrong = error instanceof ApiError && error.code === 'invalid-credentials';
  // Only the server's own words say more.
  const isSaid = isWrong || (error instanceof ApiError && error.code !== undefined && error.status < 500);
  const otherwise = "The PIN couldn't be checked. This doesn't count as a try. Please try again.";
  return { text: isSaid ? errorText(error, otherwise) : otherwise, isWrong };
}
