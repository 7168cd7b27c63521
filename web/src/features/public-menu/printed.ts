import type { MenuChanges } from '@tavola/contracts/history.ts';
import { menuPath } from './menu-address.ts';

/** The query parameter with the menu's version when the guest's paper was printed (services/qr). */
const PRINTED = 'p';

/**
 * The version on the paper that led here. The parameter is removed from the address, so that a shared link does not have it;
 * a reload still knows it.
 */
export function takePrinted(): string | undefined {
  const address = new URL(window.location.href);
  const printed = address.searchParams.get(PRINTED);
  if (printed !== null) {
    address.searchParams.delete(PRINTED);
    rememberPrinted(/^\d{1,10}$/.test(printed) ? printed : undefined, address);
  }
  return window.history.state?.printed;
}

/** Keeps the version for a reload, or forgets it. */
export function rememberPrinted(printed: string | undefined, address: string | URL = window.location.href): void {
  window.history.replaceState({ ...window.history.state, printed }, '', address);
}

/** What changed since the version `printed`; undefined if nothing did, or nobody can tell. */
export async function requestChanges(slug: string, printed: string): Promise<MenuChanges | undefined> {
  try {
    const response = await fetch(`${menuPath({ slug })}/changes/${printed}`);
    const changes = (await response.json()) as MenuChanges;
    return response.ok && changes.isKnown ? changes : undefined;
  } catch {
    return undefined;
  }
}
