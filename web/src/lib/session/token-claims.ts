import type { AccessClaims, User } from '@tavola/contracts/auth.ts';
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

/** Whether this tab's session is the user's, in the same restaurant. In another tab, somebody else may have signed in. */
export function isSessionOf({ id, tenantId }: Pick<User, 'id' | 'tenantId'>): boolean {
  const claims = claimsOf(getToken());
  return claims.sub === id && claims.tenantId === tenantId;
}
