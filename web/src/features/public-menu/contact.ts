import { latinDigits } from '@tavola/contracts/rules/latin-digits.ts';
import type { ShownTenant } from './shown-menu.ts';

/** The `tel:` link for a phone number in the digits of any script; `undefined` if there is nothing to dial. */
export function callHref(phone: string | null): string | undefined {
  const dialled = latinDigits(phone ?? '')
    .replaceAll('\uff0b', '+')
    // From abroad, the zero in "+49 (0)30" is not dialled, but in Italy (39) and San Marino (378) it belongs to the number.
    .replace(/^(\s*(?:\+|00)(?!\s*3(?:9|78)).*?)\(0\)/, '$1')
    .replace(/[^\d+*#]/g, '');
  return /\d/.test(dialled) ? `tel:${dialled}` : undefined;
}

/** The link for an address: directions in the phone's map app. */
export function directionsHref({ name, address }: Pick<ShownTenant, 'name' | 'address'>): string | undefined {
  if (!address?.trim()) return undefined;
  // With the name, the map finds the restaurant and not just the building.
  const destination = `${name}, ${address.replace(/\s+/g, ' ').trim()}`;
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination })}`;
}
