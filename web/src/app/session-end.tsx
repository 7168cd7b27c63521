import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { loginPath, watchSession } from '../lib/session.ts';
import { toast } from '../ui/toast.ts';

// Where a visitor loses nothing by being signed out.
const OPEN_PATHS = new Set(['/launch', '/pre-launch', '/login', '/signup', '/forgot-password', '/reset-password']);

/** Leads to the login page when the server ends the session, and back afterwards. */
export function SessionEnd() {
  const [, navigate] = useLocation();
  useEffect(
    () =>
      watchSession((user) => {
        const { pathname, search } = window.location;
        // A token that was old on arrival: the marketing page at / is a better greeting than a login form.
        if (OPEN_PATHS.has(pathname) || (pathname === '/' && !user)) return;
        toast({ title: 'Your session has ended. Please sign in again.', variant: 'destructive' });
        navigate(loginPath(pathname + search));
      }),
    [navigate],
  );
  return null;
}
