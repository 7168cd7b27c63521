import { expect, it } from 'vitest';
import { phoneCalls } from './phone-calls.ts';

const US = 'America/New_York';
const DE = 'Europe/Berlin';

it.each<[phone: string, timeZone: string, calls: Record<string, string>]>([
  ['+1 (617) 555-0134', US, { '+1 (617) 555-0134': 'tel:+16175550134' }],
  ['Call 617-555-0134 or 617-555-0135', US, { '617-555-0134': 'tel:6175550134', '617-555-0135': 'tel:6175550135' }],
  ['030/1234567, 030/1234568', DE, { '030/1234567': 'tel:0301234567', '030/1234568': 'tel:0301234568' }],
  [
    '+49 (0)30 1234567 / 0171 1234567',
    DE,
    { '+49 (0)30 1234567': 'tel:+49301234567', '0171 1234567': 'tel:01711234567' },
  ],
  ['555 0101; 555 0102', US, { '555 0101': 'tel:5550101', '555 0102': 'tel:5550102' }],
  ['1-800-555-TACO', US, { '1-800-555-TACO': 'tel:18005558226' }],
  ['+1 800 FLOWERS', DE, { '+1 800 FLOWERS': 'tel:+18003569377' }],
  ['Tel. 617 555 0134 ext. 12', US, { '617 555 0134 ext. 12': 'tel:6175550134;ext=12' }],
  ['+1 617 555 0134, x7', US, { '+1 617 555 0134, x7': 'tel:+16175550134;ext=7' }],
  ['617-555-0134 BAR', US, { '617-555-0134': 'tel:6175550134' }],
  ['+39 (0)6 123 45', 'Europe/Rome', { '+39 (0)6 123 45': 'tel:+390612345' }],
  ['(0)30 123 45 67', DE, { '(0)30 123 45 67': 'tel:0301234567' }],
  ['+٢٠ ٢ ٢٧٣٥ ٠١٢٣', 'Africa/Cairo', { '+٢٠ ٢ ٢٧٣٥ ٠١٢٣': 'tel:+20227350123' }],
  ['＋８１－３－３１２３－４５６７', 'Asia/Tokyo', { '＋８１－３－３１２３－４５６７': 'tel:+81331234567' }],
  ['098765 43210', 'Asia/Kolkata', { '098765 43210': 'tel:09876543210' }],
  ['030 1234567', 'UTC', { '030 1234567': 'tel:0301234567' }],
  ['555 0101, 7 days, 11:30-22:30', US, { '555 0101': 'tel:5550101' }],
])('%j in %s', (phone, timeZone, calls) => {
  expect(Object.fromEntries(phoneCalls(phone, timeZone).map(({ text, href }) => [text, href]))).toEqual(calls);
});

it.each(['ask at the bar', 'Table 7', '24/7', '11.30-22.30', '12/24/2026', '12.24.2026', 'CALL-US', '1'.repeat(40)])(
  'none in %j',
  (phone) => expect(phoneCalls(phone, US)).toEqual([]),
);

it('at most three', () => {
  expect(phoneCalls('555 0101;555 0102;555 0103;555 0104', US)).toHaveLength(3);
});
