/** The storage key of the session's token (spec §4). */
export const TOKEN_KEY = 'token';

/** The stored token, or `null` when signed out. */
export function getToken(): string | null {
  // Storage can be forbidden altogether, as in some private modes.
  try {
    return localStorage.getItem(TOKEN_KEY);
  } catch {
    return null;
  }
}
