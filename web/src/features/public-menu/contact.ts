import type { ShownTenant } from './shown-menu.ts';

/** Where a tap on the phone number leads; `undefined` when it holds nothing to dial. */
export function callHref(phone: string | null): string | undefined {
  const dialled = phone?.replace(/[^\d+*#]/g, '') ?? '';
  return /\d/.test(dialled) ? `tel:${dialled}` : undefined;
}

/** Where a tap on the address leads: the way there, in the phone's map. */
export function directionsHref({ name, address }: Pick<ShownTenant, 'name' | 'address'>): string | undefined {
  if (!address?.trim()) return undefined;
  // With the name the map finds the restaurant, not only the house.
  const destination = `${name}, ${address.replace(/\s+/g, ' ').trim()}`;
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination })}`;
}
