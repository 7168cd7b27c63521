import { OWN_DEVICE_COOKIE, OWN_RESTAURANTS_MAX, ownRestaurantsIn } from '@tavola/contracts/rules/visits.ts';
import { getToken } from './stored-token.ts';
import { subscribeToToken } from './token.ts';
import { claimsOf } from './token-claims.ts';

/** As long as the longest session. */
const DAYS = 30;

/**
 * Marks this device as the own one of each restaurant that is signed in on it, until the log-out, so that its scans of their codes are not
 * counted. The cookie names restaurants and gives no access. Without TLS, browsers keep it for localhost only. Returns a function that
 * ends it.
 */
export function markOwnDevice(): () => void {
  const mark = () => {
    const { tenantId } = claimsOf(getToken());
    const others = ownRestaurantsIn(document.cookie).filter((id) => id !== tenantId);
    const own = tenantId ? [tenantId, ...others].slice(0, OWN_RESTAURANTS_MAX) : [];
    const age = own.length > 0 ? DAYS * 86_400 : 0;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `${OWN_DEVICE_COOKIE}=${own.map(encodeURIComponent).join('.')}; Path=/; Secure; SameSite=Lax; Max-Age=${age}`;
  };
  mark();
  return subscribeToToken(mark);
}
