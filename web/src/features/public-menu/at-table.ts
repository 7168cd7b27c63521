/** The query parameter with which the code of a table leads here (services/qr). */
const PLACE = 'at';

/**
 * Whether the guest scanned the code of a table. The parameter is removed from the address, so that a shared link does not
 * say so; a reload still knows it.
 */
export function takeTable(): boolean {
  const address = new URL(window.location.href);
  const place = address.searchParams.get(PLACE);
  if (place === 'table') {
    address.searchParams.delete(PLACE);
    window.history.replaceState({ ...window.history.state, isAtTable: true }, '', address);
  }
  return window.history.state?.isAtTable === true;
}
