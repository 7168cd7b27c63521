import { telHref } from '@tavola/contracts/rules/phone.ts';
import { describe, expect, it } from 'vitest';
import { callsOf, directionsHref } from './contact.ts';

describe('ways to a restaurant', () => {
  it('dial what is in a phone number, and nothing where there is nothing', () => {
    expect(telHref('+1 (617) 555-0134')).toBe('tel:+16175550134');
    for (const phone of ['+٢٠ ٢ ٢٧٣٥ ٠١٢٣', '+۲۰ ۲ ۲۷۳۵ ۰۱۲۳', '＋２０－２－２７３５－０１２３', '+२० २ २७३५ ०१२३']) {
      expect(telHref(phone), phone).toBe('tel:+20227350123');
    }
    // The zero is for calls within the country.
    expect(telHref('+49 (0)30 123 45')).toBe('tel:+493012345');
    expect(telHref('0049 (0)30 123 45')).toBe('tel:00493012345');
    expect(telHref('+39 (0)6 123 45')).toBe('tel:+390612345');
    expect(telHref('0039 (0)6 123 45')).toBe('tel:00390612345');
    for (const phone of ['(+49) (0)30 123 45', '+49 [0] 30 123 45', '＋４９（０）３０－１２３４５']) {
      expect(telHref(phone), phone).toBe('tel:+493012345');
    }
    expect(telHref('(+39) (0)6 123 45')).toBe('tel:+390612345');
    expect(telHref('(0)30 123 45')).toBe('tel:03012345');
    expect(telHref('ask at the bar')).toBeUndefined();
    expect(telHref(null)).toBeUndefined();
  });

  it('are the numbers that the server found; without them, the text is the number', () => {
    const calls = [{ text: '555 0101', href: 'tel:5550101' }];
    expect(callsOf({ phone: 'Bar 555 0101', calls })).toEqual(calls);
    expect(callsOf({ phone: 'Table 7', calls: [] })).toEqual([]);
    expect(callsOf({ phone: '555 0101' })).toEqual(calls);
    expect(callsOf({ phone: 'ask at the bar' })).toEqual([]);
    expect(callsOf({ phone: null })).toEqual([]);
  });

  it('lead to the restaurant by name and address, as data and not as parts of the link', () => {
    const href = directionsHref({ name: 'Fish & Co', address: '1 Quay\nBoston&x=1' });
    expect(new URL(href ?? '').searchParams.get('destination')).toBe('Fish & Co, 1 Quay Boston&x=1');
    expect(directionsHref({ name: 'Fish & Co', address: '  ' })).toBeUndefined();
  });
});
