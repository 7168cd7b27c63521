/** The storage key of the session's token (spec §4). */
export const TOKEN_KEY = 'token';

/** The token that all tabs of this browser share, or `null` when signed out. Guests' pages load this file. */
export function storedToken(): string | null {
  // Storage can be forbidden altogether, as in some private modes.
  try {
    return localStorage.getItem(TOKEN_KEY);
  } catch {
    return null;
  }
}
