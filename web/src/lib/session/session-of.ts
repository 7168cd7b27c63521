import type { User } from '@tavola/contracts/auth.ts';
import { getToken } from './stored-token.ts';
import { claimsOf } from './token-claims.ts';

/** Whether this tab's session is the user's, in the same restaurant. In another tab, somebody else may have signed in. */
export function isSessionOf({ id, tenantId }: Pick<User, 'id' | 'tenantId'>): boolean {
  const claims = claimsOf(getToken());
  return claims.sub === id && claims.tenantId === tenantId;
}
