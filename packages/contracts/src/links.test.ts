import { describe, expect, it } from 'vitest';
import { tenantInput } from './auth.ts';
import { wifiCode } from './rules/wifi.ts';

const parsed = (fields: object) => tenantInput.parse({ name: 'Da Ada', ...fields });

/** The messages for a restaurant with these fields, by field. */
function refusals(fields: object): Record<string, string> {
  const issues = tenantInput.safeParse({ name: 'Da Ada', ...fields }).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}

describe('the links', () => {
  it('are https addresses, given whole, without https or by an account, and missing otherwise', () => {
    const given = {
      website: 'da-ada.example.com',
      reservations: ' https://book.example.com/da-ada?x=1 ',
      review: '',
      instagram: '@da.ada',
      facebook: 'https://m.facebook.com/daada',
      tiktok: '@daada',
      whatsapp: '+39 (06) 123-4567',
    };
    expect(parsed({ links: given }).links).toEqual({
      website: 'https://da-ada.example.com/',
      reservations: 'https://book.example.com/da-ada?x=1',
      instagram: 'https://www.instagram.com/da.ada',
      facebook: 'https://m.facebook.com/daada',
      tiktok: 'https://www.tiktok.com/@daada',
      whatsapp: 'https://wa.me/39061234567',
    });
    expect(parsed({ links: { website: ' ', review: null } }).links).toBeNull();
  });

  it.each([
    ['+43 (0)1 234 5678', '4312345678'],
    ['+39 (0)6 123 4567', '39061234567'],
    ['0049 170 1234567', '491701234567'],
    ['＋８１（０）９０－１２３４－５６７８', '819012345678'],
    ['+٢٠ ٢ ٢٧٣٥ ٠١٢٣', '20227350123'],
  ])('of WhatsApp, a number as people write it: %s', (whatsapp, number) => {
    expect(parsed({ links: { whatsapp } }).links).toEqual({ whatsapp: `https://wa.me/${number}` });
  });

  it.each([
    ['whatsapp', '0170 1234567', 'WhatsApp number must begin with + and the code of your country.'],
    ['website', 'http://da-ada.example.com', 'Website must start with https://.'],
    ['website', 'javascript:alert(1)', 'Website must start with https://.'],
    ['website', 'https://192.168.0.1/', 'Website must start with https://.'],
    ['website', 'https://intranet/', 'Website must start with https://.'],
    ['review', 'our page', 'Review link must start with https://.'],
    ['review', 'https://ada:secret@example.com', "Review link can't contain a user name or password."],
    ['instagram', 'https://example.com/instagram.com', 'Instagram must be an address at instagram.com.'],
    ['facebook', 'https://facebook.com.example.com/x', 'Facebook must be an address at facebook.com.'],
    ['tiktok', 'https://nottiktok.com/@x', 'TikTok must be an address at tiktok.com.'],
    ['whatsapp', 'https://wa.me', 'WhatsApp must lead to your own page at wa.me.'],
    ['reservations', `https://example.com/${'é'.repeat(100)}`, 'Reservations link can be at most 300 characters long.'],
  ])('are refused, with their name: %s %s', (name, link, message) => {
    expect(refusals({ links: { [name]: link } })).toEqual({ [`links.${name}`]: message });
  });
});

describe('the Wi-Fi', () => {
  it('has a name and, unless it is open, a password of WPA', () => {
    expect(parsed({ wifi: { name: ' Da Ada ', password: 'sugo di nonna' } }).wifi).toEqual({
      name: 'Da Ada',
      password: 'sugo di nonna',
    });
    expect(parsed({ wifi: { name: 'Da Ada', password: '' } }).wifi).toEqual({ name: 'Da Ada' });
    expect(refusals({ wifi: { name: '', password: 'short' } })).toEqual({
      'wifi.name': 'Wi-Fi name is required.',
      'wifi.password': 'Wi-Fi password must be 8 to 63 characters long.',
    });
    expect(refusals({ wifi: { name: 'é'.repeat(17), password: 'pässwörter' } })).toEqual({
      'wifi.name': 'Wi-Fi name can be at most 32 characters long.',
      'wifi.password': 'Wi-Fi password can only contain letters from A to Z, digits and signs.',
    });
  });

  it('is joined by a code in which signs with a meaning are marked', () => {
    expect(wifiCode({ name: 'Ada; "Bar"', password: 'a:b,c\\d;e' })).toBe(
      'WIFI:T:WPA;S:Ada\\; \\"Bar\\";P:a\\:b\\,c\\\\d\\;e;;',
    );
    expect(wifiCode({ name: 'Ada' })).toBe('WIFI:T:nopass;S:Ada;;');
  });
});

it('the price range is one of four', () => {
  expect(parsed({ priceRange: '$$', cuisine: ' Italian ' })).toMatchObject({ priceRange: '$$', cuisine: 'Italian' });
  expect(refusals({ priceRange: '€€' })).toEqual({ priceRange: 'Price range must be one of $, $$, $$$, $$$$.' });
});
