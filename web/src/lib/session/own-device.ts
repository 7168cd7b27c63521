import { OWN_DEVICE_COOKIE } from '@tavola/contracts/rules/visits.ts';
import { getToken } from './stored-token.ts';
import { subscribeToToken } from './token.ts';
import { claimsOf } from './token-claims.ts';

/** As long as the longest session. */
const DAYS = 30;

/**
 * Marks this device as the restaurant's own while one is signed in, so that its scans of its codes are not counted. The cookie names
 * the restaurant and gives no access. Without TLS, browsers keep it for localhost only. Returns a function that ends it.
 */
export function markOwnDevice(): () => void {
  const mark = () => {
    const { tenantId } = claimsOf(getToken());
    const age = tenantId ? DAYS * 86_400 : 0;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `${OWN_DEVICE_COOKIE}=${encodeURIComponent(tenantId ?? '')}; Path=/; Secure; SameSite=Lax; Max-Age=${age}`;
  };
  mark();
  return subscribeToToken(mark);
}
