import { useQuery } from '@tanstack/react-query';
import type { Session, User } from '@tavola/contracts/auth.ts';
import { useSyncExternalStore } from 'react';
import { onTokenRefused } from './api.ts';
import { keepKnownDevice } from './known-device.ts';
import { queryClient } from './query-client.ts';
import { getToken, setToken, subscribeToToken } from './token.ts';

/** The query of the signed-in user. */
export const CURRENT_USER_KEY = ['/api/auth/me'] as const;
const CURRENT_USER_FRESH_MS = 300_000;

/** Who is here: `user` is there exactly while `status` is 'signed-in'. */
export type CurrentUser =
  | { status: 'signed-out'; user: undefined }
  | { status: 'loading'; user: undefined }
  | { status: 'failed'; user: undefined; retry: () => void }
  | { status: 'signed-in'; user: User };

/** The current user; asks the server only while a token exists (spec §7). */
export function useCurrentUser(): CurrentUser {
  const token = useSyncExternalStore(subscribeToToken, getToken);
  const query = useQuery<User>({
    queryKey: CURRENT_USER_KEY,
    enabled: token !== null,
    staleTime: CURRENT_USER_FRESH_MS,
    retry: false,
    refetchOnMount: true,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  if (token === null) return { status: 'signed-out', user: undefined };
  if (query.data) return { status: 'signed-in', user: query.data };
  if (query.isError) return { status: 'failed', user: undefined, retry: () => void query.refetch() };
  return { status: 'loading', user: undefined };
}

/** The signed-in user as far as this tab knows, without asking. */
export function knownUser(): User | undefined {
  return queryClient.getQueryData<User>(CURRENT_USER_KEY);
}

/** Begins a session from the answer of login or sign-up. */
export function signIn(session: Session): void {
  // Nothing that an earlier user of this browser loaded may show through.
  queryClient.clear();
  queryClient.setQueryData<User>(CURRENT_USER_KEY, session.user);
  keepKnownDevice(session.knownDevice);
  setToken(session.token);
}

/**
 * Ends the session on the user's wish: no token, no data, a full redirect to / (spec §4). The server is told on the way out;
 * with no network the token is gone from here all the same.
 */
export function logOut(): void {
  tellLogOut();
  leave();
}

/** Leaves a session that the server has ended already, as `logOut` does. */
export function leave(): void {
  forgetSession();
  window.location.assign('/');
}

/** Leaves nothing here of a session and of what it loaded. */
export function forgetSession(): void {
  setToken(null);
  queryClient.clear();
  sessionStorage.clear();
}

/** Outlives the page, and nobody waits for it. */
function tellLogOut(): void {
  const token = getToken();
  if (token === null) return;
  const headers = { Authorization: `Bearer ${token}` };
  fetch('/api/auth/logout', { method: 'POST', headers, credentials: 'include', keepalive: true }).catch(() => {});
}

const endingListeners = new Set<() => void>();

/** Calls `listener` just before a session that the server refused is cleared: the time to keep typed text. */
export function onSessionEnding(listener: () => void): () => void {
  endingListeners.add(listener);
  return () => endingListeners.delete(listener);
}

/** Clears a session whose token the server refuses, then calls `onEnd` with the user it had; gives the way to stop. */
export function watchSession(onEnd: (user: User | undefined) => void): () => void {
  return onTokenRefused((token) => {
    // A late answer to an earlier session says nothing about this one.
    if (token !== getToken()) return;
    const user = knownUser();
    for (const listener of endingListeners) listener();
    setToken(null);
    queryClient.clear();
    onEnd(user);
  });
}

/** The `next` of a login address if it is a place on this site, else `fallback`. */
export function safeNext(search: string, fallback = '/dashboard'): string {
  const next = new URLSearchParams(search).get('next');
  if (!next?.startsWith('/')) return fallback;
  // Browsers read `/\host` and `//host` as another site; the URL parser does too, so ask it.
  const base = 'http://here.invalid';
  if (!URL.canParse(next, base)) return fallback;
  const url = new URL(next, base);
  if (url.origin !== base || url.pathname === '/login' || url.pathname === '/signup') return fallback;
  return url.pathname + url.search + url.hash;
}

/** The address of the login page that leads back to `path`. */
export function loginPath(path: string): string {
  return `/login?next=${encodeURIComponent(path)}`;
}
