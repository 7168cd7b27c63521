import { bindToken, getToken } from './stored-token.ts';
import { claimsOf } from './token-claims.ts';
import { storedToken, TOKEN_KEY } from './token-in-storage.ts';

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/**
 * The token that this tab works with. All tabs share the stored one, but after a switch in another tab, what is open here still belongs
 * to the restaurant in which it was opened.
 */
let own: string | null = null;

bindToken((stored) => {
  if (!isOfAnotherPlace(stored, own)) own = stored;
  return own;
});

/** Whether `stored` is the same person's token for another restaurant than that of `mine`. */
function isOfAnotherPlace(stored: string | null, mine: string | null): boolean {
  if (stored === null || mine === null || stored === mine) return false;
  const [there, here] = [claimsOf(stored), claimsOf(mine)];
  return there.sub !== undefined && there.sub === here.sub && there.tenantId !== here.tenantId;
}

/** Stores the token, or removes it with `null`. */
export function setToken(token: string | null): void {
  own = token;
  try {
    if (token === null) localStorage.removeItem(TOKEN_KEY);
    else localStorage.setItem(TOKEN_KEY, token);
  } finally {
    tell();
  }
}

/** The token of the restaurant to which another tab has switched; `null` while this tab shows that one. */
export function tokenElsewhere(): string | null {
  const stored = storedToken();
  return isOfAnotherPlace(stored, getToken()) ? stored : null;
}

/** Has this tab work with the stored token. */
export function followStoredToken(): void {
  own = storedToken();
  tell();
}

/** Calls `listener` when the token that this tab uses changes, by this tab or another; returns a function that stops it. */
export function subscribeToToken(listener: () => void): () => void {
  let last = getToken();
  const hear = () => {
    last = getToken();
    listener();
  };
  const look = () => {
    if (getToken() !== last) hear();
  };
  listeners.add(hear);
  const stop = onStoredToken(look);
  return () => {
    listeners.delete(hear);
    stop();
  };
}

/** Calls `listener` when `tokenElsewhere` may have changed; returns a function that stops it. */
export function subscribeToSwitches(listener: () => void): () => void {
  listeners.add(listener);
  const stop = onStoredToken(listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

/** Calls `listener` when another tab has changed the stored token. */
function onStoredToken(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === TOKEN_KEY || event.key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  // A page that the browser kept for the back button got no events meanwhile.
  window.addEventListener('pageshow', listener);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', listener);
  };
}
