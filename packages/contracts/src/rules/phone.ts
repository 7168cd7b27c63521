import { latinDigits } from './latin-digits.ts';

// No zod here: diners' page loads this file.

/** A phone number in a restaurant's text: how it is written there, and its `tel:` link. */
export interface PhoneCall {
  text: string;
  href: string;
}

/** A phone number's text with the digits of any script, and the wide plus, as Latin ones. */
export const latinPhone = (phone: string): string => latinDigits(phone).replaceAll('\uff0b', '+');

/** The `tel:` link for a phone number in the digits of any script; `undefined` if there is nothing to dial. */
export function telHref(phone: string | null): string | undefined {
  const dialled = latinPhone(phone ?? '')
    // From abroad, the zero in "+49 (0)30" is not dialled, but in Italy (39) and San Marino (378) it belongs to the number.
    .replace(/^([\s([\uff08]*(?:\+|00)(?!\s*3(?:9|78)).*?)[([\uff08]\s*0\s*[)\]\uff09]/, '$1')
    .replace(/[^\d+*#]/g, '');
  return /\d/.test(dialled) ? `tel:${dialled}` : undefined;
}
