import { useEffect, useState } from 'react';
import { useLinkToken } from './link-token.ts';

const KEY = 'invitation';

function kept(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

/** Keeps an invitation's token in this tab, so that it survives a sign-in. */
export function keepInvitation(token: string): void {
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // Storage is forbidden: after a sign-in, the link has to be opened again.
  }
}

/** Forgets the kept invitation, which was accepted or is of no use. */
export function forgetInvitation(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

/** The token of the invitation whose link was opened in this tab, empty if there is none. Takes it out of the address bar. */
export function useInvitationToken(): string {
  const linked = useLinkToken();
  const [token, setToken] = useState(() => linked || kept());
  if (linked !== '' && linked !== token) setToken(linked);
  useEffect(() => {
    if (linked === '') return;
    keepInvitation(linked);
    // Nor does it stay in the history, where the next person at this screen would find it.
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  }, [linked]);
  return token;
}
