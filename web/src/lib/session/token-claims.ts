import type { AccessClaims } from '@tavola/contracts/auth.ts';

/** What an access token says; nothing if it can't be read. */
export function claimsOf(token: string | null): Partial<AccessClaims> {
  try {
    const claims = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    return { ...(JSON.parse(atob(claims)) as AccessClaims) };
  } catch {
    return {};
  }
}
