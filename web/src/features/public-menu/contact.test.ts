import { describe, expect, it } from 'vitest';
import { callHref, directionsHref } from './contact.ts';

describe('ways to a restaurant', () => {
  it('dial what is in a phone number, and nothing where there is nothing', () => {
    expect(callHref('+1 (617) 555-0134')).toBe('tel:+16175550134');
    for (const phone of ['+٢٠ ٢ ٢٧٣٥ ٠١٢٣', '+۲۰ ۲ ۲۷۳۵ ۰۱۲۳', '＋２０－２－２７３５－０１２３', '+२० २ २७३५ ०१२३']) {
      expect(callHref(phone), phone).toBe('tel:+20227350123');
    }
    // The zero is for calls within the country.
    expect(callHref('+49 (0)30 123 45')).toBe('tel:+493012345');
    expect(callHref('0049 (0)30 123 45')).toBe('tel:00493012345');
    expect(callHref('+39 (0)6 123 45')).toBe('tel:+390612345');
    expect(callHref('0039 (0)6 123 45')).toBe('tel:00390612345');
    expect(callHref('(0)30 123 45')).toBe('tel:03012345');
    expect(callHref('ask at the bar')).toBeUndefined();
    expect(callHref(null)).toBeUndefined();
  });

  it('lead to the restaurant by name and address, as data and not as parts of the link', () => {
    const href = directionsHref({ name: 'Fish & Co', address: '1 Quay\nBoston&x=1' });
    expect(new URL(href ?? '').searchParams.get('destination')).toBe('Fish & Co, 1 Quay Boston&x=1');
    expect(directionsHref({ name: 'Fish & Co', address: '  ' })).toBeUndefined();
  });
});
