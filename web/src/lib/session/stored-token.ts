/** The storage key of the session's token (spec §4). */
export const TOKEN_KEY = 'token';

/** The token that all tabs of this browser share, or `null` when signed out. */
export function storedToken(): string | null {
  // Storage can be forbidden altogether, as in some private modes.
  try {
    return localStorage.getItem(TOKEN_KEY);
  } catch {
    return null;
  }
}

let ofThisTab = (stored: string | null): string | null => stored;

/** Says which token this tab uses instead of the stored one (token.ts). */
export function bindToken(choose: typeof ofThisTab): void {
  ofThisTab = choose;
}

/** The token that this tab sends, or `null` when signed out. */
export const getToken = (): string | null => ofThisTab(storedToken());
