import { useQuery } from '@tanstack/react-query';
import type { Place, Session, SignedInUser } from '@tavola/contracts/auth.ts';
import type { SwitchedSession } from '@tavola/contracts/team.ts';
import { useSyncExternalStore } from 'react';
import { toast } from '../../ui/toast.ts';
import { onTokenRefused } from '../http/api.ts';
import { hasFailed } from '../http/has-failed.ts';
import { queryClient } from '../http/query-client.ts';
import {
  KITCHEN_PATH,
  keepKitchenTablet,
  kitchenTablet,
  type LockReason,
  noteTouch,
  setLockReason,
} from './kitchen-tablet.ts';
import { keepKnownDevice } from './known-device.ts';
import { getToken } from './stored-token.ts';
import { followStoredToken, setToken, subscribeToToken, tokenElsewhere } from './token.ts';
import { claimsOf } from './token-claims.ts';

/** The query of the signed-in user. */
export const CURRENT_USER_KEY = ['/api/auth/me'] as const;
const CURRENT_USER_FRESH_MS = 300_000;

/** The current user; `user` is set only while `status` is 'signed-in'. */
export type CurrentUser =
  | { status: 'signed-out'; user: undefined }
  | { status: 'loading'; user: undefined }
  | { status: 'failed'; user: undefined; isRetrying: boolean; retry: () => void }
  | { status: 'signed-in'; user: SignedInUser };

/** The current user; fetched only while a token exists (spec §7). */
export function useCurrentUser(): CurrentUser {
  const token = useSyncExternalStore(subscribeToToken, getToken);
  const query = useQuery<SignedInUser>({
    queryKey: CURRENT_USER_KEY,
    enabled: token !== null,
    staleTime: CURRENT_USER_FRESH_MS,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  if (token === null) return { status: 'signed-out', user: undefined };
  if (query.data) return { status: 'signed-in', user: query.data };
  if (hasFailed(query)) {
    return { status: 'failed', user: undefined, isRetrying: query.isFetching, retry: () => void query.refetch() };
  }
  return { status: 'loading', user: undefined };
}

const NO_PLACES: readonly Place[] = [];

/** The restaurants that the user works for. During an update, an auth of the version before does not say them. */
export const placesOf = (user: SignedInUser | undefined): readonly Place[] => user?.restaurants ?? NO_PLACES;

const inOrder = new Intl.Collator('en', { numeric: true }).compare;

/** Compares restaurants by name, "Location 9" before "Location 10". */
export const byName = (one: Place, other: Place): number => inOrder(one.name, other.name);

/** Whether the days in which a restaurant could be restored are over. */
export const isBeingDeleted = ({ deleteAt }: Place): boolean =>
  deleteAt !== undefined && Date.parse(deleteAt) <= Date.now();

/** Requests the signed-in user before a screen asks for it. */
export function prefetchCurrentUser(): void {
  void queryClient.prefetchQuery({ queryKey: CURRENT_USER_KEY, staleTime: CURRENT_USER_FRESH_MS });
}

/** The signed-in user from this tab's cache, without a request. */
export function knownUser(): SignedInUser | undefined {
  return queryClient.getQueryData<SignedInUser>(CURRENT_USER_KEY);
}

/** Starts a session from the response of login or sign-up. */
export function signIn(session: Session): void {
  keepKnownDevice(session.knownDevice);
  // Who has signed in knows that the tablet was signed out.
  if (kitchenTablet()?.key === null) keepKitchenTablet(null);
  enterRestaurant(session);
}

/** Ends the session of a kitchen tablet, which then asks for its PIN; `reason` is why, unless somebody wanted it. */
export function lockTablet(reason?: LockReason): void {
  setLockReason(reason);
  tellLogOut();
  setToken(null);
  queryClient.clear();
}

/** Goes on with the session of an answer, such as in another of the user's restaurants. */
export function enterRestaurant({ token, user }: SwitchedSession): void {
  noteTouch();
  setToken(token);
  // Data loaded by an earlier user of this browser, or in the restaurant before, must not show.
  queryClient.clear();
  queryClient.setQueryData<SignedInUser>(CURRENT_USER_KEY, user);
}

/** The restaurant to which another tab has switched; its name is not known where the user has just begun to work for it. */
export function placeElsewhere(token: string | null): string {
  const { tenantId } = claimsOf(token);
  return placesOf(knownUser()).find(({ id }) => id === tenantId)?.name ?? 'another restaurant';
}

/** Shows the restaurant to which another tab has switched, and says so. */
export function followSwitch(): void {
  const name = placeElsewhere(tokenElsewhere());
  followStoredToken();
  // What it names is of the restaurant before.
  window.history.replaceState(null, '', window.location.pathname);
  toast({ title: `You switched to ${name} in another tab` });
}

/**
 * Logs the user out: removes the token and all data, then fully redirects to / (spec §4). Also notifies the server; without
 * a network the token is still removed here.
 */
export function logOut(): void {
  tellLogOut();
  leave();
}

/** Like `logOut`, for a session that the server has already ended. */
export function leave(): void {
  forgetSession();
  window.location.assign(kitchenTablet() ? KITCHEN_PATH : '/');
}

/** Logs the user out, and stays on this page. */
export function endSession(): void {
  tellLogOut();
  forgetSession();
}

/** Removes a session's token and all data that it loaded. */
export function forgetSession(): void {
  setToken(null);
  queryClient.clear();
  sessionStorage.clear();
}

/** The request outlives the page (keepalive) and is not awaited. */
function tellLogOut(): void {
  const token = getToken();
  if (token === null) return;
  const headers = { Authorization: `Bearer ${token}` };
  fetch('/api/auth/logout', { method: 'POST', headers, credentials: 'include', keepalive: true }).catch(() => {});
}

const endingListeners = new Set<() => void>();

/** Calls `listener` just before a session's data is cleared, so that input can be saved. A log-out in this tab discards it. */
export function onSessionEnding(listener: () => void): () => void {
  endingListeners.add(listener);
  return () => endingListeners.delete(listener);
}

const keepInput = () => {
  for (const listener of endingListeners) listener();
};

/**
 * Clears a session whose token the server refuses, then calls `onEnd` with its user; clears what it loaded, too, when another tab has
 * logged the user out and somebody else in, or when this tab shows another restaurant. Returns a function that stops both.
 */
export function watchSession(onEnd: (user: SignedInUser | undefined) => void): () => void {
  const stop = onTokenRefused((token) => {
    // Ignore a late response to an earlier session.
    if (token !== getToken()) return;
    if (tokenElsewhere() !== null) {
      // What ended is not the session that the other tabs have.
      keepInput();
      followSwitch();
      return;
    }
    const user = knownUser();
    setToken(null);
    queryClient.clear();
    onEnd(user);
  });
  let loadedWith = getToken();
  let isOver = false;
  const stopFollowing = subscribeToToken(() => {
    const token = getToken();
    // A tab that slept finds the next user's token without having seen the log-out.
    const [is, was] = [claimsOf(token), claimsOf(loadedWith)];
    const isOthers = loadedWith !== null && token !== null && is.sub !== was.sub;
    // On a tablet that another tab has set up or unlocked, the same person is staff now.
    const isElsewhere = loadedWith !== null && (is.tenantId !== was.tenantId || is.role !== was.role);
    // The session may have ended at the server, which only the other tab was told.
    if (!isOver && (token === null || isOthers)) keepInput();
    if (token !== null && token !== loadedWith && (isOver || isOthers || isElsewhere)) queryClient.clear();
    isOver = token === null;
    loadedWith = token ?? loadedWith;
  });
  return () => {
    stop();
    stopFollowing();
  };
}

/** The `next` parameter of a login address if it is on this site, else `fallback`. */
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
