import { type PhoneCall, telHref } from '@tavola/contracts/rules/phone.ts';
import type { ShownTenant } from './shown-menu.ts';

/** The phone numbers of a restaurant. The server finds them in its text; of a preview or an old copy of a menu, the text is the number. */
export function callsOf({ phone, calls }: Pick<ShownTenant, 'phone' | 'calls'>): readonly PhoneCall[] {
  if (calls) return calls;
  const href = telHref(phone);
  return phone && href ? [{ text: phone, href }] : [];
}

/** The link for an address: directions in the phone's map app. */
export function directionsHref({ name, address }: Pick<ShownTenant, 'name' | 'address'>): string | undefined {
  if (!address?.trim()) return undefined;
  // With the name, the map finds the restaurant and not just the building.
  const destination = `${name}, ${address.replace(/\s+/g, ' ').trim()}`;
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination })}`;
}
