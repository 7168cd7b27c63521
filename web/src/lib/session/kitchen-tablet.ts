import { useMemo, useSyncExternalStore } from 'react';
import { getToken } from './stored-token.ts';
import { subscribeToToken } from './token.ts';
import { claimsOf } from './token-claims.ts';

// What a kitchen's tablet keeps beside its session: whatever happens to that, the tablet asks for its PIN and for no password. Small,
// because every page of the application loads it.

/** The path of the kitchen's screen, where a kitchen tablet always is. */
export const KITCHEN_PATH = '/dashboard/kitchen';

/** A browser that was set up as a kitchen device. */
export interface KitchenTablet {
  /** What unlocks it, together with the PIN; null once the server has signed it out for good. */
  key: string | null;
  id: string;
  /** Its own name. */
  name: string;
  /** The name of its restaurant. */
  restaurant: string;
  /** The id of its restaurant; missing where the release before set it up. */
  tenantId?: string | undefined;
  /** The id of the session that its PIN began last. */
  sid?: string | undefined;
}

/** Why a tablet is locked, where nobody locked it. */
export type LockReason = 'idle' | 'session-over';

/** After how many milliseconds without a touch a tablet locks itself. */
export const IDLE_MS = 15 * 60_000;

const KEY = 'kitchen-tablet';
const TOUCHED_KEY = 'kitchen-tablet-touched';

const listeners = new Set<() => void>();
let reason: LockReason | undefined;

const stored = (): string | null => read(KEY);

function parsed(text: string | null): KitchenTablet | null {
  try {
    return JSON.parse(text ?? 'null') as KitchenTablet | null;
  } catch {
    // Nothing that this page wrote.
    return null;
  }
}

/** The kitchen tablet that this browser is; null for any other browser. */
export const kitchenTablet = (): KitchenTablet | null => parsed(stored());

/** Keeps what this tablet needs to be unlocked, or forgets it with `null`. */
export function keepKitchenTablet(tablet: KitchenTablet | null): void {
  write(KEY, tablet && JSON.stringify(tablet));
  for (const listener of listeners) listener();
}

/** The kitchen tablet that this browser is; null for any other browser. */
export function useKitchenTablet(): KitchenTablet | null {
  const text = useSyncExternalStore(subscribe, stored);
  return useMemo(() => parsed(text), [text]);
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** Whether the present session was begun with the tablet's PIN, and not with somebody's password. */
export function isPinSession(): boolean {
  const { sid } = kitchenTablet() ?? {};
  return sid !== undefined && claimsOf(getToken()).sid === sid;
}

/** The same for a component. */
export const useIsPinSession = (): boolean => useSyncExternalStore(subscribeToBoth, isPinSession);

function subscribeToBoth(listener: () => void): () => void {
  const stops = [subscribe(listener), subscribeToToken(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Why this tablet is locked; undefined where somebody locked it. */
export const lockReason = (): LockReason | undefined => reason;

/** Says why this tablet is being locked. */
export function setLockReason(why: LockReason | undefined): void {
  reason = why;
}

/** For how many milliseconds this tablet was not touched, in any of its tabs. */
export const idleMs = (): number => Math.max(0, Date.now() - Number(read(TOUCHED_KEY) ?? 0));

/** Notes that somebody is using this browser. */
export const noteTouch = (): void => write(TOUCHED_KEY, String(Date.now()));

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Storage is forbidden or full: then this browser is no tablet, and asks for a password.
  }
}
