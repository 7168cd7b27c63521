import { getToken, TOKEN_KEY } from './stored-token.ts';

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** Stores the token, or removes it with `null`. */
export function setToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(TOKEN_KEY);
    else localStorage.setItem(TOKEN_KEY, token);
  } finally {
    tell();
  }
}

/** Calls `listener` when the token changes, in this tab or another; returns a function that stops it. */
export function subscribeToToken(listener: () => void): () => void {
  let last = getToken();
  const hear = () => {
    last = getToken();
    listener();
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key === TOKEN_KEY || event.key === null) hear();
  };
  // A page that the browser kept for the back button got no events meanwhile.
  const onShow = () => {
    if (getToken() !== last) hear();
  };
  listeners.add(hear);
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onShow);
  return () => {
    listeners.delete(hear);
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onShow);
  };
}
