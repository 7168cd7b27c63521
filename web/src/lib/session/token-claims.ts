import type { AccessClaims } from '@tavola/contracts/auth.ts';
import { getToken } from './stored-token.ts';

/** What an access token says; nothing if it can't be read. */
export function claimsOf(token: string | null): Partial<AccessClaims> {
  try {
    const claims = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    return { ...(JSON.parse(atob(claims)) as AccessClaims) };
  } catch {
    return {};
  }
}

/** Whether the session is the user's. In another tab, somebody else may have signed in. */
export const isSessionOf = (userId: string): boolean => claimsOf(getToken()).sub === userId;
