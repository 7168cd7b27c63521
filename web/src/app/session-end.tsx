import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { endedInState } from '../lib/session/ended-in.ts';
import { KITCHEN_PATH, kitchenTablet, setLockReason } from '../lib/session/kitchen-tablet.ts';
import { loginPath, watchSession } from '../lib/session/session.ts';
import { toast } from '../ui/toast.ts';

// Paths where a visitor loses nothing when the session ends.
const OPEN_PATHS = new Set([
  '/launch',
  '/pre-launch',
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/confirm-new-email',
  '/join',
]);

/** Redirects to the login page when the server ends the session. Login leads back. A kitchen tablet asks for its PIN instead. */
export function SessionEnd() {
  const [, navigate] = useLocation();
  useEffect(
    () =>
      watchSession((user) => {
        const { pathname, search } = window.location;
        // The token had expired before the visit: show the marketing page at / instead of a login form.
        if (OPEN_PATHS.has(pathname) || (pathname === '/' && !user)) return;
        if (kitchenTablet()) {
          setLockReason('session-over');
          return navigate(KITCHEN_PATH);
        }
        toast({ title: 'Your session has ended. Please sign in again.', variant: 'destructive' });
        navigate(loginPath(pathname + search), { state: endedInState(user) });
      }),
    [navigate],
  );
  return null;
}
